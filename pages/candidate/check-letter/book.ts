import { checkLetter, type LetterBook, type LetterVerdict } from '#server/domain/log/letter.ts'

/** How long to wait for a slow network before what is kept is used. Milliseconds. */
const patience = 5000

const isBook = (value: unknown): value is LetterBook => {
  const book = value as Partial<LetterBook> | null
  return typeof book?.issuer === 'string' && Array.isArray(book.keys) && typeof book.lists === 'object'
}

async function read(answer: Response | undefined): Promise<LetterBook | null> {
  if (!answer?.ok) return null
  const book: unknown = await answer.json().catch(() => null)
  return isBook(book) ? book : null
}

/** The copy that this device keeps; null where it keeps none, as in a private window. */
const kept = (): Promise<Cache | null> =>
  'caches' in self ? caches.open('letters').catch(() => null) : Promise.resolve(null)

/** The portal's keys and lists: fresh from the network, or as this device has kept them; null for neither. */
export async function bookAt(address: string): Promise<LetterBook | null> {
  const cache = await kept()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patience)
  const answer = await fetch(address, { cache: 'no-cache', signal: waiting.signal }).catch(() => undefined)
  clearTimeout(timer)
  const copy = answer?.clone()
  const fresh = await read(answer)
  if (fresh && copy) await cache?.put(address, copy).catch(() => {})
  return fresh ?? (await read(await cache?.match(address)))
}

/** Can this browser check the portal's signatures? */
export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify'])
    return 'DecompressionStream' in self
  } catch {
    return false
  }
}

async function verify(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey.slice(), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature.slice(), text.slice())
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The letter of a code, checked on this device. */
export const check = (text: string, book: LetterBook): Promise<LetterVerdict> =>
  checkLetter({ text, book, verify, inflate, now: Date.now() })

/** When the newest list of revocations in a book was signed, ms since 1970; null for none. */
export function listedAt(book: LetterBook): number | null {
  const times = Object.keys(book.lists).map((uri) => {
    try {
      const part = book.lists[uri]!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
      return Number((JSON.parse(atob(part)) as { iat: number }).iat) * 1000
    } catch {
      return 0
    }
  })
  return times.length ? Math.min(...times) : null
}
