import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { NewEdition } from '#server/features/merit/merit-lists/schema.ts'

export const texts = ['merit'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.merit-lists')

/** Both stages with the edition in force, every edition, and the progress of a PDF in the making. */
export const load = ({ services }: DeskPage) => ({
  ...services.meritLists.overview(),
  printing: services.meritPages.printing(),
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
