import type { FastifyInstance, FastifyRequest } from 'fastify'
import { after } from '#server/kernel/background.ts'
import { seconds } from '#server/kernel/time.ts'

/** The slowest connection supported for a large upload. Bytes per second. */
const slowest = 32 * 1024
/** The longest time for any body. The server's own `requestTimeout` is the same. */
export const longest = seconds(300)

/**
 * The time allowed for a body, in ms: `base`, and for a large one the time that the slowest connection needs. A
 * multipart body without a length gets the longest time.
 */
export function patienceFor({ headers }: Pick<FastifyRequest, 'headers'>, base: number): number {
  const bytes = Number(headers['content-length'])
  if (Number.isFinite(bytes)) return Math.min(longest, base + (bytes / slowest) * 1000)
  return headers['content-type']?.startsWith('multipart/') ? longest : base
}

/** Closes the connection of a body that does not arrive in time, with a 408 unless it has an answer. `base`: ms. Source: case 89. */
export function refuseSlowBodies(app: FastifyInstance, base: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return done()
    const callOff = after(patienceFor(request, base), 'closing a slow body', app.log, () => {
      if (raw.complete) return
      const { socket } = raw
      if (reply.raw.headersSent || !socket.writable) return void socket.destroy()
      const answer = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
      socket.end(answer, () => socket.destroy())
    })
    raw.once('close', callOff)
    done()
  })
}
