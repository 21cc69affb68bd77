import type { ReleaseState } from '../../../server/domain/portal/release'
import { Tag, type TagTone } from '../../ui/data/Tag'
import { useT } from '../../ui/view'

const tones: Record<ReleaseState, TagTone> = {
  preparing: 'wait',
  prepared: 'todo',
  released: 'wait',
  published: 'done',
  superseded: 'warn',
  discarded: 'warn',
  failed: 'fix',
}

/** The state of work that one person prepares and another releases. */
export const ReleaseStateTag = ({ state }: { state: ReleaseState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`staff:release.${state}`)}</Tag>
}
