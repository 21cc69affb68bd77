import { type ClosedPool, whyNotAt } from '#server/domain/allotment/explained.ts'
import { typesFor } from '#server/domain/allotment-verifier/rules.ts'
import type { Allotment, AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

/** A candidate's own line of a dossier, and what closed each choice above the seat. */
export type OwnSeat = {
  seat: Allotment | null
  /** The number of choices that the round considered. */
  choices: number
  /** The seat types for which the candidate is eligible somewhere. */
  types: readonly SeatType[]
  higher: readonly { choiceCode: string; preference: number; pools: readonly ClosedPool[] }[]
}

/**
 * The line of the candidate with this number in a list of merit; null if nobody with it took part. Source: rules §8.10.
 */
export function ownSeat(
  input: AllotmentInput,
  result: AllotmentResult,
  { list, merit }: { list: 'state' | 'all-india'; merit: number },
): OwnSeat | null {
  const one = input.candidates.find((each) => (list === 'state' ? each.stateMerit : each.allIndiaMerit) === merit)
  if (!one) return null
  const seat = result.allotments.find(({ id }) => id === one.id) ?? null
  const types = typesFor(one)
  const held = one.holds ? one.options.indexOf(one.holds.choiceCode) : -1
  const choices = held < 0 ? one.options.length : held
  const above = one.options.slice(0, Math.min(choices, seat?.preference ? seat.preference - 1 : choices))
  return {
    seat,
    choices,
    types,
    higher: above.map((choiceCode, place) => ({
      choiceCode,
      preference: place + 1,
      pools: whyNotAt(one, {
        choiceCode,
        minority: input.seats.find((line) => line.choiceCode === choiceCode)?.minority ?? null,
        seatTypes: input.seats.filter((line) => line.choiceCode === choiceCode).map(({ seatType }) => seatType),
        closing: Object.fromEntries(
          result.closing
            .filter((line) => line.choiceCode === choiceCode)
            .map(({ seatType, merit }) => [seatType, merit]),
        ),
      }).filter(({ seatType }) => types.includes(seatType)),
    })),
  }
}
