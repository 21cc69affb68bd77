import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ok, type Result, refuse } from '../../kernel/result'

/** The few things of the operating system that can fail for want of room; tests bring their own. */
export type Disk = {
  create(file: string): Promise<FileHandle>
  sync(handle: FileHandle): Promise<void>
  rename(from: string, to: string): void
  /** Bytes that are still free where `folder` lies. */
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

/** A file that has just come in and belongs to nobody yet: whoever received it removes it. */
export type Received = { path: string; bytes: number }

export type FileStorage = ReturnType<typeof createFileStorage>

/** Kept free for the database: uploads are refused before the disk is so full that nothing can be saved at all. Bytes. */
const reserve = 256 * 1024 * 1024

const full = () => refuse('storage-full', 503, { retryAfter: 600 })
const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

/**
 * The files of one portal, each under the sha-256 of its bytes: `<folder>/ab/cdef…`. A file appears whole or not at
 * all: it is written beside its place, brought to the disk, then renamed. It is there before any row that names it; a
 * file that no row names after an hour is swept away. Source: attacks-and-faults case 35.
 */
export function createFileStorage(folder: string, disk: Disk = realDisk) {
  const incoming = path.join(folder, 'incoming')
  mkdirSync(incoming, { recursive: true, mode: 0o700 })

  const placeOf = (hash: string) => {
    // Hashes come from our own rows; anything else would be a path made by somebody.
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not the hash of a file')
    return path.join(folder, hash.slice(0, 2), hash.slice(2))
  }

  /** Writes a new file through to the disk; on failure nothing of it is left. */
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

  /** A name in a folder survives a power cut only once the folder itself is on the disk. */
  async function syncFolder(name: string): Promise<void> {
    const handle = await open(name, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  return {
    /** Streams what is being sent to a file of its own, outside of memory. Refused while the disk is nearly full. */
    async receive(chunks: AsyncIterable<Buffer>): Promise<Result<Received>> {
      if ((await disk.free(folder)) < reserve) return full()
      return write(chunks, false)
    },

    /** Keeps bytes for good; answers with their sha-256, hexadecimal. */
    async keep(bytes: Buffer): Promise<Result<string>> {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const written = await write([bytes], true)
      if (!written.ok) return written
      const place = placeOf(hash)
      try {
        mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
        // Also where the same bytes lie already: the file is then new, and the sweep leaves new files alone.
        disk.rename(written.value.path, place)
      } catch (error) {
        rmSync(written.value.path, { force: true })
        if (isFull(error)) return full()
        throw error
      }
      await syncFolder(path.dirname(place))
      return ok(hash)
    },

    /** The bytes of a kept file. Throws where it is missing: a row names it, so that is an outage. */
    async read(hash: string): Promise<Readable> {
      const handle = await open(placeOf(hash), 'r')
      return createReadStream('', { fd: handle, highWaterMark: 64 * 1024 })
    },

    remove: (received: Received): Promise<void> => rm(received.path, { force: true }),

    /**
     * Removes what nobody names and is older than `before` (epoch milliseconds of the machine's clock): files of which
     * `isKnown` knows nothing, and what broken uploads left. Answers how many.
     */
    async sweep(isKnown: (hash: string) => boolean, before: number): Promise<number> {
      let swept = 0
      /** Looks and removes in one go, so that a file which is put here anew meanwhile stays. */
      const sweepOne = (file: string, mayGo: () => boolean) => {
        const found = statSync(file, { throwIfNoEntry: false })
        if (!found || found.mtimeMs >= before || !mayGo()) return
        rmSync(file, { force: true })
        swept++
      }
      for (const name of await readdir(incoming)) sweepOne(path.join(incoming, name), () => true)
      for (const start of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(start)) continue
        for (const rest of readdirSync(path.join(folder, start))) {
          sweepOne(path.join(folder, start, rest), () => !isKnown(start + rest))
        }
        await new Promise(setImmediate)
      }
      return swept
    },
  }
}
