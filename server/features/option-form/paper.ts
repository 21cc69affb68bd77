import { districtName } from '../../domain/application/form/lists'
import type { Lists } from '../../domain/application/form/question'
import type { ConfirmedOptions } from '../../domain/portal/printable'
import type { CapRound } from '../../domain/seats/cap-rounds'
import type { Language } from '../../kernel/languages'
import type { OptionForms } from './service'

/** A confirmed option form of a round as it is printed; null where it is not confirmed. */
export function optionsPaper(
  options: Pick<OptionForms, 'printed' | 'described'>,
  candidateId: number,
  round: CapRound,
  language: Language,
  portal: { lists?: Lists },
): ConfirmedOptions | null {
  const printed = options.printed({ candidateId }, round)
  if (!printed) return null
  const choices = options.described({ candidateId }, round, printed.choices)
  return {
    ...printed,
    choices: choices.map(({ code, course, lastNamed }) => ({
      code,
      institute: course?.institute ?? lastNamed?.institute ?? '',
      course: course?.course ?? lastNamed?.course ?? '',
      district: course ? districtName(course.district, language, portal) : '',
    })),
  }
}
