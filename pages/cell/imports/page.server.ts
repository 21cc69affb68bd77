import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['imports', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.imports')

/** The tables that this person keeps, and their files. */
export const load = (page: DeskPage) => ({
  tables: page.services.imports.tables(page.actor).map(({ kind, needsSecondPerson }) => ({ kind, needsSecondPerson })),
  list: listView(page, page.services.deskLists.lists.imports),
})
