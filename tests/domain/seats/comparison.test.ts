import { expect, test } from 'vitest'
import { comparedIn, onlySmallest } from '#server/domain/seats/comparison.ts'

test('the codes of an address, each once and in order; what is no code is left out', () => {
  expect(comparedIn('900110110,900210110T,900110110')).toEqual(['900110110', '900210110T'])
  expect(comparedIn(undefined)).toEqual([])
  expect(comparedIn(`,,x,'; DROP TABLE,900110110 ,${'9'.repeat(5000)}`)).toEqual([])
  expect(comparedIn(Array.from({ length: 500 }, (_, n) => 900_110_110 + n).join(',')).length).toBeLessThan(50)
})

test('only one smallest value is pointed out, and only beside another one', () => {
  const among = (...values: (number | null)[]) => onlySmallest(values.map((value) => ({ value, seats: 1 })))
  expect(among(3, 1, 2)).toBe(1)
  expect(among(null, 5, 7)).toBe(1)
  expect(among(0, 10)).toBe(0)
  expect([among(5), among(null, 5), among(2, 2, 3), among()]).toEqual([null, null, null, null])
})

test('a course without a seat is never pointed out, nor does it leave another one the best of one', () => {
  const cheapWithoutSeat = { value: 1, seats: 0 }
  expect(onlySmallest([cheapWithoutSeat, { value: 3, seats: 2 }, { value: 2, seats: 1 }])).toBe(2)
  expect(onlySmallest([cheapWithoutSeat, { value: 3, seats: 2 }])).toBeNull()
  expect(onlySmallest([cheapWithoutSeat, { value: 2, seats: 0 }])).toBeNull()
})
