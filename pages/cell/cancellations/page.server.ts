import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['cancellation', 'late', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.cancellations')

/** The cancelled admissions as the address asks for them, each with its institute's clock. */
export const load = (page: DeskPage) => ({
  list: listView(page, page.services.deskLists.lists.cancellations),
  late: page.services.cancellation.openLate(),
})
