import { describe, expect, test } from 'vitest'
import { readCsv, readCsvPieces } from '#server/http/read-csv.ts'

/** A file in pieces of so many bytes. */
async function* pieces(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rowsOf(content: string | Buffer, size = 3, most = 1000) {
  const rows = []
  for await (const some of readCsvPieces(pieces(content, size), most)) rows.push(...some)
  return rows
}

describe('a file read piece by piece', () => {
  const table = 'code;name\r\nA;café\r\nB;"x;\r\ny"\r\n'
  const swapped = (bytes: Buffer) => bytes.swap16()
  test.each([
    ['UTF-16 as Excel’s Unicode text', Buffer.from(`\uFEFF${table}`, 'utf16le')],
    ['UTF-16 of the other order', swapped(Buffer.from(`\uFEFF${table}`, 'utf16le'))],
    ['Windows-1252, as Excel’s CSV', Buffer.from(table, 'latin1')],
    ['UTF-8', Buffer.from(table)],
    ['tabs', Buffer.from(table.replaceAll(';', '\t'))],
    ['a line that names the separator', Buffer.from(`sep=;\r\n${table}`)],
  ])('%s', async (name, content) => {
    for (const size of [1, 2, 3, 5, 1000]) {
      const found = (await rowsOf(content, size)).map((row) => ('cells' in row ? row.cells : row.unreadable))
      const sign = name === 'tabs' ? '\t' : ';'
      expect(found, String(size)).toEqual([
        ['code', 'name'],
        ['A', 'café'],
        ['B', `x${sign}\ny`],
      ])
    }
  })

  test.each([1, 2, 3, 7, 100])('gives the same rows as the whole text, in pieces of %i bytes', async (size) => {
    const text = '\uFEFFa,b\r\n"x\r\ny",मराठी\r\r\n,\n"say ""no""",2\r\nlast'
    expect(await rowsOf(text, size)).toEqual(readCsv(text, 1000))
  })

  test.each(['a,b\n"open,1\n2', 'a,b\nx"y,1', `a\n${','.repeat(2000)}`, `a\n"${'x'.repeat(200_000)}`])(
    'ends at the same fault as the whole text',
    async (text) => {
      expect((await rowsOf(text, 1000)).at(-1)).toEqual(readCsv(text, 1000).at(-1))
      expect(readCsv(text, 1000).at(-1)).toHaveProperty('unreadable')
    },
  )

  test('reads on past blanks without looking at them again for each', async () => {
    const begun = performance.now()
    const table = `${' '.repeat(90_000)}\na;b`
    expect(readCsv(table, 10)).toEqual([{ line: 2, cells: ['a', 'b'] }])
    expect(await rowsOf(table, 2048)).toEqual([{ line: 2, cells: ['a', 'b'] }])
    expect(await rowsOf('\n'.repeat(1_000_000), 2048)).toEqual([])
    expect(await rowsOf(' '.repeat(1_000_000), 2048)).toEqual([{ line: 1, unreadable: 'quotes' }])
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  test('stops after as many rows as are wanted', async () => {
    expect(await rowsOf('a\nb\nc\n"d', 3, 2)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['b'] },
    ])
  })

  test.each([
    ['UTF-16 without its mark', Buffer.from('code,name\nA,B\n', 'utf16le')],
    ['a letter cut off at the end', Buffer.from('code,name\nA,म').subarray(0, -1)],
    [
      'UTF-8 with a broken letter',
      Buffer.concat([Buffer.from('code,name\nA,'), Buffer.from('मराठी').subarray(1), Buffer.from('\n')]),
    ],
  ])('%s is in no encoding of a spreadsheet', async (_, content) => {
    expect((await rowsOf(content, 5)).at(-1)).toMatchObject({ unreadable: 'encoding' })
  })
})
