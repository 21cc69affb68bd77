import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import { clockSlack, watchedClock } from '#server/kernel/watched-clock.ts'
import type { AccountsDeps, Origin } from './deps'
import { deviceMark, hashToken, newToken, ownerOfMark } from './secrets'
import type { CandidateRow, SessionActor, SessionEnd } from './store'

/** Source: rules §2.6. Milliseconds. */
const sessionRules = { access: minutes(15), refresh: hours(12), grace: seconds(10) } as const

/** The tokens a login hands to the device: the page cookie, the bearer, the refresh token and their marks. */
export type SessionGrant = {
  cookie: string
  csrf: string
  token: string
  expiresAt: number
  refreshToken: string
  /** The mark that identifies this device at the next login. */
  device: string
}

type TokenGrant = Pick<SessionGrant, 'token' | 'expiresAt' | 'refreshToken'>

export type LoginRecord = { at: string; device: string; endedAt: string | null; current: boolean }

const iso = (at: number) => new Date(at).toISOString()

type SessionRow = { id: number; createdAt: number; device: string; endedAt: number | null }

const recordOf = (row: SessionRow, actor: SessionActor): LoginRecord => ({
  at: iso(row.createdAt),
  device: row.device,
  endedAt: row.endedAt === null ? null : iso(row.endedAt),
  current: row.id === actor.sessionId,
})

/** Sessions and their tokens: opaque, stored as hashes; each refresh token works once. Source: rules §2.6. */
export function createSessions(deps: AccountsDeps) {
  const { db, store, clock, onLoginsEnded } = deps
  const time = watchedClock(clock.real, (now) => store.endFuture(now, now + clockSlack))

  function grantTokens(sessionId: number, parentHash: string | null): TokenGrant {
    const now = time()
    const [token, refreshToken] = [newToken(), newToken()]
    const expiresAt = now + sessionRules.access
    store.addAccessToken({ hash: hashToken(token), sessionId, expiresAt })
    store.addRefreshToken({ hash: hashToken(refreshToken), sessionId, parentHash, createdAt: now })
    return { token, expiresAt, refreshToken }
  }

  return {
    /** Opens a separate session for every login; the one this browser had before ends. Joins the transaction. */
    open(candidate: CandidateRow, origin: Origin, replaces: SessionActor | null): SessionGrant {
      const now = time()
      if (replaces) store.endSession(replaces.sessionId, now, 'replaced')
      const [cookie, csrf] = [newToken(), newToken()]
      const sessionId = store.addSession({
        candidateId: candidate.id,
        cookieHash: hashToken(cookie),
        csrf,
        device: origin.deviceLabel,
        createdAt: now,
        expiresAt: now + sessionRules.refresh,
      })
      return { cookie, csrf, device: deviceMark(deps, candidate.id), ...grantTokens(sessionId, null) }
    },

    byCookie: (cookie: string): SessionActor | null => store.actorByCookie(hashToken(cookie), time()) ?? null,
    /** The owner of a cookie, even after its session has ended; null for an unknown cookie. */
    ownerOf: (cookie: string): number | null => store.ownerOfCookie(hashToken(cookie)),
    /** The account that somebody has logged in to with this device before; null for a mark that is none. */
    ownerOfDevice: (mark: string | undefined): number | null => ownerOfMark(deps, mark),
    byBearer: (token: string): SessionActor | null => store.actorByBearer(hashToken(token), time()) ?? null,

    /**
     * Exchanges a refresh token for a new bearer and refresh token. A repeat within ten seconds (two tabs, a lost
     * answer) is served; later use of a used token is theft and ends the session.
     */
    refresh(refreshToken: string): Result<TokenGrant> {
      return db.transact((): Result<TokenGrant> => {
        const now = time()
        const hash = hashToken(refreshToken)
        const row = store.refreshToken(hash)
        const session = row && store.session(row.sessionId)
        if (!row || !session || session.endedAt !== null || now >= session.expiresAt)
          return refuse('session-expired', 401)
        if (row.usedAt !== null && now > row.usedAt + sessionRules.grace) {
          store.endSession(session.id, now, 'reuse')
          return refuse('session-expired', 401)
        }
        if (row.usedAt === null) store.spendRefreshToken(hash, row.parentHash, now)
        return ok(grantTokens(session.id, hash))
      })
    },

    logout(actor: SessionActor): void {
      store.endSession(actor.sessionId, clock.real(), 'logout')
    },

    logoutEverywhere(actor: SessionActor, reason: SessionEnd = 'everywhere'): void {
      store.endSessions(actor.candidateId, clock.real(), reason)
      onLoginsEnded(actor.candidateId)
    },

    /** This login, the one before it, and every open session. */
    loginDetails(actor: SessionActor): {
      current: LoginRecord | null
      previous: LoginRecord | null
      sessions: LoginRecord[]
    } {
      const current = store.session(actor.sessionId)
      const previous = store.sessionBefore(actor.candidateId, actor.sessionId)
      return {
        current: current ? recordOf(current, actor) : null,
        previous: previous ? recordOf(previous, actor) : null,
        sessions: store.openSessions(actor.candidateId, clock.real()).map((row) => recordOf(row, actor)),
      }
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
