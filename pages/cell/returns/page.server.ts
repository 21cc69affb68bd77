import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['cancellation', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.returns')

/** The cancelled admissions of the institute, as the address asks for them, each with its clock. */
export const load = (page: DeskPage) => ({ list: listView(page, page.services.deskLists.lists.returns) })
