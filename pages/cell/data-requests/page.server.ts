import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['dataoffice', 'mydata', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.data-requests')

/** The requests about personal data, as the address asks for them. */
export const load = (page: DeskPage) => ({
  list: listView(page, page.services.deskLists.lists['data-requests']),
  now: page.services.clock.portal(),
})
