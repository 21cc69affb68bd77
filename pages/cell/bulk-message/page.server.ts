import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import { categories } from '#server/domain/terms/claims.ts'
import type { DeskPage } from '#server/features/index.ts'
import { NewBulkMessage } from '#server/features/messages/bulk-messages/schema.ts'

export const texts = ['inbox', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.bulk-message')

/** Earlier messages, and the choices for the audience of a new one. */
export function load(page: DeskPage) {
  const { services, language, t } = page
  const { form } = services.course
  return {
    list: listView(page, services.deskLists.lists['bulk-message']),
    types: form.types.map((type) => ({
      value: type,
      label: t(typeKey(form, type) as 'form:type-after-degree.A'),
    })),
    categories: categories.map((category) => ({ value: category, label: t(`form:category.${category}`) })),
    districts: listsOf(form)
      .entries('maharashtra-districts')
      .map((district) => ({ value: district.code, label: district[language] })),
  }
}

export async function action(page: DeskPage) {
  const form = page.form(NewBulkMessage)
  if (!form.ok) return form
  const prepared = await page.services.bulkMessages.prepare(page.actor, form.value)
  if (!prepared.ok) return prepared
  return page.redirect(href(page.cellBase, 'bulk-message/:id', { id: String(prepared.value) }), {
    type: 'info',
    key: 'inbox:flash.bulk-prepared',
  })
}
