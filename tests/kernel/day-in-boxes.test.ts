import { expect, test } from 'vitest'
import { boxesOf, withDays } from '#server/kernel/day-in-boxes.ts'
import { dayExists, typedDay } from '#server/kernel/typed-text.ts'

const joined = ([day, month, year]: readonly [string, string, string]) =>
  withDays({ 'born-day': day, 'born-month': month, 'born-year': year }).born as string

test.each([
  [['31', '05', '2001'], '2001-05-31'],
  [['5', '05', '2001'], '2001-05-05'],
  [['३१', '05', '२००१'], '2001-05-31'],
  [[' 5 ', '12', ' 1999 '], '1999-12-05'],
  // A whole day in the first box: typed, or pasted without script.
  [['31/05/2001', '', ''], '2001-05-31'],
  [['३१ मे २००१', '', ''], '2001-05-31'],
  [['2001-05-31', '', ''], '2001-05-31'],
] as const)('%j is a day', (boxes, day) => {
  expect(typedDay(joined(boxes))).toBe(day)
})

test.each([
  [['', '', ''], ''],
  [['31', '', ''], '31'],
  [['31', '', '2001'], '2001--31'],
  [['', '05', '2001'], '2001-05-'],
  [['31', '02', '2001'], '2001-02-31'],
  [['31', '05', '01'], '01-05-31'],
  [['x', '05', '2001'], '2001-05-0x'],
  [['31-05', '05', '2001'], '2001-05-31-05'],
] as const)('%j is none, and comes back as it was', (boxes, text) => {
  expect(joined(boxes)).toBe(text)
  expect(dayExists(typedDay(text))).toBe(false)
})

test('a day comes back in its boxes, and what is none too', () => {
  expect(boxesOf('2001-05-31')).toEqual({ year: '2001', month: '05', day: '31' })
  expect(boxesOf('2001--31')).toEqual({ year: '2001', month: '', day: '31' })
  expect(boxesOf('31/05/2001')).toEqual({ year: '', month: '', day: '31/05/2001' })
  expect(boxesOf('')).toEqual({ year: '', month: '', day: '' })
})

test('other values stay, also those whose names end so', () => {
  const values = { 'first-day': '2', name: 'Asha', 'x-day': '1', 'x-month': ['1', '2'], 'x-year': '3' }
  expect(withDays(values)).toEqual(values)
})
