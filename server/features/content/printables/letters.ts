import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import {
  digestOf,
  keyIdText,
  type LetterBook,
  type LetterFacts,
  type LetterKey,
  type LetterKind,
  letterTypes,
  oldestList,
  toBase64Url,
  tokenPart,
} from '#server/domain/log/letter.ts'
import type { VerifierKey } from '#server/domain/log/note.ts'
import type { Epoch } from '#server/domain/operations/identity.ts'
import type { Proof } from '#server/domain/site/printable.ts'
import type { Printed } from '#server/domain/site/verification-code.ts'
import { href } from '#server/domain/terms/href.ts'
import { breath } from '#server/kernel/background.ts'
import type { PrintablesStore, Standing } from './store'

/** What signs letters: the current key of the public log. Null in an archive. */
type Signer = { key: VerifierKey; sign(text: Uint8Array): Uint8Array }

type LettersDeps = {
  store: Pick<PrintablesStore, 'standings' | 'rounds'>
  /** Who of these candidates has lost the seat that a round allotted, or given it up. */
  lostSeats(round: number, candidateIds: readonly number[]): ReadonlySet<number>
  signer(): Signer | null
  keys(): LetterKey[]
  /** Where the candidates' pages begin, origin included: the name by which the portal signs. */
  linkBase(): string
  /** By the machine's clock, which people's phones share. */
  now(): number
  epochs: readonly Pick<Epoch, 'cutAt'>[]
}

/** The longest credential in a QR, in bytes. */
export const longestProof = 1200
/** A list is signed again after this time, in ms. Who has lost a seat takes long to find out; payments and admissions come one by one. */
const listedAgainAfter = { allotment: 10 * 60_000, other: 60_000 }
const standingsAtOnce = 500
const packed = promisify(deflate)
const utf8 = new TextEncoder()

/**
 * Letters that prove themselves without the portal: SD-JWT VC (RFC 9901), signed with the key of the public log. Nothing is stored: a letter's
 * place in its list of revocations is the number by which its document is known, and the lists follow from today's facts.
 * Source: rules §19.8.
 */
