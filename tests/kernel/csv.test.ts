import { expect, test } from 'vitest'
import { byteOrderMark, csvLine } from '../../server/kernel/csv'

test('case 36: a file begins with the mark by which a spreadsheet reads Marathi as Marathi', () => {
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
])('case 36: %j is a text, never a formula', (text) => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
})

test('case 36: what a quote would end stays inside', () => {
  expect(csvLine(['a"b', 'c,d', 'e\nf', '=1,"x"'])).toBe('"a""b","c,d","e\nf","\'=1,""x"""\r\n')
})

test('numbers stay numbers, also below zero, and nothing is an empty cell', () => {
  expect(csvLine([-5, 0, 1.5, null, ''])).toBe('-5,0,1.5,,\r\n')
})
