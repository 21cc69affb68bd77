import type { AllotmentCandidate, Stage } from '#server/domain/terms/allotment-format.ts'
import { reservedCategories, type SeatType, seatTypePlace, seatTypes } from '#server/domain/terms/seat-types.ts'

/**
 * A set of seat types, as a number with one bit for each. The lowest bit is the type that is tried first. There are 31
 * types, so a set is a small integer. Source: rules §14.1.
 */
export type SeatTypeSet = number

/** Entries per choice code in tables by seat type: a power of two, so that a pool is `code << 5 | place`. */
export const placesPerCode = 32
export const placeBits = 5

const bit = (type: SeatType): SeatTypeSet => 1 << seatTypePlace(type)
const setOf = (types: readonly SeatType[]): SeatTypeSet => types.reduce((set, type) => set | bit(type), 0)

const ladiesOf = (category: string) => `L${category}S` as SeatType
const generalOf = (category: string) => `G${category}S` as SeatType

const nomads = ['VJ', 'NT1', 'NT2', 'NT3']
const statePlaces = setOf(['GOPENS', 'ALL'])

/**
 * The seat types for which the candidate is eligible. A candidate of any community has the minority types; the matching
 * compares the institute's own community when it tries such a seat.
 */
export function eligibleTypes(one: AllotmentCandidate): SeatTypeSet {
  let set = bit('AI')
  // The State list ranks all other types.
  if (one.stateMerit === null) return set
  set |= statePlaces
  if (one.gender === 'F') set |= bit('LOPENS')
  if (one.minority.length > 0) set |= bit('MI')
  if (one.tfws) set |= bit('TFWS')
  // The remaining claims exist only for candidates of Maharashtra, types A to D.
  if (one.type === 'E' || one.type === 'OMS') return set
  const isBackward = one.category !== 'OPEN'
  if (one.pwd) set |= bit('PWDOPENS') | (isBackward ? bit('PWDRS') : 0)
  if (one.defence) set |= bit('DEFOPENS') | (isBackward ? bit('DEFRS') : 0)
  if (one.orphan) set |= bit('ORPHAN')
  if (one.ews) set |= bit('EWS')
  if (!isBackward) return set
  set |= bit('BC')
  if (one.category === 'SBC') return set | bit('SBC')
  if (nomads.includes(one.category)) set |= bit('VJNT')
  if (one.gender === 'F') set |= bit(ladiesOf(one.category))
  return set | bit(generalOf(one.category))
}

/**
 * One kind of conversion: vacant seats of type `from` become `to`, but only those whose original type is in
 * `originally`.
 */
type ConversionRule = { from: SeatType; to: SeatType; originally: SeatTypeSet }

const every: SeatTypeSet = setOf(seatTypes)
const rules = (from: readonly SeatType[], to: SeatType, originally = every): ConversionRule[] =>
  from.map((type) => ({ from: type, to, originally }))

const ladies = reservedCategories.map(ladiesOf)
const general = reservedCategories.map(generalOf)
const unconverted: readonly string[] = ['AI', 'EWS', 'TFWS', 'ALL']

/** The conversions of each stage. Source: rules §14.5. */
export const conversionsOf: Readonly<Record<string, readonly ConversionRule[]>> = {
  I: [],
  II: ['OPEN', ...reservedCategories].flatMap((category) => rules([ladiesOf(category)], generalOf(category))),
  III: rules([...ladies, ...general], 'SBC'),
  IV: rules(['SBC'], 'VJNT', setOf([...nomads.map(ladiesOf), ...nomads.map(generalOf)])),
  V: rules(['SBC', 'VJNT'], 'BC'),
  VI: rules(['PWDRS', 'PWDOPENS', 'DEFRS', 'DEFOPENS', 'ORPHAN', 'MI'], 'GOPENS'),
  VII: rules(
    seatTypes.filter((type) => !unconverted.includes(type)),
    'ALL',
  ),
}

/** The type of a seat at the end of a round of these stages if nobody takes it. */
export function lastTypeOf(original: SeatType, stages: readonly Stage[]): SeatType {
  const enabled = stages.flatMap((stage) => conversionsOf[stage]!)
  for (let type = original; ; ) {
    const rule = enabled.find(({ from, originally }) => from === type && (originally & bit(original)) !== 0)
    if (!rule) return type
    type = rule.to
  }
}
