import type { DeskPage } from '../../../server/services'
import { listView } from '../../parts/desk/list-view'

export const texts = ['helpdesk', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.duplicates')

/** The suspected duplicates within reach, as the address asks for them. */
export const load = (page: DeskPage) => ({ list: listView(page, page.services.deskLists.lists.duplicates) })
