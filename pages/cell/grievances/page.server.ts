import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['grievances', 'thread', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.grievances')

/** The grievances within reach, as the address asks for them. */
export const load = (page: DeskPage) => ({ list: listView(page, page.services.deskLists.lists.grievances) })
