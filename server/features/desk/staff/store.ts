import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { filedRows, orNull } from '#db/filed-rows.ts'
import { listReader } from '#db/list-reader.ts'
import * as t from '#db/schema/staff.ts'
import { staffChanges } from '#db/schema/staff-changes.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'

export type StaffRow = typeof t.staff.$inferSelect & { region: Region | null }
export type InvitationRow = typeof t.staffInvitations.$inferSelect
export type StaffSessionRow = typeof t.staffSessions.$inferSelect
export type StaffChangeRow = typeof staffChanges.$inferSelect
export type AccountChange = StaffChangeRow['kind']
type NewRow = Omit<typeof t.staff.$inferInsert, 'id' | 'region'> & { region: Region | null }

/** An account in the list of accounts. `place`: the centre, institute or region. `no-password`: it came with a file. */
type AccountRow = {
  id: number
  loginName: string
  fullName: string
  role: StaffRole
  place: string | null
  region: Region | null
  hasTotp: 0 | 1
  state: 'disabled' | 'no-password' | 'one-time' | 'open'
  createdAt: number
  /** Null until the first login. */
  lastLoginAt: number | null
}

export type StaffStore = ReturnType<typeof staffStore>

/** As the database has it. */
type StoredStaff = Omit<StaffRow, 'mustChangePassword'> & { mustChangePassword: 0 | 1 }

