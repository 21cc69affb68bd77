import { type AllotmentInput, resultFormat } from '#server/domain/terms/allotment-format.ts'
import { isSeatType } from '#server/domain/terms/seat-types.ts'
import type { Breach } from './breach'
import { compareText, tablePlace } from './rules'

type Line = Record<string, unknown>
type Kind = (value: unknown) => boolean

const isText: Kind = (value) => typeof value === 'string'
const isCount: Kind = (value) => Number.isSafeInteger(value) && (value as number) > 0
const lists: Record<string, Record<string, Kind>> = {
  allotments: {
    id: isText,
    choiceCode: isText,
    seatType: isSeatType,
    preference: (value) => value === null || isCount(value),
    stage: isText,
    retained: (value) => typeof value === 'boolean',
  },
  conversions: { choiceCode: isText, from: isSeatType, to: isSeatType, count: isCount },
  vacancies: { choiceCode: isText, seatType: isSeatType, count: isCount },
  closing: { choiceCode: isText, seatType: isSeatType, merit: isCount },
}

/**
 * Faults that make a file unusable as a result of this input: names, types, order, and candidates or seats unknown to
 * it.
 */
export function resultFaults(result: unknown, input: AllotmentInput): Breach[] {
  const fault = (path: string, says: string): Breach => ({ promise: 'format', path, says })
  if (!isObject(result)) return [fault('$', 'must be an object')]
  const found: Breach[] = []
  if (result.format !== resultFormat) found.push(fault('$.format', `must be ${resultFormat}`))
  if (!isText(result.inputHash)) found.push(fault('$.inputHash', 'must be a text'))
  for (const name of Object.keys(result)) {
    if (!['format', 'inputHash', ...Object.keys(lists)].includes(name))
      found.push(fault(`$.${name}`, 'is not of the format'))
  }
  const ids = new Set(input.candidates.map(({ id }) => id))
  const codes = new Set(input.seats.map(({ choiceCode }) => choiceCode))
  for (const [name, kinds] of Object.entries(lists)) {
    const list = result[name]
    if (!Array.isArray(list)) {
      found.push(fault(`$.${name}`, 'must be a list'))
      continue
    }
    let before: Line | null = null
    for (const [n, line] of list.entries()) {
      const path = `$.${name}[${n}]`
      const wrong = isObject(line) ? wrongName(line, kinds) : ''
      if (wrong !== null || !isObject(line)) {
        found.push(fault(wrong ? `${path}.${wrong}` : path, 'is not as the format says'))
        before = null
        continue
      }
      if (before && compareLines(before, line) >= 0) found.push(fault(path, 'does not come after the line before it'))
      if ('id' in line && !ids.has(line.id as string)) found.push(fault(`${path}.id`, 'is no candidate of the input'))
      if (!codes.has(line.choiceCode as string)) found.push(fault(`${path}.choiceCode`, 'is not in the matrix'))
      before = line
    }
  }
  return found
}

const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first name that is missing, has the wrong type or is not part of the format; null if there is none. */
function wrongName(line: Line, kinds: Record<string, Kind>): string | null {
  const wrong = Object.entries(kinds).find(([name, isRight]) => !isRight(line[name]))?.[0]
  return wrong ?? Object.keys(line).find((name) => !Object.keys(kinds).includes(name)) ?? null
}

/** Sorts allotments by id; other lines by choice code, then by seat type in table order. */
function compareLines(a: Line, b: Line): number {
  if ('id' in a) return compareText(a.id as string, b.id as string)
  const place = (line: Line, name: string) => (isSeatType(line[name]) ? tablePlace(line[name]) : 0)
  return (
    compareText(a.choiceCode as string, b.choiceCode as string) ||
    ['seatType', 'from', 'to'].map((name) => place(a, name) - place(b, name)).find((difference) => difference !== 0) ||
    0
  )
}
