import { ReleaseStateTag } from '#pages/parts/release/ReleaseStateTag.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { EditionStanding } from './edition-standing'

/** The state of an edition of the seat matrix. */
export function EditionTag({ standing }: { standing: EditionStanding }) {
  const t = useT()
  if (standing === 'in-force') return <Tag tone="done">{t('seats:state.in-force')}</Tag>
  if (standing === 'with-institutes') return <Tag tone="wait">{t('seats:state.with-institutes')}</Tag>
  return <ReleaseStateTag state={standing} />
}
