import type { FieldFault } from '../../kernel/result'
import type { Answers } from './question'

/** Nobody passes SSC younger. */
const youngestAtSsc = 13

/**
 * SSC lies at least thirteen years after birth. The birth date is asked later than the examinations, so whichever
 * step is saved last hears of it.
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