export function createLetters({ store, lostSeats, signer, keys, linkBase, now, epochs }: LettersDeps) {
  const issuer = () => linkBase().replace(/\/$/, '')
  const addressOf = (list: string) => href(linkBase(), 'letters/:list', { list })
  const epoch = epochs.length

  /** In which list a document stands, and where. A restore may give its number again, so each epoch has its own lists. */
  function placeOf({ kind, candidateId, number }: Printed): { list: string; index: number } {
    return kind === 'allotment-letter'
      ? { list: `allotment-${number}-${epoch}`, index: candidateId }
      : { list: `${kind === 'receipt' ? 'receipt' : 'admission'}-${epoch}`, index: number }
  }

  function signed(by: Signer, typ: string, payload: object): string {
    const text = `${tokenPart({ alg: 'EdDSA', typ, kid: keyIdText(by.key) })}.${tokenPart(payload)}`
    return `${text}.${toBase64Url(by.sign(utf8.encode(text)))}`
  }

  function credential(by: Signer, printed: Printed & { kind: LetterKind }, { name, about, rest }: LetterFacts) {
    const disclosed = (fact: string, value: unknown) => tokenPart([randomBytes(16).toString('base64url'), fact, value])
    const [shown, hidden] = [[disclosed('name', name), disclosed('about', about)], disclosed('rest', rest)]
    const { list, index } = placeOf(printed)
    const jwt = signed(by, 'dc+sd-jwt', {
      iss: issuer(),
      vct: letterTypes[printed.kind],
      iat: Math.floor(now() / 1000),
      status: { status_list: { idx: index, uri: addressOf(list) } },
      // In the order of their letters, which says nothing.
      _sd: [...shown, hidden].map(digestOf).sort(),
    })
    const part = (disclosures: readonly string[]) => `${[jwt, ...disclosures].join('~')}~`
    return { code: part(shown), whole: part([...shown, hidden]) }
  }

  /** Those of a list of allotments whose seat is lost; an allotment stands under its candidate's number. */
  const lostOf = (name: string, rows: readonly Standing[]): ReadonlySet<number> =>
    name.startsWith('allotment-')
      ? lostSeats(
          Number(name.slice('allotment-'.length)),
          rows.map(({ number }) => number),
        )
      : new Set()

  /** The bits of a list, one for each number: 0 for a letter that holds, 1 for all others. */
  async function bitsOf(name: string, ended: (standing: Standing) => boolean): Promise<Uint8Array> {
    let bits = new Uint8Array(1024).fill(255)
    for (let after = 0; ; ) {
      const rows = store.standings(name, after, standingsAtOnce)
      const lost = lostOf(name, rows)
      for (const row of rows) {
        while (row.number >= bits.length * 8) {
          const longer = new Uint8Array(bits.length * 2).fill(255)
          longer.set(bits)
          bits = longer
        }
        if (!ended(row) && !lost.has(row.number)) bits[row.number >> 3]! &= ~(1 << (row.number & 7))
      }
      if (rows.length < standingsAtOnce) return bits
      after = rows.at(-1)!.number
      await breath()
    }
  }

  /** Signs a list as it is now; null if there is none of this name, or nobody to sign it. */
  async function listed(list: string): Promise<string | null> {
    const [, name, of] = /^(receipt|admission|allotment-[1-9]\d?)-([1-9]\d{0,3})$/.exec(list) ?? []
    const by = signer()
    if (name === undefined || Number(of) > epoch || !by) return null
    const endedAt = epochs[Number(of)]?.cutAt ?? null
    const at = Math.floor(now() / 1000)
    const bits = await bitsOf(name, ({ since, hasEnded }) => hasEnded === 1 || (endedAt !== null && since >= endedAt))
    const lst = ((await packed(bits)) as Buffer).toString('base64url')
    const payload = { sub: addressOf(list), iat: at, exp: at + oldestList / 1000, ttl: 3600 }
    return signed(by, 'statuslist+jwt', { ...payload, status_list: { bits: 1, lst } })
  }

  const kept = new Map<string, { at: number; by: string; token: Promise<string | null> }>()
  /** A list of revocations by its name, at most ten minutes old, or one minute; null for another name. */
  function list(name: string): Promise<string | null> {
    const known = kept.get(name)
    const by = issuer()
    const after = listedAgainAfter[name.startsWith('allotment-') ? 'allotment' : 'other']
    if (known && known.by === by && Math.abs(now() - known.at) < after) return known.token
    const token = listed(name)
    if (names().includes(name)) kept.set(name, { at: now(), by, token })
    token.catch(() => kept.delete(name))
    return token
  }

  const names = (): string[] =>
    epochs.flatMap((_, nth) =>
      [...store.rounds().map((round) => `allotment-${round}`), 'receipt', 'admission'].map(
        (name) => `${name}-${nth + 1}`,
      ),
    )

  return {
    list,
    /** What a browser keeps to check letters by itself. */
    async book(): Promise<LetterBook> {
      const lists: [string, string][] = []
      for (const name of names()) {
        const token = await list(name)
        if (token !== null) lists.push([addressOf(name), token])
      }
      return { issuer: issuer(), keys: keys(), lists: Object.fromEntries(lists) }
    },
    /** A document's proof: the address for its QR, and the whole credential; null where nobody can sign. A name or a seat that is too long is cut. */
    prove(printed: Printed & { kind: LetterKind }, facts: LetterFacts): Proof | null {
      const by = signer()
      if (!by) return null
      const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
      for (let length = 1000; ; length = Math.floor(length * 0.8)) {
        const shown = { name: cut(facts.name, Math.max(length, 60)), about: cut(facts.about, length) }
        const { code, whole } = credential(by, printed, { ...facts, ...shown })
        if (code.length <= longestProof) return { address: `${href(linkBase(), 'check-letter')}#${code}`, whole }
      }
    },
  }
}

export type Letters = ReturnType<typeof createLetters>
