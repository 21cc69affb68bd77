import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that the client accepts and we support. */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted || accepted === 'identity') return 'identity'
  return takes.br.test(accepted) ? 'br' : takes.gzip.test(accepted) ? 'gzip' : 'identity'
}

/** Named, and not refused by `q=0`. */
const takes = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compress = {
  br: (bytes: Buffer | string) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer | string) => zip(bytes, { level: 5 }),
}

/** Smaller answers are not worth compressing. */
const smallest = 1024
const isText = (type: unknown): boolean => typeof type === 'string' && /^text\/|json|javascript|xml/.test(type)

/**
 * Compresses answers made for one request: pages, views, JSON, `/metrics`. Files have compressed copies on disk and
 * cached pages have theirs in memory. Adds no work to an answer that is small or whose client accepts no encoding.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const encoding = encodingOf(request.headers['accept-encoding'])
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (encoding === 'identity' || !isWhole || payload.length < smallest) return done(null, payload)
    if (reply.hasHeader('content-encoding') || !isText(reply.getHeader('content-type'))) return done(null, payload)
    compress[encoding](payload).then((bytes) => {
      const vary = reply.getHeader('vary')
      reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
      reply.header('content-encoding', encoding).removeHeader('content-length')
      done(null, bytes)
    }, done)
  })
}
