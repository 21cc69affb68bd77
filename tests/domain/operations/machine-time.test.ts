import { describe, expect, test } from 'vitest'
import { judgeTime } from '#server/domain/operations/machine-time.ts'
import { days, hours, minutes } from '#server/kernel/time.ts'

const trustedAt = days(100)

describe('a time that was believed', () => {
  test.each<[string, number, number, boolean]>([
    ['the same', 0, 0, true],
    ['a minute later', minutes(1), 0, true],
    ['a minute earlier', -minutes(1), 0, true],
    ['a day later, after the portal was down', days(1), 0, true],
    ['more than a day later', days(1) + 1, 0, false],
    ['a day earlier', -days(1), 0, true],
    ['more than a day earlier', -days(1) - 1, 0, false],
    ['an hour ahead by a jump', hours(1), hours(1) + 1, true],
    ['more than an hour ahead by a jump of an hour', hours(1) + 1, hours(1), true],
    ['more than an hour ahead by a longer jump', hours(1) + 1, hours(1) + 1, false],
  ])('%s', (_, ahead, jumped, isBelieved) => {
    const now = trustedAt + ahead
    expect(judgeTime({ trustedAt, doubtedAt: null }, now, jumped)).toEqual(
      isBelieved ? { trustedAt: Math.max(trustedAt, now), doubtedAt: null } : { trustedAt, doubtedAt: now },
    )
  })
})

describe('a doubt', () => {
  const later = trustedAt + hours(2)
  test.each<[string, number, number, boolean]>([
    ['goes on while the time does', later, later + minutes(1), false],
    ['goes on while the clock is corrected a little', later, later - minutes(5), false],
    ['ends when the clock goes back', later, later - minutes(5) - 1, true],
    ['ends at the last minute before it', later, trustedAt - minutes(5), true],
    ['goes on if the clock goes back further', later, trustedAt - minutes(5) - 1, false],
    ['of a clock that was behind ends when it is back', trustedAt - days(2), trustedAt + days(1), true],
    ['of a clock that was behind goes on if it is far ahead', trustedAt - days(2), trustedAt + days(1) + 1, false],
    ['of the very same time goes on', trustedAt, trustedAt, false],
  ])('%s', (_, doubtedAt, now, isOver) => {
    expect(judgeTime({ trustedAt, doubtedAt }, now, 0)).toEqual(
      isOver ? { trustedAt: Math.max(trustedAt, now), doubtedAt: null } : { trustedAt, doubtedAt },
    )
  })
})
