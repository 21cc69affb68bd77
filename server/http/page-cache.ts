import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#server/kernel/languages.ts'
import { type Encoding, encodingOf } from './compression'

/** The next better ones save two bytes in a hundred of these pages, and take 40 to 85 ms for each where this takes 0.4 to 4. */
const brotliQuality = 6

type Kept = { etag: string; bodies: Record<Encoding, Buffer>; from: number; until: number; isRenewed: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * A cache of rendered, compressed visitors' pages that are the same for everybody. A page lives at most `lifetime` ms
 * and ends at the next edge of the schedule; the cache is cleared when the data changes.
 */
export function createPageCache({
  now,
  nextChange,
  lifetime = 10_000,
}: {
  /** The portal's clock, and the next instant on it at which a page changes without an edit. */
  now(): number
  nextChange(): number | null
  lifetime?: number
}) {
  const pages = new Map<string, Kept>()
  /** `path`: the route and its parameters, never the sender's spelling. The entry depends on nothing else. */
  const key = (path: string, language: Language) => `${language} ${path}`

  function keep(path: string, language: Language, html: string): Kept {
    const identity = Buffer.from(html)
    const from = now()
    const kept: Kept = {
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`,
      bodies: {
        identity,
        gzip: gzipSync(identity),
        br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
      },
      from,
      until: Math.min(from + lifetime, nextChange() ?? Number.POSITIVE_INFINITY),
      isRenewed: false,
    }
    pages.set(key(path, language), kept)
    return kept
  }

  function deliver(request: FastifyRequest, reply: FastifyReply, { etag, bodies }: Kept) {
    // Revalidated at every visit, so that a visitor never sees anything older than the cache itself.
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept, accept-encoding, cookie')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', 'text/html; charset=utf-8').send(bodies[encoding])
  }

  return {
    /** Answers from the cache; false if the page must first be made. */
    answer(request: FastifyRequest, reply: FastifyReply, path: string, language: Language): boolean {
      const kept = pages.get(key(path, language))
      if (!kept || now() < kept.from || now() >= kept.until) return false
      void deliver(request, reply, kept)
      return true
    },
    /** Is this caller to draw the page for everybody? True for the first who asks once it has expired. Ask after `answer` was false. */
    renews(path: string, language: Language): boolean {
      const kept = pages.get(key(path, language))
      if (!kept || kept.isRenewed) return false
      kept.isRenewed = true
      return true
    },
    send(request: FastifyRequest, reply: FastifyReply, path: string, language: Language, make: () => string) {
      return deliver(request, reply, keep(path, language, make()))
    },
    /** Call when data on a page has changed. */
    clear: () => pages.clear(),
  }
}
