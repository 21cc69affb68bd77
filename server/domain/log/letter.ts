import { sha256 } from '@noble/hashes/sha2.js'
import { fromBase64, keyIdOf, readKey, signatureKinds, toBase64, type VerifierKey } from './note'

/** The papers that prove themselves, by the type of their credential. Source: rules §19.8. */
export const letterTypes = {
  'allotment-letter': 'urn:pravesh:allotment-letter',
  receipt: 'urn:pravesh:receipt',
  'admission-receipt': 'urn:pravesh:admission-receipt',
} as const
export type LetterKind = keyof typeof letterTypes

/** A key of the portal's logs. `from`, `until`: when it signs, ms since 1970 by the machine's clock; `until` null: still. */
export type LetterKey = { verifierKey: string; from: number; until: number | null }

/** What a browser keeps to check letters without a network. `lists`: the signed status lists, by their address. */
export type LetterBook = { issuer: string; keys: readonly LetterKey[]; lists: Readonly<Record<string, string>> }

/** What a letter says. `about`: the seat, or what was paid. `rest`: only for those who were given it. */
export type LetterFacts = { name: string; about: string; rest: Readonly<Record<string, string>> }

/**
 * Why a letter is not to be believed, or not now. Each has a sentence for everybody (`letters.json`, `fault.<code>`). Those that
 * begin with `list-`: it is genuine, but nobody can say if it was revoked. `keys-older`: nothing is said against it, or for it,
 * because it may be signed by a key that came after those of the book.
 */
export const letterFaults = [
  'no-letter',
  'truncated',
  'unsigned',
  'other-portal',
  'other-key',
  'keys-older',
  'old-key',
  'altered',
  'disclosure',
  'incomplete',
  'ahead',
  'unlisted',
  'revoked',
  'list-missing',
  'list-old',
  'list-older',
  'list-forged',
] as const
export type LetterFault = {
  code: (typeof letterFaults)[number]
  facts: Readonly<Record<string, string | number>>
  /** What the letter says, if only its revocation is unknown. */
  letter?: Letter
}
export type Letter = {
  kind: LetterKind
  issuedAt: number
  name: string
  about: string
  rest: Readonly<Record<string, string>> | null
}
export type LetterVerdict =
  | { isGenuine: true; letter: Letter; listedAt: number }
  | { isGenuine: false; fault: LetterFault }

