import { concernsShown, releaseConcerns } from '#server/domain/desk/release-concerns.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'
import type { Refusal } from '#server/kernel/result.ts'

/** The form of a release again; the summary of errors names each concern whose tick is missing. */
export function invalidRelease(page: DeskPage, refusal: Refusal): FormOutcome {
  const outcome = page.invalid(refusal)
  const shown = concernsShown(typeof page.posted.shown === 'string' ? page.posted.shown : undefined)
  const errors = outcome.form.errors.map((error) => {
    const concern = releaseConcerns.find((one) => one === error.field)
    return concern
      ? { ...error, question: `${page.t(`staff:concern.${concern}`, { count: Number(shown.get(concern) ?? 0) })}.` }
      : error
  })
  return { ...outcome, form: { ...outcome.form, errors } }
}
