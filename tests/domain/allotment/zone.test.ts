import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsLostClaim } from '#server/domain/admission/failed-claim.ts'
import {
  changedInput,
  type Effect,
  effectOf,
  keepsSeat,
  type RoundChange,
  reversed,
  type SeatOfRun,
  zoneOf,
} from '#server/domain/allotment/zone.ts'
import { recompute } from '#server/domain/allotment-verifier/recompute.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { candidate, codeOf, round, seats } from './engine/cases'
import { anyRound } from './engine/cohorts'

const zone = (input: AllotmentInput, change: RoundChange) => zoneOf(input, allot(input), change)
const seat = (letter: string, preference: number | null, seatType: SeatOfRun['seatType'] = 'GOPENS'): SeatOfRun => ({
  choiceCode: codeOf(letter),
  seatType,
  preference,
})

describe('the zone of influence of one change', () => {
  const chain = round(seats({ A: { GOPENS: 1 }, B: { GOPENS: 1 }, C: { GOPENS: 1 } }), [
    candidate('c1', 1, 'AB'),
    candidate('c2', 2, 'AB'),
    candidate('c3', 3, 'ABC'),
    candidate('c4', 4, 'C'),
    candidate('c5', 5, 'A'),
  ])

  test('without one candidate the next ones move up, and the last in the chain wins a seat', () => {
    expect(zone(chain, { without: 1 })).toEqual({
      own: { before: seat('A', 1), after: null },
      others: [
        { allIndiaMerit: 2, before: seat('B', 2), after: seat('A', 1), kind: 'better' },
        { allIndiaMerit: 3, before: seat('C', 3), after: seat('B', 2), kind: 'better' },
        { allIndiaMerit: 4, before: null, after: seat('C', 1), kind: 'wins' },
      ],
    })
  })

  test('a candidate without a seat affects no other', () => {
    expect(zone(chain, { without: 5 })).toEqual({ own: { before: null, after: null }, others: [] })
  })

  test('if the candidate takes part again, the same people lose the seats that they would have won', () => {
    const { own, others } = reversed(zone(chain, { without: 3 }))
    expect(own).toEqual({ before: null, after: seat('C', 3) })
    expect(others).toEqual([{ allIndiaMerit: 4, before: seat('C', 1), after: null, kind: 'loses' }])
  })

  test('a seat from outside the round helps the candidates who wanted it', () => {
    const { own, others } = zone(chain, { seat: { choiceCode: codeOf('A'), seatType: 'GOPENS', by: 1 } })
    expect(own).toBeNull()
    expect(others.map(({ allIndiaMerit, kind }) => [allIndiaMerit, kind])).toEqual([
      [2, 'better'],
      [3, 'better'],
      [4, 'wins'],
    ])
  })

  test('a held seat that was converted returns to the matrix under its original type', () => {
    const holds = { choiceCode: codeOf('A'), seatType: 'GOPENS', originalType: 'LOPENS' } as const
    const input = round(seats({ A: { LOPENS: 0 } }), [
      candidate('c1', 1, '', { holds }),
      candidate('c2', 2, 'A', { gender: 'F' }),
    ])
    expect(zone(input, { without: 1 }).others).toEqual([
      { allIndiaMerit: 2, before: null, after: seat('A', 1, 'LOPENS'), kind: 'wins' },
    ])
  })

  test('corrected marks move a candidate down the list, and those in between move up', () => {
    const { id: _, holds: __, options: ___, ...facts } = chain.candidates[0]!
    const corrected = { allIndiaMerit: 1, facts: { ...facts, stateMerit: 3, allIndiaMerit: 3 } }
    expect(changedInput(chain, { corrected }).candidates.map((one) => [one.id, one.allIndiaMerit])).toEqual([
      ['c1', 3],
      ['c2', 1],
      ['c3', 2],
      ['c4', 4],
      ['c5', 5],
    ])
    expect(zone(chain, { corrected }).own).toEqual({ before: seat('A', 1), after: null })
  })

  test('a seat at the same choice code counts by the order of the types, and a kept one outside the list comes last', () => {
    expect(effectOf(seat('A', 1, 'GOPENS'), seat('A', 1, 'LOPENS'))).toBe('better')
    expect(effectOf(seat('A', 1, 'GOPENS'), seat('A', 1, 'AI'))).toBe('worse')
    expect(effectOf(seat('A', null), seat('B', 7))).toBe('better')
    expect(effectOf(seat('B', 7), seat('A', null))).toBe('worse')
    expect(effectOf(seat('A', 1), seat('A', 1))).toBeNull()
    expect(effectOf(null, null)).toBeNull()
  })
})

describe('was the seat won on the fact', () => {
  const { options: _, holds: __, id: ___, ...man } = candidate('c1', 1, 'A')
  const obc = { ...man, category: 'OBC' } as const
  test('yes, if the rerun gives nothing, or a seat that they prefer less', () => {
    const before = seat('A', 1, 'GOBCS')
    expect(keepsSeat({ before, after: null }, obc, null)).toBe(false)
    expect(keepsSeat({ before, after: seat('B', 2) }, obc, null)).toBe(false)
    expect(keepsSeat({ before, after: before }, null, null), 'not eligible at all').toBe(false)
  })
  test('yes, if the corrected facts do not open this type of seat, even if they open others', () => {
    expect(keepsSeat({ before: seat('B', 2, 'GOBCS'), after: seat('A', 1) }, man, null)).toBe(false)
    expect(keepsSeat({ before: seat('A', 1, 'LOPENS'), after: seat('A', 1) }, man, null)).toBe(false)
  })
  test('no, if the rerun gives the same seat or a better one', () => {
    const before = seat('B', 2, 'GOBCS')
    expect(keepsSeat({ before, after: before }, obc, null)).toBe(true)
    expect(keepsSeat({ before, after: seat('A', 1) }, obc, null)).toBe(true)
  })
  test('a minority seat needs the claim to this institute’s community', () => {
    const before = seat('A', 1, 'MI')
    const jain = { ...man, minority: ['Jain'] }
    expect(keepsSeat({ before, after: before }, jain, 'Jain')).toBe(true)
    expect(keepsSeat({ before, after: before }, jain, 'Sindhi')).toBe(false)
  })
})

