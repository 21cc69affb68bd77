import type { FieldFault } from '../../kernel/result'
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
  if (income === undefined || Number(income) < limit) return []
  return (['tfws', 'ews'] as const)
    .filter((claim) => answers['category-details']?.[claim] === 'yes')
    .slice(0, step === 'personal-details' ? 1 : 2)
    .map((claim) => ({
      field: step === 'personal-details' ? 'familyIncome' : claim,
      code: `income-too-high-for-${claim}`,
    }))
}
