import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../kernel/languages'
import { type Encoding, encodingOf } from './compression'

type Kept = { etag: string; bodies: Record<Encoding, Buffer>; from: number; until: number }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Visitors' pages that are the same for everybody, kept ready-made and compressed. A page lives `lifetime` ms at most,
 * ends at the next edge of the schedule, and everything is dropped when its data changes.
 */
export function createPageCache({
  now,
  nextChange,
  lifetime = 10_000,
}: {
  /** The portal's clock and the next instant on it at which a page changes by itself. */
  now(): number
  nextChange(): number | null
  lifetime?: number
}) {
  const pages = new Map<string, Kept>()
  const key = (route: string, language: Language) => `${language} ${route}`

  function keep(route: string, language: Language, html: string): Kept {
    const identity = Buffer.from(html)
    const from = now()
    const kept: Kept = {
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`,
      bodies: {
        identity,
        gzip: gzipSync(identity, { level: 9 }),
        br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      },
      from,
      until: Math.min(from + lifetime, nextChange() ?? Number.POSITIVE_INFINITY),
    }
    pages.set(key(route, language), kept)
    return kept
  }

  function deliver(request: FastifyRequest, reply: FastifyReply, { etag, bodies }: Kept) {
    // Validated at every visit: what a visitor sees is never older than the cache itself.
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept, accept-encoding, cookie')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', 'text/html; charset=utf-8').send(bodies[encoding])
  }

  return {
    /** Answers from the cache; false when this page has to be made first. */
    answer(request: FastifyRequest, reply: FastifyReply, route: string, language: Language): boolean {
      const kept = pages.get(key(route, language))
      if (!kept || now() < kept.from || now() >= kept.until) return false
      void deliver(request, reply, kept)
      return true
    },
    send(request: FastifyRequest, reply: FastifyReply, route: string, language: Language, make: () => string) {
      return deliver(request, reply, keep(route, language, make()))
    },
    /** Something that pages show has changed. */
    clear: () => pages.clear(),
  }
}
