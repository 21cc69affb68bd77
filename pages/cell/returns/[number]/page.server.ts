import { caseInWords } from '#pages/parts/cancellation/case.server.ts'
import { href } from '#pages/ui/href.ts'
import { mostCharge, returnModes } from '#server/domain/admission/cancellation.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { ReturnForm } from '#server/features/admission/cancellation/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatRupees } from '#server/i18n/format.ts'

type Shown = DeskPage<'returns/:number'>

export const texts = ['cancellation'] as const
export const title = ({ params, t }: Shown) => t('cancellation:case', { number: params.number })

const numberOf = ({ params }: Shown): number => (/^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : -1)

/** A case of the institute; null (404) for any other. */
export function load(page: Shown) {
  const { cancellation } = page.services
  const found = cancellation.open(page.actor, numberOf(page))
  if (!found.ok) return null
  return {
    one: caseInWords(placeIn(found.value, page.language, page.services.course.form), page.language),
    modes: returnModes,
    /** The most that the institute keeps of the fee; null if it need only return the deposits. */
    most: cancellation.isLimited(found.value) ? formatRupees(mostCharge) : null,
  }
}

/** Records what the institute returned. */
export function action(page: Shown) {
  const form = page.form(ReturnForm)
  if (!form.ok) return form
  const done = page.services.cancellation.recordReturn(page.actor, numberOf(page), form.value)
  if (!done.ok) return done
  return page.redirect(href(page.cellBase, 'returns/:number', { number: page.params.number }), {
    type: 'success',
    key: 'cancellation:flash.recorded',
  })
}
