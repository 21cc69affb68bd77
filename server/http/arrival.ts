import type { FastifyRequest } from 'fastify'
import type { Instant } from '../kernel/time'

/**
 * When requests arrived: the moment of their headers, by the portal's clock. A deadline is kept by whoever came before
 * it, though the body took its time (the server lets it take 60 s at most). Source: decisions §12.
 */
export function createArrivals(now: () => Instant) {
  const arrivals = new WeakMap<FastifyRequest, Instant>()
  return {
    /** A route's `onRequest`, which runs before the body is read. */
    note(request: FastifyRequest, _reply: unknown, done: () => void): void {
      arrivals.set(request, now())
      done()
    },
    /** Now, where a route does not note it. */
    of: (request: FastifyRequest): Instant => arrivals.get(request) ?? now(),
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
