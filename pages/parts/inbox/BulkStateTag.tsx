import type { BulkState } from '../../../server/features/bulk-messages/service'
import { Tag, type TagTone } from '../../ui/data/Tag'
import { useT } from '../../ui/view'

const tones: Record<BulkState, TagTone> = { prepared: 'todo', sending: 'wait', sent: 'done', withdrawn: 'warn' }

export const BulkStateTag = ({ state }: { state: BulkState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`inbox:bulk-state.${state}`)}</Tag>
}
