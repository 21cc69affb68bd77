import { joined } from './files'
import type { Leaf, LeafFacts } from './leaf'
import {
  checkpointText,
  hex,
  keyIdOf,
  type Note,
  type NoteSignature,
  readCheckpoint,
  readKey,
  readNote,
  signatureKinds,
  type VerifierKey,
} from './note'
import { isSame, type Tree } from './tree'

const utf8 = new TextEncoder()
/** How far two clocks may be apart, in ms. */
export const clocksApart = 10 * 60_000

/** The most witnesses that a portal lists. */
export const mostWitnesses = 8

/** What a witness signs: the second since 1970 at which it looked, and the head. Source: C2SP `tlog-cosignature`. */
export const cosignedText = (head: string, second: number): Uint8Array =>
  utf8.encode(`cosignature/v1\ntime ${second}\n${head}`)

/** A witness's signature as a line carries it: eight bytes of its time, and the 64 of Ed25519. */
export function cosignatureBytes(second: number, signature: Uint8Array): Uint8Array {
  const time = new DataView(new ArrayBuffer(8))
  time.setUint32(0, Math.floor(second / 2 ** 32))
  time.setUint32(4, second % 2 ** 32)
  return joined([new Uint8Array(time.buffer), signature])
}

/** Reads it; null if it is none. `second`: since 1970. */
function readCosignature(bytes: Uint8Array): { second: number; signature: Uint8Array } | null {
  if (bytes.length !== 72) return null
  const time = new DataView(bytes.buffer, bytes.byteOffset, 8)
  const second = time.getUint32(0) * 2 ** 32 + time.getUint32(4)
  // Every later second is no date.
  return second <= 8_640_000_000_000 ? { second, signature: bytes.subarray(8) } : null
}

/** Does this Ed25519 signature fit? */
export type Verify = (publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array) => Promise<boolean>

/** The line below a note that this witness has signed; undefined if it has not. */
export const lineOf = (key: VerifierKey, { signatures }: Note): NoteSignature | undefined =>
  signatures.find(({ name, keyId }) => name === key.name && hex(keyId) === keyText(key))

/** When a witness has signed a note, in ms since 1970 by its clock; null if the note bears no signature that is its own. */
export async function cosignedAt(key: VerifierKey, note: Note, verify: Verify): Promise<number | null> {
  const line = lineOf(key, note)
  const read = line && readCosignature(line.signature)
  if (!read) return null
  const isTrue = await verify(key.publicKey, cosignedText(note.text, read.second), read.signature)
  return isTrue ? read.second * 1000 : null
}

const keyText = (key: VerifierKey): string => hex(keyIdOf(key))

/** The file with the newest head that this witness has signed. Source: rules §19.9. */
export const witnessedFile = (key: VerifierKey): string => `witnessed/${keyText(key)}`

/** The name of a witness, which people read: letters, digits and a few signs. */
export const witnessName = '[A-Za-z0-9][A-Za-z0-9./:_-]{0,79}'
const isWitnessName = new RegExp(`^${witnessName}$`)

/** Reads the key of a witness from its line; null if it is none. */
export function readWitnessKey(line: string): VerifierKey | null {
  const key = readKey(line)
  return key?.kind === signatureKinds.witness && isWitnessName.test(key.name) ? key : null
}

/** Does the key at this place repeat one before it, by its name or by itself? */
export const isRepeated = (keys: readonly VerifierKey[], place: number): boolean =>
  keys.slice(0, place).some(({ name, publicKey }) => {
    const key = keys[place]!
    return name === key.name || isSame(publicKey, key.publicKey)
  })

/** The setting under which the log names the witnesses of a portal. */
const witnessSetting = 'witnesses'

/** The witnesses that a log lists last: those of the newest entry about the setting. What is none is left out. */
function witnessesIn(leaves: readonly Leaf[]): VerifierKey[] {
  const entries = leaves.filter(
    ({ kind, facts }) => (kind === 'season' || kind === 'rule') && facts.setting === witnessSetting,
  )
  const listed = (entries[entries.length - 1]?.facts.value as LeafFacts | null | undefined)?.keys
  if (!Array.isArray(listed)) return []
  const keys = listed.slice(0, mostWitnesses).flatMap((line) => readWitnessKey(String(line)) ?? [])
  // Nobody counts twice.
  return keys.filter((_, place) => !isRepeated(keys, place))
}

/**
 * What a witness has seen, as anybody can check it. `counted`: it has signed the first `size` entries, at `at`. `none`: it has
 * signed nothing yet. Nothing else counts: `forged` is not its signature, or not of this log; `early` and `ahead` bear a time at
 * which these entries were not there or that has not come; `newer` has signed more entries than are shown here.
 */
export type Sighting = { name: string } & (
  | { finding: 'counted' | 'newer' | 'early' | 'ahead'; size: number; at: number }
  | { finding: 'forged' | 'none' }
)

/** A listed witness has signed other entries than those shown here: the log was shown differently to two people. */
export class Contradicted extends Error {
  facts: { name: string; size: number; at: number }
  constructor(facts: Contradicted['facts']) {
    super('contradicted')
    this.facts = facts
  }
}

type SightingsTask = {
  read(file: string): Promise<Uint8Array | null>
  verify: Verify
  origin: string
  leaves: readonly Leaf[]
  tree: Tree
  now: number
}

/**
 * What each listed witness has seen of a log that was worked out whole. Throws `Contradicted` if one of them has truly signed
 * another history. Source: rules §19.9.
 */
export async function sightings({ read, verify, origin, leaves, tree, now }: SightingsTask): Promise<Sighting[]> {
  const found: Sighting[] = []
  for (const key of witnessesIn(leaves)) {
    const { name } = key
    const file = await read(witnessedFile(key))
    if (!file) {
      found.push({ name, finding: 'none' })
      continue
    }
    const note = readNote(new TextDecoder().decode(file))
    const head = note && readCheckpoint(note.text)
    const at = note && head?.origin === origin ? await cosignedAt(key, note, verify) : null
    if (!head || at === null) {
      found.push({ name, finding: 'forged' })
      continue
    }
    const { size } = head
    if (size <= tree.size() && note.text !== checkpointText({ origin, size, root: tree.root(size) }))
      throw new Contradicted({ name, size, at })
    const last = leaves[size - 1]
    const finding =
      size > tree.size()
        ? 'newer'
        : at > now + clocksApart
          ? 'ahead'
          : last && at < Date.parse(last.logged) - clocksApart
            ? 'early'
            : 'counted'
    found.push({ name, finding, size, at })
  }
  return found
}
