import { describe, expect, test } from 'vitest'
import {
  closingFault,
  closingYears,
  isEarlierSeason,
  listOfType,
  type PastClosing,
} from '#server/domain/seats/past-closings.ts'

test('an earlier season is two years in a row before the present one', () => {
  expect(isEarlierSeason('2023-2024', '2024-2025')).toBe(true)
  for (const other of ['2024-2025', '2025-2026', '2023-2025', '2023-2023', '23-24', '1999-2000'])
    expect(isEarlierSeason(other, '2024-2025'), other).toBe(false)
})

describe('the figures of a line', () => {
  const line = {
    academicYear: '2023-2024',
    choiceCode: '900110110',
    seatType: 'GOPENS',
    round: 1,
  } as never as PastClosing
  test.each<[string, Partial<PastClosing>, string, string]>([
    ['somebody admitted without a number', { merit: null, admitted: 1 }, 'merit', 'closing-nobody'],
    ['a number without anybody admitted', { merit: 5, admitted: 0 }, 'admitted', 'closing-nobody'],
    ['a number beyond the list', { merit: 11, admitted: 2 }, 'merit', 'closing-beyond'],
    ['more admitted than the number allows', { merit: 5, admitted: 6 }, 'admitted', 'closing-more'],
    ['nothing at all', { merit: null, admitted: 0, vacant: 0 }, 'vacant', 'closing-empty'],
  ])('%s', (_, figures, column, why) => {
    expect(closingFault({ ...line, listed: 10, vacant: 0, ...figures } as PastClosing)).toEqual({ column, why })
  })

  test.each<Partial<PastClosing>>([
    { merit: 10, admitted: 10 },
    { merit: 1, admitted: 1 },
    { merit: null, admitted: 0, vacant: 1 },
    { merit: 3, admitted: 1, vacant: 2 },
  ])('that agree: %o', (figures) => {
    expect(closingFault({ ...line, listed: 10, vacant: 0, ...figures } as PastClosing)).toBeNull()
  })
})

test('the All India list ranks the All India seats alone', () => {
  expect(listOfType('AI')).toBe('allIndia')
  expect(listOfType('GOPENS')).toBe('state')
})

test('closing merits stand side by side, and special types of seat and their numbers together', () => {
  const row = (academicYear: string, seatType: string, round: number, merit: number | null, choiceCode = '900110110') =>
    ({ academicYear, choiceCode, seatType, round, merit }) as never
  const rows = [
    row('2023-2024', 'GOPENS', 2, 30),
    row('2023-2024', 'GOPENS', 1, 20),
    row('2022-2023', 'GOPENS', 1, 25),
    row('2022-2023', 'PWDOPENS', 1, 70),
    row('2022-2023', 'DEFOPENS', 1, 60),
    row('2022-2023', 'GSCS', 1, null),
    row('2022-2023', 'GOPENS', 1, 9, '900110110T'),
  ]
  const found = closingYears(['2023-2024', '2022-2023'], rows)!
  expect(found.years).toEqual(['2023-2024', '2022-2023'])
  expect(Object.keys(found.byCode)).toEqual(['900110110'])
  const [open, special, ...others] = found.byCode['900110110']!
  expect(others).toEqual([])
  expect(open).toEqual({
    seatType: 'GOPENS',
    years: [
      [
        { round: 1, merit: 20 },
        { round: 2, merit: 30 },
      ],
      [{ round: 1, merit: 25 }],
    ],
  })
  expect(special!.years).toEqual([[], [{ round: 1, merit: 70 }]])
  expect(closingYears(['2022-2023'], [row('2022-2023', 'GSCS', 1, null)])).toBeNull()
})
