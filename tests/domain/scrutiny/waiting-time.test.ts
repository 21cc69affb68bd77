import { expect, test } from 'vitest'
import { usualDays } from '#server/domain/scrutiny/waiting-time.ts'
import { days, hours } from '#server/kernel/time.ts'

const of = (count: number, wait: number) => Array.from({ length: count }, () => wait)

test.each([
  ['too few forms', of(19, hours(5)), null],
  ['none', [], null],
  ['all at once', of(20, 0), 1],
  ['within a day', of(20, days(1)), 1],
  ['a little more than a day', of(20, days(1) + 1), 2],
  ['the slowest fifth does not count', [...of(16, hours(30)), ...of(4, days(40))], 2],
  ['one more slow form does', [...of(15, hours(30)), ...of(5, days(40))], 40],
  ['in any order', [...of(5, days(9)), ...of(25, days(3))], 3],
])('%s', (_, waits, expected) => {
  expect(usualDays(waits)).toBe(expected)
})
