import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { FaultLog } from '#server/kernel/background.ts'
import type { Language } from '#server/kernel/languages.ts'
import { hours } from '#server/kernel/time.ts'

/** One file: a list of an edition in a language. `name`: `final-1-state`. `rows`: `count` of them in pieces, as printed. */
export type Paper = {
  name: string
  language: Language
  count: number
  rows(): Iterable<readonly (readonly string[])[]>
  print(rows: Iterable<readonly (readonly string[])[]>, write: (bytes: Uint8Array) => Promise<void>): Promise<void>
}

/** The progress of the paper being made; null if there is none. `done` and `of` count its lines. */
type Printing = { name: string; language: Language; done: number; of: number } | null

/**
 * Whole lists as PDFs: each is made once, a piece at a time, and kept as a file, because published data never changes.
 * They are made one after another; a caller waits for one that does not exist yet. `now`: real time, milliseconds.
 */
export function createPapers(folder: string, now: () => number, log: FaultLog) {
  const fileOf = ({ name, language }: Paper) => path.join(folder, `${name}-${language}.pdf`)
  const wanted = new Map<string, Promise<void>>()
  let queue: Promise<unknown> = Promise.resolve()
  let printing: Printing = null
  let isClosed = false

  const isMade = (paper: Paper) =>
    stat(fileOf(paper)).then(
      () => true,
      () => false,
    )

  /** Written under another name and then moved into place, so that a killed server leaves no half a list. */
  async function make(paper: Paper): Promise<void> {
    if (isClosed || (await isMade(paper))) return
    const file = fileOf(paper)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sweep()
    const beside = `${file}.${process.pid}.part`
    const handle = await open(beside, 'w', 0o600)
    const { name, language, count } = paper
    const told = { name, language, done: 0, of: count }
    printing = told
    try {
      await paper.print(counted(paper.rows(), told), async (bytes) => void (await handle.write(bytes)))
      await handle.sync()
      await handle.close()
      await rename(beside, file)
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(beside, { force: true })
      throw error
    } finally {
      printing = null
    }
  }

  /** Deletes the half-made files of a killed server, once they are too old to be in progress. */
  async function sweep(): Promise<void> {
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.part'))) {
      const left = await stat(path.join(folder, name)).catch(() => null)
      if (left && now() - left.mtimeMs > hours(1)) await rm(path.join(folder, name), { force: true })
    }
  }

  function* counted(rows: ReturnType<Paper['rows']>, told: NonNullable<Printing>) {
    for (const piece of rows) {
      if (isClosed) throw new Error('the portal closes')
      yield piece
      told.done += piece.length
    }
  }

  /** Makes a paper after those before it; asked for twice, it is made once. */
  function want(paper: Paper): Promise<void> {
    const file = fileOf(paper)
    const known = wanted.get(file)
    if (known) return known
    const made = queue.then(() => make(paper)).finally(() => wanted.delete(file))
    queue = made.catch(() => {})
    wanted.set(file, made)
    return made
  }

  return {
    /** The file, made now if it does not exist. */
    async open(paper: Paper): Promise<Readable> {
      if (!(await isMade(paper))) await want(paper)
      return createReadStream(fileOf(paper))
    },
    /** Makes the file in the background; logs a failure, which the next tick or caller tries again. */
    async prepare(paper: Paper): Promise<void> {
      if (await isMade(paper)) return
      want(paper).catch((err) => log.error({ err, paper: paper.name }, 'a list could not be printed'))
    },
    printing: (): Printing => printing && { ...printing },
    /** Resolves once no paper is wanted any more. */
    settled: async (): Promise<void> => void (await Promise.allSettled(wanted.values())),
    /** Deletes every paper, because names in the lists were erased; they are made again when they are wanted. */
    async forget(): Promise<void> {
      await queue
      await rm(folder, { recursive: true, force: true })
    },
    /** Aborts the paper being made, and waits until it has stopped. */
    async close(): Promise<void> {
      isClosed = true
      await queue
    },
  }
}

export type Papers = ReturnType<typeof createPapers>
