import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { publicLogFolder } from '#server/domain/operations/identity.ts'

export type LogFiles = ReturnType<typeof createLogFiles>
/** A log by its name, and how many of its entries were shown. */
type Shown = { origin: string; size: number }

function replace(file: string, content: Uint8Array | string): void {
  writeFileSync(`${file}.part`, content, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

/** The published files of a portal's log, in its folder. Each appears whole or not at all. */
export function createLogFiles(folder: string) {
  const root = path.join(folder, publicLogFolder)
  const noteFile = path.join(folder, `${publicLogFolder}.shown`)
  return {
    /** The bytes of a file; null if it is missing. */
    read(name: string): Uint8Array | null {
      const file = path.join(root, name)
      return existsSync(file) ? new Uint8Array(readFileSync(file)) : null
    },
    /** Writes a file under the name of its path, without waiting for the disk: the database, which waits, can make it again. */
    write(name: string, content: Uint8Array | string): void {
      const file = path.join(root, name)
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      replace(file, content)
    },
    /** Notes beside the files, where no mirror has it, how far this folder has shown its log. */
    note: (shown: Shown): void => replace(noteFile, JSON.stringify(shown)),
    /** How far this folder has shown its log; null if it has shown none, or nobody can tell. */
    noted(): Shown | null {
      try {
        const { origin, size } = JSON.parse(readFileSync(noteFile, 'utf8')) as Partial<Shown>
        return typeof origin === 'string' && typeof size === 'number' ? { origin, size } : null
      } catch {
        return null
      }
    },
    /** Removes a file or a folder of files. */
    remove: (name: string): void => rmSync(path.join(root, name), { recursive: true, force: true }),
  }
}

/** A key that signs. `publicKey`: 32 bytes. */
export type LogKey = { publicKey: Uint8Array; sign(text: Uint8Array): Uint8Array }

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** And before the 32 bytes of a public one in SPKI. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** Does this Ed25519 signature fit? */
export async function isSigned(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
  return verify(null, text, key, signature)
}

/** A key from its 32 random bytes in base64. */
export function logKeyOf(seed: string): LogKey {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([pkcs8, Buffer.from(seed, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  })
  const whole = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: new Uint8Array(whole.subarray(-32)),
    sign: (text) => new Uint8Array(sign(null, text, key)),
  }
}

export type LogKeys = { current: LogKey; earlier: LogKey[]; isNew: boolean }

/**
 * The keys of a portal's log: that of the configuration, or one that is made in the portal's folder at its set-up.
 * `earlier`: those that may sign a change of key. `isNew`: it has just been made.
 */
export function logKeysIn(folder: string, given: { key?: string | undefined; previous?: string | undefined }): LogKeys {
  const file = path.join(folder, `${publicLogFolder}.key`)
  const own = existsSync(file) ? readFileSync(file, 'utf8').trim() : null
  const earlier = [given.previous, given.key === undefined ? undefined : own].flatMap((seed) =>
    seed ? [logKeyOf(seed)] : [],
  )
  if (given.key !== undefined) return { current: logKeyOf(given.key), earlier, isNew: false }
  const seed = own ?? randomBytes(32).toString('base64')
  if (own === null) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${seed}\n`, { mode: 0o600, flush: true, flag: 'wx' })
  }
  return { current: logKeyOf(seed), earlier, isNew: own === null }
}
