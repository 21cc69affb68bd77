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