/**
 * The only writer of the staff's tables. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function staffStore(db: Database) {
  const { orm, sqlite } = db
  const maker = alias(t.staff, 'maker')
  const isOpen = isNull(t.staffSessions.endedAt)
  // What every page of the desk asks.
  const byCookie = sqlite.prepare<[string], StaffSessionRow>(
    `SELECT id, staff_id AS staffId, cookie_hash AS cookieHash, csrf, device, network, created_at AS createdAt,
       seen_at AS seenAt, ended_at AS endedAt FROM staff_sessions WHERE cookie_hash = ? AND ended_at IS NULL`,
  )
  const byId = sqlite.prepare<[number], StoredStaff>(
    `SELECT id, login_name AS loginName, full_name AS fullName, email, role, centre, region, institute,
       password_hash AS passwordHash, must_change_password AS mustChangePassword, totp_secret AS totpSecret,
       totp_enabled_at AS totpEnabledAt, totp_last_step AS totpLastStep, created_at AS createdAt,
       disabled_at AS disabledAt FROM staff WHERE id = ?`,
  )
  function staff(id: number): StaffRow | undefined {
    const row = byId.get(id)
    return row && { ...row, mustChangePassword: row.mustChangePassword === 1 }
  }
  const list = listReader<AccountRow>(db, {
    from: 'staff',
    candidate: null,
    key: 'id',
    columns: {
      id: 'id',
      loginName: 'login_name',
      fullName: 'full_name',
      role: 'role',
      place: 'coalesce(centre, institute, region)',
      region: 'region',
      hasTotp: 'totp_enabled_at IS NOT NULL',
      state: `CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN password_hash = '' THEN 'no-password'
        WHEN must_change_password THEN 'one-time' ELSE 'open' END`,
      createdAt: 'created_at',
      lastLoginAt: '(SELECT max(l.created_at) FROM staff_sessions l WHERE l.staff_id = staff.id)',
    },
    filters: {
      q: `says(login_name || ' ' || full_name || ' ' || coalesce(centre, institute, region, ''), @q)`,
      inRole: 'role = @inRole',
      state: {
        disabled: 'disabled_at IS NOT NULL',
        'no-password': "disabled_at IS NULL AND password_hash = ''",
        open: 'disabled_at IS NULL',
      },
    },
    always: 'true',
  })
  /** Has the account an open link? */
  const isInvited = (now: number) =>
    sql`EXISTS (SELECT 1 FROM staff_invitations i WHERE i.staff_id = ${t.staff.id} AND i.email = ${t.staff.email}
      AND i.used_at IS NULL AND i.withdrawn_at IS NULL AND i.ends_at > ${now})`
  const admins = sqlite
    .prepare<[], number>("SELECT count(*) FROM staff WHERE role = 'admin' AND disabled_at IS NULL")
    .pluck()
  return {
    /** Accounts from a file. */
    filed: filedAccounts(db),
    staff,
    /** Every second factor, as it is sealed. */
    secondFactors: () =>
      orm
        .select({ id: t.staff.id, totpSecret: sql<string>`${t.staff.totpSecret}` })
        .from(t.staff)
        .where(isNotNull(t.staff.totpSecret))
        .all(),
    byLoginName: (loginName: string) =>
      orm.select().from(t.staff).where(eq(t.staff.loginName, loginName)).get() as StaffRow | undefined,
    /** Accounts that are open, have never had a password and are not invited at `now`, by login name. */
    withoutPassword: (most: number, now: number) =>
      orm
        .select({ id: t.staff.id })
        .from(t.staff)
        .where(and(eq(t.staff.passwordHash, ''), isNull(t.staff.disabledAt), sql`NOT ${isInvited(now)}`))
        .orderBy(asc(t.staff.loginName))
        .limit(most)
        .all(),
    /** The next accounts by login name. */
    after: (loginName: string, most: number) =>
      orm
        .select()
        .from(t.staff)
        .where(gt(t.staff.loginName, loginName))
        .orderBy(asc(t.staff.loginName))
        .limit(most)
        .all() as StaffRow[],
    /** Pages and files of the accounts. */
    list,
    /** Open accounts that have never had a password and are not invited: all, and those with an address. */
    unset: (now: number): { all: number; withEmail: number } => {
      const rows = orm
        .select({ all: count(), withEmail: count(t.staff.email) })
        .from(t.staff)
        .where(and(eq(t.staff.passwordHash, ''), isNull(t.staff.disabledAt), sql`NOT ${isInvited(now)}`))
      return rows.get()!
    },
    /** Of these the ones with an address, by login name. */
    toInvite: (most: number, now: number): StaffRow[] =>
      orm
        .select()
        .from(t.staff)
        .where(
          and(
            eq(t.staff.passwordHash, ''),
            isNull(t.staff.disabledAt),
            isNotNull(t.staff.email),
            sql`NOT ${isInvited(now)}`,
          ),
        )
        .orderBy(asc(t.staff.loginName))
        .limit(most)
        .all() as StaffRow[],
    addInvitation: (row: Omit<InvitationRow, 'id' | 'usedAt' | 'withdrawnAt'>): void =>
      void orm.insert(t.staffInvitations).values(row).run(),
    invitation: (tokenHash: string): InvitationRow | undefined =>
      orm.select().from(t.staffInvitations).where(eq(t.staffInvitations.tokenHash, tokenHash)).get(),
    /** The newest invitation of each account that has no password yet, unless it was withdrawn; oldest first. */
    invitations: () =>
      orm
        .select({ invitation: t.staffInvitations, person: t.staff, madeByName: maker.fullName })
        .from(t.staffInvitations)
        .innerJoin(t.staff, eq(t.staff.id, t.staffInvitations.staffId))
        .innerJoin(maker, eq(maker.id, t.staffInvitations.madeBy))
        .where(
          and(
            eq(t.staff.passwordHash, ''),
            isNull(t.staff.disabledAt),
            isNull(t.staffInvitations.withdrawnAt),
            isNull(t.staffInvitations.usedAt),
          ),
        )
        .orderBy(asc(t.staffInvitations.id))
        .all(),
    invitationUsed: (id: number, usedAt: number): void =>
      void orm.update(t.staffInvitations).set({ usedAt }).where(eq(t.staffInvitations.id, id)).run(),
    /** Ends every open link of an account; false if it had none. */
    withdrawInvitations: (staffId: number, withdrawnAt: number): boolean =>
      orm
        .update(t.staffInvitations)
        .set({ withdrawnAt })
        .where(
          and(
            eq(t.staffInvitations.staffId, staffId),
            isNull(t.staffInvitations.usedAt),
            isNull(t.staffInvitations.withdrawnAt),
          ),
        )
        .run().changes > 0,
    all: () => orm.select().from(t.staff).orderBy(asc(t.staff.loginName)).all() as StaffRow[],
    add: (row: NewRow): StaffRow => orm.insert(t.staff).values(row).returning().get() as StaffRow,
    update: (id: number, change: Partial<Omit<typeof t.staff.$inferInsert, 'id'>>) =>
      void orm.update(t.staff).set(change).where(eq(t.staff.id, id)).run(),
    /** Admins who can log in. */
    admins: (): number => admins.get()!,

    addChange: (row: Omit<typeof staffChanges.$inferInsert, 'id'>): void =>
      void orm.insert(staffChanges).values(row).run(),
    change: (id: number): StaffChangeRow | undefined =>
      orm.select().from(staffChanges).where(eq(staffChanges.id, id)).get(),
    /** Oldest first. */
    waitingChanges: (): (StaffChangeRow & { preparedByName: string })[] =>
      orm
        .select({ change: staffChanges, preparedByName: t.staff.fullName })
        .from(staffChanges)
        .innerJoin(t.staff, eq(t.staff.id, staffChanges.preparedBy))
        .where(eq(staffChanges.state, 'prepared'))
        .orderBy(asc(staffChanges.id))
        .all()
        .map(({ change, preparedByName }) => ({ ...change, preparedByName })),
    nameAccount: (id: number, staffId: number): void =>
      void orm.update(staffChanges).set({ staffId }).where(eq(staffChanges.id, id)).run(),

    addSession: (row: Omit<StaffSessionRow, 'id' | 'endedAt'>) =>
      orm.insert(t.staffSessions).values(row).returning({ id: t.staffSessions.id }).get().id,
    /** An open session and its owner; the caller judges age and account. */
    sessionByCookie(cookieHash: string): { session: StaffSessionRow; staff: StaffRow } | undefined {
      const session = byCookie.get(cookieHash)
      return session && { session, staff: staff(session.staffId)! }
    },
    seen: (sessionId: number, seenAt: number) =>
      void orm.update(t.staffSessions).set({ seenAt }).where(eq(t.staffSessions.id, sessionId)).run(),
    endSession: (sessionId: number, endedAt: number) =>
      void orm
        .update(t.staffSessions)
        .set({ endedAt })
        .where(and(eq(t.staffSessions.id, sessionId), isOpen))
        .run(),
    /** Ends every session of every officer. */
    endEverySession: (endedAt: number) => void orm.update(t.staffSessions).set({ endedAt }).where(isOpen).run(),
    /** `except`: the session to keep. */
    endSessions: (staffId: number, endedAt: number, except = 0) =>
      void orm
        .update(t.staffSessions)
        .set({ endedAt })
        .where(and(eq(t.staffSessions.staffId, staffId), ne(t.staffSessions.id, except), isOpen))
        .run(),
    /** Ends sessions opened or seen after `latest`: the clock ran ahead then. */
    endFuture: (endedAt: number, latest: number) =>
      void orm
        .update(t.staffSessions)
        .set({ endedAt })
        .where(and(isOpen, or(gt(t.staffSessions.createdAt, latest), gt(t.staffSessions.seenAt, latest))))
        .run(),
    /** Newest first. */
    openSessions: (staffId: number) =>
      orm
        .select()
        .from(t.staffSessions)
        .where(and(eq(t.staffSessions.staffId, staffId), isOpen))
        .orderBy(desc(t.staffSessions.id))
        .all(),
    hasBeenSeenFrom: (staffId: number, network: string, since: number): boolean =>
      orm
        .select({ id: t.staffSessions.id })
        .from(t.staffSessions)
        .where(
          and(
            eq(t.staffSessions.staffId, staffId),
            eq(t.staffSessions.network, network),
            gt(t.staffSessions.createdAt, since),
          ),
        )
        .limit(1)
        .get() !== undefined,
  }
}

