import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { BulkState } from '#server/domain/messages/audience.ts'

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
