import type { AllotmentCandidate } from '#server/domain/terms/allotment-format.ts'
import type { RoundEntry, RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { RoundSeat } from '../allotment/input'

export const seasonFormat = 'pravesh-season/1'

/**
 * Somebody of a season that has been played: numbers and no name. `shares`: the values compared, each as two whole numbers,
 * in the order of the season's criteria. `applied`: the place of their Application ID among the players. `district`: its
 * code; null if none is known.
 */
export type Player = {
  stateMerit: number | null
  allIndiaMerit: number
  shares: readonly (readonly [over: number, under: number])[]
  applied: number
  district: string | null
}

/** Somebody in a round, as its dossier has them. `player`: the place among the season's players, from 0. */
export type Part = Omit<AllotmentCandidate, 'id' | 'holds'> & { player: number }

/** A seat that a player has. `originalType`: its type in the matrix, if a round converted it. */
export type PlayedSeat = { choiceCode: string; seatType: SeatType; originalType: SeatType | null }

/** A seat that a round gave or left to somebody. `preference`: as on their form; null for a kept seat not on it. */
export type Given = PlayedSeat & { player: number; preference: number | null; retained: boolean }

/**
 * An act on a seat. `nothing`: not accepted in time. `left`: cancelled, or not reported. `taken-back`: the seat ended by a
 * grievance, a failed claim or an order.
 */
export type SeatAct = 'froze' | 'kept' | 'nothing' | 'left' | 'taken-back'

/**
 * How somebody whom this round or an earlier one gave a seat stood when the next round was prepared, or at the season's
 * end. `act`: on the seat of this round; null if it gave none and nothing happened. `seat`: if they still have one.
 */
export type Standing = { player: number; entry: RoundEntry; act: SeatAct | null; seat: PlayedSeat | null }

/** One round with its whole matrix, before kept seats are taken out of it. `vacant`: seats left. */
export type PlayedRound = {
  seats: readonly RoundSeat[]
  parts: readonly Part[]
  given: readonly Given[]
  standings: readonly Standing[]
  vacant: number
}

/** A whole season with what people really did, from which it can be played again. Source: rules §8.25. */
export type PlayedSeason = {
  format: typeof seasonFormat
  academicYear: string
  plan: RoundPlan
  criteria: readonly MeritCriterion[]
  players: readonly Player[]
  rounds: readonly PlayedRound[]
}

/** Has somebody who stands like this a seat? */
export const hasSeat = ({ entry }: Pick<Standing, 'entry'>): boolean => entry === 'seated' || entry === 'holds'
