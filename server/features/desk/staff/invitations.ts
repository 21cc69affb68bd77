import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember, StaffRole } from '#server/domain/terms/staff.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import type { StaffDeps, StaffOrigin } from './deps'
import type { StaffSessions } from './sessions'
import type { InvitationRow, StaffRow } from './store'

/** How long a link opens an account, and the most that one press sends. */
const lasts = hours(72)
const mostAtOnce = 300

/** What a link opens. */
type Invited = { loginName: string; fullName: string; role: StaffRole; endsAt: Instant }

/** An account that was invited and has not been opened. */
type OpenInvitation = Pick<StaffRow, 'loginName' | 'fullName'> & {
  staffId: number
  email: string
  madeAt: Instant
  madeByName: string
  endsAt: Instant
  isOver: boolean
}

/**
 * Accounts that their owners open by a link to the office's address: one use, three days, a password of the owner's own,
 * then the second factor. Nothing happens when a link is only read, as scanners of mail do. Source: rules §13.4.
 */
export function createInvitations(
  { db, store, clock, passwords, record, sendInvitation }: StaffDeps,
  sessions: StaffSessions,
) {
  /** Sends a new link, which ends earlier ones. Joins the caller's transaction. */
  function send(actor: StaffMember, staff: StaffRow, email: string): void {
    const [now, token] = [clock.real(), newToken()]
    const endsAt = plus(now, lasts)
    store.withdrawInvitations(staff.id, now)
    store.addInvitation({
      staffId: staff.id,
      email,
      tokenHash: hashToken(token),
      madeAt: now,
      madeBy: actor.id,
      endsAt,
    })
    sendInvitation(email, { fullName: staff.fullName, loginName: staff.loginName, endsAt }, token)
    note(actor.id, staff)
    record(auditActor(actor), 'staff.invited', { of: `staff:${staff.loginName}` })
  }

  /** Whoever sends a link could open it: for a time the two count as one person, as after a one-time password. */
  function note(by: number, { id, loginName, fullName }: StaffRow): void {
    const made = { preparedAt: clock.real(), preparedBy: by, decidedAt: clock.real(), decidedBy: by }
    store.addChange({ kind: 'reset-password', staffId: id, loginName, fullName, state: 'published', ...made })
  }

  /** The account that a token opens now; refuses as the page does. */
  function opened(token: string): Result<InvitationRow & { staff: StaffRow; endsAt: Instant }> {
    const found = store.invitation(hashToken(token))
    const staff = found && store.staff(found.staffId)
    if (!found || !staff) return refuse('invitation-unknown', 404)
    if (found.usedAt !== null) return refuse('invitation-used', 409)
    if (found.withdrawnAt !== null || staff.disabledAt !== null || staff.email !== found.email)
      return refuse('invitation-withdrawn', 409)
    // Somebody has handed out a password on paper meanwhile.
    if (staff.passwordHash !== '') return refuse('invitation-withdrawn', 409)
    return clock.real() >= found.endsAt
      ? refuse('invitation-over', 409)
      : ok({ ...found, endsAt: found.endsAt as Instant, staff })
  }

  return {
    /**
     * Sends an account without a password a link, or another one. Refusals: `unknown-staff` (404), `invitation-needless`
     * (409) for an account that is open or ended, `invitation-no-email` (409).
     */
    invite(actor: StaffMember, staffId: number): Result<{ email: string }> {
      return db.transact((): Result<{ email: string }> => {
        const staff = store.staff(staffId)
        if (!staff) return refuse('unknown-staff', 404)
        if (staff.passwordHash !== '' || staff.disabledAt !== null) return refuse('invitation-needless', 409)
        if (staff.email === null) return refuse('invitation-no-email', 409)
        send(actor, staff, staff.email)
        return ok({ email: staff.email })
      })
    },

    /** Sends every account that has an address, no password and no open link its link, some hundreds at a time. */
    inviteAll(actor: StaffMember): number {
      return db.transact(() => {
        const accounts = store.toInvite(mostAtOnce, clock.real())
        for (const staff of accounts) send(actor, staff, staff.email!)
        return accounts.length
      })
    },

    /** Ends an account's open links. Refusal: `invitation-unknown` (404) if it has none. */
    withdraw(actor: StaffMember, staffId: number): Result<{ loginName: string }> {
      return db.transact((): Result<{ loginName: string }> => {
        const staff = store.staff(staffId)
        if (!staff || !store.withdrawInvitations(staffId, clock.real())) return refuse('invitation-unknown', 404)
        record(auditActor(actor), 'staff.invitation-withdrawn', { of: `staff:${staff.loginName}` })
        return ok({ loginName: staff.loginName })
      })
    },

    /** The invitations that nobody has used, the oldest first; those that are over can be sent again. */
    open: (): OpenInvitation[] =>
      store.invitations().map(({ invitation, person, madeByName }) => ({
        staffId: person.id,
        loginName: person.loginName,
        fullName: person.fullName,
        email: invitation.email,
        madeAt: invitation.madeAt as Instant,
        madeByName,
        endsAt: invitation.endsAt as Instant,
        isOver: clock.real() >= invitation.endsAt || invitation.email !== person.email,
      })),

    /** What a link opens; changes nothing. Refusals: `invitation-unknown` (404), `-used`, `-withdrawn`, `-over` (409). */
    read(token: string): Result<Invited> {
      const found = opened(token)
      if (!found.ok) return found
      const { loginName, fullName, role } = found.value.staff
      return ok({ loginName, fullName, role, endsAt: found.value.endsAt })
    },

    /** Opens the account with its owner's password, once, and returns the cookie of a session. Refusals: as `read`. */
    async accept(token: string, password: string, origin: StaffOrigin): Promise<Result<string>> {
      const before = opened(token)
      if (!before.ok) return before
      const lane = `invitation:${before.value.id}`
      const full = await passwords.refusal(lane)
      if (full) return full
      const passwordHash = await passwords.hash(password, lane)
      return db.transact((): Result<string> => {
        // Read again: of two that came at once, one opens the account.
        const found = opened(token)
        if (!found.ok) return found
        const { id, staff, madeBy } = found.value
        note(madeBy, staff)
        store.invitationUsed(id, clock.real())
        store.update(staff.id, { passwordHash, mustChangePassword: false })
        record(auditActor(staff), 'staff.invitation-used')
        return ok(sessions.open(staff.id, origin))
      })
    },
  }
}
