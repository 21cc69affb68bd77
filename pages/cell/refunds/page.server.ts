import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['settlement', 'payments', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.refunds')

/** The register of refunds, as the address asks for it. */
export const load = (page: DeskPage) => ({ list: listView(page, page.services.deskLists.lists.refunds) })
