import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { compareText, tablePlace } from './rules'

/** Yields the canonical form of an input in pieces: RFC 8785 JSON, the text that is hashed. Source: rules §14.9. */
export function* canonicalPieces(input: AllotmentInput): Generator<string> {
  const candidates = [...input.candidates].sort((a, b) => compareText(a.id, b.id))
  const seats = [...input.seats].sort(
    (a, b) => compareText(a.choiceCode, b.choiceCode) || tablePlace(a.seatType) - tablePlace(b.seatType),
  )
  const whole = { ...input, candidates, seats }
  let separator = '{'
  for (const name of Object.keys(whole).sort() as (keyof AllotmentInput)[]) {
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (name !== 'candidates') yield canonical(whole[name])
    else {
      // In pieces, because the whole may exceed the longest possible string.
      yield '['
      for (const [n, one] of candidates.entries()) {
        yield (n === 0 ? '' : ',') + canonical({ ...one, minority: [...one.minority].sort(compareText) })
      }
      yield ']'
    }
  }
  yield '}'
}

/** JSON without whitespace, with the keys of every object sorted. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const object = value as Record<string, unknown>
  const members = Object.keys(object).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(object[name])}`).join(',')}}`
}
