import { atRiskView } from '#pages/parts/certificates/at-risk.ts'
import { listView } from '#pages/parts/desk/list-view.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { certificateKinds } from '#server/domain/scrutiny/certificates.ts'
import type { DeskPage } from '#server/features/index.ts'

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
