import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** The files of a dossier, as the verifier expects them. */
export const dossierFiles = ['input.json', 'result.json', 'manifest.json'] as const
export type DossierFile = (typeof dossierFiles)[number]

export type Dossiers = ReturnType<typeof createDossiers>

/**
 * The dossiers of a portal's runs: `<folder>/<hash of the result>/input.json` and so on. One appears whole or not at
 * all: it is written to a temporary place, flushed to the disk, then renamed. An existing one is identical and is kept.
 */
export function createDossiers(folder: string) {
  const placeOf = (hash: string) => {
    // Hashes come from our own rows; any other value could be a forged path.
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not the hash of a dossier')
    return path.join(folder, hash)
  }

  return {
    async keep(hash: string, files: Readonly<Record<DossierFile, Uint8Array>>): Promise<void> {
      const place = placeOf(hash)
      if (await isThere(place)) return
      const incoming = path.join(folder, `incoming-${randomBytes(8).toString('hex')}`)
      mkdirSync(incoming, { recursive: true, mode: 0o700 })
      try {
        for (const name of dossierFiles) {
          const handle = await open(path.join(incoming, name), 'wx', 0o600)
          await handle.writeFile(files[name])
          await handle.sync()
          await handle.close()
        }
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await rename(incoming, place).catch(async (error: NodeJS.ErrnoException) => {
          if (!(await isThere(place))) throw error
        })
        const handle = await open(folder, 'r')
        await handle.sync().finally(() => handle.close())
      } finally {
        await rm(incoming, { recursive: true, force: true })
      }
    },

    /** The whole of one file; null if there is no such dossier. */
    async bytes(hash: string, name: DossierFile): Promise<Uint8Array | null> {
      const read = await readFile(path.join(placeOf(hash), name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      // A buffer of its own, which a thread can take over.
      return read && new Uint8Array(read)
    },

    /** One file of a dossier; null if there is no such dossier. `bytes`: its size. */
    async read(hash: string, name: DossierFile): Promise<{ stream: Readable; bytes: number } | null> {
      const handle = await open(path.join(placeOf(hash), name), 'r').catch(() => null)
      if (!handle) return null
      const { size } = await handle.stat()
      return { stream: createReadStream('', { fd: handle }), bytes: size }
    },
  }
}

const isThere = (place: string): Promise<boolean> =>
  stat(place).then(
    () => true,
    () => false,
  )
