import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { AdmittedSeat } from '#server/domain/site/printable.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Reporting } from './service'

/** The admission in force as its receipt states it; null if there is none. */
export function admissionPaper(
  reporting: Pick<Reporting, 'admissionOf'>,
  candidateId: number,
  language: Language,
  portal: { lists?: Lists },
): AdmittedSeat | null {
  const found = reporting.admissionOf(candidateId)
  if (!found) return null
  const { id: admission, admittedAt, admittedBy, round, choiceCode } = found
  const { institute, course } = placeIn(found, language, portal)
  const words = (kinds: typeof found.seen) => kinds.map((kind) => translate(language, `documents:kind.${kind}`))
  return {
    admission,
    admittedAt,
    admittedBy,
    round,
    institute,
    course,
    choiceCode,
    about: `${found.institute}, ${found.course} (${choiceCode})`,
    seen: words(found.seen),
    awaited: words(found.awaited),
  }
}
