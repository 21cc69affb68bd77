import { type AuditAct, type AuditActor, auditActor } from '#server/domain/terms/audit.ts'
import { firstAdmins, needsAnotherAdmin } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { AccountWriter } from './account-writer'
import type { StaffActor, StaffDeps } from './deps'
import { newOneTimePassword } from './one-time-password'
import type { NewStaff, StaffEdit } from './schema'
import type { AccountChange, StaffChangeRow, StaffRow } from './store'

/** A password that an admin hands over: shown once, changed at the first login. */
type OneTimePassword = { loginName: string; password: string }

/**
 * The changed account. `password`: its new one-time password, if it got one. `isWaiting`: nothing has changed yet,
 * because another admin has to release it.
 */
export type Changed = {
  kind: AccountChange
  loginName: string
  password: string | null
  isWaiting: boolean
  /** Where the invitation to a new account went. */
  invited?: string
}

/** A change of an admin's account that waits for another admin. */
type WaitingChange = Pick<StaffChangeRow, 'id' | 'kind' | 'loginName' | 'fullName' | 'preparedAt'> & {
  /** For an edit: the new role and place. */
  edit: StaffEdit | null
  preparedByName: string
  mayRelease: boolean
}

/** An account with its first password. `place`: the code of its centre, institute or region. */
type HandedOut = Pick<StaffRow, 'loginName' | 'fullName' | 'role'> & { place: string | null; password: string }

/** The most one-time passwords in one file: each takes the machine a moment. */
const mostHandedOut = 300

const acts = {
  create: 'staff.created',
  'reset-password': 'staff.password-reset',
  'reset-second-factor': 'staff.second-factor-reset',
  enable: 'staff.enabled',
  edit: 'staff.edited',
} as const satisfies Record<AccountChange, AuditAct>

const commandLine: AuditActor = { kind: 'system', name: 'command-line' }
const subjectOf = (loginName: string) => ({ of: `staff:${loginName}` })
const hasPassword = (kind: AccountChange) => kind === 'create' || kind === 'reset-password'

/** The person of a waiting request; a request that creates an account is for an admin. */
const newAdmin = ({ loginName, fullName }: Pick<StaffChangeRow, 'loginName' | 'fullName'>): NewStaff => ({
  loginName,
  fullName,
  role: 'admin',
})

const isFree = (store: StaffDeps['store'], loginName: string): Result<undefined> =>
  store.byLoginName(loginName)
    ? refuse('check-answers', 422, { fields: [{ field: 'loginName', code: 'loginName.taken' }] })
    : ok()

/**
 * Creates, resets, enables, edits and moves accounts. A change to an admin's account, or one that makes an admin, waits
 * until another admin releases it, so that nobody can create their own second person. Source: rules §13.4.
 * Long: the acts share how an account is written, noted and asked for.
 */
