import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { applications, candidates, nonCapInterests } from '../../../db/schema'

/** A candidate on an institute's list. */
export type Interested = {
  userId: string
  fullName: string
  district: string
  mobile: string
  email: string
  registeredAt: number
  confirmedAt: number | null
}

export type NonCapStore = ReturnType<typeof nonCapStore>

/** The only writer of `non_cap_interests`. Joins the caller's transaction. */
export function nonCapStore({ orm }: Database) {
  return {
    /** The institutes that a candidate has told. */
    of: (candidateId: number): { institute: string; registeredAt: number }[] =>
      orm
        .select({ institute: nonCapInterests.institute, registeredAt: nonCapInterests.registeredAt })
        .from(nonCapInterests)
        .where(eq(nonCapInterests.candidateId, candidateId))
        .all(),
    /** Adding the same interest twice changes nothing. */
    add: (row: typeof nonCapInterests.$inferInsert): void =>
      void orm.insert(nonCapInterests).values(row).onConflictDoNothing().run(),
    remove: (candidateId: number, institute: string): void =>
      void orm
        .delete(nonCapInterests)
        .where(and(eq(nonCapInterests.candidateId, candidateId), eq(nonCapInterests.institute, institute)))
        .run(),
    /** The candidates interested in an institute, in the order in which they registered. */
    interested: (institute: string): Interested[] =>
      orm
        .select({
          userId: candidates.userId,
          fullName: candidates.fullName,
          district: candidates.district,
          mobile: candidates.mobile,
          email: candidates.email,
          registeredAt: nonCapInterests.registeredAt,
          confirmedAt: applications.confirmedAt,
        })
        .from(nonCapInterests)
        .innerJoin(candidates, eq(candidates.id, nonCapInterests.candidateId))
        .leftJoin(applications, eq(applications.candidateId, nonCapInterests.candidateId))
        .where(eq(nonCapInterests.institute, institute))
        .orderBy(asc(nonCapInterests.registeredAt), asc(nonCapInterests.candidateId))
        .all(),
  }
}
