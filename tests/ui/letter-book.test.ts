import { beforeEach, expect, test, vi } from 'vitest'
import { listedAt, tokenPart } from '#server/domain/log/letter.ts'

const address = '/mbale/candidate/letters.json'
const noon = Date.parse('2024-08-20T06:30:00Z')
const minute = 60_000

/** An unsigned list of this name, dated `at`. */
const list = (at: number) => `${tokenPart({ alg: 'EdDSA' })}.${tokenPart({ iat: at / 1000 })}.`
const bookOf = (lists: Record<string, number>) => ({
  issuer: 'https://portal.example/mbale/candidate',
  keys: [],
  lists: Object.fromEntries(Object.keys(lists).map((uri) => [uri, list(lists[uri]!)])),
})
type Book = ReturnType<typeof bookOf>

let answers: (Book | null)[]
let kept: Map<string, Response>
let hasRoom: boolean
let asked: number

beforeEach(() => {
  answers = []
  kept = new Map()
  hasRoom = true
  asked = 0
  vi.resetModules()
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (key: string) => kept.get(key)?.clone(),
      async put(key: string, answer: Response) {
        if (!hasRoom) throw new Error('QuotaExceededError')
        kept.set(key, answer)
      },
    }),
  })
  vi.stubGlobal('fetch', async () => {
    asked++
    const book = answers.shift()
    if (!book) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(book))
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** What a page finds that is opened at this moment. */
async function opened() {
  vi.resetModules()
  const { bookAt } = await import('#pages/candidate/check-letter/book.ts')
  return { bookAt, found: await bookAt(address) }
}
const times = (found: { book: { lists: Readonly<Record<string, string>> } } | null) =>
  found && Object.keys(found.book.lists).map((uri) => listedAt(found.book.lists[uri]!))

test('of two lists of one name the later one stays, whichever came first; one that is dated ahead does not', async () => {
  answers = [bookOf({ a: noon, b: noon }), bookOf({ a: noon - minute, b: noon + minute, c: noon - minute })]
  await opened()
  expect(times((await opened()).found)).toEqual([noon, noon + minute, noon - minute])
  // The portal's clock was ahead, and is right again.
  answers = [bookOf({ a: noon, b: noon - minute })]
  expect(times((await opened()).found)).toEqual([noon, noon - minute])
})

test('a tab that stays open asks again after a minute, and goes on with what it has without a network', async () => {
  answers = [bookOf({ a: noon })]
  const { bookAt, found } = await opened()
  expect([times(found), found!.isKept]).toEqual([[noon], true])
  await bookAt(address)
  expect(asked).toBe(1)
  vi.setSystemTime(noon + 2 * minute)
  answers = [bookOf({ a: noon + minute })]
  expect(times(await bookAt(address))).toEqual([noon + minute])
  vi.setSystemTime(noon + 4 * minute)
  expect([times(await bookAt(address)), asked]).toEqual([[noon + minute], 3])
})

test('a device without room checks all the same, and says that it keeps nothing', async () => {
  hasRoom = false
  answers = [bookOf({ a: noon })]
  const { bookAt, found } = await opened()
  expect([times(found), found!.isKept]).toEqual([[noon], false])
  vi.setSystemTime(noon + 2 * minute)
  expect(await bookAt(address)).toMatchObject({ isKept: false, book: { issuer: expect.anything() } })
  expect((await opened()).found).toBeNull()
})

test.each(['{"issuer":"x","keys":[],"lists":null}', '[]', '<html>', ''])(
  'what is no book is none: %s',
  async (text) => {
    vi.stubGlobal('fetch', async () => new Response(text))
    expect((await opened()).found).toBeNull()
  },
)
