import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { instituteVacancies } from '#db/schema/index.ts'
import type { Pool } from '#server/domain/seats/vacancy.ts'
import type { Instant } from '#server/kernel/time.ts'

export type VacanciesStore = ReturnType<typeof vacanciesStore>

/** The only writer of `institute_vacancies`. Joins the caller's transaction. */
export function vacanciesStore({ orm, sqlite }: Database) {
  const pools = sqlite.prepare<[number, string], Pool>(
    `SELECT p.choice_code AS choiceCode, p.seat_type AS seatType, p.count
     FROM allotment_runs r
     JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
     JOIN seat_matrix_pools p ON p.edition_id = k.edition_id AND p.choice_code = k.choice_code
     WHERE r.round = ? AND r.state = 'published' AND k.institute_code = ?`,
  )
  const newest = sqlite
    .prepare<{ institute: string }, number | null>(
      `SELECT max(r.round) FROM allotment_runs r WHERE r.state = 'published' AND (
         EXISTS (SELECT 1 FROM institute_vacancies v WHERE v.round = r.round AND v.institute_code = @institute)
         OR (EXISTS (SELECT 1 FROM seat_matrix_courses k
               WHERE k.edition_id = r.seat_matrix_edition_id AND k.institute_code = @institute)
           AND NOT EXISTS (SELECT 1 FROM seat_matrix_courses k
             JOIN allotments a ON a.run_id = r.id AND a.choice_code = k.choice_code
             WHERE k.edition_id = r.seat_matrix_edition_id AND k.institute_code = @institute)))`,
    )
    .pluck()

  return {
    /** The seats of an institute in the matrix that a published round used. */
    pools: (round: number, instituteCode: string): Pool[] => pools.all(round, instituteCode),

    /**
     * The newest published round whose vacancies are the institute's own: it has signed a day of it, or the round
     * allotted no seat there, so that there is nothing to sign. Null if there is none.
     */
    newestCounted: (instituteCode: string): number | null => newest.get({ institute: instituteCode }) ?? null,

    /** Replaces an institute's vacancies of a round. */
    put(round: number, instituteCode: string, vacant: readonly Pool[], at: Instant): void {
      orm
        .delete(instituteVacancies)
        .where(and(eq(instituteVacancies.round, round), eq(instituteVacancies.instituteCode, instituteCode)))
        .run()
      for (const pool of vacant)
        orm
          .insert(instituteVacancies)
          .values({ ...pool, round, instituteCode, at })
          .run()
    },
  }
}
