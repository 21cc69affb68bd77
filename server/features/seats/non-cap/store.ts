import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { nonCapInterests } from '#db/schema/index.ts'

/** A candidate on an institute's list. */
type Interested = {
  userId: string
  fullName: string
  district: string
  mobile: string
  email: string
  form: 'submitted' | 'confirmed'
  registeredAt: number
}

export type NonCapStore = ReturnType<typeof nonCapStore>

/** The only writer of `non_cap_interests`. Joins the caller's transaction. */
export function nonCapStore(db: Database) {
  const { orm, sqlite } = db
  const of = sqlite.prepare<[number], { institute: string }>(
    'SELECT institute FROM non_cap_interests WHERE candidate_id = ?',
  )
  const list = listReader<Interested>(db, {
    from: `non_cap_interests n JOIN candidates c ON c.id = n.candidate_id
      LEFT JOIN applications a ON a.candidate_id = n.candidate_id`,
    candidate: 'c.id',
    key: 'n.candidate_id',
    columns: {
      userId: 'c.user_id',
      fullName: 'c.full_name',
      district: 'c.district',
      mobile: 'c.mobile',
      email: 'c.email',
      form: "iif(a.confirmed_at IS NULL, 'submitted', 'confirmed')",
      registeredAt: 'n.registered_at',
    },
    filters: {
      form: { submitted: 'a.confirmed_at IS NULL', confirmed: 'a.confirmed_at IS NOT NULL' },
      applicationId: 'c.user_id = upper(@applicationId)',
    },
    always: 'n.institute = @institute AND a.excluded_at IS NULL',
  })
  return {
    /** The institutes that a candidate has told. */
    of: (candidateId: number) => of.all(candidateId),
    /** Adding the same interest twice changes nothing. */
    add: (row: typeof nonCapInterests.$inferInsert): void =>
      void orm.insert(nonCapInterests).values(row).onConflictDoNothing().run(),
    remove: (candidateId: number, institute: string): void =>
      void orm
        .delete(nonCapInterests)
        .where(and(eq(nonCapInterests.candidateId, candidateId), eq(nonCapInterests.institute, institute)))
        .run(),
    /** Pages and files of the candidates interested in `institute`, the reach. */
    list,
  }
}
