import { Contradicted, clocksApart, type Sighting, sightings, type Verify } from './cosignature'
import { checkpointFile, entriesIn, tileFile, tilesOf, tileWidth } from './files'
import { type Leaf, readLeaf, rotationText } from './leaf'
import {
  fromBase64,
  keyIdOf,
  type Note,
  readCheckpoint,
  readKey,
  readNote,
  signatureKinds,
  toBase64,
  type VerifierKey,
  writtenKey,
} from './note'
import { Unread } from './reading'
import { createTree, isSame, leafHash } from './tree'

/** What a witness remembers between two looks: the log as it last saw it, and every state that it has seen. */
export type WitnessState = {
  origin: string
  /** The key that signed when it looked last, in one line. */
  verifierKey: string
  size: number
  /** base64. */
  root: string
  /** When it looked, by its own clock; ms since 1970. */
  seenAt: number
  seen: { size: number; root: string; at: number }[]
}

/**
 * Why a log is not to be believed. Each has a sentence for everybody (`publicLog.json`, `finding.<code>`).
 * `yesterday`: an earlier state of the same log, as an old copy shows. `shorter`: fewer entries than before, and not a state seen.
 */
const witnessFaults = [
  'unreadable',
  'missing-file',
  'wrong-origin',
  'begun-anew',
  'truncated',
  'entry-altered',
  'altered',
  'forked',
  'shorter',
  'yesterday',
  'other-key',
  'old-key',
  'bad-signature',
  'broken-rotation',
  'backdated',
  'out-of-order',
  'ahead',
  'not-an-entry',
  'contradicted',
] as const
export type WitnessFault = {
  code: (typeof witnessFaults)[number]
  facts: Readonly<Record<string, string | number>>
}

/** An entry with its number. */
export type NumberedLeaf = Leaf & { number: number }

export type WitnessVerdict =
  | { isWhole: false; fault: WitnessFault }
  | {
      isWhole: true
      state: WitnessState
      isFirst: boolean
      news: NumberedLeaf[]
      size: number
      /** What the witnesses have seen that the log lists. */
      sightings: Sighting[]
      /** The head that it has proved, as the log has signed it. */
      head: string
      /** Of a copy: when its newest entry was written, ms since 1970. Null where it was read at the log's own host. */
      copyUntil: number | null
    }

type WitnessTask = {
  /** Reads a file of the log; null if there is none. */
  read(file: string): Promise<Uint8Array | null>
  verify: Verify
  /** What it remembers; null at its first look. */
  before: WitnessState | null
  /** The name of the log, or its key in one line, if somebody has told it. */
  expected?: { origin?: string; verifierKey?: string }
  /** Its own clock. */
  now: number
  /** The host from which it reads, if that may be another than the log's own: of a copy nobody knows how old it is. */
  host?: string
}

const utf8 = new TextEncoder()
/** A larger log is none of a portal. */
const mostEntries = 2_000_000
/** How many of the states that it has seen a witness keeps. */
const mostSeen = 500
/** A portal that publishes meanwhile replaces files that are not full: so often its head is read again. */
const mostLooks = 5
/** Files that are asked for at once. */
const atOnce = 8

class Faulty extends Error {
  fault: WitnessFault
  constructor(code: WitnessFault['code'], facts: WitnessFault['facts'] = {}) {
    super(code)
    this.fault = { code, facts }
  }
}

/**
 * Looks at a log as a stranger does: reads its signed head and every file, and proves that each entry is under that head, that
 * the head goes on from the one seen before, that only the log's own keys have signed, and that no entry says to be older
 * than the last look. It believes nothing that it has not worked out itself. Throws `Unread` if its clock is before its last look.
 * Source: rules §19.5.
 */
