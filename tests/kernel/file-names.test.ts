import { expect, test } from 'vitest'
import { plainFileName } from '#server/http/upload.ts'
import { shortFileName } from '#server/kernel/file-names.ts'

test.each([
  ['scan.pdf', 20, 'scan.pdf'],
  [`${'a'.repeat(96)}.pdf`, 100, `${'a'.repeat(96)}.pdf`],
  [`${'a'.repeat(97)}.pdf`, 100, `${'a'.repeat(95)}….pdf`],
  [`${'उत्पन्न दाखला '.repeat(20)}.jpeg`, 30, 'उत्पन्न दाखला उत्पन्न दा….jpeg'],
  ['a name without an ending', 10, 'a name wi…'],
  [`two.dots.${'x'.repeat(30)}`, 12, 'two.dots.xx…'],
  [`${'😀'.repeat(90)}.png`, 10, '😀😀😀😀😀….png'],
])('a long name keeps its ending: %s in %i characters', (name, most, short) => {
  expect(shortFileName(name, most)).toBe(short)
  expect(Array.from(short).length).toBeLessThanOrEqual(most)
})

test('a long name of an upload keeps its ending, and loses its path and its odd characters', () => {
  const long = `${'Domicile certificate '.repeat(10)}page 2.jpg`
  expect(plainFileName(`C:\\Users\\asha\\${long}`, '')).toMatch(/^Domicile certificate .*….jpg$/)
  expect(plainFileName(`/tmp/${long}`, '')).toHaveLength(100)
  expect(plainFileName('a<b>c.pdf', '')).toBe('abc.pdf')
  expect(plainFileName('///', 'table.csv')).toBe('table.csv')
})
