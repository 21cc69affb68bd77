import type { ReservedCategory, SeatType } from './seat-types'

/** The two files with which anybody can run the allotment and check it. Source: rules §14.7. */
export const inputFormat = 'pravesh-allotment/1'
export const resultFormat = 'pravesh-allotment-result/1'

/** The stages of a round in order; each but the first allows one kind of conversion. Source: rules §14.5. */
export const stages = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII'] as const
export type Stage = (typeof stages)[number]

export const candidateTypes = ['A', 'B', 'C', 'D', 'E', 'OMS'] as const
export const candidateGenders = ['M', 'F', 'T'] as const

export type SeatLine = {
  choiceCode: string
  /** The institute's community; null for other institutes. The same in all lines of a choice code. */
  minority: string | null
  /** The original type: never one that only a conversion makes. */
  seatType: SeatType
  count: number
}

/** A seat kept from an earlier round. `originalType` only if that round had converted it. */
type HeldSeat = { choiceCode: string; seatType: SeatType; originalType?: SeatType }

export type AllotmentCandidate = {
  id: string
  /** Their number in the State list; null for candidates outside it (OMS). */
  stateMerit: number | null
  allIndiaMerit: number
  gender: (typeof candidateGenders)[number]
  category: 'OPEN' | 'SBC' | ReservedCategory
  type: (typeof candidateTypes)[number]
  ews: boolean
  pwd: boolean
  defence: boolean
  orphan: boolean
  /** The candidate's communities. */
  minority: readonly string[]
  tfws: boolean
  holds: HeldSeat | null
  /** Choice codes, best first. */
  options: readonly string[]
  /** Released themselves before the round, although their list was confirmed: they hold no seat and their choices do not count. */
  released?: true
}

export type AllotmentInput = {
  format: typeof inputFormat
  round: number
  stages: readonly Stage[]
  /** Without frozen and admitted seats and held converted seats; other held seats are included. */
  seats: readonly SeatLine[]
  candidates: readonly AllotmentCandidate[]
}

export type Allotment = {
  id: string
  choiceCode: string
  seatType: SeatType
  /** Place of the choice code in the candidate's list, from 1; null for a kept seat that the list does not name. */
  preference: number | null
  /** The stage at which the seat was first reached. */
  stage: Stage
  /** The seat is exactly the one that the candidate held. */
  retained: boolean
}

/** Occupied seats that this run converted. */
export type Conversion = { choiceCode: string; from: SeatType; to: SeatType; count: number }
/** By original type; zeros are left out. */
export type Vacancy = { choiceCode: string; seatType: SeatType; count: number }
/** The largest merit number admitted, on the pool's own list: All India for AI, State for the others. */
export type Closing = { choiceCode: string; seatType: SeatType; merit: number }

/** Allotments by id; the other lists by choice code, then seat type in table order. */
export type AllotmentResult = {
  format: typeof resultFormat
  /** sha-256 of the input in canonical form, lower-case hexadecimal. */
  inputHash: string
  allotments: Allotment[]
  conversions: Conversion[]
  vacancies: Vacancy[]
  closing: Closing[]
}