export async function witness(task: WitnessTask): Promise<WitnessVerdict> {
  for (let looks = 0; looks < mostLooks; looks++) {
    let head: Uint8Array | null = null
    const read = async (file: string) => {
      const content = await task.read(file)
      if (file === checkpointFile) head = content
      return content
    }
    try {
      return await look({ ...task, read })
    } catch (error) {
      if (error instanceof Contradicted) return { isWhole: false, fault: { code: 'contradicted', facts: error.facts } }
      if (!(error instanceof Faulty)) throw error
      const { fault } = error
      const isSuperseded = fault.code === 'missing-file' && head !== null && !isSame(head, await headNow(task))
      if (!isSuperseded) return { isWhole: false, fault }
    }
  }
  throw new Unread('growing')
}

const headNow = async ({ read }: WitnessTask) => (await read(checkpointFile)) ?? new Uint8Array()

async function look(task: WitnessTask): Promise<WitnessVerdict> {
  const { before, now, expected = {} } = task
  if (before && before.seenAt > now + clocksApart) throw new Unread('last-look-ahead', { at: before.seenAt, own: now })
  const note = readNote(
    new TextDecoder().decode((await task.read(checkpointFile)) ?? fail('missing-file', { file: checkpointFile })),
  )
  const head = note && readCheckpoint(note.text)
  if (!note || !head || head.size < 1 || head.size > mostEntries) return fail('unreadable')
  const wanted = expected.origin ?? readKey(expected.verifierKey ?? '')?.name
  if (wanted !== undefined && head.origin !== wanted) fail('wrong-origin', { origin: head.origin, expected: wanted })
  const root = toBase64(head.root)
  if (before && head.origin === before.origin && head.size < before.size) {
    const seen = before.seen.find((one) => one.size === head.size && one.root === root)
    fail(seen ? 'yesterday' : 'shorter', { size: head.size, before: before.size, at: seen?.at ?? before.seenAt })
  }
  const { entries, tree } = await wholeLog(task, head.size)
  if (!isSame(tree.root(), head.root)) fail('altered', { size: head.size })
  const leaves = entries.map((entry, number) => ({ ...(readLeaf(entry) ?? fail('not-an-entry', { number })), number }))
  if (before && head.origin !== before.origin)
    fail('begun-anew', { origin: head.origin, before: before.origin, size: before.size, ...endOfPrevious(leaves[0]) })
  if (before && toBase64(tree.root(before.size)) !== before.root)
    fail('forked', { before: before.size, at: before.seenAt })
  const verifierKey = await signer(task, head.origin, leaves, note)
  checkTimes(leaves, before, now)
  // A copy shows what was there at its last entry at the latest. What is in it later may have been published before this look.
  const copyUntil = isCopy(task.host, head.origin) ? Date.parse(leaves[leaves.length - 1]!.logged) : null
  const seenAt = copyUntil === null ? now : Math.max(copyUntil, before?.seenAt ?? 0)
  const state = { origin: head.origin, verifierKey, size: head.size, root, seenAt }
  const seen =
    before && before.size === head.size ? before.seen : [...(before?.seen ?? []), { size: head.size, root, at: seenAt }]
  return {
    isWhole: true,
    state: { ...state, seen: seen.slice(-mostSeen) },
    isFirst: before === null,
    news: leaves.slice(before?.size ?? 0),
    size: head.size,
    sightings: await sightings({ ...task, origin: head.origin, leaves, tree }),
    head: note.text,
    copyUntil,
  }
}

/** Is a log read from another host than that of its name? */
function isCopy(host: string | undefined, origin: string): boolean {
  try {
    return host !== undefined && host !== new URL(`https://${origin}`).hostname
  } catch {
    return true
  }
}

function fail(code: WitnessFault['code'], facts: WitnessFault['facts'] = {}): never {
  throw new Faulty(code, facts)
}

/** How many entries the first entry of a log says that the one before it had; nothing if it says nothing. */
function endOfPrevious(first: Leaf | undefined): { said: number } | Record<string, never> {
  const { previous } = (first?.facts ?? {}) as { previous?: { size?: unknown } }
  return typeof previous?.size === 'number' ? { said: previous.size } : {}
}

