import { describe, expect, test } from 'vitest'
import { readCsv, readCsvPieces } from '../../server/http/read-csv'

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

  test('stops after as many rows as are wanted', async () => {
    expect(await rowsOf('a\nb\nc\n"d', 3, 2)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, cells: ['b'] },
    ])
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFcode,name\nA,B\n', 'utf16le')],
    ['UTF-16 without its mark', Buffer.from('code,name\nA,B\n', 'utf16le')],
    ['Windows-1252', Buffer.from('code,name\nA,caf\xE9\n', 'latin1')],
    ['a letter cut off at the end', Buffer.from('code,name\nA,म').subarray(0, -1)],
  ])('%s is not UTF-8', async (_, content) => {
    expect((await rowsOf(content, 5)).at(-1)).toMatchObject({ unreadable: 'encoding' })
  })
})
