import { listView } from '#pages/parts/desk/list-view.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['reports', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.approvals')

/** The institutes of the officer's region that have admitted somebody, as the address asks for them. */
export async function load(page: DeskPage) {
  const { approvals } = page.services.deskLists.lists
  await approvals.ready()
  return { list: listView(page, approvals), isWholeState: page.actor.region === null }
}
