import { auditActor } from '../../domain/audit'
import { dutyOf, staffSessionRules } from '../../domain/staff'
import { hashToken, newToken } from '../../http/tokens'
import { minutes } from '../../kernel/time'
import type { StaffActor, StaffDeps, StaffOrigin } from './deps'
import type { StaffRow, StaffSessionRow } from './store'

/** How often at most it is written down that somebody is still there. */
const noteEvery = minutes(1)

const isOver = ({ createdAt, seenAt }: StaffSessionRow, now: number) =>
  now >= createdAt + staffSessionRules.longest || now >= seenAt + staffSessionRules.idle

/** Sessions at the desk: one cookie, kept as a hash, ended by idleness, by the working day, or by hand. */
export function createStaffSessions({ db, store, clock, record, isTotpRequired }: StaffDeps) {
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

  return {
    /** A session of its own for every login; answers with the cookie. Joins the transaction. */
    open(staffId: number, origin: StaffOrigin): string {
      const now = clock.real()
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
      const now = clock.real()
      const found = store.sessionByCookie(hashToken(cookie))
      if (!found || found.staff.disabledAt !== null || isOver(found.session, now)) return null
      if (now >= found.session.seenAt + noteEvery) store.seen(found.session.id, now)
      return actorOf(found.staff, found.session)
    },

    logout(actor: StaffActor): void {
      db.transact(() => {
        store.endSession(actor.sessionId, clock.real())
        record(auditActor(actor), 'staff.logout')
      })
    },

    /** Every login of this account but the one that asks. */
    endOthers(actor: StaffActor): void {
      db.transact(() => {
        store.endSessions(actor.id, clock.real(), actor.sessionId)
        record(auditActor(actor), 'staff.sessions-ended')
      })
    },

    /** Logins that still hold, newest first. */
    openOf: (actor: StaffActor): { at: number; device: string; isThis: boolean }[] =>
      store
        .openSessions(actor.id)
        .filter((session) => !isOver(session, clock.real()))
        .map(({ id, createdAt, device }) => ({ at: createdAt, device, isThis: id === actor.sessionId })),
  }
}

export type StaffSessions = ReturnType<typeof createStaffSessions>