/** The accounts that a file adds, changes and ends. The rule for a single account is in `account-writer.ts`. */
function filedAccounts(db: Database) {
  const { sqlite } = db
  const isActive = "c.after ->> 'active' = 'yes'"
  const wasActive = "c.before ->> 'active' = 'yes'"
  const isMoved = ['role', 'centre', 'region', 'institute']
    .map((fact) => `c.after ->> '${fact}' <> c.before ->> '${fact}'`)
    .join(' OR ')
  const isOther = `c.import_id = @file AND c.before IS NOT NULL AND (${isMoved} OR (${isActive}) <> (${wasActive}))`
  const place = (name: string) => ({ read: (cell: (name: string) => string) => orNull(cell(name)) })
  const accounts = filedRows(db, {
    table: 'staff',
    key: 'login_name',
    columns: {
      full_name: { read: (cell) => cell('full_name') },
      role: { read: (cell) => cell('role') },
      centre: place('centre'),
      region: place('region'),
      institute: place('institute'),
      email: place('email'),
      active: { read: (cell) => cell('active'), held: "iif(t.disabled_at IS NULL, 'yes', 'no')", isWritten: false },
    },
    onAdd: {
      password_hash: "''",
      must_change_password: '1',
      created_at: '@now',
      disabled_at: `iif(${isActive}, NULL, @now)`,
    },
    onChange: { disabled_at: `iif(${isActive}, NULL, coalesce(t.disabled_at, @now))` },
  })
  // An account without forms returns none, so nobody needs to be asked about it.
  const leaving = sqlite
    .prepare<{ file: number }, number>(
      `SELECT s.id FROM import_changes c JOIN staff s ON s.login_name = c.key
       WHERE ${isOther} AND ${wasActive} AND EXISTS (
         SELECT 1 FROM scrutinies f WHERE f.officer_id = s.id UNION ALL SELECT 1 FROM scrutinies f WHERE f.held_by = s.id)
       ORDER BY s.id`,
    )
    .pluck()
  const endSessions = sqlite.prepare<{ file: number; now: number }>(
    `UPDATE staff_sessions SET ended_at = @now WHERE ended_at IS NULL AND staff_id IN (
       SELECT s.id FROM import_changes c JOIN staff s ON s.login_name = c.key WHERE ${isOther})`,
  )
  const noteOf = (kind: AccountChange, which: string) =>
    sqlite.prepare<{ file: number; now: number; by: number }>(
      `INSERT INTO staff_changes (kind, staff_id, login_name, full_name, state, prepared_at, prepared_by, decided_at, decided_by)
       SELECT '${kind}', s.id, s.login_name, s.full_name, 'published', @now, @by, @now, @by
       FROM import_changes c JOIN staff s ON s.login_name = c.key WHERE c.import_id = @file AND ${which}`,
    )
  const notes = [
    noteOf('create', 'c.before IS NULL'),
    noteOf('edit', `c.before IS NOT NULL AND (${isMoved})`),
    noteOf('enable', `${isActive} AND NOT ${wasActive}`),
  ]
  return {
    isAsRead: accounts.isAsRead,
    /** The accounts with forms to check that the file ends or moves. */
    leaving: (file: number): number[] => leaving.all({ file }),
    /** Writes every change, ends the sessions of those who move or end, and notes who changed what. */
    write(file: number, now: number, by: number): void {
      accounts.write(file, now)
      endSessions.run({ file, now })
      for (const note of notes) note.run({ file, now, by })
    },
  }
}
