import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long a copy may be shown without revalidation. Seconds. */
const freshFor = 60

/** An API answer that is the same for everybody: any cache may store it and revalidates it by its ETag. */
export function sendPublic(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const json = JSON.stringify(body)
  const etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 20)}"`
  reply
    .header('cache-control', `public, max-age=${freshFor}`)
    .header('etag', etag)
    .header('vary', 'accept-language, cookie')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

const isKnown = (known: string | undefined, etag: string) =>
  known === '*' || !!known?.split(',').some((one) => one.trim() === etag)
