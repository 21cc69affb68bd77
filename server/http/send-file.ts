import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * A private file for its owner. `name`: the name to save it under, without extension, in characters safe on every
 * system.
 */
export type SentFile = { stream: Readable; mediaType: string; bytes: number; name: string }

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/json': 'json',
  'image/png': 'png',
}

/**
 * Sends an uploaded file with the type detected from its content, uncached and without any privileges. A picture is
 * sandboxed; browsers wrap a framed picture in their own style. A browser shows no PDF in a sandbox, so only our own
 * pages may frame a PDF.
 */
export function sendFile(reply: FastifyReply, { stream, mediaType, bytes, name }: SentFile): FastifyReply {
  const isPdf = mediaType === 'application/pdf'
  const ending = endings[mediaType] ?? 'jpg'
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
    .send(Readable.from(whole(stream, bytes), { objectMode: false }))
}

/**
 * Yields a file of the promised length. If the length differs, it aborts the answer, so that the client does not wait.
 * Source: case 89.
 */
async function* whole(stream: Readable, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw new Error(`a kept file is ${left > 0 ? 'shorter' : 'longer'} than its row says`)
}
