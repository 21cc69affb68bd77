import type { FieldFault } from '../../kernel/result'
import { claimsOf } from './claims'
import type { Answers } from './question'

/**
 * TFWS and EWS are for families with an income below the limit (rupees a year). The income is asked later than the
 * claims, so whichever of the two steps is saved last hears of it. Source: decisions §3 "Category".
 */
export function incomeFaults(
  answers: Answers,
  step: 'category-details' | 'personal-details',
  limit: number,
): FieldFault[] {
  const income = answers['personal-details']?.familyIncome
  const claims = claimsOf(answers)
  if (income === undefined || Number(income) < limit || !claims) return []
  const claimed = [...(claims.isTfws ? ['tfws'] : []), ...(claims.isEws ? ['ews'] : [])]
  if (step === 'category-details') {
    return claimed.map((claim) => ({ field: claim, code: `income-too-high-for-${claim}` }))
  }
  // One input, one fault.
  return claimed.slice(0, 1).map((claim) => ({ field: 'familyIncome', code: `income-too-high-for-${claim}` }))
}
