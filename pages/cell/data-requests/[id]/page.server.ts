import { href } from '#pages/ui/href.ts'
import { isErasable } from '#server/domain/privacy/requests.ts'
import type { DeskPage } from '#server/features/index.ts'
import { RequestAnswer } from '#server/features/privacy/privacy/schema.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'data-requests/:id'>

export const texts = ['dataoffice', 'mydata', 'kept'] as const

/** One request; null (404) for one that there is not. */
export function load(page: Shown) {
  const { privacy, clock } = page.services
  const read = privacy.requests.read(page.actor, page.params.id)
  if (!read) return null
  return { ...read, isErasable: isErasable(read.filedAt, clock.portal()) }
}

export const title = (_: Shown, data: DataOf<typeof load>): string => data.number

export function action(page: Shown) {
  const form = page.form(RequestAnswer)
  if (!form.ok) return form
  const answered = page.services.privacy.requests.answer(page.actor, page.params.id, form.value)
  if (!answered.ok) return answered
  return page.redirect(href(page.cellBase, 'data-requests'), {
    type: 'success',
    key: 'dataoffice:flash.answered',
    values: answered.value,
  })
}
