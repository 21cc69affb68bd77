import type { AllotmentInput } from '../allotment-format/format'
import { compareSeatTypes } from '../seat-types'

/**
 * The input in the one form of which the hash is taken: JSON by RFC 8785 (names sorted, no space), candidates by id, seats
 * by choice code and seat type, communities sorted, options in their order. In pieces, for it may be large.
 */
export function* canonicalForm(input: AllotmentInput): Generator<string> {
  yield '{"candidates":['
  let comma = ''
  for (const one of [...input.candidates].sort((a, b) => byText(a.id, b.id))) {
    yield comma + jsonInOrder({ ...one, minority: [...one.minority].sort(byText) })
    comma = ','
  }
  yield `],"format":${JSON.stringify(input.format)},"round":${input.round},"seats":[`
  comma = ''
  const seats = [...input.seats].sort(
    (a, b) => byText(a.choiceCode, b.choiceCode) || compareSeatTypes(a.seatType, b.seatType),
  )
  for (const line of seats) {
    yield comma + jsonInOrder(line)
    comma = ','
  }
  yield `],"stages":${JSON.stringify(input.stages)}}`
}

/** By UTF-16 code units, as RFC 8785 sorts. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** An object whose names are sorted. `holds` is the only one inside another. */
function jsonInOrder(value: object): string {
  const inOrder = (object: object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => byText(a, b)))
  return JSON.stringify(inOrder(value), (name, inner) => (name === 'holds' && inner ? inOrder(inner) : inner))
}
