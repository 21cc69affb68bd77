import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['templates', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.templates')

/** Every message that the portal sends, with its current words. */
export const load = (page: DeskPage) => ({ list: listView(page, page.services.deskLists.lists.templates) })
