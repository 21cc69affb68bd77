import { districtName } from '../../../server/domain/application/form/lists'
import { certificateKinds } from '../../../server/domain/claims/certificates'
import type { DeskPage } from '../../../server/services'
import { atRiskView } from '../../parts/certificates/at-risk'
import { listView } from '../../parts/desk/list-view'

export const texts = ['certificates', 'documents', 'allotment', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.certificates')

/** The certificates that wait for an officer, as the address asks for them. */
export async function load(page: DeskPage) {
  const list = listView(page, page.services.deskLists.lists.certificates)
  const named = list.rows.map((row) => ({
    ...row,
    district: districtName(row.district, page.language, page.services.course.form),
  }))
  return { kinds: certificateKinds, list: { ...list, rows: named }, atRisk: await atRiskView(page) }
}
