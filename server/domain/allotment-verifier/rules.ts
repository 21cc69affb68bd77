import type { AllotmentCandidate } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

/**
 * The rules of seats, written a second time from the rulebook and not from the engine, so that the verifier cannot
 * repeat the engine's mistakes. Source: rules §14.1, §14.5.
 */
const categories = ['SC', 'ST', 'VJ', 'NT1', 'NT2', 'NT3', 'OBC', 'SEBC']
const nomadic = ['VJ', 'NT1', 'NT2', 'NT3']
const special = ['PWDRS', 'PWDOPENS', 'DEFRS', 'DEFOPENS', 'ORPHAN', 'MI']

const order = [
  ...special,
  'LOPENS',
  'GOPENS',
  ...categories.map((category) => `L${category}S`),
  ...categories.map((category) => `G${category}S`),
  'SBC',
  'VJNT',
  'BC',
  'EWS',
  'AI',
  'ALL',
  'TFWS',
] as SeatType[]
const placeByType = new Map(order.map((type, place) => [type, place]))

/** The place of a seat type in the table. */
export const tablePlace = (type: SeatType): number => placeByType.get(type)!

/** By UTF-16 code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The category of `GSCS`, `LNT1S`; null for other types. */
const categoryOf = (type: SeatType): string | null => {
  const inner = type.slice(1, -1)
  return /^[LG].*S$/.test(type) && categories.includes(inner) ? inner : null
}

/** The merit number by which a pool of this type ranks the candidate; null if the candidate is not on that list. */
export const meritFor = (one: AllotmentCandidate, type: SeatType): number | null =>
  type === 'AI' ? one.allIndiaMerit : one.stateMerit

/** May the candidate have a seat of this type? `community`: the institute's own, or null. */
export function isEligible(one: AllotmentCandidate, type: SeatType, community: string | null): boolean {
  if (meritFor(one, type) === null) return false
  const isOfMaharashtra = ['A', 'B', 'C', 'D'].includes(one.type)
  const category = isOfMaharashtra ? one.category : 'OPEN'
  switch (type) {
    case 'AI':
    case 'GOPENS':
    case 'ALL':
      return true
    case 'LOPENS':
      return one.gender === 'F'
    case 'TFWS':
      return one.tfws
    case 'MI':
      return community !== null && one.minority.includes(community)
    case 'PWDOPENS':
      return isOfMaharashtra && one.pwd
    case 'PWDRS':
      return isOfMaharashtra && one.pwd && category !== 'OPEN'
    case 'DEFOPENS':
      return isOfMaharashtra && one.defence
    case 'DEFRS':
      return isOfMaharashtra && one.defence && category !== 'OPEN'
    case 'ORPHAN':
      return isOfMaharashtra && one.orphan
    case 'EWS':
      return isOfMaharashtra && one.ews
    case 'SBC':
      return category === 'SBC'
    case 'VJNT':
      return nomadic.includes(category)
    case 'BC':
      return category !== 'OPEN'
    default:
      return categoryOf(type) === category && (type.startsWith('G') || one.gender === 'F')
  }
}

/** The seat types for which the candidate may be eligible somewhere, in the order in which they are tried. */
export const typesFor = (one: AllotmentCandidate): SeatType[] =>
  order.filter((type) =>
    type === 'MI' ? one.minority.length > 0 && one.stateMerit !== null : isEligible(one, type, null),
  )

/** The type that a vacant seat gets at a stage; null if the stage does not convert it. */
export function becomes(stage: string, original: SeatType, now: SeatType): SeatType | null {
  if (stage === 'II') return now.startsWith('L') ? (`G${now.slice(1)}` as SeatType) : null
  if (stage === 'III') return categoryOf(now) ? 'SBC' : null
  if (stage === 'IV') return now === 'SBC' && nomadic.includes(categoryOf(original) ?? '') ? 'VJNT' : null
  if (stage === 'V') return now === 'SBC' || now === 'VJNT' ? 'BC' : null
  if (stage === 'VI') return special.includes(now) ? 'GOPENS' : null
  if (stage === 'VII') return ['AI', 'EWS', 'TFWS', 'ALL'].includes(now) ? null : 'ALL'
  return null
}

/** Can a seat of type `from` end as `to` in a round of these stages? */
export function canEndAs(stages: readonly string[], from: SeatType, to: SeatType): boolean {
  const reached = new Set([from])
  for (const type of reached) {
    for (const stage of stages) {
      const next = becomes(stage, from, type)
      if (next) reached.add(next)
    }
  }
  return from !== to && reached.has(to)
}
