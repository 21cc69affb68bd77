import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import type { DeskPage } from '#server/features/index.ts'
import { BulkAct } from '#server/features/messages/bulk-messages/schema.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'bulk-message/:id'>

export const texts = ['inbox', 'form'] as const

/** The message with its dry run, or null (404). */
export function load(page: Shown) {
  const view = page.services.bulkMessages.view(page.actor, page.params.id)
  if (!view.ok) return null
  const { district, type } = view.value.audience
  const { form } = page.services.course
  return {
    ...view.value,
    districtName: district && districtName(district, page.language, form),
    typeName: type && page.t(typeKey(form, type) as 'form:type-after-degree.A'),
  }
}

export const title = ({ language }: Shown, data: DataOf<typeof load>): string => data.title[language]

export function action(page: Shown) {
  const form = page.form(BulkAct)
  if (!form.ok) return form
  const decided = page.services.bulkMessages.decide(page.actor, page.params.id, form.value)
  if (!decided.ok) return decided
  return page.redirect(href(page.cellBase, 'bulk-message/:id', { id: page.params.id }), {
    type: form.value.intent === 'send' ? 'success' : 'info',
    key: `inbox:flash.bulk-${form.value.intent}`,
  })
}
