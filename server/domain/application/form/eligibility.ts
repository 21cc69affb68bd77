import { claimsOf } from '#server/domain/terms/claims.ts'
import {
  compareFractions,
  type Fraction,
  fractionOf,
  outOfWhat,
  percentageText,
} from '#server/domain/terms/percentage.ts'
import type { Answers, StepAnswers } from '#server/domain/terms/question.ts'
import type { FieldFault } from '#server/kernel/result.ts'

/**
 * The season's rules of eligibility. `degree`: a degree of at least `years` years with the given percentage, which is
 * lower for reserved categories of Maharashtra and persons with disability. `hsc-science`: HSC with the subjects that
 * the form asks for by type; a pass of the board suffices, without a percentage. `isItiEnough`: an ITI certificate
 * qualifies, too, except for OMS, which needs 10+2 science. `marks`: the marks that a question of the course asks for,
 * with such a percentage.
 */
export type EligibilityRules =
  | { of: 'degree'; minimumYears: number; percent: number; percentReserved: number }
  | { of: 'hsc-science'; isItiEnough: boolean }
  | { of: 'marks'; question: string; percent: number; percentReserved: number }

/** `degreeYears`, `percentage` and the rest are in the form that people read. */
type Eligibility =
  | { isEligible: true }
  | { isEligible: false; reason: 'degree-too-short'; years: number; minimumYears: number }
  | { isEligible: false; reason: 'percentage-too-low'; percentage: string; percent: number }
  | { isEligible: false; reason: 'iti-not-enough' }

/** The degree's result as a fraction: from marks, or as stated on the university's conversion certificate. */
function degreeFraction(qualifications: StepAnswers): Fraction | null {
  const { degreeResult, degreeMarks = '', degreeOutOf = '', cgpaPercentage = '' } = qualifications
  if (degreeResult === 'marks') return fractionOf(degreeMarks, degreeOutOf)
  return degreeResult === 'cgpa' ? fractionOf(cgpaPercentage, '100') : null
}

/**
 * Do the qualifications meet the requirements for these claims? Null before they are answered. A reserved category
 * counts only while its claim holds (see `claimsOf`). Source: rules §3.6, §18.16.
 */
export function eligibilityOf(answers: Answers, rules: EligibilityRules): Eligibility | null {
  const given = answers['qualifications-details']
  const claims = claimsOf(answers)
  if (!given || !claims) return null
  if (rules.of === 'hsc-science') {
    const needsHsc = !rules.isItiEnough || claims.type === 'OMS'
    return given.qualifyingExam === 'iti' && needsHsc
      ? { isEligible: false, reason: 'iti-not-enough' }
      : { isEligible: true }
  }
  const result =
    rules.of === 'degree'
      ? degreeFraction(given)
      : fractionOf(given[rules.question] ?? '', given[outOfWhat(rules.question)] ?? '')
  if (rules.of === 'degree') {
    if (given.degreeYears === undefined) return null
    const years = Number(given.degreeYears)
    // Too short a degree suffices for nobody, whatever its result.
    if (years < rules.minimumYears)
      return { isEligible: false, reason: 'degree-too-short', years, minimumYears: rules.minimumYears }
  }
  if (!result) return null
  const percent = claims.category !== 'OPEN' || claims.isDisabled ? rules.percentReserved : rules.percent
  return compareFractions(result, { over: BigInt(percent), under: BigInt(100) }) < 0
    ? { isEligible: false, reason: 'percentage-too-low', percentage: percentageText(result), percent }
    : { isEligible: true }
}

/** Why the qualifications do not suffice, as a fault of the answer concerned; null if they suffice. */
export function eligibilityFault(answers: Answers, rules: EligibilityRules): FieldFault | null {
  const eligibility = eligibilityOf(answers, rules)
  if (!eligibility || eligibility.isEligible) return null
  const { isEligible: _, reason: code, ...params } = eligibility
  if (code === 'degree-too-short') return { field: 'degreeYears', code, params }
  if (code === 'iti-not-enough') return { field: 'qualifyingExam', code }
  if (rules.of === 'marks') return { field: rules.question, code, params }
  const isCgpa = answers['qualifications-details']?.degreeResult === 'cgpa'
  return { field: isCgpa ? 'cgpaPercentage' : 'degreeMarks', code, params }
}
