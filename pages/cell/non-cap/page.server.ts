import { listView } from '#pages/parts/desk/list-view.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['noncap', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.non-cap')

/** The candidates interested in the officer's institute, which is null for an officer without one. */
export function load(page: DeskPage) {
  const { institute: code } = page.actor
  const found = code === null ? null : page.services.seats.institute(code)
  const list = listView(page, page.services.deskLists.lists['non-cap'])
  return {
    code,
    /** Its name; null if the seat matrix does not include it. */
    institute: found && page.named(found.institute),
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        ...row,
        district: districtName(row.district, page.language, page.services.course.form),
      })),
    },
  }
}
