import { canVerify, verify } from '#pages/ui/browser/signatures.ts'
import { checkLetter, type LetterBook, type LetterVerdict, listedAt } from '#server/domain/log/letter.ts'

/** How long to wait for a slow network before what is kept is used. Milliseconds. */
const patience = 5000

const isBook = (value: unknown): value is LetterBook => {
  const book = value as Partial<LetterBook> | null
  return (
    typeof book?.issuer === 'string' &&
    Array.isArray(book.keys) &&
    typeof book.lists === 'object' &&
    book.lists !== null
  )
}

async function read(answer: Response | undefined): Promise<LetterBook | null> {
  if (!answer?.ok) return null
  const book: unknown = await answer.json().catch(() => null)
  return isBook(book) ? book : null
}

/** The copy that this device keeps; null where it keeps none, as in a private window. */
const kept = (): Promise<Cache | null> =>
  'caches' in self ? caches.open('letters').catch(() => null) : Promise.resolve(null)

/**
 * A list that was signed later says more, also when another process of the portal sends an earlier one after it. One that is dated
 * ahead, as by a portal whose clock was wrong, says nothing.
 */
function newest(fresh: LetterBook, before: LetterBook | null): LetterBook {
  const lists = Object.keys(fresh.lists).map((uri): [string, string] => {
    const [own, known] = [fresh.lists[uri]!, before?.lists[uri]]
    const at = known === undefined ? 0 : listedAt(known)
    return [uri, known !== undefined && at > listedAt(own) && at <= Date.now() ? known : own]
  })
  return { ...fresh, lists: Object.fromEntries(lists) }
}

/** `isKept`: this device has it for later. `isFresh`: it came from the network in this minute. */
type Found = { book: LetterBook; isKept: boolean; isFresh: boolean }
/** What came from the network last, and when. */
let last: (Found & { address: string; at: number }) | null = null
/** What came from the network is asked for again after this time. Milliseconds. */
const freshFor = 60_000

/** The portal's keys and lists: fresh from the network, or as this device has kept them; null for neither. */
export async function bookAt(address: string): Promise<Found | null> {
  const known = last?.address === address ? last : null
  if (known && Math.abs(Date.now() - known.at) < freshFor) return known
  const cache = await kept()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patience)
  const fresh = await fetch(address, { cache: 'no-cache', signal: waiting.signal })
    .then(read)
    .catch(() => null)
  clearTimeout(timer)
  const copy = await read(await cache?.match(address))
  // A device that keeps nothing still has what this page has fetched before.
  const before = copy ?? known?.book ?? null
  if (!fresh) return before && { book: before, isKept: copy !== null, isFresh: false }
  const book = newest(fresh, before)
  const put = cache?.put(address, new Response(JSON.stringify(book)))
  const isKept = put !== undefined && (await put.then(() => true).catch(() => false))
  last = { address, at: Date.now(), book, isKept, isFresh: true }
  return last
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Can this browser check letters? */
export const canCheck = async (): Promise<boolean> => 'DecompressionStream' in self && (await canVerify())

/** The letter of a code, checked on this device. */
export const check = (text: string, { book, isFresh }: Found): Promise<LetterVerdict> =>
  checkLetter({ text, book, isFresh, verify, inflate, now: Date.now() })

/** When the oldest list of revocations in a book was signed, ms since 1970; null for none. */
export function oldestList({ lists }: LetterBook): number | null {
  const times = Object.keys(lists).map((uri) => listedAt(lists[uri]!) || 0)
  return times.length ? Math.min(...times) : null
}
