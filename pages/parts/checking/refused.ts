import { factNames } from '#server/domain/scrutiny/scrutiny.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'
import type { Refusal } from '#server/kernel/result.ts'

/** A refusal whose faults name their facts: the first one is in the summary's first words. */
export function refusedFacts(page: Pick<DeskPage, 'invalid' | 't'>, refusal: Refusal): FormOutcome {
  const { form, ...rest } = page.invalid(refusal)
  const errors = form.errors.map((error) => {
    const fact = factNames.find((name) => error.field.slice(error.field.indexOf('-') + 1) === name)
    return { ...error, question: fact && page.t(`scrutiny:fact.${fact}`) }
  })
  return { ...rest, form: { ...form, errors } }
}
