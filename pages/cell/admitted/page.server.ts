import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['reporting', 'documents', 'certificates', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.admitted')

/** The admitted of the institute, as the address asks for them, with the certificates that are still awaited. */
export function load(page: DeskPage) {
  const { deskLists, reporting } = page.services
  const list = listView(page, deskLists.lists.admitted)
  return {
    list,
    awaited: Object.fromEntries(
      list.rows.map(({ id, candidateId, awaited }) => [id, reporting.awaitedOf(candidateId, awaited)]),
    ),
  }
}
