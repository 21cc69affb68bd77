import type { DeskPage } from '../../../server/services'
import { listView } from '../../parts/desk/list-view'

export const texts = ['settlement', 'payments', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.refunds')

/** The register of refunds, as the address asks for it. */
export const load = (page: DeskPage) => ({ list: listView(page, page.services.deskLists.lists.refunds) })
