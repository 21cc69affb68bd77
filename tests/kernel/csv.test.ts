import { describe, expect, test } from 'vitest'
import { byteOrderMark, csvLine, readCsv } from '../../server/kernel/csv'

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

describe('a table is read', () => {
  const cells = (text: string) => [...readCsv(text)].map((line) => line.cells)

  test.each([
    [
      'with any line break',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['with quotes, commas and line breaks in a cell', '"a,b","c ""d""\r\ne"\r\n', [['a,b', 'c "d"\r\ne']]],
    ['with empty cells', ',\n', [['', '']]],
    ['without what spreadsheets put before it', '\uFEFFa', [['a']]],
    ['up to a quote that is not closed', 'a\n"b\nc', [['a'], null]],
    ['up to a quote within a cell', 'a\nb"c,d\ne', [['a'], null]],
    ['up to words behind a quote', '"a"b,c', [null]],
    ['nothing of nothing', '', []],
  ] as const)('%s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  test('each line says where it begins, whatever its cells hold', () => {
    expect([...readCsv('a\n"b\nc",d\ne')].map(({ line }) => line)).toEqual([1, 2, 4])
  })

  test('what was written is read again', () => {
    const row = ['a "b"', 'c,d', 'e\nf', '', ' g ']
    expect(cells(csvLine(row))).toEqual([row])
  })
})
