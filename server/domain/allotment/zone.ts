import { type SeatClaims, usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import type { AllotmentCandidate, AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import { compareSeatTypes, type SeatType } from '#server/domain/terms/seat-types.ts'
import { allotSeats } from './engine/allot'

/** The facts of a candidate that a correction may change. */
export type EngineFacts = Omit<AllotmentCandidate, 'id' | 'holds' | 'options'>

/**
 * One change to a published round. Candidates are named by their All India merit number in that round, because the
 * input has no other name for them that the tables know. A change may take a candidate out and move a seat at once.
 */
export type RoundChange = {
  /** This candidate takes no part. */
  without?: number
  /** This candidate takes part with other facts; merit numbers are those of the list as it would have been. */
  corrected?: { allIndiaMerit: number; facts: EngineFacts }
  /** A seat, under its type in the matrix, that was outside the round is added, or one inside it is taken out. */
  seat?: { choiceCode: string; seatType: SeatType; by: 1 | -1 }
}

/** A seat of a run. `preference`: its place in the candidate's list; null for a kept seat that the list does not name. */
export type SeatOfRun = { choiceCode: string; seatType: SeatType; preference: number | null }

/** How a candidate fares in a rerun: gets a seat, loses it, or has a seat that they prefer more or less. */
type EffectKind = 'wins' | 'loses' | 'better' | 'worse'

/** A candidate whose seat a change affects. */
export type Effect = {
  allIndiaMerit: number
  before: SeatOfRun | null
  after: SeatOfRun | null
  kind: EffectKind
}

/**
 * The zone of influence of a change: the candidates whose seats differ between the published round and its rerun.
 * `own`: the candidate whom the change is about, if they took part.
 */
export type Zone = {
  own: { before: SeatOfRun | null; after: SeatOfRun | null } | null
  others: Effect[]
}

/** A candidate's preference among seats: by their options, then by the order of the seat types. Source: rules §14.3. */
function comparePreference(a: SeatOfRun, b: SeatOfRun): number {
  if (a.preference !== b.preference) {
    // A kept seat outside the list is the last resort.
    if (a.preference === null) return 1
    return b.preference === null ? -1 : a.preference - b.preference
  }
  return compareSeatTypes(a.seatType, b.seatType)
}

/** How a candidate fares with `after` in place of `before`; null if the seat is the same. */
export function effectOf(before: SeatOfRun | null, after: SeatOfRun | null): EffectKind | null {
  if (!before) return after ? 'wins' : null
  if (!after) return 'loses'
  if (before.choiceCode === after.choiceCode && before.seatType === after.seatType) return null
  return comparePreference(after, before) < 0 ? 'better' : 'worse'
}

/**
 * The zone of influence: reruns the engine on the input of a published round with one change, and compares. Takes as
 * long as the round itself. Source: rules §8.16.
 */
export function zoneOf(
  input: AllotmentInput,
  published: Pick<AllotmentResult, 'allotments'>,
  change: RoundChange,
): Zone {
  const own = change.without ?? change.corrected?.allIndiaMerit ?? null
  const rerun = seatsById(allotSeats(changedInput(input, change)))
  const before = seatsById(published)
  const others: Effect[] = []
  let ownSeats: Zone['own'] = null
  for (const { id, allIndiaMerit } of input.candidates) {
    const [was, is] = [before.get(id) ?? null, rerun.get(id) ?? null]
    const kind = effectOf(was, is)
    if (allIndiaMerit === own) ownSeats = { before: was, after: is }
    else if (kind !== null) others.push({ allIndiaMerit, before: was, after: is, kind })
  }
  return { own: ownSeats, others: others.sort((a, b) => a.allIndiaMerit - b.allIndiaMerit) }
}

/** The same zone for the change taken back: the published round is what the rerun becomes. */
export const reversed = ({ own, others }: Zone): Zone => ({
  own: own && { before: own.after, after: own.before },
  others: others.map(({ allIndiaMerit, before, after }) => ({
    allIndiaMerit,
    before: after,
    after: before,
    kind: effectOf(after, before)!,
  })),
})

const seatsById = ({ allotments }: Pick<AllotmentResult, 'allotments'>) =>
  new Map(
    allotments.map(({ id, choiceCode, seatType, preference }) => [
      id,
      { choiceCode, seatType, preference } as SeatOfRun,
    ]),
  )

/** The input of a round after a change. */
export function changedInput(input: AllotmentInput, { without, corrected, seat }: RoundChange): AllotmentInput {
  let { candidates, seats } = input
  if (without !== undefined) {
    const held = candidates.find(({ allIndiaMerit }) => allIndiaMerit === without)?.holds
    candidates = candidates.filter(({ allIndiaMerit }) => allIndiaMerit !== without)
    // A held seat that an earlier round converted is outside the matrix; it returns under its original type.
    if (held?.originalType) seats = withSeat(seats, { choiceCode: held.choiceCode, seatType: held.originalType, by: 1 })
  }
  if (corrected) candidates = withCorrected(candidates, corrected.allIndiaMerit, corrected.facts)
  if (seat) seats = withSeat(seats, seat)
  return { ...input, candidates, seats }
}

const withSeat = (
  seats: AllotmentInput['seats'],
  { choiceCode, seatType, by }: NonNullable<RoundChange['seat']>,
): AllotmentInput['seats'] =>
  seats.map((line) =>
    line.choiceCode === choiceCode && line.seatType === seatType
      ? { ...line, count: Math.max(0, line.count + by) }
      : line,
  )

/** Gives a candidate other facts, and everybody between the old and the new place of a list the next number. */
function withCorrected(
  candidates: AllotmentInput['candidates'],
  merit: number,
  facts: EngineFacts,
): AllotmentInput['candidates'] {
  const own = candidates.find(({ allIndiaMerit }) => allIndiaMerit === merit)
  if (!own) return candidates
  return candidates.map((one) =>
    one === own
      ? { ...one, ...facts }
      : {
          ...one,
          stateMerit: moved(one.stateMerit, own.stateMerit, facts.stateMerit),
          allIndiaMerit: moved(one.allIndiaMerit, own.allIndiaMerit, facts.allIndiaMerit)!,
        },
  )
}

/** Another candidate's number in a list after one candidate moved in it. Null: not in the list. */
function moved(number: number | null, from: number | null, to: number | null): number | null {
  // Where somebody leaves a list, a gap in the numbers changes no order.
  if (number === null || to === null || from === to) return number
  if (from === null) return number >= to ? number + 1 : number
  if (to < from) return number >= to && number < from ? number + 1 : number
  return number > from && number <= to ? number - 1 : number
}

/**
 * Does a candidate whose facts are corrected keep their seat? Only if they may still take a seat of this type, and the
 * rerun gives them this seat or a better one. Otherwise the seat was won on the wrong fact. A correction gives nobody a
 * better seat in a published round. `facts`: the corrected ones; null if the candidate may not take part at all.
 * Source: rules §8.13.
 */
export function keepsSeat(
  own: Zone['own'],
  facts: (SeatClaims & { stateMerit: number | null; allIndiaMerit: number | null }) | null,
  minority: string | null,
): boolean {
  if (!own?.before || !facts) return false
  const { choiceCode, seatType } = own.before
  if (!usableSeatTypes(facts, { choiceCode, minority }).includes(seatType)) return false
  const kind = effectOf(own.before, own.after)
  return kind === null || kind === 'better'
}

/** A change as the portal asks for it: candidates by their row numbers. `isReversed`: the change is taken back. */
export type ZoneQuestion<Answers = never> = {
  runId: number
  without?: number
  corrected?: { candidateId: number; answers: Answers }
  seat?: RoundChange['seat']
  isReversed?: boolean
}

/** The answer. `keepsSeat`: for a correction, if the candidate keeps the seat; otherwise null. */
export type StoredZone = Pick<Zone, 'own'> & {
  runId: number
  keepsSeat: boolean | null
  others: (Omit<Effect, 'allIndiaMerit'> & { candidateId: number })[]
}

/** The same with names, for the desk. */
export type NamedZone = Omit<StoredZone, 'others'> & {
  others: (StoredZone['others'][number] & { userId: string; fullName: string })[]
}
