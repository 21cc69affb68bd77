import { describe, expect, test } from 'vitest'
import {
  backtestOf,
  type ChanceTable,
  chanceAt,
  chanceTable,
  isBeyond,
  isTrusted,
  type LastNumber,
} from '#server/domain/seats/chances.ts'
import type { PastClosing } from '#server/domain/seats/past-closings.ts'

const code = '900110110'
const pool = (
  academicYear: string,
  round: number,
  merit: number | null,
  more: Partial<PastClosing> = {},
): PastClosing => ({
  academicYear,
  round,
  choiceCode: code,
  seatType: 'GOPENS',
  merit,
  listed: 1000,
  admitted: merit === null ? 0 : 10,
  vacant: 0,
  ...more,
})
const last = (round: number, merit: number | null, more?: Partial<PastClosing>) => pool('2023-2024', round, merit, more)
const first = (round: number, merit: number | null, more?: Partial<PastClosing>) =>
  pool('2022-2023', round, merit, more)

/** The table of a round on a list of 2,000, twice as long as those of the seasons before. */
const tableOf = (past: readonly PastClosing[], round = 1, before: readonly PastClosing[] | null = null): ChanceTable =>
  chanceTable(
    {
      academicYear: '2024-2025',
      round,
      listed: { state: 2000, allIndia: 2200 },
      before,
      offered: new Set(past.map(({ choiceCode, seatType }) => `${choiceCode} ${seatType}`)),
    },
    past,
  )
const chance = (table: ChanceTable, state: number, types: readonly string[] = ['GOPENS']) =>
  chanceAt(table, code, types, { state, allIndia: null })
const band = (...asked: Parameters<typeof chance>) => chance(...asked)?.band ?? null

describe('the chance of a seat', () => {
  const table = tableOf([last(1, 300), first(1, 360)])

  test('compares places in lists of different lengths, with a margin on both sides', () => {
    // Place 300 of 1,000 is number 600 of 2,000; 5 in 100 of the list are 100 numbers.
    expect([1, 500, 501, 820, 821, 2000].map((number) => band(table, number))).toEqual([
      'likely',
      'likely',
      'possible',
      'possible',
      'unlikely',
      'unlikely',
    ])
    expect(chance(table, 500)?.figures).toEqual({
      seatType: 'GOPENS',
      list: 'state',
      own: 500,
      listed: 2000,
      least: 600,
      most: 720,
      before: null,
      seasons: [
        { academicYear: '2023-2024', closed: 300, listed: 1000 },
        { academicYear: '2022-2023', closed: 360, listed: 1000 },
      ],
    })
  })

  test('starts from this season’s last round, and moves as far as earlier seasons moved', () => {
    const past = [last(1, 300), last(2, 350), first(1, 300), first(2, 400)]
    const before = [pool('2024-2025', 1, 400, { listed: 2000 })]
    // Place 20 in 100 now; 5 and 10 in 100 further on.
    const table = tableOf(past, 2, before)
    expect(chance(table, 1)?.figures).toMatchObject({ before: 400, least: 500, most: 600 })
    expect([400, 401, 700, 701].map((number) => band(table, number))).toEqual([
      'likely',
      'possible',
      'possible',
      'unlikely',
    ])
    expect(chance(tableOf(past, 2), 1)?.figures, 'without this season’s round').toMatchObject({ least: 700, most: 800 })
  })

  test('is likely for everybody where both seasons left seats, and never beyond the list', () => {
    const open = tableOf([last(1, 900, { vacant: 2 }), first(1, null, { vacant: 4 })])
    expect(band(open, 2000)).toBe('likely')
    const half = tableOf([last(1, 900, { vacant: 2 }), first(1, 500)])
    expect([900, 901, 2000].map((number) => band(half, number))).toEqual(['likely', 'possible', 'possible'])
  })

  test('counts the best type of seat, and only those that the candidate may use and has a number for', () => {
    const two = tableOf([
      last(1, 300),
      first(1, 360),
      last(1, 700, { seatType: 'GOBCS' }),
      first(1, 700, { seatType: 'GOBCS' }),
      last(1, 900, { seatType: 'AI' }),
      first(1, 900, { seatType: 'AI' }),
    ])
    expect(chance(two, 1200, ['GOPENS', 'GOBCS', 'AI'])).toMatchObject({
      band: 'likely',
      figures: { seatType: 'GOBCS' },
    })
    expect(chance(two, 1200)).toMatchObject({ band: 'unlikely', figures: { seatType: 'GOPENS' } })
    expect(chance(two, 1, ['AI']), 'no number in the All India list').toBeNull()
    expect(chanceAt(two, '900210110', ['GOPENS'], { state: 1, allIndia: 1 }), 'another choice').toBeNull()
  })
})

