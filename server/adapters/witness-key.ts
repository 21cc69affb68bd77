import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cosignatureBytes, cosignedText, witnessName } from '#server/domain/log/cosignature.ts'
import {
  fromBase64,
  hex,
  keyIdOf,
  signatureKinds,
  toBase64,
  type VerifierKey,
  writtenNote,
} from '#server/domain/log/note.ts'
import { logKeyOf } from './log-files'

/** The key of a witness. `cosign`: a head with the signature of this key below, as a signed note; `at` in ms since 1970. */
export type WitnessKey = VerifierKey & { cosign(head: string, at: number): string }

const kindByte = Buffer.from([signatureKinds.witness])

/** A witness's key from its name and its 32 random bytes. */
export function witnessKeyOf(name: string, seed: Uint8Array): WitnessKey {
  const { publicKey, sign } = logKeyOf(toBase64(seed))
  const key = { name, kind: signatureKinds.witness, publicKey }
  return {
    ...key,
    cosign(head, at) {
      const second = Math.floor(at / 1000)
      const signature = cosignatureBytes(second, sign(cosignedText(head, second)))
      return writtenNote({ text: head, signatures: [{ name, keyId: keyIdOf(key), signature }] })
    },
  }
}

/** The line of a key's file, as other programs for signed notes keep it. */
const written = (key: WitnessKey, seed: Uint8Array): string =>
  `PRIVATE+KEY+${key.name}+${hex(keyIdOf(key))}+${Buffer.concat([kindByte, seed]).toString('base64')}\n`

const line = new RegExp(`^PRIVATE\\+KEY\\+(${witnessName})\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)$`)

/** Reads the key in a file; null if the file holds none. */
function keyIn(file: string): WitnessKey | null {
  const [, name, id, data] = line.exec(readFileSync(file, 'utf8').trim()) ?? []
  const bytes = data === undefined ? null : fromBase64(data)
  if (name === undefined || bytes?.length !== 33 || bytes[0] !== signatureKinds.witness) return null
  const key = witnessKeyOf(name, bytes.subarray(1))
  return hex(keyIdOf(key)) === id ? key : null
}

/**
 * The key in a file; one with this name is made if there is no file. `fault`: the file holds no key, `name` is missing or no name,
 * or the key has another name.
 */
export function openWitnessKey(
  file: string,
  name: string | undefined,
): { key: WitnessKey; isNew: boolean } | { fault: 'no-key' | 'no-name' | 'other-name' } {
  if (existsSync(file)) {
    const key = keyIn(file)
    if (!key) return { fault: 'no-key' }
    return name === undefined || name === key.name ? { key, isNew: false } : { fault: 'other-name' }
  }
  if (name === undefined || !new RegExp(`^${witnessName}$`).test(name)) return { fault: 'no-name' }
  const seed = randomBytes(32)
  const key = witnessKeyOf(name, seed)
  writeFileSync(file, written(key, seed), { mode: 0o600, flush: true, flag: 'wx' })
  return { key, isNew: true }
}
