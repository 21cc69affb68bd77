import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import * as t from '../../../db/schema/staff'
import type { Region } from '../../domain/regions'

export type StaffRow = typeof t.staff.$inferSelect & { region: Region | null }
export type StaffSessionRow = typeof t.staffSessions.$inferSelect
type NewRow = Omit<typeof t.staff.$inferInsert, 'id' | 'region'> & { region: Region | null }

export type StaffStore = ReturnType<typeof staffStore>

/** The only writer of the staff's tables. Everything is synchronous and joins the caller's transaction. */
export function staffStore({ orm }: Database) {
  const isOpen = isNull(t.staffSessions.endedAt)
  // What every page of the desk reads, prepared once: to build such a query takes longer than to run it.
  const byCookie = orm
    .select()
    .from(t.staffSessions)
    .innerJoin(t.staff, eq(t.staff.id, t.staffSessions.staffId))
    .where(and(eq(t.staffSessions.cookieHash, sql.placeholder('cookieHash')), isOpen))
    .prepare()
  return {
    staff: (id: number) => orm.select().from(t.staff).where(eq(t.staff.id, id)).get() as StaffRow | undefined,
    byLoginName: (loginName: string) =>
      orm.select().from(t.staff).where(eq(t.staff.loginName, loginName)).get() as StaffRow | undefined,
    all: () => orm.select().from(t.staff).orderBy(asc(t.staff.loginName)).all() as StaffRow[],
    add: (row: NewRow): StaffRow => orm.insert(t.staff).values(row).returning().get() as StaffRow,
    update: (id: number, change: Partial<Omit<typeof t.staff.$inferInsert, 'id'>>) =>
      void orm.update(t.staff).set(change).where(eq(t.staff.id, id)).run(),
    addSession: (row: Omit<StaffSessionRow, 'id' | 'endedAt'>) =>
      orm.insert(t.staffSessions).values(row).returning({ id: t.staffSessions.id }).get().id,
    /** An open session and whose it is; neither age nor account is judged here. */
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
    /** `except`: the one that goes on. */
    endSessions: (staffId: number, endedAt: number, except = 0) =>
      void orm
        .update(t.staffSessions)
        .set({ endedAt })
        .where(and(eq(t.staffSessions.staffId, staffId), ne(t.staffSessions.id, except), isOpen))
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
