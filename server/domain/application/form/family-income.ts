import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { inRupees, type Paise } from '#server/kernel/money.ts'
import type { FieldFault } from '#server/kernel/result.ts'

/**
 * TFWS and EWS are for families with an income below the limit (rupees a year). The income is asked in a later step
 * than the claims, so both steps run this check. Source: rules §3.5.
 */
export function incomeFaults(
  answers: Answers,
  step: 'category-details' | 'personal-details',
  limit: Paise,
): FieldFault[] {
  const income = answers['personal-details']?.familyIncome
  const claims = claimsOf(answers)
  if (income === undefined || Number(income) < inRupees(limit) || !claims) return []
  const params = { max: inRupees(limit) }
  const claimed = [...(claims.isTfws ? ['tfws'] : []), ...(claims.isEws ? ['ews'] : [])]
  if (step === 'category-details') {
    return claimed.map((claim) => ({ field: claim, code: `income-too-high-for-${claim}`, params }))
  }
  // Report one fault for one input.
  return claimed.slice(0, 1).map((claim) => ({ field: 'familyIncome', code: `income-too-high-for-${claim}`, params }))
}