test('a type is left out where the data are too thin, where the matrix lacks it, and where it reveals something', () => {
  const thin = [
    [last(1, 300)],
    [last(1, 300), first(2, 300)],
    [last(1, 300), first(1, 300, { admitted: 2 })],
    [last(1, 300, { admitted: 1, vacant: 1 }), first(1, 300)],
    [last(1, 300, { seatType: 'PWDOPENS' }), first(1, 300, { seatType: 'PWDOPENS' })],
    [last(1, 300, { seatType: 'TFWS' }), first(1, 300, { seatType: 'TFWS' })],
    [],
  ]
  for (const past of thin) expect(tableOf(past).pools).toEqual({})
  const past = [last(1, 300), first(1, 360)]
  const present = { academicYear: '2024-2025', round: 1, listed: { state: 9, allIndia: 9 }, before: null }
  expect(chanceTable({ ...present, offered: new Set() }, past).pools).toEqual({})
  const converted = [last(1, 300, { seatType: 'ALL' }), first(1, 300, { seatType: 'ALL' })]
  expect(Object.keys(chanceTable({ ...present, offered: new Set() }, converted).pools[code]!)).toEqual(['ALL'])
})

describe('trying the rule on last season', () => {
  test('counts every number of its list, with only the season before', () => {
    // From 2022-23 (40 in 100): likely to 350, unlikely from 451. Last season closed at 300.
    expect(backtestOf(tableOf([last(1, 300), first(1, 400)]))).toEqual({
      academicYear: '2023-2024',
      from: ['2022-2023'],
      bands: {
        likely: { asked: 350, right: 300 },
        possible: { asked: 100, right: 0 },
        unlikely: { asked: 550, right: 550 },
      },
    })
    expect(backtestOf(tableOf([last(1, 600), first(1, 400)]))?.bands).toEqual({
      likely: { asked: 350, right: 350 },
      possible: { asked: 100, right: 100 },
      unlikely: { asked: 550, right: 400 },
    })
  })

  test('a rule that was wrong too often, or cannot be tried, is not trusted', () => {
    const trusted = (...past: PastClosing[]) => isTrusted(backtestOf(tableOf(past)))
    expect(trusted(last(1, 300), first(1, 400))).toBe(true)
    expect(trusted(last(1, 200), first(1, 400)), 'likely was right 57 times in 100').toBe(false)
    expect(trusted(last(1, 600), first(1, 400)), 'unlikely was right 72 times in 100').toBe(false)
    expect(isTrusted(backtestOf(tableOf([last(1, 300)])))).toBe(false)
  })
})

test('beyond every last number known is a small chance, however few seats there were; one figure or a seat left is no proof', () => {
  const listed = { state: 2000, allIndia: 2200 }
  const at = (...lasts: (number | 'left')[]) =>
    lasts.map(
      (last): LastNumber => ({
        ...{ seatType: 'GOPENS', listed: 2000 },
        ...{ merit: last === 'left' ? 10 : last, isLeft: last === 'left' },
      }),
    )
  const own = (state: number | null) => ({ state, allIndia: null })
  expect(isBeyond(at(4, 10, 20), own(961), listed)).toBe(true)
  expect(isBeyond(at(4, 300), own(400), listed)).toBe(false)
  expect(isBeyond(at(4, 300), own(401), listed)).toBe(true)
  expect(isBeyond(at(4), own(961), listed)).toBe(false)
  expect(isBeyond(at(4, 'left'), own(961), listed)).toBe(false)
  expect(isBeyond([], own(961), listed)).toBe(false)
  expect(isBeyond([...at(4), { ...at(4)[0]!, merit: null }], own(961), listed)).toBe(false)
  // Number 300 of a list of 900 is the place of number 667 of 2,000.
  const shorter = at(300, 300).map((one) => ({ ...one, listed: 900 }))
  expect([isBeyond(shorter, own(760), listed), isBeyond(shorter, own(770), listed)]).toEqual([false, true])
  // No number on the All India list: its seats are out of reach.
  expect(isBeyond([...at(4), { ...at(1500)[0]!, seatType: 'AI' }], own(961), listed)).toBe(true)
})
