import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { civilDate, days, hours, type Instant, ist, istOffset, minutes, plus, seconds } from '#server/kernel/time.ts'

fc.configureGlobal({ seed: 2024 })

const utc = (text: string) => Date.parse(text) as Instant

describe("a wall-clock time in India becomes its instant, five and a half hours behind UTC's", () => {
  test.each([
    ['2024-08-14 17:00', '2024-08-14T11:30:00.000Z'],
    ['2024-08-14T17:00', '2024-08-14T11:30:00.000Z'],
    ['2024-08-14 17:00:30', '2024-08-14T11:30:30.000Z'],
    ['2024-08-14 17:00:00.001', '2024-08-14T11:30:00.001Z'],
    ['2024-08-14', '2024-08-13T18:30:00.000Z'],
    ['2024-08-14 00:00', '2024-08-13T18:30:00.000Z'],
    ['2024-08-14 05:29', '2024-08-13T23:59:00.000Z'],
    ['2024-08-14 05:30', '2024-08-14T00:00:00.000Z'],
    ['2025-01-01 00:00', '2024-12-31T18:30:00.000Z'],
    ['2024-12-31 23:59:59.999', '2024-12-31T18:29:59.999Z'],
    ['2024-02-29 12:00', '2024-02-29T06:30:00.000Z'],
    ['1970-01-01 05:30', '1970-01-01T00:00:00.000Z'],
  ])('%s is %s', (wallClock, expected) => {
    expect(new Date(ist(wallClock)).toISOString()).toBe(expected)
  })

  test.each([
    '',
    'tomorrow',
    '17:00',
    '14-08-2024 17:00',
    '2024-13-01 10:00',
    '2024-08-32 10:00',
    '2024-08-14 25:00',
    '2024-08-14 17:60',
    '2024-08-14 17:00Z',
    '2024-08-14 17:00+05:30',
    '2024-02-30 10:00',
    '2023-02-29',
  ])('"%s" is not a time', (wallClock) => {
    expect(() => ist(wallClock)).toThrow(RangeError)
  })
})

describe('the calendar date in India', () => {
  test.each([
    ['2024-08-14T18:29:59.999Z', '2024-08-14'],
    ['2024-08-14T18:30:00.000Z', '2024-08-15'],
    ['2024-08-14T23:59:59.999Z', '2024-08-15'],
    ['2024-08-15T00:00:00.000Z', '2024-08-15'],
    ['2024-12-31T18:29:59.999Z', '2024-12-31'],
    ['2024-12-31T18:30:00.000Z', '2025-01-01'],
    ['2024-02-28T18:30:00.000Z', '2024-02-29'],
    ['2023-02-28T18:30:00.000Z', '2023-03-01'],
  ])('at %s is %s', (at, expected) => {
    expect(civilDate(utc(at))).toBe(expected)
  })

  test('of a wall-clock time is the date in it', () => {
    const date = fc.date({ min: new Date('1980-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, (moment) => {
        const wallClock = moment.toISOString().slice(0, 16)
        expect(civilDate(ist(wallClock))).toBe(wallClock.slice(0, 10))
        expect(ist(wallClock.replace('T', ' '))).toBe(ist(wallClock))
      }),
    )
  })

  test("agrees with the platform's time zone", () => {
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
    for (let at = utc('2024-01-01T00:00Z'); at < utc('2025-01-01T00:00Z'); at = plus(at, hours(7))) {
      expect(civilDate(at)).toBe(zone.format(at))
    }
  })
})

test('durations are in milliseconds', () => {
  expect([seconds(1), minutes(1), hours(1), days(1)]).toEqual([1_000, 60_000, 3_600_000, 86_400_000])
  expect(istOffset).toBe(hours(5) + minutes(30))
  expect(plus(ist('2024-12-31 23:59'), minutes(1))).toBe(ist('2025-01-01'))
  expect(plus(ist('2024-08-14 17:00'), -1)).toBe(ist('2024-08-14 16:59:59.999'))
})
