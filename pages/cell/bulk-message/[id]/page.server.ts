import { BulkAct } from '../../../../server/features/bulk-messages/schema'
import type { DeskPage } from '../../../../server/services'
import { href } from '../../../ui/href'

export const texts = ['inbox'] as const

/** A number of an address; what is none names no message. */
const idOf = ({ params }: DeskPage): number => (/^[1-9]\d{0,8}$/.test(params.id ?? '') ? Number(params.id) : 0)

/** The message with its dry run, or null (404). */
export function load(page: DeskPage) {
  const view = page.services.bulkMessages.view(idOf(page))
  return view.ok ? view.value : null
}

export const title = ({ language }: DeskPage, data: unknown): string =>
  (data as NonNullable<ReturnType<typeof load>>).title[language]

export function action(page: DeskPage) {
  const form = page.form(BulkAct)
  if (!form.ok) return page.invalid(form.refusal)
  const decided = page.services.bulkMessages.decide(page.actor!, idOf(page), form.value)
  if (!decided.ok) return page.invalid(decided.refusal)
  return page.redirect(href(page.cellBase, 'bulk-message/:id', { id: page.params.id! }), {
    type: form.value.intent === 'send' ? 'success' : 'info',
    key: `inbox:flash.bulk-${form.value.intent}`,
  })
}
