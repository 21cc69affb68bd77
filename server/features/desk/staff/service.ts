import type { Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import { mayDo, type Officer, type StaffRole } from '#server/domain/terms/staff.ts'
import { lastingAlarm } from '#server/kernel/lasting-alarm.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours } from '#server/kernel/time.ts'
import { accountWriter } from './account-writer'
import { createAccountChanges } from './changes'
import { type StaffActor, type StaffDeps, type StaffOrigin, staffLane } from './deps'
import { createInvitations } from './invitations'
import { createStaffLogin } from './login'
import type { StaffPasswordChange } from './schema'
import { createSecondFactor } from './second-factor'
import { createStaffSessions } from './sessions'
import { staffTable } from './staff-table'
import type { StaffRow } from './store'

/** An account in the list of staff. */
type StaffCard = {
  id: number
  loginName: string
  fullName: string
  role: StaffRole
  centre: string | null
  region: Region | null
  institute: string | null
  email: string | null
  hasTotp: boolean
  mustChangePassword: boolean
  /** It came with a file, and nobody has handed out its first password. */
  hasNoPassword: boolean
  isDisabled: boolean
}

const shape: ListShape = {
  list: 'staff',
  columns: [
    { key: 'fullName', kind: 'written' },
    { key: 'loginName', kind: 'text', isSortable: true },
    { key: 'role', kind: 'text' },
    { key: 'place', kind: 'text' },
    { key: 'lastLoginAt', kind: 'time' },
    { key: 'state', kind: 'text' },
    { key: 'createdAt', kind: 'time', isExtra: true },
  ],
  filters: ['q', 'inRole', 'state'],
  order: 'loginName',
}

const cardOf = (staff: StaffRow): StaffCard => ({
  id: staff.id,
  loginName: staff.loginName,
  fullName: staff.fullName,
  role: staff.role,
  centre: staff.centre,
  region: staff.region,
  institute: staff.institute,
  email: staff.email,
  hasTotp: staff.totpEnabledAt !== null,
  mustChangePassword: staff.mustChangePassword,
  hasNoPassword: staff.passwordHash === '',
  isDisabled: staff.disabledAt !== null,
})

/** Staff accounts: login, second factor, sessions, and the acts of admins. */
export function createStaff(deps: StaffDeps) {
  const { db, store, clock, passwords, record } = deps
  const sessions = createStaffSessions(deps)
  const secondFactor = createSecondFactor(deps)

  const writer = accountWriter({ ...deps, now: clock.real })
  const invitations = createInvitations(deps, sessions)
  const changes = createAccountChanges(deps, writer, invitations.invite)

  const alarm = lastingAlarm({
    key: 'desk-alarm',
    limits: deps.limits,
    now: clock.real,
    lasts: hours(1),
    tell: deps.onAttack,
  })

  return {
    login: createStaffLogin(deps, sessions, secondFactor, alarm),
    /** Until when the desk is warned that strangers try many login names; null if they do not. */
    loginAlarm: alarm.until,
    byCookie: sessions.byCookie,
    logout: sessions.logout,
    endOtherSessions: sessions.endOthers,
    openSessions: sessions.openOf,
    secondFactor: {
      view: secondFactor.view,
      begin: secondFactor.begin,
      confirm: secondFactor.confirm,
      renewSeals: secondFactor.renewSeals,
    },

    /** Ends every session of the account, and returns the cookie of a new one. */
    async changePassword(actor: StaffActor, input: StaffPasswordChange, origin: StaffOrigin): Promise<Result<string>> {
      const before = store.staff(actor.id)!
      const key = `desk-password:${actor.id}`
      const tries = deps.limits.count(key, 15 * 60_000, clock.real())
      if (tries.count > 10) {
        const seconds = Math.ceil((tries.resetsAt - clock.real()) / 1000)
        return tooOften(seconds)
      }
      if (!(await passwords.verify(before.passwordHash, input.currentPassword, staffLane(actor.id)))) {
        const fields = [{ field: 'currentPassword', code: 'staffCurrentPassword.wrong' }]
        return refuse('check-answers', 422, { fields })
      }
      if (input.password === input.currentPassword) {
        return refuse('check-answers', 422, { fields: [{ field: 'password', code: 'staffPassword.same' }] })
      }
      const passwordHash = await passwords.hash(input.password, staffLane(actor.id))
      return db.transact((): Result<string> => {
        // An admin reset it during the check: the one-time password counts.
        if (store.staff(actor.id)!.passwordHash !== before.passwordHash) return refuse('session-expired', 401)
        deps.limits.forget(key)
        store.update(actor.id, { passwordHash, mustChangePassword: false })
        store.endSessions(actor.id, clock.real())
        record(auditActor(actor), 'staff.password-changed')
        return ok(sessions.open(actor.id, origin))
      })
    },

    /** The accounts, by login name. */
    accounts: listOfStore({ shape, reader: store.list, reach: () => ({}) }),
    /** Everybody, by login name. */
    list: (): StaffCard[] => store.all().map(cardOf),
    account(id: number): StaffCard | null {
      const row = store.staff(id)
      return row ? cardOf(row) : null
    },
    /** How many accounts have no password yet and no open invitation, and how many of them have an address. */
    withoutPassword: () => store.unset(clock.real()),
    /** Those accounts, for who leads the staff: nobody can log in with one of them. */
    waiting: ({ role }: Pick<Officer, 'role'>): Waiting[] =>
      mayDo(role, 'staff')
        ? [{ kind: 'no-password', page: 'staff', count: store.unset(clock.real()).all, oldestAt: null, dueAt: null }]
        : [],
    invitations,

    create: changes.create,
    change: changes.change,
    edit: changes.edit,
    handOutPasswords: changes.handOutPasswords,
    table: staffTable({ store, writer }),
    disable: changes.disable,
    waitingChanges: changes.waiting,
    releaseChange: changes.release,
    refuseChange: changes.refuse,
    createAdmin: changes.createAdmin,

    /** A session without password or second factor; only the demo uses it. */
    openFor(loginName: string, origin: StaffOrigin): string | null {
      return db.transact(() => {
        const staff = store.byLoginName(loginName)
        if (!staff || staff.disabledAt !== null) return null
        record(auditActor(staff), 'staff.login', {}, { desk: 'demo' })
        return sessions.open(staff.id, origin)
      })
    },
  }
}
