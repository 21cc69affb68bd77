import type { SeatClaims } from '#server/domain/seats/seat-claims.ts'
import {
  type AllotmentCandidate,
  type AllotmentInput,
  type AllotmentResult,
  inputFormat,
  type SeatLine,
  type Stage,
} from '#server/domain/terms/allotment-format.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { compareSeatTypes, isAllIndiaSeatType, type SeatType } from '#server/domain/terms/seat-types.ts'

/** A candidate who takes part in a round. `options`: the choice codes of the confirmed form, best first. */
export type Participant = {
  candidateId: number
  type: AllotmentCandidate['type']
  claims: SeatClaims
  stateMerit: number | null
  allIndiaMerit: number
  options: readonly string[]
  /** They released themselves from the round in its roll-call: their choices do not count. */
  isReleased?: boolean
}

/** Seats of the matrix. `minority`: the institute's own community. */
export type RoundSeat = SeatLine

/**
 * A seat that a candidate keeps from an earlier round. `originalType`: only if it was converted. `isFinal`: frozen or
 * admitted, and so out of the round; otherwise it is held for betterment.
 */
export type KeptSeat = {
  candidateId: number
  choiceCode: string
  seatType: SeatType
  originalType: SeatType | null
  isFinal: boolean
}

/** The seats carried over into a round. `absent`: candidates who take no part because they are seated or have left. */
export type KeptSeats = { kept: readonly KeptSeat[]; absent: ReadonlySet<number> }

/** Why the facts of a round cannot become an input. */
export type InputFault = { code: 'more-kept-than-seats' | 'holder-without-merit'; details: string[] }

/** A round's input, and whom it is about. */
export type RoundInput = {
  input: AllotmentInput
  /** By the id that represents them in the input. */
  candidateIds: ReadonlyMap<string, number>
  droppedChoices: number
}

/**
 * Makes the engine's input: candidates get ids in the order of the All India list, choices that are no longer in the
 * matrix are dropped, and frozen, admitted and held converted seats are taken out of the matrix. Source: rules §14.7.
 */
export function roundInput(
  round: CapRound,
  stages: readonly Stage[],
  matrix: readonly RoundSeat[],
  participants: readonly Participant[],
  kept: readonly KeptSeat[],
): RoundInput | InputFault {
  const seats = new Map(matrix.map((seat) => [poolOf(seat.choiceCode, seat.seatType), { ...seat }]))
  const lacking: string[] = []
  for (const { choiceCode, seatType, originalType, isFinal } of kept) {
    if (!isFinal && originalType === null) continue
    const pool = poolOf(choiceCode, originalType ?? seatType)
    const seat = seats.get(pool)
    if (!seat || seat.count === 0) lacking.push(pool)
    else seat.count--
  }
  if (lacking.length) return { code: 'more-kept-than-seats', details: lacking }

  const held = new Map(kept.filter(({ isFinal }) => !isFinal).map((seat) => [seat.candidateId, seat]))
  const present = new Set(participants.map(({ candidateId }) => candidateId))
  const absent = [...held.keys()].filter((candidateId) => !present.has(candidateId))
  if (absent.length) return { code: 'holder-without-merit', details: absent.map(String) }

  const codes = new Set(matrix.map(({ choiceCode }) => choiceCode))
  const ordered = [...participants].sort((a, b) => a.allIndiaMerit - b.allIndiaMerit)
  const candidateIds = new Map<string, number>()
  let droppedChoices = 0
  const candidates = ordered.map((participant, place): AllotmentCandidate => {
    const id = `c${place + 1}`
    candidateIds.set(id, participant.candidateId)
    const { isReleased = false } = participant
    const options = isReleased ? [] : participant.options.filter((code) => codes.has(code))
    if (!isReleased) droppedChoices += participant.options.length - options.length
    const { gender, category, ews, pwd, defence, orphan, minority, tfws } = participant.claims
    const holds = held.get(participant.candidateId)
    return {
      id,
      stateMerit: participant.stateMerit,
      allIndiaMerit: participant.allIndiaMerit,
      gender: gender ?? 'T',
      category,
      type: participant.type,
      ews,
      pwd,
      defence,
      orphan,
      minority: [...minority].sort(),
      tfws,
      holds: holds
        ? {
            choiceCode: holds.choiceCode,
            seatType: holds.seatType,
            ...(holds.originalType === null ? {} : { originalType: holds.originalType }),
          }
        : null,
      options,
      ...(isReleased && { released: true as const }),
    }
  })
  return {
    input: {
      format: inputFormat,
      round,
      stages: [...stages],
      seats: [...seats.values()].sort(
        (a, b) =>
          (a.choiceCode < b.choiceCode ? -1 : a.choiceCode > b.choiceCode ? 1 : 0) ||
          compareSeatTypes(a.seatType, b.seatType),
      ),
      candidates,
    },
    candidateIds,
    droppedChoices,
  }
}

const poolOf = (choiceCode: string, seatType: string): string => `${choiceCode} ${seatType}`

/** A seated candidate, as `originalTypes` needs them. `merit`: on the pool's own list. */
type Seated = { id: string; choiceCode: string; seatType: string; merit: number }

/**
 * The matrix type of each converted seat that a run gave out: the last in merit of a pool have its converted seats, in
 * the order of their original types. Candidates missing from the answer have an unconverted seat.
 * Source: rules §14.6 (occupants are charged to unconverted seats first).
 */
export function originalTypes(
  seated: readonly Seated[],
  conversions: readonly { choiceCode: string; from: string; to: string; count: number }[],
): Map<string, string> {
  const origins = new Map<string, string[]>()
  for (const { choiceCode, from, to, count } of [...conversions].sort((a, b) => compareSeatTypes(a.from, b.from))) {
    const pool = poolOf(choiceCode, to)
    origins.set(pool, [...(origins.get(pool) ?? []), ...Array<string>(count).fill(from)])
  }
  const byPool = new Map<string, Seated[]>()
  for (const one of seated) {
    const pool = poolOf(one.choiceCode, one.seatType)
    if (origins.has(pool)) byPool.set(pool, [...(byPool.get(pool) ?? []), one])
  }
  const answer = new Map<string, string>()
  for (const [pool, occupants] of byPool) {
    const types = origins.get(pool)!
    const last = occupants.sort((a, b) => a.merit - b.merit).slice(-types.length)
    for (const [place, { id }] of last.entries()) answer.set(id, types[place]!)
  }
  return answer
}

/**
 * The matrix type of each converted seat that somebody has after a round, by the id in its input: a kept seat stays as it
 * was, because the run converted no occupied seat. Source: rules §14.6.
 */
export function originalsIn(
  { candidates }: Pick<AllotmentInput, 'candidates'>,
  { allotments, conversions }: Pick<AllotmentResult, 'allotments' | 'conversions'>,
): Map<string, SeatType> {
  const byId = new Map(candidates.map((one) => [one.id, one]))
  const originals = originalTypes(
    allotments
      .filter(({ retained }) => !retained)
      .map(({ id, choiceCode, seatType }) => {
        const { stateMerit, allIndiaMerit } = byId.get(id)!
        return { id, choiceCode, seatType, merit: isAllIndiaSeatType(seatType) ? allIndiaMerit : stateMerit! }
      }),
    conversions,
  ) as Map<string, SeatType>
  for (const { id, retained } of allotments) {
    const kept = retained ? byId.get(id)!.holds?.originalType : undefined
    if (kept !== undefined) originals.set(id, kept)
  }
  return originals
}
