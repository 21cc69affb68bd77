import type { Database } from '../../../db/client'
import type { SessionActor } from './store'

/** Who a token speaks for, and until when. Epoch milliseconds. */
export type KnownActor = SessionActor & { until: number }

/** The newest tokens that were asked about; more than are in use at once on a busy morning. */
const most = 5000

/**
 * Whom tokens speak for, in memory: every request asks. It holds what the database says as long as whoever writes a
 * session or a candidate says so here, and until another process has written; a token that speaks for nobody is never
 * held.
 */
export function knownActors(kept: Database['kept']) {
  const tokens = kept(() => new Map<string, KnownActor>())
  return {
    /** Asks `read` only for a token that is not known. A copy each time: an actor belongs to one request. */
    get(hash: string, now: number, read: () => KnownActor | undefined): SessionActor | undefined {
      const known = tokens.get()
      const found = known.get(hash) ?? read()
      if (!found || found.until <= now) {
        known.delete(hash)
        return undefined
      }
      if (known.size >= most) known.clear()
      known.set(hash, found)
      return { ...found }
    },

    forgetSession(id: number): void {
      const known = tokens.get()
      for (const [hash, { sessionId }] of known) if (sessionId === id) known.delete(hash)
    },

    forgetCandidate(id: number): void {
      const known = tokens.get()
      for (const [hash, { candidateId }] of known) if (candidateId === id) known.delete(hash)
    },
  }
}
