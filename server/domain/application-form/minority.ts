import type { FieldFault } from '../../kernel/result'
import type { Answers } from './question'

const pairs = [
  { claim: 'religiousMinority', fact: 'religion', prefix: 'religion-', code: 'religion-differs' },
  { claim: 'linguisticMinority', fact: 'motherTongue', prefix: 'language-', code: 'mother-tongue-differs' },
] as const

/**
 * A minority's seats are for those who profess its religion, or whose mother tongue is its language. Religion and
 * mother tongue are asked later than the claim, so whichever step is saved last hears of it.
 */
export const minorityFaults = (answers: Answers, step: 'category-details' | 'personal-details'): FieldFault[] =>
  pairs
    .filter(({ claim, fact, prefix }) => {
      const minority = answers['category-details']?.[claim]
      const told = answers['personal-details']?.[fact]
      return minority !== undefined && told !== undefined && minority !== prefix + told
    })
    .map(({ claim, fact, code }) => ({ field: step === 'personal-details' ? fact : claim, code }))
