import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced, leftAloneFor, mayTakeOver, type WaitingForm } from '#server/domain/scrutiny/workload.ts'

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
