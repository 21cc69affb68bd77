import type { AllotmentCandidate, AllotmentInput, SeatLine } from '#server/domain/terms/allotment-format.ts'
import { compareSeatTypes } from '#server/domain/terms/seat-types.ts'

/**
 * Yields the input in the one form that is hashed: RFC 8785 JSON (keys sorted, no whitespace), candidates by id, seats
 * by choice code and seat type, communities sorted, options in their own order. In pieces, because it may be large.
 */
export function* canonicalForm(input: AllotmentInput): Generator<string> {
  const { format, round, stages } = input
  yield '{"candidates":['
  yield* listed([...input.candidates].sort((a, b) => byText(a.id, b.id)).map(candidateInOrder))
  yield `],"format":${JSON.stringify(format)},"round":${round},"seats":[`
  const seats = [...input.seats].sort(
    (a, b) => byText(a.choiceCode, b.choiceCode) || compareSeatTypes(a.seatType, b.seatType),
  )
  yield* listed(seats.map(seatInOrder))
  yield `],"stages":${JSON.stringify(stages)}}`
}

function* listed(values: readonly object[]): Generator<string> {
  for (const [n, value] of values.entries()) yield (n === 0 ? '' : ',') + JSON.stringify(value)
}

/** Compares by UTF-16 code units, as RFC 8785 requires. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

// The keys below are in alphabetical order, because they are written in this order.

const seatInOrder = ({ choiceCode, count, minority, seatType }: SeatLine) => ({ choiceCode, count, minority, seatType })

const candidateInOrder = (one: AllotmentCandidate) => ({
  allIndiaMerit: one.allIndiaMerit,
  category: one.category,
  defence: one.defence,
  ews: one.ews,
  gender: one.gender,
  holds: one.holds && {
    choiceCode: one.holds.choiceCode,
    originalType: one.holds.originalType,
    seatType: one.holds.seatType,
  },
  id: one.id,
  minority: [...one.minority].sort(byText),
  options: one.options,
  orphan: one.orphan,
  pwd: one.pwd,
  released: one.released,
  stateMerit: one.stateMerit,
  tfws: one.tfws,
  type: one.type,
})
