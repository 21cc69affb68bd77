import { auditActor } from '#server/domain/terms/audit.ts'
import { dutyOf, staffSessionRules } from '#server/domain/terms/staff.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { outageOf } from '#server/kernel/outage.ts'
import { minutes } from '#server/kernel/time.ts'
import { clockSlack, watchedClock } from '#server/kernel/watched-clock.ts'
import type { StaffActor, StaffDeps, StaffOrigin } from './deps'
import type { StaffRow, StaffSessionRow } from './store'

/** The shortest interval between updates of a session's last activity. */
const noteEvery = minutes(1)

const isOver = ({ createdAt, seenAt }: StaffSessionRow, now: number) =>
  now >= createdAt + staffSessionRules.longest || now >= seenAt + staffSessionRules.idle

/** Sessions at the desk: one cookie, stored as a hash, ended by idleness, by the working day, or by hand. */
export function createStaffSessions({ db, store, clock, record, isTotpRequired }: StaffDeps) {
  const time = watchedClock(clock.real, (now) => store.endFuture(now, now + clockSlack))

  const actorOf = (staff: StaffRow, session: Pick<StaffSessionRow, 'id' | 'csrf'>): StaffActor => ({
    sessionId: session.id,
    id: staff.id,
    loginName: staff.loginName,
    fullName: staff.fullName,
    role: staff.role,
    centre: staff.centre,
    region: staff.region,
    institute: staff.institute,
    csrf: session.csrf,
    duty: dutyOf({ ...staff, hasTotp: staff.totpEnabledAt !== null }, isTotpRequired),
  })

  /** A failure to record activity must not cost anybody their page. */
  function noteSeen(sessionId: number, now: number): void {
    try {
      store.seen(sessionId, now)
    } catch (error) {
      if (!outageOf(error)) throw error
    }
  }

  return {
    /** Opens a separate session for every login, and returns its cookie. Joins the transaction. */
    open(staffId: number, origin: StaffOrigin): string {
      const now = time()
      const cookie = newToken()
      store.addSession({
        staffId,
        cookieHash: hashToken(cookie),
        csrf: newToken(),
        ...origin,
        createdAt: now,
        seenAt: now,
      })
      return cookie
    },

    byCookie(cookie: string): StaffActor | null {
      const now = time()
      const found = store.sessionByCookie(hashToken(cookie))
      if (!found || found.staff.disabledAt !== null || isOver(found.session, now)) return null
      if (now >= found.session.seenAt + noteEvery) noteSeen(found.session.id, now)
      return actorOf(found.staff, found.session)
    },

    logout(actor: StaffActor): void {
      db.transact(() => {
        store.endSession(actor.sessionId, clock.real())
        record(auditActor(actor), 'staff.logout')
      })
    },

    /** Ends every session of this account except the current one. */
    endOthers(actor: StaffActor): void {
      db.transact(() => {
        store.endSessions(actor.id, clock.real(), actor.sessionId)
        record(auditActor(actor), 'staff.sessions-ended')
      })
    },

    /** Valid sessions, newest first. */
    openOf: (actor: StaffActor): { at: number; device: string; isThis: boolean }[] =>
      store
        .openSessions(actor.id)
        .filter((session) => !isOver(session, clock.real()))
        .map(({ id, createdAt, device }) => ({ at: createdAt, device, isThis: id === actor.sessionId })),
  }
}

export type StaffSessions = ReturnType<typeof createStaffSessions>
