import { type AuditActor, auditActor } from '../../domain/audit'
import type { Region } from '../../domain/regions'
import { neededScope, type StaffRole } from '../../domain/staff'
import { ok, type Result, refuse } from '../../kernel/result'
import type { StaffActor, StaffDeps, StaffOrigin } from './deps'
import { createStaffLogin } from './login'
import { newOneTimePassword } from './one-time-password'
import type { NewStaff, StaffPasswordChange } from './schema'
import { createSecondFactor } from './second-factor'
import { createStaffSessions } from './sessions'
import type { StaffRow } from './store'

/** An account as the list of staff shows it. */
export type StaffCard = {
  id: number
  loginName: string
  fullName: string
  role: StaffRole
  centre: string | null
  region: Region | null
  institute: string | null
  hasTotp: boolean
  mustChangePassword: boolean
  isDisabled: boolean
}

/** What an admin hands over: shown once, changed at the first login. */
export type OneTimePassword = { loginName: string; password: string }

const commandLine: AuditActor = { kind: 'system', name: 'command-line' }

/** Accounts of those who work at the desk: login, second factor, sessions, and what admins do with them. */
export function createStaff(deps: StaffDeps) {
  const { db, store, clock, passwords, record } = deps
  const sessions = createStaffSessions(deps)
  const secondFactor = createSecondFactor(deps)

  const aboutOf = ({ loginName }: Pick<StaffRow, 'loginName'>) => ({ of: `staff:${loginName}` })

  /** Null, or which field is to blame: a role needs its place, and a place must exist. */
  function faultyScope({ role, centre, region, institute }: NewStaff) {
    const needed = neededScope[role]
    if (needed === 'centre' && (!centre || !deps.centre(centre)))
      return { field: 'centre', code: 'staffCentre.required' }
    if (needed === 'region' && !region) return { field: 'region', code: 'staffRegion.required' }
    if (needed === 'institute' && !institute) return { field: 'institute', code: 'staffInstitute.required' }
    return null
  }

  /** What a role does not go by is not kept; an officer may be bound to a region. */
  const scopeFor = ({ role, centre, region, institute }: NewStaff) => {
    const needed = neededScope[role]
    return {
      centre: needed === 'centre' ? (centre ?? null) : null,
      region: needed === 'region' || role === 'so' ? (region ?? null) : null,
      institute: needed === 'institute' ? (institute ?? null) : null,
    }
  }

  async function create(by: AuditActor, input: NewStaff): Promise<Result<OneTimePassword>> {
    const fault = faultyScope(input)
    if (fault) return refuse('check-answers', 422, { fields: [fault] })
    const password = newOneTimePassword()
    const passwordHash = await passwords.hash(password)
    return db.transact((): Result<OneTimePassword> => {
      const { loginName, fullName, role } = input
      if (store.byLoginName(loginName)) {
        return refuse('check-answers', 422, { fields: [{ field: 'loginName', code: 'loginName.taken' }] })
      }
      const scope = scopeFor(input)
      const staff = store.add({
        loginName,
        fullName,
        role,
        ...scope,
        passwordHash,
        mustChangePassword: true,
        createdAt: clock.real(),
      })
      record(by, 'staff.created', aboutOf(staff), { role, place: scope.centre ?? scope.region ?? scope.institute })
      return ok({ loginName, password })
    })
  }

  /** Another's account, or why it may not be touched: nobody does these things to themselves. */
  function other(actor: StaffActor, id: number): Result<StaffRow> {
    const staff = store.staff(id)
    if (!staff) return refuse('unknown-staff', 404)
    return staff.id === actor.id ? refuse('own-account', 422) : ok(staff)
  }

  return {
    login: createStaffLogin(deps, sessions, secondFactor),
    byCookie: sessions.byCookie,
    logout: sessions.logout,
    endOtherSessions: sessions.endOthers,
    openSessions: sessions.openOf,
    secondFactor: { view: secondFactor.view, begin: secondFactor.begin, confirm: secondFactor.confirm },

    /** Ends every session of the account; the answer is the cookie of a new one. */
    async changePassword(actor: StaffActor, input: StaffPasswordChange, origin: StaffOrigin): Promise<Result<string>> {
      const before = store.staff(actor.id)!
      const key = `desk-password:${actor.id}`
      const tries = deps.limits.count(key, 15 * 60_000, clock.real())
      if (tries.count > 10) {
        const seconds = Math.ceil((tries.resetsAt - clock.real()) / 1000)
        return refuse('too-often', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })
      }
      if (!(await passwords.verify(before.passwordHash, input.currentPassword))) {
        const fields = [{ field: 'currentPassword', code: 'staffCurrentPassword.wrong' }]
        return refuse('check-answers', 422, { fields })
      }
      if (input.password === input.currentPassword) {
        return refuse('check-answers', 422, { fields: [{ field: 'password', code: 'staffPassword.same' }] })
      }
      const passwordHash = await passwords.hash(input.password)
      return db.transact((): Result<string> => {
        // Reset by an admin while it was being checked: the one-time password is the one that counts.
        if (store.staff(actor.id)!.passwordHash !== before.passwordHash) return refuse('session-expired', 401)
        deps.limits.forget(key)
        store.update(actor.id, { passwordHash, mustChangePassword: false })
        store.endSessions(actor.id, clock.real())
        record(auditActor(actor), 'staff.password-changed')
        return ok(sessions.open(actor.id, origin))
      })
    },

    /** Everybody, by login name. */
    list: (): StaffCard[] =>
      store.all().map((staff) => ({
        id: staff.id,
        loginName: staff.loginName,
        fullName: staff.fullName,
        role: staff.role,
        centre: staff.centre,
        region: staff.region,
        institute: staff.institute,
        hasTotp: staff.totpEnabledAt !== null,
        mustChangePassword: staff.mustChangePassword,
        isDisabled: staff.disabledAt !== null,
      })),

    create: (actor: StaffActor, input: NewStaff) => create(auditActor(actor), input),

    /** The first admin of a live portal, or one more when all are lost: only whoever can read the server can do this. */
    createAdmin: (loginName: string): Promise<Result<OneTimePassword>> =>
      create(commandLine, { loginName, fullName: loginName, role: 'admin' }),

    /** Whatever they were doing ends, and the new password must be changed at the next login. */
    async resetPassword(actor: StaffActor, id: number): Promise<Result<OneTimePassword>> {
      const password = newOneTimePassword()
      const passwordHash = await passwords.hash(password)
      return db.transact((): Result<OneTimePassword> => {
        const found = other(actor, id)
        if (!found.ok) return found
        store.update(id, { passwordHash, mustChangePassword: true })
        store.endSessions(id, clock.real())
        record(auditActor(actor), 'staff.password-reset', aboutOf(found.value))
        return ok({ loginName: found.value.loginName, password })
      })
    },

    /** For a lost telephone: the password alone opens the account again, and in live mode leads to a new code first. */
    resetSecondFactor(actor: StaffActor, id: number): Result<{ loginName: string }> {
      return db.transact((): Result<{ loginName: string }> => {
        const found = other(actor, id)
        if (!found.ok) return found
        store.update(id, { totpSecret: null, totpEnabledAt: null, totpLastStep: null })
        store.endSessions(id, clock.real())
        record(auditActor(actor), 'staff.second-factor-reset', aboutOf(found.value))
        return ok({ loginName: found.value.loginName })
      })
    },

    /** A disabled account keeps its past; it cannot log in, and what it had open ends. */
    setDisabled(actor: StaffActor, id: number, isDisabled: boolean): Result<{ loginName: string }> {
      return db.transact((): Result<{ loginName: string }> => {
        const found = other(actor, id)
        if (!found.ok) return found
        store.update(id, { disabledAt: isDisabled ? clock.real() : null })
        if (isDisabled) {
          store.endSessions(id, clock.real())
          deps.onDisabled(id, auditActor(actor))
        }
        record(auditActor(actor), isDisabled ? 'staff.disabled' : 'staff.enabled', aboutOf(found.value))
        return ok({ loginName: found.value.loginName })
      })
    },

    /** A session without password or second factor; the demo alone asks for it. */
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

export type Staff = ReturnType<typeof createStaff>
