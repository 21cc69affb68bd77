import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInput } from '#server/domain/allotment/check.ts'
import type { KeptSeat, Participant } from '#server/domain/allotment/input.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { runRound } from '#server/features/seats/allotment/round.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { candidate, codeOf, round, seats } from './cases'
import { anyRound } from './cohorts'
import { drawnCohort } from './drawn-cohort'

fc.configureGlobal({ seed: 2024 })

/** The candidates of a drawn round as participants; in every even round they reverse their lists. */
const participantsOf = (input: AllotmentInput, number: number): Participant[] =>
  input.candidates.map(({ id, type, stateMerit, allIndiaMerit, holds, options, ...claims }, candidateId) => ({
    candidateId,
    type,
    claims,
    stateMerit,
    allIndiaMerit,
    options: number % 2 ? options : [...options].reverse(),
  }))

describe('three rounds in a row, as the desk runs them,', () => {
  test('keep every promise and lose no seat, however candidates decide in between', () => {
    const seen = { held: 0, heldConverted: 0, moved: 0, frozen: 0 }
    fc.assert(
      fc.property(anyRound, fc.array(fc.nat(2), { minLength: 3, maxLength: 9 }), (drawn, lots) => {
        let kept: KeptSeat[] = []
        for (const number of [1, 2, 3] as const) {
          const held = new Map(kept.filter(({ isFinal }) => !isFinal).map((seat) => [seat.candidateId, seat]))
          const gone = new Set(kept.filter(({ isFinal }) => isFinal).map(({ candidateId }) => candidateId))
          const participants = participantsOf(drawn, number).filter(({ candidateId }) => !gone.has(candidateId))
          // The verifier has found no breach, or there would be no outcome.
          const outcome = runRound(
            { round: number, stages: number === 1 ? ['I', 'II'] : stages, seats: drawn.seats, kept, participants },
            () => {},
          )
          if (!outcome.ok) throw new Error(outcome.details.join())
          const got = new Map(outcome.allotments.map((one) => [one.candidateId, one]))
          for (const { candidateId, choiceCode, seatType, originalType } of held.values()) {
            seen.held++
            if (originalType) seen.heldConverted++
            const now = got.get(candidateId)!
            if (now.retained) expect(now).toMatchObject({ choiceCode, seatType, originalType })
            else seen.moved++
          }
          // Every seat of the matrix is frozen, taken or vacant, under its original type.
          const seatsOf = new Map<string, number>()
          const count = (choiceCode: string, type: string, by: number) =>
            seatsOf.set(`${choiceCode} ${type}`, (seatsOf.get(`${choiceCode} ${type}`) ?? 0) + by)
          for (const { choiceCode, seatType, count: seats } of drawn.seats) count(choiceCode, seatType, seats)
          const frozen = kept.filter(({ isFinal }) => isFinal)
          seen.frozen += frozen.length
          for (const seat of [...frozen, ...outcome.allotments])
            count(seat.choiceCode, seat.originalType ?? seat.seatType, -1)
          for (const { choiceCode, seatType, count: vacant } of outcome.vacancies) count(choiceCode, seatType, -vacant)
          expect([...seatsOf.values()].every((left) => left === 0)).toBe(true)
          // Each candidate, by lot, holds the seat for betterment, freezes it, or lets it go.
          const decided = outcome.allotments.flatMap(
            ({ candidateId, choiceCode, seatType, originalType }): KeptSeat[] => {
              const lot = lots[(candidateId + number) % lots.length]!
              const seat = { candidateId, choiceCode, seatType, originalType: originalType as SeatType | null }
              return lot === 2 ? [] : [{ ...seat, isFinal: lot === 1 }]
            },
          )
          kept = [...frozen, ...decided]
        }
      }),
      { numRuns: 700 },
    )
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(20)
  })
})

test('a kept seat retains its type: a newcomer gets the converted seat beside it, even with a better rank', () => {
  const input = round(seats({ A: { LOPENS: 1, GOPENS: 1 } }), [candidate('x', 1, 'A'), candidate('h', 2, 'A')])
  const kept: KeptSeat[] = [
    { candidateId: 1, choiceCode: codeOf('A'), seatType: 'GOPENS', originalType: null, isFinal: false },
  ]
  const facts = { round: 2, stages, seats: input.seats, kept, participants: participantsOf(input, 2) } as const
  expect(runRound(facts, () => {})).toMatchObject({
    ok: true,
    allotments: [
      { candidateId: 0, seatType: 'GOPENS', originalType: 'LOPENS', retained: false },
      { candidateId: 1, seatType: 'GOPENS', originalType: null, retained: true },
    ],
  })
})

describe('a cohort of realistic size', () => {
  test.each([1, 2, 3])('keeps every promise (draw %i)', (seed) => {
    const input = drawnCohort(3000, { codes: 120, longest: 60, seed })
    const result = allot(input)
    expect(verify(input, result)).toEqual([])
    expect(result.allotments.length).toBeGreaterThan(1500)
    expect(new Set(result.allotments.map(({ stage }) => stage)).size).toBeGreaterThan(3)
  })

  test('keeps every promise if its two lists are unrelated', () => {
    const drawn = drawnCohort(2000, { codes: 60, longest: 30 })
    const candidates = drawn.candidates.map((one, n) => ({ ...one, allIndiaMerit: ((n * 997) % 2003) + 1 }))
    const input = { ...drawn, candidates }
    expect(checkInput(input).isSound).toBe(true)
    expect(verify(input, allot(input))).toEqual([])
  })
})
