import type { ReleaseState } from '../../../server/domain/portal/release'
import { Tag } from '../../ui/data/Tag'
import { useT } from '../../ui/view'
import { ReleaseStateTag } from '../release/ReleaseStateTag'

/** The state of an edition of the seat matrix. A published edition that is not in force has been superseded. */
export function EditionTag({ state }: { state: ReleaseState | 'in-force' }) {
  const t = useT()
  if (state === 'in-force') return <Tag tone="done">{t('seats:state.in-force')}</Tag>
  return <ReleaseStateTag state={state === 'published' ? 'superseded' : state} />
}