fc.configureGlobal({ seed: 2024 })
const many = { numRuns: 400 }
/** A round and one of its candidates. */
const roundAndOne = anyRound
  .filter(({ candidates }) => candidates.length > 0)
  .chain((input) => fc.record({ input: fc.constant(input), one: fc.constantFrom(...input.candidates) }))

/** The same comparison, seat by seat, by the verifier's slow computation. */
function bruteForce(input: AllotmentInput, changed: AllotmentInput, own: string): Omit<Effect, 'kind'>[] {
  const seatsOf = (round: AllotmentInput) => {
    const { allotments } = recompute(round)
    return (id: string): SeatOfRun | null => {
      const found = allotments.find((one) => one.id === id)
      return found ? { choiceCode: found.choiceCode, seatType: found.seatType, preference: found.preference } : null
    }
  }
  const [was, is] = [seatsOf(input), seatsOf(changed)]
  const place = (one: SeatOfRun | null) => one && `${one.choiceCode} ${one.seatType}`
  return input.candidates
    .filter(({ id }) => id !== own && place(was(id)) !== place(is(id)))
    .map(({ id, allIndiaMerit }) => ({ allIndiaMerit, before: was(id), after: is(id) }))
    .sort((a, b) => a.allIndiaMerit - b.allIndiaMerit)
}
const bare = (effects: readonly Effect[]) => effects.map(({ kind: _, ...effect }) => effect)

describe('every zone', () => {
  test('equals a brute-force rerun without the candidate', () => {
    fc.assert(
      fc.property(roundAndOne, ({ input, one }) => {
        const { choiceCode, originalType } = one.holds ?? {}
        const changed = {
          ...input,
          candidates: input.candidates.filter(({ id }) => id !== one.id),
          seats: input.seats.map((line) =>
            originalType && line.choiceCode === choiceCode && line.seatType === originalType
              ? { ...line, count: line.count + 1 }
              : line,
          ),
        }
        expect(bare(zone(input, { without: one.allIndiaMerit }).others)).toEqual(bruteForce(input, changed, one.id))
      }),
      many,
    )
  })

  test('equals a brute-force rerun with the candidate at a new place', () => {
    fc.assert(
      fc.property(roundAndOne, fc.nat(9), ({ input, one }, at) => {
        const to = 1 + (at % input.candidates.length)
        /** Moves the candidate to another place in an order. */
        const ranked = (numberOf: (it: (typeof input.candidates)[number]) => number | null) => {
          const order = input.candidates.filter((it) => numberOf(it) !== null)
          order.sort((a, b) => numberOf(a)! - numberOf(b)!)
          const others = order.filter((it) => it !== one)
          others.splice(to - 1, 0, one)
          return (it: (typeof input.candidates)[number]) => (numberOf(it) === null ? null : others.indexOf(it) + 1)
        }
        const [stateOf, allIndiaOf] = [ranked((it) => it.stateMerit), ranked((it) => it.allIndiaMerit)]
        const changed = {
          ...input,
          candidates: input.candidates.map((it) => ({
            ...it,
            ...(it === one ? { gender: 'F' as const } : {}),
            stateMerit: stateOf(it),
            allIndiaMerit: allIndiaOf(it)!,
          })),
        }
        const { id: _, holds: __, options: ___, ...facts } = one
        // Numbers in a real list have gaps where a listed candidate took no part; here OMS causes them.
        const states = input.candidates.flatMap(({ stateMerit }) => stateMerit ?? []).sort((a, b) => a - b)
        const stateMerit = one.stateMerit === null ? null : states[Math.min(to, states.length) - 1]!
        const corrected = {
          allIndiaMerit: one.allIndiaMerit,
          facts: { ...facts, gender: 'F' as const, stateMerit, allIndiaMerit: to },
        }
        expect(bare(zone(input, { corrected }).others)).toEqual(bruteForce(input, changed, one.id))
      }),
      many,
    )
  })

  test('if no seat is converted, a lost claim costs a seat exactly if its type needs the claim', () => {
    fc.assert(
      fc.property(roundAndOne, ({ input: drawn, one }) => {
        const input: AllotmentInput = {
          ...drawn,
          stages: ['I'],
          candidates: drawn.candidates.map((it) => ({ ...it, holds: null })),
        }
        const { id: _, holds: __, options: ___, ...facts } = one
        const open = {
          ...facts,
          category: 'OPEN',
          ews: false,
          pwd: false,
          defence: false,
          orphan: false,
          minority: [],
          tfws: false,
        } as const
        const { own } = zone(input, { corrected: { allIndiaMerit: one.allIndiaMerit, facts: open } })
        if (!own?.before) return
        const { minority } = input.seats.find(({ choiceCode }) => choiceCode === own.before!.choiceCode)!
        expect(effectOf(own.before, own.after) !== null).toBe(needsLostClaim(open, { ...own.before, minority }))
      }),
      many,
    )
  })
})
