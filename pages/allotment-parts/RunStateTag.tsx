import type { RunState } from '../../server/domain/allotment-runs'
import { Tag, type TagTone } from '../ui/Tag'
import { useT } from '../ui/view'

const tones: Record<RunState, TagTone> = {
  running: 'wait',
  prepared: 'todo',
  released: 'wait',
  published: 'done',
  discarded: 'warn',
  failed: 'fix',
}

/** How a run of the allotment stands. */
export const RunStateTag = ({ state }: { state: RunState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`allotment:state.${state}`)}</Tag>
}
