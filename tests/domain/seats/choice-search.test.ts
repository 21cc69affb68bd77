import { expect, test } from 'vitest'
import type { Band } from '#server/domain/seats/chances.ts'
import {
  asksForChances,
  type ChoiceRow,
  courseFilter,
  inOrder,
  type LastRank,
  readSearch,
  rowFilter,
  withoutChances,
} from '#server/domain/seats/choice-search.ts'
import { rupees } from '#server/kernel/money.ts'
import { saidBy } from '#server/kernel/names.ts'

const row = (code: string, more: Partial<ChoiceRow> = {}): ChoiceRow => ({
  ...{ code, institute: `Institute ${code}`, instituteCode: code.slice(0, 4), course: 'MBA', courseName: 'MBA' },
  ...{
    district: 'MH-pune',
    place: 'Pune',
    university: 'SPPU',
    universityName: 'SPPU',
    status: 'Government',
    kind: 'Government',
  },
  ...{ fee: null, hostel: null, isWaiver: false, seats: 1, last: null, isBeyond: false, distance: null },
  ...more,
})
const last = (merit: number | null, more: Partial<LastRank> = {}): LastRank => ({
  ...{ merit, isAllIndia: false, isLeft: false, isReached: false },
  ...more,
})
const kept = (
  rows: readonly ChoiceRow[],
  search: Parameters<typeof rowFilter>[0],
  own?: Parameters<typeof rowFilter>[1],
) => rows.filter(rowFilter(search, own)).map(({ code }) => code)
const ordered = (rows: readonly ChoiceRow[], order: string, own?: Parameters<typeof inOrder>[2]) =>
  inOrder(rows, order, own).map(({ code }) => code)

test('every word must be said somewhere, in any order and without case', () => {
  const said = saidBy('900110110', 'Government Institute', 'Pune', 'पुणे')
  const suits = (q: string) => courseFilter({ q })(row('900110110'), () => said)
  expect(['pune gov', 'PUNE', 'पुणे 9001', '', '   '].map(suits)).toEqual([true, true, true, true, true])
  expect(['pune nagpur', '9002'].map(suits)).toEqual([false, false])
})

test('plain filters compare whole values', () => {
  const suits = (search: object) => courseFilter(search)(row('1'), () => '')
  expect(suits({ course: 'MBA', district: 'MH-pune', university: 'SPPU', status: 'Government' })).toBe(true)
  expect([{ course: 'MB' }, { district: 'MH-pun' }, { status: 'government' }].map(suits)).toEqual([false, false, false])
})

test('a fee, a hostel or a distance that is not known suits no wish for one', () => {
  const rows = [row('1'), row('2', { fee: rupees(50_000), hostel: 'both', distance: 0 }), row('3', { hostel: 'none' })]
  expect(kept(rows, { fee: '50000' })).toEqual(['2'])
  expect(kept(rows, { fee: '49999' })).toEqual([])
  expect(kept(rows, { hostel: 'any' })).toEqual(['2'])
  expect(kept(rows, { near: '10' })).toEqual(['2'])
})

test('a hostel for women is none for men, one for both is one for either', () => {
  const rows = (['none', 'women', 'men', 'both'] as const).map((hostel) => row(hostel, { hostel }))
  expect(kept(rows, { hostel: 'women' })).toEqual(['women', 'both'])
  expect(kept(rows, { hostel: 'men' })).toEqual(['men', 'both'])
  expect(kept(rows, { hostel: 'any' })).toEqual(['women', 'men', 'both'])
})

test('chances and stars count only where somebody knows them', () => {
  const rows = [row('1'), row('2')]
  const bandOf = ({ code }: ChoiceRow): Band => (code === '1' ? 'likely' : 'unlikely')
  expect(kept(rows, { chance: 'likely' }, { bandOf })).toEqual(['1'])
  expect(kept(rows, { chance: 'likely' })).toEqual(['1', '2'])
  expect(kept(rows, { starred: 'true' }, { isStarred: (code) => code === '2' })).toEqual(['2'])
  expect(kept(rows, { reached: 'true' })).toEqual([])
})

test('an order keeps rows of one value as they are, and those without one at the end', () => {
  const rows = [
    row('a', { fee: null, last: last(40) }),
    row('b', { fee: rupees(2), last: null }),
    row('c', { fee: rupees(1), last: last(null, { isLeft: true }) }),
    row('d', { fee: rupees(1), last: last(7), distance: 30 }),
  ]
  expect(ordered(rows, 'fee')).toEqual(['c', 'd', 'b', 'a'])
  expect(ordered(rows, 'last')).toEqual(['d', 'a', 'c', 'b'])
  expect(ordered(rows, 'distance')).toEqual(['d', 'a', 'b', 'c'])
  expect(ordered(rows, 'chance')).toEqual(['a', 'b', 'c', 'd'])
  const bands: Readonly<Record<string, Band>> = { a: 'unlikely', c: 'likely', d: 'possible' }
  const bandOf = ({ code }: ChoiceRow) => bands[code] ?? null
  expect(ordered(rows, 'chance', { bandOf })).toEqual(['c', 'd', 'a', 'b'])
})

test('an address that means nothing asks for nothing', () => {
  expect(
    readSearch({ fee: '1,000', near: '0', hostel: 'boys', order: 'name', reached: 'yes', starred: '1', chance: 'x' }),
  ).toEqual({})
  const asked = { q: 'pune', fee: '1000', near: '50', hostel: 'men', order: 'last', reached: 'true', chance: 'likely' }
  expect(readSearch({ ...asked, course: '', unknown: 'x' } as never)).toEqual(asked)
})

test('a search says whether it asks for chances, and a round without any leaves that out', () => {
  expect([{ chance: 'likely' }, { order: 'chance' }].map(asksForChances)).toEqual([true, true])
  expect([{}, { order: 'fee', q: 'pune' }].map(asksForChances)).toEqual([false, false])
  expect(withoutChances({ chance: 'likely', order: 'chance', fee: '100000' })).toEqual({ fee: '100000' })
  expect(withoutChances({ order: 'fee', q: 'pune' })).toEqual({ order: 'fee', q: 'pune' })
})
