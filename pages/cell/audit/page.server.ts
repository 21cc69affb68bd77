import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.audit')

/** The lines that the address asks for, their words by number, and the seal of the newest one. */
export function load(page: DeskPage) {
  const { services, language } = page
  const list = listView(page, services.deskLists.lists.audit)
  const words = Object.fromEntries(list.rows.map((row) => [row.line, services.audit.inWords(row, language)]))
  return { list, words, head: services.audit.head() }
}
