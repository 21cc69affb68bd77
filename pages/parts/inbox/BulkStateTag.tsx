import type { BulkState } from '../../../server/domain/portal/audience'
import { Tag, type TagTone } from '../../ui/data/Tag'
import { useT } from '../../ui/view'

const tones: Record<BulkState, TagTone> = {
  prepared: 'todo',
  scheduled: 'wait',
  sending: 'wait',
  sent: 'done',
  stopped: 'warn',
  withdrawn: 'warn',
}

export const BulkStateTag = ({ state }: { state: BulkState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`inbox:bulk-state.${state}`)}</Tag>
}
