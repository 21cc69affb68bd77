import type { FormState } from '#server/domain/site/view.ts'
import { textOfCode, textOfFault, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Refusal } from '#server/kernel/result.ts'
import type { FormOutcome } from '../page'
import { isSecret } from '../secret-fields'

/** Text in both languages has two fields, `titleEn` and `titleMr`: the fault says which of them it means. */
function inItsLanguage(language: Language, field: string, fault: string): string {
  const end = /(En|Mr)$/.exec(field)?.[1]
  return end ? translate(language, end === 'En' ? 'http:fault-in-english' : 'http:fault-in-marathi', { fault }) : fault
}

/** The typed values of a body, but for secrets. */
const typedIn = (body: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSecret(name) && typeof value === 'string') as [string, string][],
  )

/** A form in which nothing is wrong, with what was typed. `body`: as it was sent. */
export const typedAgain = (body: object): FormState => ({ values: typedIn(body), errors: [], message: null })

/** A refused form: what was typed, and the faults in words. `body`: as it was sent. */
export function formOutcome(refusal: Refusal, body: object, language: Language): FormOutcome {
  const errors = (refusal.fields ?? []).map((fault) => ({
    field: fault.field,
    message: inItsLanguage(language, fault.field, textOfFault(language, fault)),
    file: fault.file?.at,
  }))
  const message = errors.length ? null : textOfCode(language, 'refusal', refusal.code, refusal.params)
  return { form: { values: typedIn(body), errors, message }, status: refusal.status, retryAfter: refusal.retryAfter }
}
