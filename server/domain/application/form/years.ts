import type { Answers } from '#server/domain/terms/question.ts'
import type { FieldFault } from '#server/kernel/result.ts'

/** The youngest age at which anybody passes SSC. */
const youngestAtSsc = 13

/**
 * SSC is at least thirteen years after birth. The birth date is asked in a later step than the examinations, so both
 * steps run this check.
 */
export function ageFaults(answers: Answers, step: 'qualifications-details' | 'personal-details'): FieldFault[] {
  const born = answers['personal-details']?.dateOfBirth
  const passed = answers['qualifications-details']?.sscYear
  if (born === undefined || passed === undefined) return []
  if (Number(passed) - Number(born.slice(0, 4)) >= youngestAtSsc) return []
  return [
    step === 'personal-details'
      ? { field: 'dateOfBirth', code: 'too-young-at-ssc', params: { year: passed } }
      : { field: 'sscYear', code: 'ssc-too-soon-after-birth', params: { year: born.slice(0, 4) } },
  ]
}

/** Two years that follow each other sooner than usual. */
export type YearDoubt = {
  code: 'ssc-after-birth' | 'hsc-after-ssc' | 'diploma-after-ssc' | 'degree-after-hsc' | 'degree-after-diploma'
  params: { earlier: string; later: string; usual: number }
}

/** Whole years: the age at SSC, and what HSC and a diploma take after it. */
const usual = { ageAtSsc: 14, hsc: 2, diploma: 3 } as const

/**
 * The years that follow each other sooner than usual: a slip, or an unusual way, such as a second year entered with a
 * diploma that the form does not ask for. They are asked about and never refused. Source: rules §3.6.
 */
function doubtfulYears(answers: Answers): YearDoubt[] {
  const { sscYear, hscYear, diplomaYear, degreeYear, degreeYears } = answers['qualifications-details'] ?? {}
  const born = answers['personal-details']?.dateOfBirth?.slice(0, 4)
  const lasts = Number(degreeYears ?? 0)
  const doubtful = (code: YearDoubt['code'], earlier: string | undefined, later: string | undefined, least: number) =>
    earlier !== undefined && later !== undefined && Number(later) - Number(earlier) < least
      ? [{ code, params: { earlier, later, usual: least } }]
      : []
  return [
    ...doubtful('ssc-after-birth', born, sscYear, usual.ageAtSsc),
    ...doubtful('hsc-after-ssc', sscYear, hscYear, usual.hsc),
    ...doubtful('diploma-after-ssc', sscYear, diplomaYear, usual.diploma),
    ...doubtful('degree-after-hsc', hscYear, degreeYear, lasts),
    // A diploma leads into the second year.
    ...doubtful('degree-after-diploma', diplomaYear, degreeYear, lasts - 1),
  ]
}

/** The doubts that a change brings; those of the answers before were asked about when they were saved. */
export function newDoubts(before: Answers, after: Answers): YearDoubt[] {
  const known = doubtfulYears(before).map((doubt) => asAgreed([doubt]))
  return doubtfulYears(after).filter((doubt) => !known.includes(asAgreed([doubt])))
}

/** The doubts in one line, by which somebody agrees to exactly these; empty for none. */
export const asAgreed = (doubts: readonly YearDoubt[]): string =>
  doubts.map(({ code, params: { earlier, later, usual: least } }) => `${code}:${earlier}:${later}:${least}`).join(' ')
