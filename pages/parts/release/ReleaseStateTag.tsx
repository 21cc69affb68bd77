import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'

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
