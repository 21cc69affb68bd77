import type { Category, Claims } from '#server/domain/terms/claims.ts'
import {
  isAllIndiaSeatType,
  isWaiverCode,
  type ReservedCategory,
  reservedCategories,
  type SeatType,
  seatTypes,
} from '#server/domain/terms/seat-types.ts'

type SeatCategory = 'OPEN' | 'SBC' | ReservedCategory

/** The facts that decide through which seats somebody may be admitted, in the spelling of the allotment's format. */
export type SeatClaims = {
  gender: 'F' | 'M' | 'T' | null
  category: SeatCategory
  ews: boolean
  pwd: boolean
  defence: boolean
  orphan: boolean
  /** Codes of the communities whose seats are claimed. */
  minority: readonly string[]
  tfws: boolean
}

/** A candidate's numbers in the lists that rank for seats; null if the candidate is not in the list. */
export type MeritNumbers = { stateMerit: number | null; allIndiaMerit: number | null }

const categories: Readonly<Record<Category, SeatCategory>> = {
  OPEN: 'OPEN',
  SC: 'SC',
  ST: 'ST',
  VJ: 'VJ',
  'NT-B': 'NT1',
  'NT-C': 'NT2',
  'NT-D': 'NT3',
  OBC: 'OBC',
  SBC: 'SBC',
  SEBC: 'SEBC',
}
const genders = { female: 'F', male: 'M', transgender: 'T' } as const

/** The claims of an application in the allotment's spelling: VJ/DT (NT-A) is VJ, NT-B is NT1. Source: rules §14.2. */
export const seatClaimsOf = (claims: Claims): SeatClaims => ({
  gender: claims.gender && genders[claims.gender],
  category: categories[claims.category],
  ews: claims.isEws,
  pwd: claims.isDisabled,
  defence: claims.defence !== null,
  orphan: claims.isOrphan,
  minority: claims.minorities,
  tfws: claims.isTfws,
})

const nomads: readonly SeatCategory[] = ['VJ', 'NT1', 'NT2', 'NT3']

/** Eligibility for each type of seat that the State list ranks. `minority`: the institute's own community, or null. */
const mayTry: Readonly<Record<string, (claims: SeatClaims, minority: string | null) => boolean>> = {
  PWDRS: ({ pwd, category }) => pwd && category !== 'OPEN',
  PWDOPENS: ({ pwd }) => pwd,
  DEFRS: ({ defence, category }) => defence && category !== 'OPEN',
  DEFOPENS: ({ defence }) => defence,
  ORPHAN: ({ orphan }) => orphan,
  MI: (claims, minority) => minority !== null && claims.minority.includes(minority),
  LOPENS: ({ gender }) => gender === 'F',
  GOPENS: () => true,
  SBC: ({ category }) => category === 'SBC',
  VJNT: ({ category }) => nomads.includes(category),
  BC: ({ category }) => category !== 'OPEN',
  EWS: ({ ews }) => ews,
  ALL: () => true,
  TFWS: ({ tfws }) => tfws,
  ...Object.fromEntries(
    reservedCategories.flatMap((own) => [
      [`L${own}S`, ({ gender, category }: SeatClaims) => gender === 'F' && category === own],
      [`G${own}S`, ({ category }: SeatClaims) => category === own],
    ]),
  ),
}

/**
 * The types of seat through which a candidate may be admitted at one choice code, in the order in which they are tried.
 * A tuition fee waiver choice code has only that type. Source: rules §14.1.
 */
export function usableSeatTypes(
  claims: SeatClaims & MeritNumbers,
  { choiceCode, minority }: { choiceCode: string; minority: string | null },
): SeatType[] {
  return seatTypes.filter((type) => {
    if ((type === 'TFWS') !== isWaiverCode(choiceCode)) return false
    if (isAllIndiaSeatType(type)) return claims.allIndiaMerit !== null
    return claims.stateMerit !== null && mayTry[type]!(claims, minority)
  })
}
