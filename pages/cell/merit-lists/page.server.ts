import { alarmsOf } from '#pages/parts/desk/alarms.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { NewEdition } from '#server/features/merit/merit-lists/schema.ts'

export const texts = ['merit'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.merit-lists')

/** Both stages with the edition in force, every edition, the progress of a PDF in the making, and lists that cannot be published. */
export const load = (page: DeskPage) => ({
  ...page.services.meritLists.overview(),
  printing: page.services.meritPages.printing(),
  alarms: alarmsOf(page, 'merit-lists'),
})

export function action(page: DeskPage) {
  const form = page.form(NewEdition)
  if (!form.ok) return form
  const begun = page.services.meritLists.prepare(page.actor, form.value)
  if (!begun.ok) return begun
  return page.redirect(href(page.cellBase, 'merit-lists/:id', { id: String(begun.value.id) }), {
    type: 'info',
    key: 'merit:flash.begun',
  })
}
