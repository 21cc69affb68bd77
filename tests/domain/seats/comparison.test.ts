import { expect, test } from 'vitest'
import { comparedIn, onlySmallest } from '#server/domain/seats/comparison.ts'

test('the codes of an address, each once and in order; what is no code is left out', () => {
  expect(comparedIn('900110110,900210110T,900110110')).toEqual(['900110110', '900210110T'])
  expect(comparedIn(undefined)).toEqual([])
  expect(comparedIn(`,,x,'; DROP TABLE,900110110 ,${'9'.repeat(5000)}`)).toEqual([])
  expect(comparedIn(Array.from({ length: 500 }, (_, n) => 900_110_110 + n).join(',')).length).toBeLessThan(50)
})

test('only one smallest value is pointed out, and only beside another one', () => {
  expect(onlySmallest([3, 1, 2])).toBe(1)
  expect(onlySmallest([null, 5, 7])).toBe(1)
  expect(onlySmallest([0, 10])).toBe(0)
  expect([onlySmallest([5]), onlySmallest([null, 5]), onlySmallest([2, 2, 3]), onlySmallest([])]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
