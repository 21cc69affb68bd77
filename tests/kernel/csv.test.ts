import { expect, test } from 'vitest'
import { byteOrderMark, csvLine } from '../../server/kernel/csv'

test('case 36: a file begins with the mark that makes spreadsheets read Marathi correctly', () => {
  expect(Buffer.from(byteOrderMark).toString('hex')).toBe('efbbbf')
  expect(csvLine(['सुनीता', 'पाटील'])).toBe('सुनीता,पाटील\r\n')
})

test.each([
  '=1+1',
  '+91',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("http://evil.example.org")',
])('case 36: %j is text, never a formula', (text) => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
})

test('case 36: quotes, commas and line breaks stay inside their cell', () => {
  expect(csvLine(['a"b', 'c,d', 'e\nf', '=1,"x"'])).toBe('"a""b","c,d","e\nf","\'=1,""x"""\r\n')
})

test('numbers stay numbers, even below zero, and null is an empty cell', () => {
  expect(csvLine([-5, 0, 1.5, null, ''])).toBe('-5,0,1.5,,\r\n')
})
