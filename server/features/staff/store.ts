import { and, asc, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import * as t from '../../../db/schema/staff'
import { staffChanges } from '../../../db/schema/staff-changes'
import type { Region } from '../../domain/portal/regions'

export type StaffRow = typeof t.staff.$inferSelect & { region: Region | null }
export type StaffSessionRow = typeof t.staffSessions.$inferSelect
export type StaffChangeRow = typeof staffChanges.$inferSelect
export type AccountChange = StaffChangeRow['kind']
type NewRow = Omit<typeof t.staff.$inferInsert, 'id' | 'region'> & { region: Region | null }

export type StaffStore = ReturnType<typeof staffStore>

/** The only writer of the staff's tables. Everything is synchronous and joins the caller's transaction. */
export function staffStore({ orm, sqlite }: Database) {
  const isOpen = isNull(t.staffSessions.endedAt)
  // The queries of every page of the desk, prepared once: building one takes longer than running it.
  const byCookie = orm
    .select()
    .from(t.staffSessions)
    .innerJoin(t.staff, eq(t.staff.id, t.staffSessions.staffId))
    .where(and(eq(t.staffSessions.cookieHash, sql.placeholder('cookieHash')), isOpen))
    .prepare()
  const admins = sqlite
    .prepare<[], number>("SELECT count(*) FROM staff WHERE role = 'admin' AND disabled_at IS NULL")
    .pluck()
  return {
    staff: (id: number) => orm.select().from(t.staff).where(eq(t.staff.id, id)).get() as StaffRow | undefined,
    byLoginName: (loginName: string) =>
      orm.select().from(t.staff).where(eq(t.staff.loginName, loginName)).get() as StaffRow | undefined,
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
      const row = byCookie.get({ cookieHash })
      return row && { session: row.staff_sessions, staff: row.staff as StaffRow }
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
