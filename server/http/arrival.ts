import type { FastifyRequest } from 'fastify'
import { honouredInstant } from '#server/domain/application/arrival.ts'
import type { Instant } from '#server/kernel/time.ts'

/** The instants, by the portal's clock, at which deadlines judge requests. Source: rules §12.5. */
export function createArrivals(now: () => Instant) {
  const key = Symbol('arrival')
  type Noted = FastifyRequest & { [key]?: { headersAt: Instant; completeAt: Instant | null } }
  return {
    /** A route's `onRequest`, which runs before the body is read. */
    note(request: FastifyRequest, _reply: unknown, done: () => void): void {
      const arrival = { headersAt: now(), completeAt: null as Instant | null }
      ;(request as Noted)[key] = arrival
      request.raw.once('end', () => {
        arrival.completeAt = now()
      })
      done()
    },
    /**
     * The instant of a request; call it once the body, files included, has been read. Now, if the route does not note
     * it.
     */
    of(request: FastifyRequest): Instant {
      const arrival = (request as Noted)[key]
      return arrival ? honouredInstant(arrival.headersAt, arrival.completeAt ?? now()) : now()
    },
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
