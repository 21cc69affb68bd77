import { districtName } from '#server/domain/application/form/lists.ts'
import { namesIn } from '#server/domain/application/form/seat-names.ts'
import type { ConfirmedOptions } from '#server/domain/site/printable.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { OptionForms } from './service'

/** A confirmed option form of a round as it is printed; null where it is not confirmed. */
export function optionsPaper(
  options: Pick<OptionForms, 'printed' | 'described'>,
  candidateId: number,
  round: CapRound,
  language: Language,
  portal: { lists?: Lists },
): ConfirmedOptions | null {
  const printed = options.printed(candidateId, round)
  if (!printed) return null
  const named = namesIn(language, portal)
  const choices = options.described(candidateId, round, printed.choices)
  return {
    ...printed,
    choices: choices.map(({ code, course, lastNamed }) => ({
      code,
      institute: named(course?.institute ?? lastNamed?.institute ?? ''),
      course: named(course?.course ?? lastNamed?.course ?? ''),
      district: course ? districtName(course.district, language, portal) : '',
    })),
  }
}
