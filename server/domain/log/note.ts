import { sha256 } from '@noble/hashes/sha2.js'
import { joined } from './files'
import type { Hash } from './tree'

const utf8 = new TextEncoder()

/** Any number of bytes: a list of revocations of a large season has more than a call takes arguments. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The bytes of a text in base64; null for any other text. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4) return null
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** The kinds of Ed25519 signatures: of a log over its text, and of a witness over the text and the time. */
export const signatureKinds = { log: 1, witness: 4 } as const

/** Whose signature it is, and how to check it. `publicKey`: 32 bytes. */
export type VerifierKey = { name: string; kind: number; publicKey: Uint8Array }

/** The first four bytes of the hash of name, kind and key: which of a name's keys has signed. */
export const keyIdOf = ({ name, kind, publicKey }: VerifierKey): Uint8Array =>
  sha256(joined([utf8.encode(`${name}\n`), Uint8Array.of(kind), publicKey])).subarray(0, 4)

export const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A key in one line, as people write it down: `name+12345678+base64`. */
export const writtenKey = (key: VerifierKey): string =>
  `${key.name}+${hex(keyIdOf(key))}+${toBase64(joined([Uint8Array.of(key.kind), key.publicKey]))}`

/** Reads a key from its line; null if it is none, or does not fit its own number. */
export function readKey(line: string): VerifierKey | null {
  const [, name, id, data] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? []
  const bytes = data === undefined ? null : fromBase64(data)
  if (name === undefined || bytes?.length !== 33) return null
  const key = { name, kind: bytes[0]!, publicKey: bytes.subarray(1) }
  return hex(keyIdOf(key)) === id ? key : null
}

/** A line below a text. `signature`: without the four bytes of the key. */
export type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array }
export type Note = { text: string; signatures: NoteSignature[] }

/** A signature as a line below a text. */
export const signatureLine = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(joined([keyId, signature]))}\n`

/** A text, which ends with a line end, with the signatures below it. Source: rules §19.3. */
export const writtenNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`

/** Many witnesses may sign; a longer note is no note of ours. */
const longestNote = 20_000

/** Reads a text with signatures; null if it is not one. */
export function readNote(note: string): Note | null {
  const at = note.lastIndexOf('\n\n')
  if (at < 0 || note.length > longestNote || !note.endsWith('\n')) return null
  const signatures = note
    .slice(at + 2, -1)
    .split('\n')
    .map((line) => {
      const [, name, data] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? []
      const bytes = data === undefined ? null : fromBase64(data)
      return name !== undefined && bytes && bytes.length > 4
        ? { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) }
        : null
    })
  if (signatures.includes(null)) return null
  return { text: note.slice(0, at + 1), signatures: signatures as NoteSignature[] }
}

/** How far a log has come. `origin`: the name of the log. */
export type Checkpoint = { origin: string; size: number; root: Hash }

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** Reads the text of a checkpoint; null if it is none. Lines after the third are left to those who know them. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root] = text.split('\n')
  const hash = root === undefined ? null : fromBase64(root)
  if (!origin || hash?.length !== 32 || !/^(0|[1-9]\d{0,8})$/.test(size!)) return null
  return { origin, size: Number(size), root: hash }
}
