import { and, desc, eq, gt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { keptForms } from '#db/schema/index.ts'
import type { Instant } from '#server/kernel/time.ts'

export type KeptFormsStore = ReturnType<typeof keptFormsStore>

/** The only writer of `kept_forms`. Everything is synchronous and joins the caller's transaction. */
export function keptFormsStore({ orm, sqlite }: Database) {
  const find = sqlite
    .prepare<[string, number, number, number], string>(
      'SELECT sealed FROM kept_forms WHERE key = ? AND candidate_id = ? AND kept_at > ? AND kept_at <= ?',
    )
    .pluck()
  return {
    add: (key: string, candidateId: number, sealed: string, keptAt: Instant): void =>
      void orm.insert(keptForms).values({ key, candidateId, sealed, keptAt }).run(),
    all: () => orm.select().from(keptForms).all(),
    putSealed: (key: string, sealed: string): void =>
      void orm.update(keptForms).set({ sealed }).where(eq(keptForms.key, key)).run(),
    /** Deletes all but a candidate's newest forms. */
    dropBeyond(candidateId: number, most: number): void {
      const theirs = eq(keptForms.candidateId, candidateId)
      const newest = orm
        .select({ key: keptForms.key })
        .from(keptForms)
        .where(theirs)
        .orderBy(desc(keptForms.keptAt), desc(sql`rowid`))
        .limit(most)
      orm
        .delete(keptForms)
        .where(and(theirs, notInArray(keptForms.key, newest)))
        .run()
    },
    /** The candidate's own form under this key, kept after `since`. */
    find: (key: string, candidateId: number, since: number, now: Instant): string | undefined =>
      find.get(key, candidateId, since, now),
    /** Deletes forms kept up to `until`, and those dated later than `now`. */
    purge: (until: number, now: Instant): void =>
      void orm
        .delete(keptForms)
        .where(or(lte(keptForms.keptAt, until as Instant), gt(keptForms.keptAt, now)))
        .run(),
  }
}
