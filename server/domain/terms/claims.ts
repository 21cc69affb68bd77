import type { Answers } from './question'

export const candidatureTypes = ['A', 'B', 'C', 'D', 'E', 'OMS', 'J-1', 'J-2', 'J-3', 'J-4'] as const
export type CandidatureType = (typeof candidatureTypes)[number]

export const categories = ['OPEN', 'SC', 'ST', 'VJ', 'NT-B', 'NT-C', 'NT-D', 'OBC', 'SBC', 'SEBC'] as const
export type Category = (typeof categories)[number]

export const defenceClaims = ['DEF-1', 'DEF-2', 'DEF-3'] as const
export type DefenceClaim = (typeof defenceClaims)[number]

export const genders = ['female', 'male', 'transgender'] as const
export type Gender = (typeof genders)[number]

/** A candidate's claims: the facts that decide fees, documents, eligibility, merit lists and seats. */
export type Claims = {
  type: CandidatureType
  /** OPEN for every type but A–D, and if a certificate that the category needs was not even applied for. */
  category: Category
  isEws: boolean
  isDisabled: boolean
  defence: DefenceClaim | null
  isOrphan: boolean
  /** The minorities whose seats are claimed, by their lists' codes: at most one of religion and one of language. */
  minorities: readonly string[]
  isTfws: boolean
  gender: Gender | null
}

const reservedTypes: readonly CandidatureType[] = ['A', 'B', 'C', 'D']
const stateTypes: readonly CandidatureType[] = [...reservedTypes, 'E']

/**
 * The claims in the answers so far; an unanswered question claims nothing. Null before a type is chosen.
 * Category, EWS, disability, defence and orphan count for types A–D, minority and TFWS for A–E. Without a caste
 * validity or a non-creamy-layer certificate a reserved category is considered only if it has been applied for: with
 * "not applied" the candidate counts as Open (and pays and is judged so). Source: rules §3.5, §14.2.
 */
export function claimsOf(answers: Answers): Claims | null {
  const type = answers['type-of-candidature']?.type as CandidatureType | undefined
  if (!type) return null
  const details = answers['category-details'] ?? {}
  const mayReserve = reservedTypes.includes(type)
  const isOfState = stateTypes.includes(type)
  const stands = details.validityStatus !== 'not-applied' && details.creamyLayerStatus !== 'not-applied'
  return {
    type,
    category: mayReserve && stands ? ((details.category as Category | undefined) ?? 'OPEN') : 'OPEN',
    isEws: mayReserve && details.category === 'OPEN' && details.ews === 'yes',
    isDisabled: mayReserve && details.disability === 'yes',
    defence: mayReserve ? (defenceClaims.find((claim) => claim === details.defence) ?? null) : null,
    isOrphan: mayReserve && details.orphan === 'yes',
    minorities: isOfState
      ? [details.religiousMinority, details.linguisticMinority].filter((code) => code !== undefined)
      : [],
    isTfws: isOfState && details.tfws === 'yes',
    gender: genders.find((gender) => gender === answers['personal-details']?.gender) ?? null,
  }
}
