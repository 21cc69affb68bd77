import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { asideFolder, maySweep } from '#server/domain/operations/housekeeping.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days } from '#server/kernel/time.ts'

/** The operating system's calls that fail when space runs out; tests replace them. */
export type Disk = {
  create(file: string): Promise<FileHandle>
  sync(handle: FileHandle): Promise<void>
  rename(from: string, to: string): void
  /** Free bytes on the disk of `folder`. */
  free(folder: string): Promise<number>
}

export const realDisk: Disk = {
  create: (file) => open(file, 'wx', 0o600),
  sync: (handle) => handle.sync(),
  rename: renameSync,
  free: async (folder) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
}

/** A new file without an owner; the receiver removes it. */
type Received = { path: string; bytes: number }

/**
 * How long files without a row are kept aside, in a folder for each day, from the start of the day: a week at least.
 */
const asideFor = days(8)

/** The fault of a kept file. */
type FileDamage = 'missing' | 'changed'

/** A file named by a row is missing, or its content does not match its name. */
export class DamagedFile extends Error {
  constructor(
    readonly hash: string,
    readonly damage: FileDamage,
    cause?: unknown,
  ) {
    super(`the file ${hash.slice(0, 16)}… is ${damage}`, { cause })
  }
}

/** A sweep's outcome. `aside`: set aside now; `isHeld`: nothing was touched because too many files have no row. */
export type Swept = { aside: number; isHeld: boolean }

/** Files set aside on a day (`2024-08-14`), and when they are deleted. */
type Aside = { day: string; files: number; deletedAt: number }

/**
 * Files up to this size are read whole and compared before the first byte is sent; larger ones are read twice. Bytes.
 */
const readWhole = 2 * 1024 * 1024

export type FileStorage = ReturnType<typeof createFileStorage>

/** Space reserved for the database: uploads are refused before the disk is too full to save anything. Bytes. */
const reserve = 256 * 1024 * 1024

const full = () => refuse('storage-full', 503, { retryAfter: 600 })
const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

/**
 * The files of one portal, each under the sha-256 of its bytes: `<folder>/ab/cdef…`. A file appears whole or not at
 * all: it is written to a temporary place, flushed to the disk, then renamed. It exists before any row that names it; a
 * file that no row names after an hour is set aside, and deleted after a week. `onDamage`: called with a file that does
 * not match its row. Source: cases 35, 80 and 88.
 */
