import type { Answers } from './question'

export const candidatureTypes = ['A', 'B', 'C', 'D', 'E', 'OMS', 'J-1', 'J-2', 'J-3', 'J-4'] as const
export type CandidatureType = (typeof candidatureTypes)[number]

export const categories = ['OPEN', 'SC', 'ST', 'VJ', 'NT-B', 'NT-C', 'NT-D', 'OBC', 'SBC', 'SEBC'] as const
export type Category = (typeof categories)[number]

export const defenceClaims = ['DEF-1', 'DEF-2', 'DEF-3'] as const
export type DefenceClaim = (typeof defenceClaims)[number]

/** What a candidate claims: the facts that fees, documents, eligibility, merit lists and seats go by. */
export type Claims = {
  type: CandidatureType
  /** OPEN for every type but A–D. */
  category: Category
  isEws: boolean
  isDisabled: boolean
  defence: DefenceClaim | null
  isOrphan: boolean
  /** The minority (its list's code) whose seats are claimed, or null. */
  minority: string | null
  isTfws: boolean
  gender: 'female' | 'male' | 'transgender' | null
}

/** The claims in the answers given so far; what has not been answered is not claimed. Null before a type is chosen. */
export function claimsOf(answers: Answers): Claims | null {
  const type = answers['type-of-candidature']?.type as CandidatureType | undefined
  if (!type) return null
  const category = answers['category-details'] ?? {}
  return {
    type,
    category: (category.category as Category | undefined) ?? 'OPEN',
    isEws: category.ews === 'yes',
    isDisabled: category.disability === 'yes',
    defence: (category.defence as DefenceClaim | undefined) ?? null,
    isOrphan: category.orphan === 'yes',
    minority: category.minority ?? null,
    isTfws: category.tfws === 'yes',
    gender: (answers['personal-details']?.gender as Claims['gender']) ?? null,
  }
}