export function createAccountChanges(
  { db, store, clock, passwords, record, ...deps }: StaffDeps,
  writer: AccountWriter,
  invite: (actor: StaffActor, staffId: number) => Result<{ email: string }>,
) {
  /** The owner of the account cannot be the second person either: nobody releases the reset of their own account. */
  const release = deps.releases.of<StaffChangeRow>({
    kind: 'staff-change',
    isRealTime: true,
    find: store.change,
    refusals: { unknown: 'unknown-staff-change', decided: 'staff-change-decided' },
    acts: { release: 'staff.change-released', discard: 'staff.change-refused' },
    subject: ({ loginName }) => subjectOf(loginName),
    detail: ({ kind }) => ({ change: kind }),
    hands: ({ preparedBy, staffId }) => (staffId === null ? [preparedBy] : [preparedBy, staffId]),
    mayRelease: ({ staffId, loginName }) =>
      staffId === null && store.byLoginName(loginName) ? refuse('staff-name-taken', 409) : ok(),
  })

  /** Another person's account, or the refusal: nobody changes their own account here. */
  function other(actor: StaffActor, id: number): Result<StaffRow> {
    const staff = store.staff(id)
    if (!staff) return refuse('unknown-staff', 404)
    return staff.id === actor.id ? refuse('own-account', 422) : ok(staff)
  }

  /** A one-time password with its hash, for changes that need one; awaited outside the transaction. */
  async function newPassword(kind: AccountChange): Promise<{ password: string; passwordHash: string } | null> {
    if (!hasPassword(kind)) return null
    const password = newOneTimePassword()
    return { password, passwordHash: await passwords.hash(password, 'staff-accounts') }
  }

  function add(by: AuditActor, person: NewStaff, passwordHash: string): StaffRow {
    const { loginName, fullName, role, email = null } = person
    const scope = writer.scopeOf(person)
    const account = { loginName, fullName, role, ...scope, email, passwordHash, mustChangePassword: true }
    const staff = store.add({ ...account, createdAt: clock.real() })
    const place = scope.centre ?? scope.region ?? scope.institute
    record(by, acts.create, subjectOf(loginName), { role, place })
    return staff
  }

  /** Changes an account and ends its sessions. */
  function alter(by: AuditActor, { id, loginName }: StaffRow, kind: AccountChange, passwordHash?: string): void {
    if (kind === 'reset-password') store.update(id, { passwordHash, mustChangePassword: true })
    if (kind === 'reset-second-factor') store.update(id, { totpSecret: null, totpEnabledAt: null, totpLastStep: null })
    if (kind === 'enable') store.update(id, { disabledAt: null })
    store.endSessions(id, clock.real())
    record(by, acts[kind], subjectOf(loginName))
  }

  /** Writes an edit, with what it changes. */
  function write(actor: StaffActor, staff: StaffRow, edit: StaffEdit): void {
    writer.change(actor, staff, { ...edit, loginName: staff.loginName, isActive: staff.disabledAt === null })
    const { centre, region, institute } = writer.scopeOf({ ...edit, loginName: staff.loginName })
    record(auditActor(actor), acts.edit, subjectOf(staff.loginName), {
      role: edit.role,
      place: centre ?? region ?? institute,
    })
  }

  /** Logs that a change is in force or that it waits; joins the caller's transaction. */
  function note(
    actor: StaffActor,
    kind: AccountChange,
    person: Pick<NewStaff, 'loginName' | 'fullName'>,
    staffId: number | null,
    isWaiting: boolean,
    changed: StaffEdit | null = null,
  ): void {
    const { loginName, fullName } = person
    const at = clock.real()
    const decided = isWaiting
      ? ({ state: 'prepared' } as const)
      : ({ state: 'published', decidedAt: at, decidedBy: actor.id } as const)
    const written = { person: changed && JSON.stringify(changed), preparedAt: at, preparedBy: actor.id }
    store.addChange({ kind, staffId, loginName, fullName, ...written, ...decided })
    if (isWaiting) record(auditActor(actor), 'staff.change-prepared', subjectOf(loginName), { change: kind })
  }

  const isAsked = (kind: AccountChange, loginName: string) =>
    store.waitingChanges().some((change) => change.kind === kind && change.loginName === loginName)

  return {
    /** Creates an account; an admin's waits for another admin. One with an address is invited, any other gets a password. */
    async create(actor: StaffActor, person: NewStaff): Promise<Result<Changed>> {
      const fault = writer.faultyScope(person)
      if (fault) return refuse('check-answers', 422, { fields: [fault] })
      const isWaiting = needsAnotherAdmin(person.role)
      const isInvited = !isWaiting && person.email !== undefined
      const made = isWaiting || isInvited ? null : await newPassword('create')
      return db.transact((): Result<Changed> => {
        const { loginName } = person
        const free = isFree(store, loginName)
        if (!free.ok) return free
        if (isWaiting && isAsked('create', loginName)) return refuse('staff-change-waits', 409)
        const staff = isWaiting ? null : add(auditActor(actor), person, made?.passwordHash ?? '')
        note(actor, 'create', person, staff?.id ?? null, isWaiting)
        const sent = isInvited ? invite(actor, staff!.id) : null
        if (sent && !sent.ok) throw new Error(`an account that was just made cannot be invited: ${sent.refusal.code}`)
        return ok({
          kind: 'create',
          loginName,
          password: made?.password ?? null,
          isWaiting,
          invited: sent?.value.email,
        })
      })
    },

    /**
     * Resets another person's password or second factor, or enables the account; an admin's waits for another admin.
     */
    async change(
      actor: StaffActor,
      id: number,
      kind: 'reset-password' | 'reset-second-factor' | 'enable',
    ): Promise<Result<Changed>> {
      const made = await newPassword(kind)
      return db.transact((): Result<Changed> => {
        const found = other(actor, id)
        if (!found.ok) return found
        const staff = found.value
        const isWaiting = needsAnotherAdmin(staff.role)
        if (isWaiting && isAsked(kind, staff.loginName)) return refuse('staff-change-waits', 409)
        if (!isWaiting) alter(auditActor(actor), staff, kind, made?.passwordHash)
        note(actor, kind, staff, id, isWaiting)
        return ok({
          kind,
          loginName: staff.loginName,
          password: isWaiting ? null : (made?.password ?? null),
          isWaiting,
        })
      })
    },

    /**
     * Gives another person's account a new name, role or place. A change of an admin's account, or of one that becomes
     * an admin's, waits for another admin.
     */
    edit(actor: StaffActor, id: number, edit: StaffEdit): Result<Changed> {
      return db.transact((): Result<Changed> => {
        const found = other(actor, id)
        if (!found.ok) return found
        const staff = found.value
        const { loginName } = staff
        const fault = writer.faultyScope({ ...edit, loginName })
        if (fault) return refuse('check-answers', 422, { fields: [fault] })
        const isWaiting = needsAnotherAdmin(staff.role) || needsAnotherAdmin(edit.role)
        if (isWaiting && isAsked('edit', loginName)) return refuse('staff-change-waits', 409)
        if (isWaiting) note(actor, 'edit', { loginName, fullName: edit.fullName }, id, true, edit)
        else write(actor, staff, edit)
        return ok({ kind: 'edit', loginName, password: null, isWaiting })
      })
    },

    /**
     * Gives a one-time password to each account that has none, some hundreds at a time, one after another: a reader that
     * stops leaves the rest without.
     */
    async *handOutPasswords(actor: StaffActor): AsyncGenerator<HandedOut> {
      const accounts = store.withoutPassword(mostHandedOut, clock.real())
      record(auditActor(actor), 'staff.passwords-handed-out', {}, { accounts: accounts.length })
      for (const { id } of accounts) {
        const { password, passwordHash } = (await newPassword('reset-password'))!
        const staff = db.transact(() => {
          const found = store.staff(id)!
          if (found.passwordHash !== '' || found.disabledAt !== null) return null
          store.update(id, { passwordHash, mustChangePassword: true })
          note(actor, 'reset-password', found, id, false)
          return found
        })
        if (!staff) continue
        const { loginName, fullName, role, centre, region, institute } = staff
        yield { loginName, fullName, role, place: centre ?? institute ?? region, password }
      }
    },

    /** Pending changes to admins' accounts, oldest first. */
    waiting: (actor: StaffActor): WaitingChange[] =>
      store.waitingChanges().map((change) => {
        const { id, kind, loginName, fullName, preparedAt, preparedByName, person } = change
        return {
          id,
          kind,
          loginName,
          fullName,
          edit: person === null ? null : (JSON.parse(person) as StaffEdit),
          preparedAt,
          preparedByName,
          mayRelease: release.mayRelease(change, actor),
        }
      }),

    /** Another admin releases a pending change; only that admin sees the one-time password. */
    async release(actor: StaffActor, changeId: number): Promise<Result<Changed>> {
      const asked = store.change(changeId)
      if (!asked) return refuse('unknown-staff-change', 404)
      const made = await newPassword(asked.kind)
      return db.transact((): Result<Changed> => {
        const released = release.release(actor, changeId)
        if (!released.ok) return released
        const { kind, loginName, staffId } = released.value
        if (staffId === null) {
          const staff = add(auditActor(actor), newAdmin(released.value), made!.passwordHash)
          store.nameAccount(changeId, staff.id)
        } else if (kind === 'edit') write(actor, store.staff(staffId)!, JSON.parse(released.value.person!))
        else alter(auditActor(actor), store.staff(staffId)!, kind, made?.passwordHash)
        return ok({ kind, loginName, password: made?.password ?? null, isWaiting: false })
      })
    },

    /** Any admin, the preparer included, may discard a pending change. */
    refuse: release.discard,

    /** Disables an account at once, even an admin's: it may be in the wrong hands. Its sessions end. */
    disable(actor: StaffActor, id: number): Result<{ loginName: string }> {
      return db.transact((): Result<{ loginName: string }> => {
        const found = other(actor, id)
        if (!found.ok) return found
        store.update(id, { disabledAt: clock.real() })
        store.endSessions(id, clock.real())
        deps.onLeft(id, actor)
        record(auditActor(actor), 'staff.disabled', subjectOf(found.value.loginName))
        return ok({ loginName: found.value.loginName })
      })
    },

    /**
     * Creates an admin from the command line, which takes access to the server: the first two, or a replacement for an
     * admin whose account is disabled.
     */
    async createAdmin(loginName: string): Promise<Result<OneTimePassword>> {
      const made = (await newPassword('create'))!
      return db.transact((): Result<OneTimePassword> => {
        const free = isFree(store, loginName)
        if (!free.ok) return free
        if (store.admins() >= firstAdmins) return refuse('admins-exist', 409)
        add(commandLine, newAdmin({ loginName, fullName: loginName }), made.passwordHash)
        return ok({ loginName, password: made.password })
      })
    },
  }
}