type LetterTask = {
  /** The code, or the address that a QR holds. */
  text: string
  book: LetterBook
  verify(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean>
  /** Unpacks a status list (zlib). */
  inflate(bytes: Uint8Array): Promise<Uint8Array>
  /** This device's clock. */
  now: number
  /** The book was fetched in this minute: no key of the portal is newer. */
  isFresh?: boolean
}

const utf8 = new TextEncoder()
/** How far two clocks may be apart, and how old a list of revocations may be, in ms. */
const clocksApart = 10 * 60_000
export const oldestList = 24 * 60 * 60_000

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
const fromBase64Url = (text: string): Uint8Array | null =>
  /^[A-Za-z0-9_-]*$/.test(text)
    ? fromBase64(text.replace(/-/g, '+').replace(/_/g, '/') + '='.repeat((4 - (text.length % 4)) % 4))
    : null

/** A JSON value as a part of a token. */
export const tokenPart = (value: unknown): string => toBase64Url(utf8.encode(JSON.stringify(value)))

export const keyIdText = (key: VerifierKey): string =>
  Array.from(keyIdOf(key), (byte) => (byte < 16 ? '0' : '') + byte.toString(16)).join('')

/** The digest by which a letter names a fact that may be shown or not. */
export const digestOf = (disclosure: string): string => toBase64Url(sha256(utf8.encode(disclosure)))

type Fields = Readonly<Record<string, unknown>>

function readPart(text: string): unknown {
  const bytes = fromBase64Url(text)
  if (!bytes) return null
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
const readFields = (text: string): Fields | null => {
  const value = readPart(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

class Faulty extends Error {
  fault: LetterFault
  constructor(fault: LetterFault) {
    super(fault.code)
    this.fault = fault
  }
}
function fail(code: LetterFault['code'], facts: LetterFault['facts'] = {}, letter?: Letter): never {
  throw new Faulty({ code, facts, ...(letter && { letter }) })
}

/** The code in what was scanned, typed or pasted: behind the `#` of an address, without spaces. */
export const codeIn = (text: string): string => text.replace(/\s/g, '').replace(/^[^#]*#/, '')

/**
 * Checks a letter without a network: its signature by a key that the portal had at that time, each fact against what was signed,
 * and its place in a signed list of revocations that is at most a day old. It believes nothing else. Source: rules §19.8.
 */
export async function checkLetter(task: LetterTask): Promise<LetterVerdict> {
  try {
    return await check(task)
  } catch (error) {
    if (error instanceof Faulty) return { isGenuine: false, fault: error.fault }
    throw error
  }
}

async function check(task: LetterTask): Promise<LetterVerdict> {
  const { book, now } = task
  const [jwt, ...more] = codeIn(task.text).split('~')
  const signed = readToken(jwt!)
  // Every part ends with a tilde, so that a cut is seen.
  if (!signed || more[more.length - 1] !== '') return fail(/^eyJ/.test(jwt!) ? 'truncated' : 'no-letter')
  const { header, payload } = signed
  if (header.alg !== 'EdDSA') fail('unsigned')
  const kind = (Object.keys(letterTypes) as LetterKind[]).find((one) => letterTypes[one] === payload.vct)
  if (header.typ !== 'dc+sd-jwt' || !kind) return fail('no-letter')
  const issuer = payload.iss
  if (typeof issuer !== 'string') return fail('incomplete')
  if (!isPortals(issuer, book)) fail('other-portal', { issuer: issuer.slice(0, 100) })
  const issuedAt = instantOf(payload.iat)
  if (Number.isNaN(issuedAt)) fail('incomplete')
  const seal = await sealOf(task, signed, issuedAt)
  const mayBeNewer = !task.isFresh && isNewerThan(book, issuedAt) && issuedAt <= now + clocksApart
  if (seal === 'unknown') fail(mayBeNewer ? 'keys-older' : 'other-key')
  if (seal === 'false') fail('altered')
  if (seal === 'other-time') fail('old-key', { at: issuedAt })
  if (issuedAt > now + clocksApart) fail('ahead', { at: issuedAt })
  const facts = disclosedIn(payload, more.slice(0, -1))
  const { name, about, rest } = facts
  if (typeof name !== 'string' || typeof about !== 'string') return fail('incomplete')
  const letter = { kind, issuedAt, name, about, rest: (rest as Letter['rest'] | undefined) ?? null }
  return { isGenuine: true, letter, listedAt: await checkStatus(task, payload, letter) }
}

type Token = { header: Fields; payload: Fields; text: string; signature: Uint8Array }

function readToken(jwt: string): Token | null {
  const [head, body, end, ...others] = jwt.split('.')
  const header = readFields(head ?? '')
  const payload = readFields(body ?? '')
  const signature = fromBase64Url(end ?? '')
  return header && payload && signature && others.length === 0
    ? { header, payload, text: `${head}.${body}`, signature }
    : null
}

/** Seconds since 1970, as tokens have them, in ms; NaN for anything else. */
const instantOf = (seconds: unknown): number => (typeof seconds === 'number' ? seconds * 1000 : Number.NaN)

/** When a list says that it was signed, ms since 1970; not proved. NaN if it does not say so. */
export const listedAt = (list: string): number => instantOf(readToken(list)?.payload.iat)

/** Was something signed after everything in this book? Its key may be newer, too. */
const isNewerThan = ({ lists }: LetterBook, at: number): boolean =>
  Object.keys(lists).length > 0 && Object.keys(lists).every((uri) => listedAt(lists[uri]!) <= at)

/** An address without its scheme, which a portal may change. */
const placeOf = (address: string): string => address.replace(/^https?:\/\//, '')

/** Is this an address of the portal? Each of its keys names the one at which its log began, so paper from before a move holds. */
const isPortals = (issuer: string, { issuer: own, keys }: LetterBook): boolean =>
  [own, ...keys.map(({ verifierKey }) => readKey(verifierKey)?.name.replace(/\/log\/[^/]*$/, ''))].some(
    (one) => one !== undefined && placeOf(one) === placeOf(issuer),
  )

/**
 * Who signed a token that is dated `at`: one of the portal's keys in its time (`true`), one of them at another time, nobody
 * (`false`), or a key that this book does not know. A key that came back has several times.
 */
async function sealOf({ book, verify }: LetterTask, token: Token, at: number) {
  const known = book.keys.flatMap(({ verifierKey, from, until }) => {
    const key = readKey(verifierKey)
    return key?.kind === signatureKinds.log && keyIdText(key) === token.header.kid
      ? [{ publicKey: key.publicKey, from, until }]
      : []
  })
  if (!known[0]) return 'unknown'
  const text = utf8.encode(token.text)
  if (token.signature.length !== 64 || !(await verify(known[0].publicKey, text, token.signature))) return 'false'
  const isInTime = known.some(
    ({ from, until }) => at >= from - clocksApart && (until === null || at <= until + clocksApart),
  )
  return isInTime ? 'true' : 'other-time'
}

/** The facts that the paper shows: each under a digest that was signed, and none of them twice. */
function disclosedIn(payload: Fields, disclosures: readonly string[]): Fields {
  const digests: unknown[] = Array.isArray(payload._sd) ? payload._sd : []
  const facts: Record<string, unknown> = Object.create(null)
  for (const disclosure of disclosures) {
    const parts = readPart(disclosure)
    if (!digests.includes(digestOf(disclosure)) || !Array.isArray(parts) || parts.length !== 3)
      return fail('disclosure')
    const name = String(parts[1])
    if (name in facts) fail('disclosure')
    facts[name] = parts[2]
  }
  return facts
}

/** Where the list of a letter is now: lists move with the portal. */
const addressNow = (uri: string, issuer: string, { issuer: own, lists }: LetterBook): string =>
  !Object.keys(lists).includes(uri) && uri.startsWith(`${issuer}/`) ? own + uri.slice(issuer.length) : uri

/** Not revoked, by a list of at most a day's age; gives the time of that list. */
async function checkStatus(task: LetterTask, payload: Fields, letter: Letter): Promise<number> {
  const { book, now, inflate } = task
  const { idx, uri } = ((payload.status as Fields | undefined)?.status_list ?? {}) as Fields
  if (typeof uri !== 'string' || typeof idx !== 'number' || !Number.isInteger(idx) || idx < 0) return fail('incomplete')
  const address = addressNow(uri, payload.iss as string, book)
  const list = Object.keys(book.lists).includes(address) ? readToken(book.lists[address]!) : null
  if (!list) return fail('list-missing', {}, letter)
  const { header, payload: said } = list
  const at = instantOf(said.iat)
  const isTrue = header.typ === 'statuslist+jwt' && header.alg === 'EdDSA' && said.sub === address
  if (!isTrue || (await sealOf(task, list, at)) !== 'true') fail('list-forged', {}, letter)
  if (!(at <= now + clocksApart && at > now - oldestList && instantOf(said.exp) > now)) fail('list-old', { at }, letter)
  const { bits, lst } = (said.status_list ?? {}) as Fields
  const packed = bits === 1 && typeof lst === 'string' ? fromBase64Url(lst) : null
  if (!packed) return fail('list-forged', {}, letter)
  const bytes = await inflate(packed).catch(() => null)
  if (!bytes) return fail('list-forged', {}, letter)
  const byte = bytes[Math.floor(idx / 8)]
  if (byte !== undefined && ((byte >> (idx % 8)) & 1) === 0) return at
  // A number that was given after the list was signed is not in it.
  if (letter.issuedAt >= at) fail('list-older', { at }, letter)
  return fail(byte === undefined ? 'unlisted' : 'revoked', { at })
}
