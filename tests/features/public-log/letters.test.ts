import { createHash, createPublicKey, verify as fits } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { SDJwtInstance } from '@sd-jwt/core'
import { compactVerify, decodeJwt, importJWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { logKeyOf } from '#server/adapters/log-files.ts'
import {
  checkLetter,
  codeIn,
  digestOf,
  keyIdText,
  type LetterBook,
  type LetterFault,
  type LetterVerdict,
  letterFaults,
  toBase64Url,
  tokenPart,
} from '#server/domain/log/letter.ts'
import { readKey, writtenKey } from '#server/domain/log/note.ts'
import { longestProof } from '#server/features/content/printables/letters.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { days, hours, ist, minutes, plus } from '#server/kernel/time.ts'
import { type Placed, runOf } from '#tests/features/allotment/published-round.ts'
import { addForm } from '#tests/support/merit.ts'
import { folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { pythonSays } from '#tests/support/python.ts'
import { look, type Mirror, readerOf, seen } from '#tests/support/witness.ts'

const seedOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const stranger = logKeyOf(seedOf(9))
const own = logKeyOf(seedOf(1))

const verify = async (publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array) =>
  fits(
    null,
    text,
    createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
      format: 'der',
      type: 'spki',
    }),
    signature,
  )
const inflate = async (bytes: Uint8Array) => new Uint8Array(inflateSync(bytes))

const checked = (text: string, book: LetterBook, now: number): Promise<LetterVerdict> =>
  checkLetter({ text, book, verify, inflate, now })

/** A letter in its parts, and put together again. */
type Parts = { header: Record<string, unknown>; payload: Record<string, unknown>; disclosures: string[] }
function partsOf(code: string): Parts {
  const [jwt, ...more] = codeIn(code).split('~')
  const [header, payload] = jwt!.split('.').map((part) => part && Buffer.from(part, 'base64url').toString())
  return { header: JSON.parse(header!), payload: JSON.parse(payload!), disclosures: more.slice(0, -1) }
}
function signed({ header, payload, disclosures }: Parts, by: { sign(text: Uint8Array): Uint8Array } | null): string {
  const text = `${tokenPart(header)}.${tokenPart(payload)}`
  const signature = by ? toBase64Url(by.sign(Buffer.from(text))) : ''
  return `${[`${text}.${signature}`, ...disclosures].join('~')}~`
}

let portal: TestPortal
let now: number
let code: string
let whole: string
let book: LetterBook
let candidateId: number
let place: Placed
const seat = { choiceCode: '301510110', seatType: 'LSCS', preference: 2 }
const mirror: Mirror = new Map()
const about = '3015 Sahyadri Institute, Management Studies (301510110)'

beforeAll(async () => {
  portal = await openPortal({ shared: true, config: { logKey: { key: seedOf(1) } } })
  const { id, userId } = addForm(portal.services.db, 1, { fullName: 'Asha Ramesh Patil' })
  candidateId = id
  place = { id, userId, fullName: 'Asha Ramesh Patil', state: 12, allIndia: 15, category: 'SC', seat }
  runOf(portal, { round: 1, courses: [{ choiceCode: seat.choiceCode, seats: { GSCS: 2, LSCS: 1 } }], placed: [place] })
  const facts = { name: 'Asha Ramesh Patil', about, rest: { Category: 'SC' } }
  const proof = portal.services.letters.prove({ kind: 'allotment-letter', candidateId, number: 1 }, facts)!
  code = codeIn(proof.address)
  whole = proof.whole
  portal.clock.advance(minutes(1))
  now = portal.clock.real()
  book = await portal.services.letters.book()
  await seen(look(readerOf(portal, mirror), now))
})

/** What the program for strangers says of letters, at this time, with these books and this log. */
function saidByPython(
  asked: readonly (readonly [text: string, book: unknown])[],
  at: number,
  log = mirror,
): { code: number | string; said: string }[] {
  const folder = folderOfTest()
  for (const [name, content] of log) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  const runs = asked.map(([text, of], n) => {
    const file = path.join(folder, `book-${n}.json`)
    writeFileSync(file, typeof of === 'string' || Buffer.isBuffer(of) ? of : JSON.stringify(of))
    return ['check', [folder, '--letter', text, file]] as const
  })
  return pythonSays(runs, at)
}

