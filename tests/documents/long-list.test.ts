import { expect, test } from 'vitest'
import { allotmentList } from '#server/documents/allotment-list.ts'
import { meritPaper } from '#server/documents/merit-paper.ts'
import { createListPress } from '#server/documents/press.ts'
import type { LongList } from '#server/documents/printable.ts'
import { openLongList } from '#server/documents/typeset-list.ts'
import { ist } from '#server/kernel/time.ts'
import { expectGolden, textOf } from './paper'
import { issuer } from './samples'

const frame = (count: number, language: 'en' | 'mr' = 'en'): LongList =>
  meritPaper(
    {
      edition: { id: 1, stage: 'final', number: 2, reason: 'x', publishedAt: ist('2024-08-12 10:00'), lists: [] },
      list: 'state',
      count,
      language,
      entry: { number: 187, subject: 'merit-list:3' },
    },
    { ...issuer, isDemo: true },
  )

const row = (n: number, name = `Candidate Number ${n}`) => [
  String(n),
  `ML24${100_000 + n}`,
  name,
  'A',
  'Open',
  '61.2500',
]

/** Prints a list whose rows arrive in batches that do not fit the pages. */
async function printed(
  count: number,
  piece: number,
  language: 'en' | 'mr' = 'en',
  names: string[] = [],
): Promise<Buffer> {
  const setter = openLongList(frame(count, language))
  const bytes: Uint8Array[] = []
  for (let from = 1; from <= count; from += piece) {
    const size = Math.min(piece, count - from + 1)
    setter.add(Array.from({ length: size }, (_, n) => row(from + n, names[from + n - 1])))
    bytes.push(await setter.take())
  }
  setter.end()
  bytes.push(await setter.close())
  return Buffer.concat(bytes)
}

const pagesOf = (text: string) => [...text.matchAll(/Page (\d+) of (\d+)/g)].map(([, page, of]) => `${page}/${of}`)

test.each([0, 1, 31, 32, 67, 68, 500])('a list of %d rows has all of them, and numbered pages', async (count) => {
  const text = textOf(await printed(count, 7))
  const ids = new Set([...text.matchAll(/ML24\d{6}/g)].map(([id]) => id))
  expect(ids.size).toBe(count)
  const pages = pagesOf(text)
  expect(pages).toEqual(pages.map((_, n) => `${n + 1}/${pages.length}`))
  expect(pages.length).toBeGreaterThan(count / 40)
})

test.each([32, 40, 68, 75, 110])('the last of the pages of %d rows is not nearly empty', async (count) => {
  const pages = textOf(await printed(count, 7))
    .split('\f')
    .slice(0, -1)
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.at(-1)!.match(/ML24\d{6}/g)!.length).toBeGreaterThanOrEqual(11)
})

test('the result does not depend on the size of the batches', async () => {
  expect(textOf(await printed(150, 1))).toBe(textOf(await printed(150, 150)))
})

const long = 'Venkatanarasimharajuvaripeta Subrahmanyeshwara Ramachandrarao Lakshminarasimhan Deshmukh Kulkarni'
test.each(['en', 'mr'] as const)(
  'case 38: a merit list looks and reads as it did when it was reviewed (%s)',
  async (language) => {
    const names = ['आशा रमेश पाटील', long, 'ज्ञानेश्वर विठ्ठल देशमुख', 'Ravi Anil Kulkarni']
    await expectGolden(await printed(40, 40, language, names), `merit-list-${language}`)
  },
)

test.each(['en', 'mr'] as const)(
  'case 38: an allotment list looks and reads as it did when it was reviewed (%s)',
  async (language) => {
    const publishedAt = ist('2024-08-29 17:00')
    const setter = openLongList(allotmentList({ round: 1, publishedAt, count: 3, language, entry: null }, issuer))
    setter.add([
      [
        '9036 Krishna Institute of Management Studies, Chhatrapati Sambhajinagar',
        '903610110',
        '12',
        '1345',
        'ML24100001',
        'आशा रमेश पाटील',
        'A, SEBC',
        'GSEBCS',
      ],
      [
        '9001 Indrayani Institute of Management, Pune',
        '900110110',
        '',
        '7',
        'ML24100002',
        'Harsh Pandurang Deshpande',
        'OMS, OPEN',
        'AI',
      ],
      [
        '9001 Indrayani Institute of Management, Pune',
        '900110110',
        '1222',
        '1160',
        'ML24100003',
        long,
        'A, NT-C',
        'PWDOPENS',
      ],
    ])
    setter.end()
    await expectGolden(await setter.close(), `allotment-list-${language}`)
  },
)

test('case 37: a name that tries to break the document is printed as text', async () => {
  const names = ['</Span> BT (x) Tj ET', 'a\u202eb) endstream endobj', '%PDF-1.7 trailer']
  const text = textOf(await printed(3, 3, 'en', names))
  expect(text).toContain('</Span> BT (x) Tj ET')
  expect(text).toContain('%PDF-1.7 trailer')
})

test('a list is whole even if the news that its thread has ended overtakes its last bytes', async () => {
  const press = createListPress(console)
  const pieces = Array.from({ length: 5 }, (_, n) => Array.from({ length: 40 }, (_, m) => row(n * 40 + m + 1)))
  const print = async (onWrite: () => void): Promise<Buffer> => {
    const bytes: Uint8Array[] = []
    await press.print(frame(200), pieces, async (piece) => {
      bytes.push(piece)
      onWrite()
    })
    return Buffer.concat(bytes)
  }
  try {
    const quiet = await print(() => {})
    // This thread is held up while the other one prints and ends, so that both pieces of news arrive together.
    const heldUp = await print(() =>
      setImmediate(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)),
    )
    expect(heldUp.length).toBe(quiet.length)
  } finally {
    await press.close()
  }
})
