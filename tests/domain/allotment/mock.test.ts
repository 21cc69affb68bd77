import { expect, test } from 'vitest'
import { isMockTime, mockAt } from '#server/domain/allotment/mock.ts'

const options = { opensAt: 1000, closesAt: 2000 }

test('the mock allotment is due once its share of the time for options has passed (rules §8.5)', () => {
  expect([0, 0.25, 0.5].map((share) => mockAt(options, share))).toEqual([1000, 1250, 1500])
  expect([mockAt(undefined, 0.5), mockAt({ ...options, closesAt: null }, 0.5), mockAt(options, null)]).toEqual([
    ...[null, null, null],
  ])
})

test('it is useful while lists can change, and only if there is one', () => {
  expect([1499, 1500, 1999, 2000].map((at) => isMockTime(options, 0.5, at as never))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([isMockTime(options, null, 1500 as never), isMockTime(undefined, 0.5, 1500 as never)]).toEqual([false, false])
})
