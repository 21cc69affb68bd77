import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Language } from '../../kernel/languages'
import { hours } from '../../kernel/time'

/** One file: a list of an edition in a language. `name`: `final-1-state`. `rows`: `count` of them in pieces, as printed. */
export type Paper = {
  name: string
  language: Language
  count: number
  rows(): Iterable<readonly (readonly string[])[]>
  print(rows: Iterable<readonly (readonly string[])[]>, write: (bytes: Uint8Array) => Promise<void>): Promise<void>
}

/** How far the paper is that is being made; null while none is. `done` and `of` count its lines. */
export type Printing = { name: string; language: Language; done: number; of: number } | null

/**
 * Whole lists as PDFs: each is made once, a piece at a time, and kept as a file, because what is published never changes.
 * They are made one after another; who asks for one that is not there yet waits for it. `now`: real time, milliseconds.
 */
export function createPapers(folder: string, now: () => number) {
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

  /** Written beside its place and moved there whole: a server that is killed leaves no half of a list. */
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

  /** What a killed server has left half made, once nobody can be at it any more. */
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

  /** Made when those before it are; asked for twice it is made once. */
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
    want,
    /** The file, made now if it is not there. */
    async open(paper: Paper): Promise<Readable> {
      if (!(await isMade(paper))) await want(paper)
      return createReadStream(fileOf(paper))
    },
    isMade,
    printing: (): Printing => printing && { ...printing },
    /** Once nothing is wanted any more. */
    settled: async (): Promise<void> => void (await Promise.allSettled(wanted.values())),
    /** Leaves off what is being made, and waits until it is left off. */
    async close(): Promise<void> {
      isClosed = true
      await queue
    },
  }
}

export type Papers = ReturnType<typeof createPapers>
