import { describe, expect, test } from 'vitest'
import { readCsv } from '#server/http/read-csv.ts'
import { csvLine } from '#server/kernel/csv.ts'

const read = (text: string) => readCsv(text, 1000)
const cells = (text: string) => read(text).map((row) => ('cells' in row ? row.cells : row.unreadable))

describe('a table is read', () => {
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
    ['with quotes, commas and line breaks in a cell', '"a,b","c ""d""\r\ne"\r\n', [['a,b', 'c "d"\ne']]],
    ['with empty cells', ',\n', [['', '']]],
    ['with rows of different lengths', 'a\nb,c', [['a'], ['b', 'c']]],
    ['without blank lines', '\na\n\n  \r\nb\n', [['a'], ['b']]],
    ['without the byte order mark of spreadsheets', '\uFEFFa', [['a']]],
    ['with a quote straight after the byte order mark', '\uFEFF"a",b', [['a', 'b']]],
    ['with a NUL, which the table must refuse', 'a\0b', [['a\0b']]],
    ['up to an unclosed quote', 'a\n"b\nc', [['a'], 'quotes']],
    ['up to a quote within a cell', 'a\nb"c,d\ne', [['a'], 'quotes']],
    ['up to text after a quote', '"a"b,c', ['quotes']],
    ['up to a row with more cells than any table has', `a\n${','.repeat(1000)}\nb`, [['a'], 'columns']],
    ['up to a cell longer than anybody writes', `a\n"${'b'.repeat(200_000)}"\nc`, [['a'], 'quotes']],
    [
      'with zeros kept by a formula',
      'a,="007"\n="08","=""09"""',
      [
        ['a', '="007"'],
        ['="08"', '="09"'],
      ],
    ],
    [
      'with semicolons, tabs or bars',
      'a;b;c,d\ne;f;g',
      [
        ['a', 'b', 'c,d'],
        ['e', 'f', 'g'],
      ],
    ],
    ['as empty if it is empty', '', []],
  ] as const)('%s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  test('with the first line number of each row, after any other cells and lines', () => {
    expect(read('a\r\n"b\r\nc",d\r\n\r\ne\r\n"f').map(({ line }) => line)).toEqual([1, 2, 5, 6])
  })

  test('only up to the requested number of rows', () => {
    expect(readCsv('a\n\nb\nc\n"d', 2)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 3, cells: ['b'] },
    ])
  })

  test('again as it was written', () => {
    const row = ['a "b"', 'c,d', 'e\nf', '', ' g ']
    expect(cells(csvLine(row))).toEqual([row])
  })
})
