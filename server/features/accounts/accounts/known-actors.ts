import type { Database } from '#db/client.ts'
import type { SessionActor } from './store'

/** The candidate a token speaks for, and until when. Epoch milliseconds. */
export type KnownActor = SessionActor & { until: number }

/** A cookie opens pages and a bearer makes calls; neither is accepted in place of the other. Source: rules §2.6. */
type TokenKind = 'cookie' | 'bearer'

/** The number of recent tokens kept per kind; more than are in use at once on a busy morning. */
const most = 5000

/**
 * Caches in memory the candidate each token speaks for, since every request asks. The cache agrees with the database as
 * long as every writer of a session or a candidate reports here; a write by another process empties it. Tokens that
 * speak for nobody are never cached. Each kind of token has its own table, because a hash alone does not tell the kind.
 */
export function knownActors(kept: Database['kept']) {
  const tokens = kept(() => ({ cookie: new Map<string, KnownActor>(), bearer: new Map<string, KnownActor>() }))

  function forget(isTheirs: (actor: KnownActor) => boolean): void {
    for (const known of Object.values(tokens.get()))
      for (const [hash, actor] of known) if (isTheirs(actor)) known.delete(hash)
  }

  return {
    /** Calls `read` only for an unknown token. Returns a copy each time: an actor belongs to one request. */
    get(kind: TokenKind, hash: string, now: number, read: () => KnownActor | undefined): SessionActor | undefined {
      const known = tokens.get()[kind]
      const found = known.get(hash) ?? read()
      if (!found || found.until <= now) {
        known.delete(hash)
        return undefined
      }
      if (known.size >= most) known.clear()
      known.set(hash, found)
      return { ...found }
    },

    forgetSession: (id: number): void => forget(({ sessionId }) => sessionId === id),
    forgetCandidate: (id: number): void => forget(({ candidateId }) => candidateId === id),
    forgetAll: (): void => forget(() => true),
  }
}