/** The letter is refused by the page and by Python; the sentence that everybody reads, in English and with Marathi letters. */
async function refusal(text: string, { of = book, at = now, inLog = true } = {}): Promise<string> {
  const found = await checked(text, of, at)
  if (inLog) expectRefusedByPython([[text, of]], at)
  if (found.isGenuine) return 'believed'
  return sentenceOf(found.fault)
}

/** Each with a sentence, and with no error of the program itself. */
function expectRefusedByPython(asked: readonly (readonly [text: string, book: unknown])[], at = now): void {
  for (const [n, { code: exit, said }] of saidByPython(asked, at).entries()) {
    expect([1, 2], `${n}: ${exit} ${said}`).toContain(exit)
    expect(said).toMatch(
      /(NOT TO BE BELIEVED: |NOTHING WAS CHECKED: |BUT IF IT WAS REVOKED SINCE, NOBODY CAN SAY).{10,}\n$/,
    )
  }
}

function sentenceOf({ code: fault, facts }: LetterFault): string {
  const words = (['en', 'mr'] as const).map((language) =>
    translate(language, `letters:fault.${fault}`, {
      issuer: facts.issuer ?? '',
      at: typeof facts.at === 'number' ? formatDateTime(facts.at, language) : '',
    }),
  )
  expect(words[1]).toMatch(/[\u0900-\u097f]/)
  for (const one of words) expect(one).not.toMatch(/\{\{|undefined|NaN/)
  return `${fault}: ${words[0]}`
}

describe('a true letter', () => {
  test('is believed, shows name and seat alone, and fits into its QR', async () => {
    const verdict = await checked(code, book, now)
    expect(verdict).toMatchObject({
      isGenuine: true,
      letter: { kind: 'allotment-letter', name: 'Asha Ramesh Patil', about, rest: null },
    })
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(longestProof)
    expect(JSON.stringify(partsOf(code))).not.toContain('Category')
    expect(await checked(whole, book, now)).toMatchObject({ letter: { rest: { Category: 'SC' } } })
    // As a scanner gives it: the whole address, or with line ends.
    expect(await checked(`https://x.example/check-letter#${code}`, book, now)).toMatchObject({ isGenuine: true })
    expect(await checked(code.replace(/(.{76})/g, '$1\n'), book, now)).toMatchObject({ isGenuine: true })
    expect(saidByPython([[code, book]], now)).toEqual([
      { code: 0, said: expect.stringContaining('Genuine, and not revoked, as of ') },
    ])
  })

  test('the longest name and seat fit as well', () => {
    const facts = { name: 'आशालता '.repeat(20), about: 'क'.repeat(900), rest: {} }
    const { address } = portal.services.letters.prove({ kind: 'receipt', candidateId, number: 1 }, facts)!
    expect(Buffer.byteLength(codeIn(address))).toBeLessThanOrEqual(longestProof)
  })

  test('is what other implementations of the standards read', async () => {
    const { publicKey } = readKey(book.keys[0]!.verifierKey)!
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') }
    const key = await importJWK(jwk, 'EdDSA')
    const instance = new SDJwtInstance({
      hasher: (data) =>
        createHash('sha256')
          .update(typeof data === 'string' ? data : new Uint8Array(data))
          .digest(),
      hashAlg: 'sha-256',
      verifier: async (data, signature) => compactVerify(`${data}.${signature}`, key).then(() => true),
    })
    const read = await instance.verify(whole)
    expect(read.payload).toMatchObject({ name: 'Asha Ramesh Patil', about, rest: { Category: 'SC' } })
    for (const token of Object.values(book.lists))
      expect((await compactVerify(token, key)).protectedHeader.typ).toBe('statuslist+jwt')
  })

  test('is served with its list, and the page is one for everybody', async () => {
    const [uri] = Object.keys(book.lists)
    const answer = await portal.app.inject({ url: new URL(uri!).pathname })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/statuslist+jwt'])
    for (const name of ['allotment-0-1', 'receipt-2', 'other-1', 'receipt-1x'])
      expect((await portal.app.inject({ url: `${portal.base}letters/${name}` })).statusCode).toBe(404)
    const page = await portal.app.inject({ url: `${portal.base}check-letter` })
    expect(page.payload).toContain('Type the short code of the paper instead.')
  })
})

describe('a forged letter is refused', () => {
  test('1: an altered claim', async () => {
    const { header, payload, disclosures } = partsOf(code)
    const [head] = code.split('.')
    const body = tokenPart({ ...payload, iat: Number(payload.iat) + 1 })
    const signature = code.split('.')[2]!.split('~')[0]
    expect(await refusal(`${head}.${body}.${signature}~${disclosures.join('~')}~`)).toMatch(/^altered: It was changed/)
    expect(header.alg).toBe('EdDSA')
  })

  test('2: without a signature, by the algorithm "none" or by a secret', async () => {
    const parts = partsOf(code)
    for (const alg of ['none', 'None', 'HS256', 'ES256', undefined])
      expect(await refusal(signed({ ...parts, header: { ...parts.header, alg } }, null))).toMatch(
        /^unsigned: .*Anybody could have written it/,
      )
    expect(await refusal(signed(parts, null))).toMatch(/^altered: /)
  })

  test('3: signed by a key of another portal, and by a stranger under the name of the portal’s key', async () => {
    const parts = partsOf(code)
    const kid = keyIdText({ name: 'other.example/log/1', kind: 1, publicKey: stranger.publicKey })
    expect(await refusal(signed({ ...parts, header: { ...parts.header, kid } }, stranger))).toMatch(/^other-key: /)
    expect(await refusal(signed(parts, stranger))).toMatch(/^altered: /)
  })

  test('4: the letter of another portal, truly signed there', async () => {
    const parts = partsOf(code)
    const payload = { ...parts.payload, iss: 'https://elsewhere.example/mbale/candidate' }
    expect(await refusal(signed({ ...parts, payload }, own))).toMatch(/^other-portal: .*https:\/\/elsewhere\.example/)
    // As it comes from there, by its own key and with a list of its own.
    const kid = keyIdText({ name: 'elsewhere.example/mbale/candidate/log/1', kind: 1, publicKey: stranger.publicKey })
    const theirs = signed({ ...parts, header: { ...parts.header, kid }, payload }, stranger)
    expect(await refusal(theirs)).toMatch(/^other-portal: /)
    expect(saidByPython([[theirs, book]], now)[0]!.said).toMatch(
      /NOTHING WAS CHECKED: the letter says that it is from https:\/\/elsewhere\.example/,
    )
  })

  test('5: a seat exchanged in its disclosure', async () => {
    const parts = partsOf(code)
    const other = tokenPart(['c2FsdA', 'about', '1001 Government College, Management (100110110)'])
    expect(await refusal(signed({ ...parts, disclosures: [parts.disclosures[0]!, other] }, own))).toMatch(
      /^disclosure: The name or the seat in it is not the one/,
    )
  })

  test('6: the disclosures of another person’s letter', async () => {
    const facts = { name: 'Ravi', about: 'another seat', rest: {} }
    const other = portal.services.letters.prove({ kind: 'allotment-letter', candidateId: 99, number: 1 }, facts)!
    const parts = partsOf(code)
    const { disclosures } = partsOf(other.address)
    const jwt = code.split('~')[0]
    expect(await refusal(`${jwt}~${disclosures.join('~')}~`)).toMatch(/^disclosure: /)
    expect(await refusal(`${jwt}~${parts.disclosures.join('~')}~${disclosures[0]}~`)).toMatch(/^disclosure: /)
  })

  test('7: the same fact twice, or under another name', async () => {
    const parts = partsOf(code)
    const again = tokenPart(['c2FsdA', 'name', 'Somebody Else'])
    const payload = { ...parts.payload, _sd: [...(parts.payload._sd as string[]), digestOf(again)] }
    const forged = { ...parts, payload, disclosures: [...parts.disclosures, again] }
    expect(await refusal(signed(forged, own))).toMatch(/^disclosure: /)
  })

  test('8: cut off, and a part removed', async () => {
    for (const length of [20, 200, code.length - 1, code.length - 40])
      expect(await refusal(code.slice(0, length))).toMatch(/^(truncated|disclosure): /)
    const parts = partsOf(code)
    const jwt = code.split('~')[0]
    expect(await refusal(`${jwt}~${parts.disclosures[0]}~`)).toMatch(/^incomplete: .*A part was removed/)
    const none = ['', 'hello', 'a.b.c~', '0400-0002-0000-1KXW-7Q2B-90ZT', '\u0000~~', '~'.repeat(5000)]
    for (const text of none) expect(await refusal(text, { inLog: false })).toMatch(/^no-letter: /)
    expectRefusedByPython(none.map((text) => [text, book]))
  })

  test('9: revoked, because the seat is lost or a later round has replaced it', async () => {
    const bits = deflateSync(Buffer.alloc(1024, 255)).toString('base64url')
    const uri = (partsOf(code).payload.status as { status_list: { uri: string } }).status_list.uri
    const list = partsOf(book.lists[uri]!)
    const revoked = signed(
      { ...list, payload: { ...list.payload, status_list: { bits: 1, lst: bits } }, disclosures: [] },
      own,
    )
    const of = { ...book, lists: { ...book.lists, [uri]: revoked.slice(0, -1) } }
    expect(await refusal(code, { of })).toMatch(
      /^revoked: The portal has revoked it, or never issued it\. The seat may have been lost, cancelled/,
    )
  })

  test('10: an expired list of revocations, none at all, and the list of other letters', async () => {
    expect(await refusal(code, { at: now + days(1) })).toMatch(/^list-old: .*counts for a day/)
    expect(await refusal(code, { of: { ...book, lists: {} } })).toMatch(/^list-missing: /)
    const uri = (partsOf(code).payload.status as { status_list: { uri: string } }).status_list.uri
    const other = Object.keys(book.lists).find((one) => one !== uri)!
    expect(await refusal(code, { of: { ...book, lists: { [uri]: book.lists[other]! } } })).toMatch(/^list-forged: /)
    const forged = signed({ ...partsOf(book.lists[uri]!), disclosures: [] }, stranger).slice(0, -1)
    expect(await refusal(code, { of: { ...book, lists: { [uri]: forged } } })).toMatch(/^list-forged: /)
    const verdict = await checked(code, book, now + days(1))
    expect(verdict).toMatchObject({ isGenuine: false, fault: { letter: { name: 'Asha Ramesh Patil' } } })
  })

  test('11: a number that the portal never gave', async () => {
    const parts = partsOf(code)
    const at = (idx: number) => ({
      ...parts,
      payload: {
        ...parts.payload,
        status: { status_list: { ...(parts.payload.status as { status_list: object }).status_list, idx } },
      },
    })
    expect(await refusal(signed(at(candidateId + 1), own))).toMatch(/^revoked: /)
    expect(await refusal(signed(at(9_999_999), own))).toMatch(/^unlisted: The portal has never issued/)
    const odd = [-1, 0.5, Number.MAX_SAFE_INTEGER].map((idx) => signed(at(idx), own))
    for (const text of odd) expect(await refusal(text, { inLog: false })).toMatch(/^(incomplete|unlisted): /)
    expectRefusedByPython(odd.map((text) => [text, book]))
  })

  test('12: a key from before the rotation, used after its end; and a date that has not come', async () => {
    const until = now - days(2)
    const line = writtenKey({ name: readKey(book.keys[0]!.verifierKey)!.name, kind: 1, publicKey: stranger.publicKey })
    const of = {
      ...book,
      keys: [
        { ...book.keys[0]!, until },
        { verifierKey: line, from: until, until: null },
      ],
    }
    expect(await refusal(code, { of, inLog: false })).toMatch(/^old-key: .*when that key was not the portal's/)
    const parts = partsOf(code)
    const late = { ...parts, payload: { ...parts.payload, iat: Math.floor((now + days(1)) / 1000) } }
    expect(await refusal(signed(late, own))).toMatch(/^ahead: /)
    const newKey = {
      ...parts,
      header: { ...parts.header, kid: keyIdText(readKey(line)!) },
      payload: { ...parts.payload, iat: Math.floor((until - days(1)) / 1000) },
    }
    expect(await refusal(signed(newKey, stranger), { of, inLog: false })).toMatch(/^old-key: /)
  })

  test('13: a key that came back holds in both of its times, and not between them', async () => {
    const line = writtenKey({ name: readKey(book.keys[0]!.verifierKey)!.name, kind: 1, publicKey: stranger.publicKey })
    const { verifierKey } = book.keys[0]!
    const keys = [
      { verifierKey, from: now - days(9), until: now - days(6) },
      { verifierKey: line, from: now - days(6), until: now - days(3) },
      { verifierKey, from: now - days(3), until: null },
    ]
    const parts = partsOf(code)
    const datedBefore = (ms: number) =>
      signed({ ...parts, payload: { ...parts.payload, iat: Math.floor((now - ms) / 1000) } }, own)
    for (const ms of [days(8), days(2), minutes(2)])
      expect(await checked(datedBefore(ms), { ...book, keys }, now)).toMatchObject({ isGenuine: true })
    expect(await refusal(datedBefore(days(5)), { of: { ...book, keys }, inLog: false })).toMatch(/^old-key: /)
  })

  test('14: no claim of an odd kind ends the check itself', async () => {
    const parts = partsOf(code)
    const odd = { toString: 1, valueOf: 1 }
    for (const payload of [{ iat: odd }, { iss: odd }, { iat: '1' }, { iat: true }, { status: odd }, { _sd: odd }])
      for (const by of [null, own])
        expect(await refusal(signed({ ...parts, payload: { ...parts.payload, ...payload } }, by))).toMatch(
          /^(incomplete|altered|disclosure): /,
        )
  })

  test('each fault has a sentence in both languages', () => {
    for (const fault of letterFaults) expect(sentenceOf({ code: fault, facts: {} })).toMatch(/: .{20,}/)
  })
})

test('a hostile letter or list ends the program for strangers with a sentence', () => {
  const parts = partsOf(code)
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const signedOver = (payload: object) => signed({ ...parts, payload: { ...parts.payload, ...payload } }, own)
  const letters = [
    signedOver({ iat: 'now' }),
    signedOver({ iat: 1e300 }),
    signedOver({ iat: null }),
    signedOver({ iss: 7 }),
    signedOver({ iss: '\u001b[2J\u009b2J' }),
    signedOver({ vct: 'urn:other' }),
    signedOver({ status: null }),
    signedOver({ status: { status_list: { idx: '1', uri: [] } } }),
    signedOver({ _sd: 'x' }),
    `${signed({ ...parts, disclosures: [] }, own)}${Buffer.from(nested).toString('base64url')}~`,
    `${tokenPart([])}.${tokenPart(7)}.~`,
    '\u0905~',
  ]
  const uri = Object.keys(book.lists)[0]!
  const list = partsOf(book.lists[uri]!)
  const packed = (bytes: Buffer) => ({ status_list: { bits: 1, lst: bytes.toString('base64url') } })
  const books = [
    '{"lists":',
    nested,
    Buffer.from('{}', 'utf16le'),
    '[]',
    { ...book, lists: null },
    { ...book, lists: { [uri]: 7 } },
    ...[deflateSync(Buffer.alloc(50_000_000, 255)), Buffer.from('no zlib')].map((bytes) => {
      const payload = { ...list.payload, ...packed(bytes) }
      const token = signed({ ...list, payload, disclosures: [] }, own).slice(0, -1)
      return { ...book, lists: { ...book.lists, [uri]: token } }
    }),
  ]
  expectRefusedByPython([...letters.map((text) => [text, book] as const), ...books.map((of) => [code, of] as const)])
  const [told] = saidByPython([[letters[4]!, book]], now)
  for (const sign of ['\u001b', '\u009b']) expect(told!.said).not.toContain(sign)
})

describe('a letter that is newer than what somebody has to check it by', () => {
  const later = (by: { sign(text: Uint8Array): Uint8Array }, at: number, change: object = {}, header: object = {}) => {
    const parts = partsOf(code)
    const payload = { ...parts.payload, iat: Math.floor(at / 1000), ...change }
    return signed({ ...parts, header: { ...parts.header, ...header }, payload }, by)
  }
  const status = (idx: number) => ({
    status: { status_list: { ...(partsOf(code).payload.status as { status_list: object }).status_list, idx } },
  })

  test('is not called revoked because the list does not know its number yet', async () => {
    for (const idx of [candidateId + 1, 9_999_999]) {
      const text = later(own, now + minutes(2), status(idx))
      const found = await checked(text, book, now + minutes(2))
      expect(found).toMatchObject({ isGenuine: false, fault: { code: 'list-older', letter: { about } } })
      expect(await refusal(text, { at: now + minutes(2) })).toMatch(/^list-older: .*at most eleven minutes old/)
      const [told] = saidByPython([[text, book]], now + minutes(2))
      expect(told).toMatchObject({ code: 2, said: expect.stringContaining('and the letter is newer') })
    }
    // Whoever backdates it is told as before.
    expect(await refusal(later(own, now - minutes(2), status(9_999_999)))).toMatch(/^unlisted: /)
  })

  test('is not called forged because its key is newer; an older one, or one of tomorrow, is', async () => {
    const kid = keyIdText({ ...readKey(book.keys[0]!.verifierKey)!, publicKey: stranger.publicKey })
    const at = now + days(2)
    const text = later(stranger, at, {}, { kid })
    expect(await refusal(text, { at })).toMatch(/^keys-older: .*a key that this device does not know/)
    expect(saidByPython([[text, book]], at)[0]).toMatchObject({
      code: 2,
      said: expect.stringContaining(
        'NOTHING WAS CHECKED: it is signed by a key that this copy of the log does not know',
      ),
    })
    // Keys that were fetched in this minute know each one of the portal.
    const fresh = await checkLetter({ text, book, verify, inflate, now: at, isFresh: true })
    expect(fresh).toMatchObject({ fault: { code: 'other-key' } })
    for (const [dated, asked] of [
      [now - minutes(5), at],
      [at + days(1), at],
    ] as const)
      expect(await refusal(later(stranger, dated, {}, { kid }), { at: asked, inLog: false })).toMatch(/^other-key: /)
  })
})

describe('a portal', () => {
  test('signs nothing anew for a seat that is lost, and says so by its short code alone', async () => {
    const { sqlite } = portal.services.db
    const proofIn = async () => {
      const printed = await portal.services.printables.print({ candidateId } as never, 'allotment-letter-1', 'en')
      if (!printed.ok) throw new Error(printed.refusal.code)
      return (await PDFDocument.load(printed.value.bytes)).getAttachments().map(({ name }) => name)
    }
    expect(await proofIn()).toEqual(['letter.sd-jwt'])
    sqlite
      .prepare(`INSERT INTO seat_endings (candidate_id, round, ending, at) VALUES (?, 1, 'claim-failed', 1)`)
      .run(candidateId)
    expect(await proofIn()).toEqual([])
    sqlite.exec('DELETE FROM seat_endings')
  })

  test('lists a payment within a minute of it, and who has lost a seat within ten', async () => {
    const [uri] = Object.keys(book.lists).filter((one) => one.includes('receipt'))
    const [seats] = Object.keys(book.lists).filter((one) => one.includes('allotment'))
    const before = await portal.services.letters.book()
    portal.clock.advance(minutes(1))
    const after = await portal.services.letters.book()
    expect([after.lists[uri!] === before.lists[uri!], after.lists[seats!] === before.lists[seats!]]).toEqual([
      false,
      true,
    ])
  })

  test('revokes a letter when the seat is lost or a later round gives another, as the page of its short code says', async () => {
    const { sqlite } = portal.services.db
    const listedNow = async () => {
      portal.clock.advance(minutes(11))
      return checked(code, await portal.services.letters.book(), portal.clock.real())
    }
    expect(await listedNow()).toMatchObject({ isGenuine: true })
    sqlite
      .prepare(`INSERT INTO seat_endings (candidate_id, round, ending, at) VALUES (?, 1, 'claim-failed', 1)`)
      .run(candidateId)
    expect(await listedNow()).toMatchObject({ isGenuine: false, fault: { code: 'revoked' } })
    sqlite.exec('DELETE FROM seat_endings')
    expect(await listedNow()).toMatchObject({ isGenuine: true })
    runOf(portal, {
      round: 2,
      courses: [{ choiceCode: '301510111', seats: { LSCS: 1 } }],
      placed: [{ ...place, seat: { ...seat, choiceCode: '301510111' } }],
    })
    expect(await listedNow()).toMatchObject({ isGenuine: false, fault: { code: 'revoked' } })
  })

  test('believes its old paper after a change of key and of SECRET, and nothing that the old key signs later', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir, config: { logKey: { key: seedOf(1) } } })
    const facts = { name: 'Asha', about: 'a seat', rest: {} }
    first.services.db.sqlite.exec(
      `INSERT INTO candidates (id, user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
       VALUES (5, 'ML24100005', 'Asha', 'a@example.org', '9876543210', 'MH', 'MH-pune', 'en', 1, 1)`,
    )
    const paper = codeIn(first.services.letters.prove({ kind: 'receipt', candidateId: 5, number: 1 }, facts)!.address)
    const old = first.services.publicLog.signer()!
    await first.close()
    const second = await openPortal({
      dataDir,
      config: {
        secret: 'another secret of at least thirty-two characters',
        logKey: { key: seedOf(2), previous: seedOf(1) },
      },
    })
    second.clock.advance(days(1))
    const later = await second.services.letters.book()
    expect(later.keys).toHaveLength(2)
    // Its payment is unknown to this portal; only its list could say more.
    expect(await checked(paper, later, second.clock.real())).toMatchObject({ fault: { code: 'revoked' } })
    const parts = partsOf(paper)
    const misused = { ...parts, payload: { ...parts.payload, iat: Math.floor(second.clock.real() / 1000) } }
    expect(await checked(signed(misused, old), later, second.clock.real())).toMatchObject({
      fault: { code: 'old-key' },
    })
    expect(decodeJwt(paper.split('~')[0]!).iss).toBe(later.issuer)
    // A stranger's program follows the change of key in the log itself.
    const changed: Mirror = new Map()
    await seen(look(readerOf(second, changed), second.clock.real()))
    const asked = [signed(misused, old), paper].map((text) => [text, later] as const)
    expect(saidByPython(asked, second.clock.real(), changed).map(({ said }) => said)).toEqual([
      expect.stringContaining("signed by a key at a time at which that key was not the portal's"),
      expect.stringContaining('NOT TO BE BELIEVED: The portal has revoked it, or never issued it'),
    ])
  })

  const person = `INSERT INTO candidates (id, user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
    VALUES (5, 'ML24100005', 'Asha', 'a@example.org', '9876543210', 'MH', 'MH-pune', 'en', 1, 1)`
  const payment = `INSERT INTO payments (id, candidate_id, due, amount, gateway, status, created_at, changed_at, captured_at)
    VALUES (1, 5, 'application-fee', 100000, 'demo', 'captured', 1, 1, 1)`
  const facts = { name: 'Asha', about: 'what was paid', rest: {} }
  const receiptOf = (from: TestPortal) =>
    codeIn(from.services.letters.prove({ kind: 'receipt', candidateId: 5, number: 1 }, facts)!.address)

  test('believes its paper after it has moved to another address', async () => {
    const dataDir = folderOfTest()
    const open = (publicUrl: string) =>
      openPortal({ dataDir, config: { logKey: { key: seedOf(1) }, publicUrl: `${publicUrl}.example.org` } })
    const before = await open('http://old')
    for (const row of [person, payment]) before.services.db.sqlite.exec(row)
    const paper = receiptOf(before)
    await before.close()
    for (const publicUrl of ['https://old', 'https://new']) {
      const moved = await open(publicUrl)
      moved.clock.advance(days(1))
      const own = await moved.services.letters.book()
      expect(await checked(paper, own, moved.clock.real())).toMatchObject({
        isGenuine: true,
        letter: { about: 'what was paid' },
      })
      const copied: Mirror = new Map()
      await seen(look(readerOf(moved, copied), moved.clock.real()))
      expect(saidByPython([[paper, own]], moved.clock.real(), copied)[0]).toMatchObject({ code: 0 })
      await moved.close()
    }
    expect(await checked(paper, book, now)).toMatchObject({ fault: { code: 'other-portal' } })
  })

  test('whose clock was ahead when its key was changed believes what that key has signed since', async () => {
    const dataDir = folderOfTest()
    const begun = ist('2024-06-01 10:00')
    const open = (after: number, logKey: object) => openPortal({ dataDir, at: plus(begun, after), config: { logKey } })
    const first = await open(0, { key: seedOf(1) })
    for (const row of [person, payment]) first.services.db.sqlite.exec(row)
    await first.close()
    await (await open(hours(20), { key: seedOf(2), previous: seedOf(1) })).close()
    // Set right, a minute after the first: the next publication says so.
    const right = await open(minutes(1), { key: seedOf(2) })
    const admin = { id: 1, loginName: 'admin', role: 'admin' } as never
    right.services.notices.publish(admin, {
      kind: 'notice',
      titleEn: 'A',
      titleMr: 'अ',
      bodyEn: 'A',
      bodyMr: 'अ',
      confirmed: 'yes',
    } as never)
    const paper = receiptOf(right)
    right.clock.advance(minutes(2))
    const own = await right.services.letters.book()
    expect(own.keys).toHaveLength(2)
    expect(await checked(paper, own, right.clock.real())).toMatchObject({ isGenuine: true })
    const copied: Mirror = new Map()
    await seen(look(readerOf(right, copied), right.clock.real()))
    expect(saidByPython([[paper, own]], right.clock.real(), copied)[0]).toMatchObject({ code: 0 })
    await right.close()
  })
})
