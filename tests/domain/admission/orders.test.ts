import { describe, expect, test } from 'vitest'
import {
  fieldsOf,
  lengthened,
  momentOf,
  movesOf,
  overtaken,
  stepsIn,
  withMoreTime,
} from '#server/domain/admission/orders.ts'
import { hours, ist } from '#server/kernel/time.ts'

test('a mask names its steps in order', () => {
  expect(stepsIn(0)).toEqual([])
  expect(stepsIn(0b1000001)).toEqual([0, 6])
  expect(stepsIn(0b0111110)).toEqual([1, 2, 3, 4, 5])
  expect(stepsIn(0b10000000)).toEqual([])
})

test('a typed moment is of India, and a date that is not in the calendar is none', () => {
  expect(momentOf('2024-08-14', '17:00')).toBe(ist('2024-08-14 17:00'))
  expect(momentOf('2024-02-30', '17:00')).toBeNull()
  expect(momentOf('2024-08-14', '25:00')).toBeNull()
  expect(momentOf('', '')).toBeNull()
  expect(fieldsOf(ist('2024-08-14 00:05'))).toEqual({ date: '2024-08-14', time: '00:05' })
})

describe('more time by an order', () => {
  const window = (closesAt: number | null) => ({ opensAt: 1, closesAt }) as never
  const windows = { registration: window(10), scrutiny: window(20), grievances: null } as never

  test('lengthens what closes earlier', () => {
    expect(withMoreTime(windows, 15)).toEqual({ registration: window(15), scrutiny: window(20), grievances: null })
    expect(withMoreTime(windows, 25)).toEqual({ registration: window(25), scrutiny: window(25), grievances: null })
    expect(withMoreTime(windows, null)).toBe(windows)
  })

  test('leaves a window that has no end, closes then, or gets none', () => {
    for (const [closesAt, until] of [
      [null, 5],
      [10, 10],
      [10, null],
      [10, 9],
    ] as const) {
      const kept = window(closesAt)
      expect(lengthened(kept, until)).toBe(kept)
    }
    expect(lengthened(window(10), 11)).toEqual(window(11))
  })
})

describe('an outage', () => {
  const since = hours(100)
  const activity = (key: string, opensAt: number, closesAt: number | null) => ({ key, opensAt, closesAt }) as never
  test.each<[string, number, number | null, boolean]>([
    ['was open', since - 1, since + 1, true],
    ['opened at its beginning', since, since + hours(9), true],
    ['opened within it', since + hours(2) - 1, since + hours(9), true],
    ['opened at its end', since + hours(2), since + hours(9), false],
    ['had closed', since - 2, since, false],
    ['never closes', since - 2, null, false],
  ])('moves the closing of what %s', (_, opensAt, closesAt, isMoved) => {
    expect(movesOf([activity('a', opensAt, closesAt)], since, 2)).toEqual(
      isMoved ? [{ key: 'a', from: closesAt, to: closesAt! + hours(2) }] : [],
    )
  })

  test('may overtake what begins after it', () => {
    const moves = [{ key: 'a', from: 10, to: 20 }]
    const begins = [9, 10, 19, 20].map((opensAt) => activity(String(opensAt), opensAt, null))
    expect(overtaken(begins, moves).map(({ key }) => key)).toEqual(['10', '19'])
    expect(overtaken(begins, [])).toEqual([])
  })
})
