import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['list', 'documents'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.audit')

/** The lines that the address asks for, and the seal of the newest one. */
export const load = (page: DeskPage) => ({
  list: listView(page, page.services.deskLists.lists.audit),
  head: page.services.audit.head(),
})
