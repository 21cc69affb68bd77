import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A private file on its way to its owner. `name`: for saving it, without its ending, in letters that every system takes. */
export type SentFile = { stream: Readable; mediaType: string; bytes: number; name: string }

/**
 * Sends what somebody uploaded: under the type that we found by its content, into no cache, and without any right.
 * A picture is sandboxed; browsers draw one that is framed with a style of their own. A browser shows no PDF in a sandbox, so a PDF may only be framed by our own pages.
 */
export function sendFile(reply: FastifyReply, { stream, mediaType, bytes, name }: SentFile): FastifyReply {
  const isPdf = mediaType === 'application/pdf'
  const ending = isPdf ? 'pdf' : mediaType === 'application/json' ? 'json' : 'jpg'
  return reply
    .headers({
      'content-type': mediaType,
      'content-length': bytes,
      'content-disposition': `inline; filename="${name}.${ending}"`,
      'cache-control': 'private, no-store',
      'content-security-policy': isPdf
        ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
        : "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    })
    .send(stream)
}
