import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced, leftAloneFor, mayTakeOver, reaches, type WaitingForm } from '#server/domain/scrutiny/workload.ts'

const everywhere = (id: number) => ({ id, region: null })
const forms = (count: number, officerId: number | null, district = 'MH-pune', from = 1): WaitingForm[] =>
  Array.from({ length: count }, (_, n) => ({ candidateId: from + n, district, officerId }))

describe('balanced: the forms of each officer', () => {
  test('nothing moves where the shares are even', () => {
    expect(balanced([everywhere(1), everywhere(2)], [...forms(2, 1), ...forms(2, 2, 'MH-satara', 10)])).toEqual([])
  })

  test('the forms of somebody who is away go to the others', () => {
    const moves = balanced([everywhere(1), everywhere(2)], forms(4, 3))
    expect(moves.map(({ from }) => from)).toEqual([3, 3, 3, 3])
    expect([1, 2].map((id) => moves.filter(({ to }) => to === id).length)).toEqual([2, 2])
  })

  test('forms of one district stay together while there is room', () => {
    const waiting = [...forms(1, 1, 'MH-pune', 1), ...forms(1, 2, 'MH-nagpur', 2)]
    const loose = [...forms(1, null, 'MH-nagpur', 3), ...forms(1, null, 'MH-pune', 4)]
    expect(balanced([everywhere(1), everywhere(2)], [...waiting, ...loose])).toEqual([
      { candidateId: 3, from: null, to: 2 },
      { candidateId: 4, from: null, to: 1 },
    ])
  })

  test('an officer of one region gets no form of another, and a form that nobody reaches stays', () => {
    const officers = [{ id: 1, region: 'pune' as const }]
    expect(balanced(officers, forms(1, null, 'MH-nagpur'))).toEqual([])
    expect(balanced([...officers, everywhere(2)], forms(2, null, 'MH-nagpur')).map(({ to }) => to)).toEqual([2, 2])
    expect(balanced([], forms(3, 1))).toEqual([])
  })

  test('beyond the share a form does not change its officer for nothing', () => {
    const pune = (id: number) => ({ id, region: 'pune' as const })
    const officers = [pune(1), pune(2), { id: 3, region: 'nagpur' as const }]
    // 13 forms, a share of 5: both officers of Pune have more, and nobody else reaches their forms.
    const waiting = [...forms(6, 1, 'MH-pune', 1), ...forms(5, 2, 'MH-pune', 7), ...forms(2, 3, 'MH-nagpur', 20)]
    expect(balanced(officers, waiting)).toEqual([])
    // A difference of six is halved by three moves, and not by more.
    const uneven = [...forms(8, 1, 'MH-pune', 1), ...forms(2, 2, 'MH-pune', 9), ...forms(2, 3, 'MH-nagpur', 20)]
    expect(balanced(officers, uneven).map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })

  test('with officers of regions: no move only exchanges places, no form leaves its reach, and a second run moves nothing', () => {
    const officer = fc.constantFrom(null, 'pune' as const, 'nagpur' as const)
    const form = fc.record({
      district: fc.constantFrom('MH-pune', 'MH-nagpur', 'MH-nashik', 'OUT'),
      officerId: fc.constantFrom(null, 1, 2, 3, 4, 9),
    })
    fc.assert(
      fc.property(
        fc.array(officer, { minLength: 1, maxLength: 4 }),
        fc.array(form, { maxLength: 40 }),
        (regions, drawn) => {
          const officers = regions.map((region, place) => ({ id: place + 1, region }))
          const waiting = drawn.map((one, candidateId) => ({ ...one, candidateId }))
          const moves = balanced(officers, waiting)
          const to = new Map(moves.map((move) => [move.candidateId, move.to]))
          const after = waiting.map((one) => ({ ...one, officerId: to.get(one.candidateId) ?? one.officerId }))
          const reached = waiting.filter(({ district }) => officers.some((one) => reaches(one, district)))
          const share = Math.ceil(reached.length / officers.length)
          // A form that nobody reaches is no work for whoever it is still named after.
          const work = after.filter((one) => reached.some(({ candidateId }) => candidateId === one.candidateId))
          const loadOf = (id: number | null) => work.filter(({ officerId }) => officerId === id).length
          for (const { candidateId, from, to } of moves) {
            const { district } = waiting.find((one) => one.candidateId === candidateId)!
            expect(reaches(officers.find(({ id }) => id === to)!, district)).toBe(true)
            const before = officers.find(({ id }) => id === from)
            // Given back, it would leave somebody with more than now.
            if (before && reaches(before, district))
              expect(loadOf(to) <= share || loadOf(to) <= loadOf(from)).toBe(true)
          }
          for (const { candidateId, district, officerId } of after)
            if (reached.some((one) => one.candidateId === candidateId))
              expect(officers.some((one) => one.id === officerId && reaches(one, district))).toBe(true)
          expect(balanced(officers, after)).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('after the moves nobody has more than an even share, and a second run moves nothing', () => {
    const form = fc.record({
      district: fc.constantFrom('MH-pune', 'MH-nagpur', 'OUT'),
      officerId: fc.constantFrom(null, 1, 2, 3, 9),
    })
    fc.assert(
      fc.property(fc.array(form, { maxLength: 40 }), (drawn) => {
        const officers = [1, 2, 3].map(everywhere)
        const waiting = drawn.map((one, candidateId) => ({ ...one, candidateId }))
        const moves = balanced(officers, waiting)
        const to = new Map(moves.map((move) => [move.candidateId, move.to]))
        const after = waiting.map((one) => ({ ...one, officerId: to.get(one.candidateId) ?? one.officerId }))
        const loads = officers.map(({ id }) => after.filter(({ officerId }) => officerId === id).length)
        expect(loads.reduce((sum, load) => sum + load, 0)).toBe(waiting.length)
        expect(Math.max(...loads)).toBeLessThanOrEqual(Math.ceil(waiting.length / 3))
        expect(balanced(officers, after)).toEqual([])
      }),
    )
  })
})

test('a form may be taken over once it was left alone for long enough, or while its holder is on leave', () => {
  expect(mayTakeOver(1000, false, 999 + leftAloneFor)).toBe(false)
  expect(mayTakeOver(1000, false, 1000 + leftAloneFor)).toBe(true)
  expect(mayTakeOver(1000, true, 1000)).toBe(true)
})
