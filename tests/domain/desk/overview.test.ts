import { expect, test } from 'vitest'
import { backlogAgeOf, everyDay, mostDays, startOfDayNumber } from '#server/domain/desk/overview.ts'
import { ist } from '#server/kernel/time.ts'

test('forms wait in groups of whole days', () => {
  expect([-1, 0, 1, 2, 3, 6, 7, 400].map(backlogAgeOf)).toEqual([
    'today',
    'today',
    'one-day',
    'two-days',
    'week',
    'week',
    'longer',
    'longer',
  ])
})

test('a numbered day begins at midnight in India', () => {
  expect(startOfDayNumber(1)).toBe(ist('1970-01-02 00:00'))
})

test('a chart has every day from the first to the last, or the newest of them', () => {
  const known = [
    { day: 3, count: 5 },
    { day: 6, count: 7 },
  ]
  const empty = (day: number) => ({ day, count: 0 })
  const days = (most: number) => everyDay(known, empty, most).map(({ day, count }) => `${day}:${count}`)
  expect(days(9)).toEqual(['3:5', '4:0', '5:0', '6:7'])
  expect(days(4)).toHaveLength(4)
  expect(days(2)).toEqual(['5:0', '6:7'])
  expect(everyDay([], empty, 9)).toEqual([])
  expect(everyDay([known[0]!], empty, 9)).toEqual([known[0]])
  expect(mostDays).toBe(90)
})