export function createFileStorage(
  folder: string,
  { disk = realDisk, onDamage = () => {} }: { disk?: Disk; onDamage?(hash: string, damage: FileDamage): void } = {},
) {
  const incoming = path.join(folder, 'incoming')
  mkdirSync(incoming, { recursive: true, mode: 0o700 })

  const placeOf = (hash: string) => {
    // Hashes come from our own rows; any other value could be a forged path.
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not the hash of a file')
    return path.join(folder, hash.slice(0, 2), hash.slice(2))
  }

  /** Writes a new file through to the disk; on failure it leaves nothing behind. */
  async function write(
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    isDurable: boolean,
  ): Promise<Result<Received>> {
    const file = path.join(incoming, randomBytes(16).toString('hex'))
    let handle: FileHandle | undefined
    try {
      handle = await disk.create(file)
      let bytes = 0
      for await (const chunk of chunks) {
        await handle.writeFile(chunk)
        bytes += chunk.length
      }
      if (isDurable) await disk.sync(handle)
      await handle.close()
      return ok({ path: file, bytes })
    } catch (error) {
      await handle?.close().catch(() => {})
      await rm(file, { force: true })
      if (isFull(error)) return full()
      throw error
    }
  }

  /** A name in a folder survives a power cut only once the folder itself has been flushed. */
  async function syncFolder(name: string): Promise<void> {
    const handle = await open(name, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  return {
    /** Streams an upload to a temporary file, not to memory. Refused while the disk is nearly full. */
    async receive(chunks: AsyncIterable<Buffer>): Promise<Result<Received>> {
      if ((await disk.free(folder)) < reserve) return full()
      return write(chunks, false)
    },

    /** Keeps bytes for good; answers their sha-256, hexadecimal. */
    async keep(bytes: Buffer): Promise<Result<string>> {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const written = await write([bytes], true)
      if (!written.ok) return written
      const place = placeOf(hash)
      try {
        mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
        // Even if the same bytes exist: the file then counts as new, and the sweep leaves new files alone.
        disk.rename(written.value.path, place)
      } catch (error) {
        rmSync(written.value.path, { force: true })
        if (isFull(error)) return full()
        throw error
      }
      await syncFolder(path.dirname(place))
      return ok(hash)
    },

    /**
     * The bytes of a kept file, whole and unchanged: the hash is checked before the first byte is sent. Throws
     * `DamagedFile` if it is missing or changed, which is an outage, because a row names it.
     */
    async read(hash: string): Promise<Readable> {
      const damaged = (damage: FileDamage, cause?: unknown) => {
        onDamage(hash, damage)
        return new DamagedFile(hash, damage, cause)
      }
      const handle = await open(placeOf(hash), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? damaged('missing', error) : error
      })
      let isHandedOn = false
      try {
        const { size } = await handle.stat()
        if (size <= readWhole) {
          const bytes = await handle.readFile()
          if (createHash('sha256').update(bytes).digest('hex') !== hash) throw damaged('changed')
          return Readable.from([bytes], { objectMode: false })
        }
        const digest = createHash('sha256')
        for await (const piece of handle.createReadStream({ autoClose: false, start: 0 }))
          digest.update(piece as Buffer)
        if (digest.digest('hex') !== hash) throw damaged('changed')
        isHandedOn = true
        return handle.createReadStream({ highWaterMark: 64 * 1024, start: 0, end: size - 1 })
      } finally {
        if (!isHandedOn) await handle.close()
      }
    },

    remove: (received: Received): Promise<void> => rm(received.path, { force: true }),

    /**
     * Deletes a replaced file at once, if `isKnown` says that no row names it and it is older than `before` (epoch
     * milliseconds of the machine's clock).
     */
    discard(hash: string, isKnown: (hash: string) => boolean, before: number): void {
      const file = placeOf(hash)
      // Checked and removed synchronously, so that a file kept again meanwhile survives.
      if (isOlder(file, before) && !isKnown(hash)) rmSync(file, { force: true })
    },

    /**
     * Sets aside the files that no row names and that are older than `before`, unless they are the majority: then the
     * rows are what is missing. Deletes files set aside over a week ago and remains of broken uploads, and restores
     * files that a row names again. `now`, `before`: epoch milliseconds of the machine's clock.
     */
    async sweep(isKnown: (hash: string) => boolean, before: number, now = Date.now()): Promise<Swept> {
      for (const name of await readdir(incoming)) {
        const file = path.join(incoming, name)
        if (isOlder(file, before)) rmSync(file, { force: true })
      }
      clearAside(isKnown, now)
      const { unnamed, ...found } = await count(isKnown, before)
      if (!maySweep({ ...found, unnamed: unnamed.length })) return { aside: 0, isHeld: true }
      let moved = 0
      for (const hash of unnamed) if (moveAside(hash, isKnown, before, now)) moved++
      return { aside: moved, isHeld: false }
    },

    /** Sets a file aside at once, as the sweep does, if no row names it. */
    setAside: (hash: string, isKnown: (hash: string) => boolean, now: number): boolean =>
      moveAside(hash, isKnown, now, now),

    /** Brings back the files set aside that a row names again; answers how many. */
    bringBack,

    /** The files set aside, oldest first. */
    aside: (): Aside[] =>
      daysAside().map((day) => ({
        day,
        files: readdirSync(path.join(folder, asideFolder, day)).length,
        deletedAt: Date.parse(day) + asideFor,
      })),
  }

  function isOlder(file: string, before: number): boolean {
    const found = statSync(file, { throwIfNoEntry: false })
    return found !== undefined && found.mtimeMs < before
  }

  /** Counts the kept files that `isKnown` knows, and those older than `before` that it does not. */
  async function count(isKnown: (hash: string) => boolean, before: number) {
    const unnamed: string[] = []
    let named = 0
    for (const start of await readdir(folder)) {
      if (!/^[0-9a-f]{2}$/.test(start)) continue
      for (const rest of readdirSync(path.join(folder, start))) {
        if (isKnown(start + rest)) named++
        else if (isOlder(path.join(folder, start, rest), before)) unnamed.push(start + rest)
      }
      await new Promise(setImmediate)
    }
    return { named, unnamed }
  }

  function daysAside(): string[] {
    const aside = path.join(folder, asideFolder)
    return existsSync(aside) ? readdirSync(aside).sort() : []
  }

  /** Checked and moved synchronously, so that a file kept again meanwhile survives. */
  function moveAside(hash: string, isKnown: (hash: string) => boolean, before: number, now: number): boolean {
    const file = placeOf(hash)
    if (!isOlder(file, before) || isKnown(hash)) return false
    const aside = path.join(folder, asideFolder, dayOf(now))
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    renameSync(file, path.join(aside, hash))
    return true
  }

  function bringBack(isKnown: (hash: string) => boolean): number {
    let brought = 0
    for (const day of daysAside()) {
      const at = path.join(folder, asideFolder, day)
      for (const hash of readdirSync(at).filter(isKnown)) {
        mkdirSync(path.dirname(placeOf(hash)), { recursive: true, mode: 0o700 })
        renameSync(path.join(at, hash), placeOf(hash))
        brought++
      }
    }
    return brought
  }

  /** The folder of a day that has not come was made while the clock was wrong: its week begins today. */
  function moveToToday(day: string, now: number): void {
    const [from, to] = [day, dayOf(now)].map((one) => path.join(folder, asideFolder, one))
    mkdirSync(to!, { recursive: true, mode: 0o700 })
    for (const hash of readdirSync(from!)) renameSync(path.join(from!, hash), path.join(to!, hash))
    rmdirSync(from!)
  }

  function clearAside(isKnown: (hash: string) => boolean, now: number): void {
    bringBack(isKnown)
    for (const day of daysAside().filter((day) => day > dayOf(now))) moveToToday(day, now)
    for (const day of daysAside()) {
      const at = path.join(folder, asideFolder, day)
      if (Date.parse(day) + asideFor <= now) rmSync(at, { recursive: true, force: true })
      else if (!readdirSync(at).length) rmdirSync(at)
    }
  }
}

/** `2024-08-14`, in UTC: the name of the folder of what is set aside on a day. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
