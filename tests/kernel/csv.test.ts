import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvTableReader } from '#server/domain/terms/csv-table.ts'
import { readCsv } from '#server/http/read-csv.ts'
import { byteOrderMark, cellText, csvLine } from '#server/kernel/csv.ts'
import { unprintableSign } from '#server/kernel/printable.ts'
import { typedLine } from '#server/kernel/typed-text.ts'

fc.configureGlobal({ seed: 2024 })

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

test.each([
  ["'000123", '000123', true],
  ['="000123"', '000123', true],
  ["'+91 20 2550 6970", '+91 20 2550 6970', true],
  ['’000123', '000123', true],
  ["'Asha", "'Asha", false],
  ['000123', '000123', false],
  [' one\r\ntwo ', 'one two', false],
])('the cell %j says %j', (cell, text, isText) => {
  expect(cellText(cell)).toEqual({ text, isText })
})

test('whatever a table holds comes back from its file unchanged', () => {
  const sign = fc.constantFrom(...'=+-@\'’"0915,;|\\ aZमराठी़ऱ्\u200D–₹()/#?E')
  const text = fc.string({ unit: sign, minLength: 1, maxLength: 14 })
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (given) => {
      const values = given.map(typedLine)
      fc.pre(values.every((value) => value !== '' && unprintableSign(value) === null))
      const columns = values.map((_, place) => ({ name: `column_${place}`, example: '' }))
      const file = `${csvLine(columns.map(({ name }) => name))}${csvLine(values)}`
      const reader = csvTableReader(columns, () => 'key')
      const [, read] = readCsv(byteOrderMark + file, 10).map((row) => reader.take(row))
      if (read && 'faults' in read)
        expect(read.faults.map(({ why }) => why)).toEqual(
          read.faults.map(() => expect.stringMatching(/^(sheet|letters)-/)),
        )
      else expect(Object.values(read!.values)).toEqual(values)
    }),
    { numRuns: 1500 },
  )
})
