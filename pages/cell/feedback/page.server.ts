import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['inbox', 'feedback', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.feedback')

/** The ratings of all, and the words of those whom the address asks for. */
export const load = (page: DeskPage) => ({
  list: listView(page, page.services.deskLists.lists.feedback),
  ratings: page.services.inbox.ratings(),
})