/** Every entry, each compared with the tile that holds its hash, and every tile above with those below it. */
async function wholeLog({ read }: Pick<WitnessTask, 'read'>, size: number) {
  const tiles = tilesOf(size)
  const files = tiles.flatMap(({ level, index, width }) => [
    { level, index, width, file: tileFile(level, index, width), isBundle: false },
    ...(level === 0 ? [{ level, index, width, file: tileFile('entries', index, width), isBundle: true }] : []),
  ])
  const contents: Uint8Array[] = []
  for (let at = 0; at < files.length; at += atOnce)
    contents.push(
      ...(await Promise.all(
        files.slice(at, at + atOnce).map(async ({ file }) => (await read(file)) ?? fail('missing-file', { file })),
      )),
    )
  const entries: Uint8Array[] = []
  const hashes = new Map<string, Uint8Array>()
  for (const [n, { file, width, isBundle }] of files.entries()) {
    const content = contents[n]!
    if (isBundle) for (const entry of entriesIn(content, width) ?? fail('truncated', { file })) entries.push(entry)
    else if (content.length === width * 32) hashes.set(file, content)
    else fail('truncated', { file })
  }
  const tree = createTree(entries.map(leafHash))
  for (const { level, index, width } of tiles) {
    const file = tileFile(level, index, width)
    for (const [place, hash] of tree.tile(level, index, width).entries())
      if (!isSame(hashes.get(file)!.subarray(place * 32, place * 32 + 32), hash))
        fail('entry-altered', {
          number: level === 0 ? index * tileWidth + place : index * tileWidth ** (level + 1),
          file,
        })
  }
  return { entries, tree }
}

/** The key that signs now, followed from the first entry through every change; the head is signed by it. */
async function signer(task: WitnessTask, origin: string, leaves: readonly Leaf[], note: Note): Promise<string> {
  const keyOf = (line: unknown): VerifierKey => {
    const key = readKey(String(line))
    return key?.name === origin && key.kind === signatureKinds.log ? key : fail('unreadable')
  }
  const [first, ...later] = leaves
  if (first?.kind !== 'log') fail('unreadable')
  const keys = [keyOf(first!.facts.verifierKey)]
  for (const { kind, facts } of later)
    if (kind === 'key') {
      const signature = fromBase64(String(facts.signature)) ?? new Uint8Array()
      const text = utf8.encode(rotationText(origin, String(facts.verifierKey)))
      if (!(await task.verify(keys[keys.length - 1]!.publicKey, text, signature))) fail('broken-rotation')
      keys.push(keyOf(facts.verifierKey))
    }
  const wanted = task.expected?.verifierKey
  if (wanted !== undefined && !keys.some((key) => writtenKey(key) === wanted)) fail('other-key')
  const by = (key: VerifierKey) =>
    note.signatures.find(({ name, keyId }) => name === key.name && isSame(keyId, keyIdOf(key)))
  const current = keys[keys.length - 1]!
  const own = by(current)
  if (!own) return fail(keys.some(by) ? 'old-key' : 'other-key')
  if (!(await task.verify(current.publicKey, utf8.encode(note.text), own.signature))) fail('bad-signature')
  return writtenKey(current)
}

/** Times never run back without an entry that says so, no new entry is older than the last look, and none is of tomorrow. */
function checkTimes(leaves: readonly NumberedLeaf[], before: WitnessState | null, now: number): void {
  let last = 0
  for (const { number, kind, logged } of leaves) {
    const at = Date.parse(logged)
    if (at < last && kind !== 'clock') fail('out-of-order', { number, at, before: last })
    if (before && number >= before.size && at < before.seenAt - clocksApart)
      fail('backdated', { number, at, before: before.seenAt })
    last = at
  }
  if (last > now + clocksApart) fail('ahead', { number: leaves.length - 1, at: last })
}
