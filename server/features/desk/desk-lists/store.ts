import { and, asc, count, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { deskViews } from '#db/schema/desk.ts'

export type DeskListsStore = ReturnType<typeof deskListsStore>

/** The only writer of `desk_views`. */
export function deskListsStore({ orm }: Database) {
  const of = (staffId: number, list: string) => and(eq(deskViews.staffId, staffId), eq(deskViews.list, list))
  return {
    views: (staffId: number, list: string): { name: string; search: string }[] =>
      orm
        .select({ name: deskViews.name, search: deskViews.search })
        .from(deskViews)
        .where(of(staffId, list))
        .orderBy(asc(deskViews.name))
        .all(),
    count: (staffId: number, list: string): number =>
      orm.select({ views: count() }).from(deskViews).where(of(staffId, list)).get()!.views,
    /** A view of the same name is replaced. */
    put: (row: typeof deskViews.$inferInsert): void =>
      void orm
        .insert(deskViews)
        .values(row)
        .onConflictDoUpdate({
          target: [deskViews.staffId, deskViews.list, deskViews.name],
          set: { search: row.search },
        })
        .run(),
    remove: (staffId: number, list: string, name: string): void =>
      void orm
        .delete(deskViews)
        .where(and(of(staffId, list), eq(deskViews.name, name)))
        .run(),
  }
}
