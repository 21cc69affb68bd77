import { Piscina } from 'piscina'
import { type FaultLog, survive } from '#server/kernel/background.ts'
import { fairQueue } from '#server/kernel/fair-queue.ts'
import { busy, ok, type Result, refuse } from '#server/kernel/result.ts'
import { threadStart } from '#server/kernel/threads.ts'
import type { ToAwaken, ToDraw } from './document-worker'

const files = { at: import.meta.url, source: './document-worker.ts', built: './document-worker.js' }

/** Milliseconds that a page may take; then its thread is ended. An honest page takes a tenth of a second. */
const longest = 10_000
/** The same for a PDF that is written anew: one of 2 MB that is locked takes two seconds. */
const longestRewriting = 30_000

/** Milliseconds to wait for the thread before either: its start takes longer than any page on a machine that is busy. */
const longestStart = 30_000

/** An idle thread ends and frees its memory after this long. Milliseconds. */
const idleTimeout = 120_000

/** The pictures that stay in memory, newest last: staff go back and forth between the same few pages. Bytes. */
const mostKept = 24 * 1024 * 1024

/**
 * The longer side of a picture in pixels. `page`: an A4 page at 180 dpi, legible when zoomed in. `thumbnail`: twice the
 * size at which a list shows it, for a sharp screen.
 */
const longerSides = { page: 2000, thumbnail: 192 } as const
export type PictureSize = keyof typeof longerSides

type Source = { hash: string; mediaType: string; page: number; size: PictureSize; read(): Promise<Uint8Array> }

type Thread<Task> = Piscina<Task | ToAwaken, Uint8Array | null>

/** Runs work on a thread within a time in ms, which begins once the thread is there: waiting for its start is not its work. */
async function onceAwake<Task>(thread: Thread<Task>, needs: ToAwaken, work: Task, name: string, within: number) {
  await thread.run(needs, { name: 'awake', signal: AbortSignal.timeout(longestStart) })
  return thread.run(work, { name, signal: AbortSignal.timeout(within) })
}

/**
 * Pages of PDFs as pictures, for viewers at the desk, and thumbnails of any document; and PDFs that are written anew. Pages
 * are drawn in a separate thread, one at a time, in turn by lane (a person); thumbnails wait in their own queue, so that
 * they take no room from the desk. Refusals: `page-unreadable` (422), `busy` (503).
 */
export function createPagePictures({ log }: { log: FaultLog }) {
  const waiting = () => fairQueue({ concurrency: 1, perLane: 12, inAll: 60, now: () => performance.now() })
  const queues = { page: waiting(), thumbnail: waiting() }
  const kept = new Map<string, Buffer>()
  let bytesKept = 0
  /** A thread for each, so that a PDF that takes long to write delays nobody who looks at a page. */
  let drawing: Thread<ToDraw> | undefined
  let rewriting: Thread<Uint8Array> | undefined

  function opened<Task>() {
    const made: Thread<Task> = new Piscina({
      ...threadStart(files),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout,
      niceIncrement: 5,
    })
    survive(made, 'the thread that works on documents', log)
    return made
  }

  function keep(key: string, picture: Buffer): void {
    kept.delete(key)
    kept.set(key, picture)
    bytesKept = Array.from(kept.values(), ({ length }) => length).reduce((sum, length) => sum + length, 0)
    for (const [oldest, { length }] of kept) {
      if (bytesKept <= mostKept) break
      kept.delete(oldest)
      bytesKept -= length
    }
  }

  /** Draws a page; null if it cannot be read in time. */
  async function draw({ page, mediaType, size, read }: Source): Promise<Buffer | null> {
    drawing ??= opened()
    const bytes = await read()
    const toDraw = { bytes, mediaType, page, longerSide: longerSides[size] }
    const drawn = await onceAwake(drawing, { draws: true }, toDraw, 'picture', longest).catch((error: unknown) => {
      // The library gives up on a damaged page, and its thread is ended on one that takes too long.
      log.error({ err: error }, 'a page of a PDF could not be drawn')
      return null
    })
    return drawn && Buffer.from(drawn)
  }

  return {
    /** A page (from 1) of the file under `hash` as a JPEG. */
    async picture(source: Source, lane: string): Promise<Result<Buffer>> {
      const key = `${source.hash} ${source.page} ${source.size}`
      const queue = queues[source.size]
      const known = kept.get(key)
      if (known) {
        keep(key, known)
        return ok(known)
      }
      if (queue.room(lane) !== 'free') return busy(queue.seconds())
      const drawn = await queue.run(lane, () => draw(source))
      if (!drawn) return refuse('page-unreadable', 422)
      keep(key, drawn)
      return ok(drawn)
    },
    /** A PDF written anew (see `rewritten`): null if it needs a password, undefined if it cannot be read in time. */
    async rewritten(bytes: Buffer): Promise<Buffer | null | undefined> {
      rewriting ??= opened()
      const made = await onceAwake(rewriting, { draws: false }, bytes, 'rewrite', longestRewriting).catch(
        (error: unknown) => {
          // The parser gives up on a damaged file, and its thread is ended on one that takes too long.
          log.error({ err: error }, 'a PDF could not be written anew')
          return undefined
        },
      )
      return made && Buffer.from(made)
    },

    close: async () => void (await Promise.all([drawing?.destroy(), rewriting?.destroy()])),
  }
}

export type PagePictures = ReturnType<typeof createPagePictures>
