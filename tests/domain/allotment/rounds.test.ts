import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInput } from '../../../server/domain/allotment-format/check'
import type {
  AllotmentInput,
  AllotmentResult,
  HeldSeat,
  SeatLine,
} from '../../../server/domain/allotment-format/format'
import { stages } from '../../../server/domain/allotment-format/format'
import { allot } from '../../../server/features/allotment/allot'
import { verify } from '../../../server/features/allotment/verify'
import { anyRound } from './cohorts'
import { drawnCohort } from './drawn-cohort'

fc.configureGlobal({ seed: 2024 })

/** What a candidate does with their seat, by lot: hold it for a better one, freeze it, or let it go. */
const decisions = ['hold', 'freeze', 'release'] as const

/** Of each allotment the seat as the next round knows it: with its original type where it was converted. */
function seatsWon(input: AllotmentInput, { allotments, conversions }: AllotmentResult): Map<string, HeldSeat> {
  const held = new Map(input.candidates.map(({ id, holds }) => [id, holds]))
  const origins = new Map<string, HeldSeat['originalType'][]>()
  for (const { choiceCode, from, to, count } of conversions) {
    const pool = `${choiceCode} ${to}`
    origins.set(pool, [...(origins.get(pool) ?? []), ...Array<typeof from>(count).fill(from)])
  }
  return new Map(
    allotments.map(({ id, choiceCode, seatType, retained }) => {
      if (retained) return [id, held.get(id)!]
      const originalType = origins.get(`${choiceCode} ${seatType}`)?.pop()
      return [id, { choiceCode, seatType, ...(originalType && { originalType }) }]
    }),
  )
}

/** The next round: frozen seats and held converted ones are taken out, who froze or left no longer takes part. */
function nextRound(input: AllotmentInput, result: AllotmentResult, lots: readonly number[]): AllotmentInput {
  const won = seatsWon(input, result)
  const decided = input.candidates.map(({ id }, n) => (won.has(id) ? decisions[lots[n % lots.length]! % 3]! : 'none'))
  // Converted seats that were held before were no part of the matrix; those that are let go return to it.
  const counts = new Map(input.seats.map((line) => [`${line.choiceCode} ${line.seatType}`, { ...line }]))
  const change = ({ choiceCode, seatType, originalType }: HeldSeat, by: number) => {
    const name = `${choiceCode} ${originalType ?? seatType}`
    const { minority } = input.seats.find((line) => line.choiceCode === choiceCode)!
    const line = counts.get(name) ?? ({ choiceCode, minority, seatType: originalType!, count: 0 } satisfies SeatLine)
    counts.set(name, { ...line, count: line.count + by })
  }
  for (const { holds } of input.candidates) if (holds?.originalType) change(holds, 1)
  const candidates = input.candidates.flatMap((one, n) => {
    const seat = won.get(one.id)
    if (!seat) return { ...one, holds: null }
    if (decided[n] === 'hold') {
      if (seat.originalType) change(seat, -1)
      return { ...one, holds: seat, options: [...one.options].reverse() }
    }
    if (decided[n] === 'freeze') change(seat, -1)
    return decided[n] === 'freeze' ? [] : { ...one, holds: null }
  })
  return { ...input, round: input.round + 1, stages, seats: [...counts.values()], candidates }
}

describe('three rounds in a row', () => {
  test('keep every promise, whatever candidates do between them, and lose no seat', () => {
    const seen = { held: 0, heldConverted: 0, moved: 0 }
    fc.assert(
      fc.property(anyRound, fc.array(fc.nat(2), { minLength: 1, maxLength: 9 }), (first, lots) => {
        let input: AllotmentInput = { ...first, stages: ['I', 'II'] }
        for (let round = 1; round <= 3; round++) {
          expect(checkInput(input)).toMatchObject({ isSound: true })
          const result = allot(input)
          expect(verify(input, result)).toEqual([])
          for (const { id, holds } of input.candidates) {
            if (!holds || round === 1) continue
            seen.held++
            if (holds.originalType) seen.heldConverted++
            if (!result.allotments.find((one) => one.id === id)!.retained) seen.moved++
          }
          const brought = input.candidates.filter(({ holds }) => holds?.originalType).length
          const total = input.seats.reduce((sum, { count }) => sum + count, brought)
          const vacant = result.vacancies.reduce((sum, { count }) => sum + count, 0)
          expect(result.allotments.length + vacant).toBe(total)
          input = nextRound(input, result, lots)
        }
      }),
      { numRuns: 700 },
    )
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(20)
  })
})

describe('a cohort as large as an institute sees it', () => {
  test.each([1, 2, 3])('keeps every promise (draw %i)', (seed) => {
    const input = drawnCohort(3000, { codes: 120, longest: 60, seed })
    const result = allot(input)
    expect(verify(input, result)).toEqual([])
    expect(result.allotments.length).toBeGreaterThan(1500)
    expect(new Set(result.allotments.map(({ stage }) => stage)).size).toBeGreaterThan(3)
  })

  test('and when its two lists have nothing to do with each other', () => {
    const drawn = drawnCohort(2000, { codes: 60, longest: 30 })
    const candidates = drawn.candidates.map((one, n) => ({ ...one, allIndiaMerit: ((n * 997) % 2003) + 1 }))
    const input = { ...drawn, candidates }
    expect(checkInput(input).isSound).toBe(true)
    expect(verify(input, allot(input))).toEqual([])
  })
})
