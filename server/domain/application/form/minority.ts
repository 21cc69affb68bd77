import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { FieldFault } from '#server/kernel/result.ts'

const pairs = [
  { claim: 'religiousMinority', fact: 'religion', prefix: 'religion-', code: 'religion-differs' },
  { claim: 'linguisticMinority', fact: 'motherTongue', prefix: 'language-', code: 'mother-tongue-differs' },
] as const

/**
 * A minority's seats are for candidates who profess its religion, or whose mother tongue is its language. Religion and
 * mother tongue are asked in a later step than the claim, so both steps run this check.
 */
export function minorityFaults(answers: Answers, step: 'category-details' | 'personal-details'): FieldFault[] {
  const minorities = claimsOf(answers)?.minorities ?? []
  return pairs
    .filter(({ fact, prefix }) => {
      const claimed = minorities.find((code) => code.startsWith(prefix))
      const told = answers['personal-details']?.[fact]
      return claimed !== undefined && told !== undefined && claimed !== prefix + told
    })
    .map(({ claim, fact, code }) => ({ field: step === 'personal-details' ? fact : claim, code }))
}
