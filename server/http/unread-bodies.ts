import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { maxFileBytes, maxFiles } from '#server/domain/application/file-at-sight.ts'

/** The largest body that any route takes: as many bytes are read after an answer, and discarded. */
export const mostBytes = (maxFiles + 1) * maxFileBytes

/** Is a body announced that has not come to its end? */
const isComing = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

/**
 * Lets a client read an answer that comes before its body has: a refusal, for instance. What still comes is discarded, and
 * only then is the connection closed, or used again. Closing it at once would reset it, and whoever still sends would see a
 * broken network in place of the answer (RFC 9112, section 9.6). A discarded body has the time of any other (`refuseSlowBodies`),
 * and `most` bytes.
 */
export function discardUnreadBodies(app: FastifyInstance, most = mostBytes): void {
  // The requests that Fastify refuses while the server closes reach no hook.
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isComing(request)) return
    const { socket } = request
    // Node calls it once the last answer of a connection is written.
    socket.destroySoon = () => {
      if (!isComing(request)) return Socket.prototype.destroySoon.call(socket)
      socket.end()
      request.once('end', () => socket.destroy())
    }
    response.once('prefinish', () => {
      if (isComing(request)) discard(request, most)
    })
  })
}

function discard(request: IncomingMessage, most: number): void {
  let bytes = 0
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) request.socket.destroy()
  })
  request.resume()
}
