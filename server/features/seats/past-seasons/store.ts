import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { finalMeritInForce, seatMatrixInForce } from '#db/schema/in-force.ts'
import { pastClosings } from '#db/schema/index.ts'
import type { PastClosing } from '#server/domain/seats/past-closings.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

export type PastSeasonsStore = ReturnType<typeof pastSeasonsStore>

/** A published run of this season, with the lengths of the lists that it used. */
export type OwnRun = { id: number; round: CapRound; state: number; allIndia: number }

/** What a published run did at a choice code by a type of seat; `vacant` by original type. */
type OwnClosing = { choiceCode: string; seatType: SeatType; merit: number; admitted: number }
type OwnVacancy = { choiceCode: string; seatType: SeatType; count: number }

const listed = (list: string, edition: string) =>
  `(SELECT count(*) FROM merit_entries e WHERE e.edition_id = ${edition} AND e.list = '${list}')`

/**
 * The closing merits of earlier seasons, which only this store writes, and those of this season's published runs.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function pastSeasonsStore({ orm, sqlite }: Database) {
  const runs = sqlite.prepare<[], OwnRun>(
    `SELECT id, round, ${listed('state', 'merit_edition_id')} AS state, ${listed('all-india', 'merit_edition_id')} AS allIndia
     FROM allotment_runs WHERE state = 'published' ORDER BY round`,
  )
  const closings = sqlite.prepare<[number], OwnClosing>(
    `SELECT choice_code AS choiceCode, seat_type AS seatType, merit,
       (SELECT count(*) FROM allotments a WHERE a.run_id = c.run_id AND a.choice_code = c.choice_code
         AND a.seat_type = c.seat_type) AS admitted
     FROM allotment_closings c WHERE run_id = ?`,
  )
  const vacancies = sqlite.prepare<[number], OwnVacancy>(
    'SELECT choice_code AS choiceCode, seat_type AS seatType, count FROM allotment_vacancies WHERE run_id = ?',
  )
  const lists = sqlite.prepare<[], { edition: number | null; state: number; allIndia: number }>(
    `SELECT edition, ${listed('state', 'edition')} AS state, ${listed('all-india', 'edition')} AS allIndia
     FROM (SELECT ${finalMeritInForce} AS edition)`,
  )
  const standing = sqlite
    .prepare<[], string>(
      `SELECT coalesce(${finalMeritInForce}, '') || ':' ||
         coalesce((SELECT group_concat(id) FROM allotment_runs WHERE state = 'published'), '') || ':' ||
         coalesce(${seatMatrixInForce}, '')`,
    )
    .pluck()
  const offered = sqlite
    .prepare<[], string>(
      `SELECT choice_code || ' ' || seat_type FROM seat_matrix_pools WHERE edition_id = ${seatMatrixInForce} AND count > 0`,
    )
    .pluck()
  const keyOf = sql`${pastClosings.academicYear} || ' ' || ${pastClosings.choiceCode} || ' ' || ${pastClosings.seatType} || ' ' || ${pastClosings.round}`
  const where = ({ academicYear, choiceCode, seatType, round }: Omit<PastClosing, 'merit'>) =>
    and(
      eq(pastClosings.academicYear, academicYear),
      eq(pastClosings.choiceCode, choiceCode),
      eq(pastClosings.seatType, seatType),
      eq(pastClosings.round, round),
    )
  const rows = (found: (typeof pastClosings.$inferSelect)[]) => found as PastClosing[]
  // From year to year by the key, not through every figure.
  const years = sqlite
    .prepare<[], string>(`
      WITH RECURSIVE known(year) AS (
        SELECT max(academic_year) FROM past_closings
        UNION ALL SELECT (SELECT max(academic_year) FROM past_closings WHERE academic_year < year) FROM known
          WHERE year IS NOT NULL)
      SELECT year FROM known WHERE year IS NOT NULL`)
    .pluck()
  const columns = `c.academic_year AS academicYear, c.choice_code AS choiceCode, c.seat_type AS seatType, c.round, c.merit,
    c.listed, c.admitted, c.vacant`
  const at = sqlite.prepare<{ years: string; codes: string }, PastClosing>(
    `SELECT ${columns} FROM json_each(@years) y CROSS JOIN json_each(@codes) k
     JOIN past_closings c ON c.academic_year = y.value AND c.choice_code = k.value`,
  )
  const inRound = sqlite.prepare<{ years: string; codes: string; round: CapRound }, PastClosing>(
    `SELECT ${columns} FROM json_each(@years) y CROSS JOIN json_each(@codes) k
     JOIN past_closings c ON c.academic_year = y.value AND c.choice_code = k.value AND c.round = @round`,
  )

  return {
    /** The earlier seasons that have figures, the newest first. */
    years: (): string[] => years.all(),
    find: (one: PastClosing): PastClosing | undefined =>
      rows(orm.select().from(pastClosings).where(where(one)).all())[0],
    /** The next entries after a key (`2023-2024 900110110 GOPENS 1`), in the order of the keys. */
    after: (key: string, limit: number): PastClosing[] =>
      rows(orm.select().from(pastClosings).where(sql`${keyOf} > ${key}`).orderBy(asc(keyOf)).limit(limit).all()),
    /** Every figure of these seasons. */
    ofYears: (academicYears: readonly string[]): PastClosing[] =>
      rows(
        orm
          .select()
          .from(pastClosings)
          .where(inArray(pastClosings.academicYear, [...academicYears]))
          .all(),
      ),
    /** The figures of these seasons at these choice codes. */
    at: (academicYears: readonly string[], choiceCodes: readonly string[]): PastClosing[] =>
      at.all({ years: JSON.stringify(academicYears), codes: JSON.stringify(choiceCodes) }),
    /** The same of one round. */
    inRound: (academicYears: readonly string[], choiceCodes: readonly string[], round: CapRound): PastClosing[] =>
      inRound.all({ years: JSON.stringify(academicYears), codes: JSON.stringify(choiceCodes), round }),
    put: (one: PastClosing): void =>
      void orm
        .insert(pastClosings)
        .values(one)
        .onConflictDoUpdate({
          target: [pastClosings.academicYear, pastClosings.choiceCode, pastClosings.seatType, pastClosings.round],
          set: one,
        })
        .run(),
    remove: (one: PastClosing): void => void orm.delete(pastClosings).where(where(one)).run(),

    /** Names what this season has published: its final merit edition, its runs and its seat matrix. */
    standing: (): string => standing.get()!,
    /** The lists of this season's final edition in force; its id is null before there is one. */
    lists: () => lists.get()!,
    runs: (): OwnRun[] => runs.all(),
    closings: (runId: number): OwnClosing[] => closings.all(runId),
    /** The pools of the seat matrix in force, as `900110110 GOPENS`. */
    offered: (): string[] => offered.all(),
    vacancies: (runId: number): OwnVacancy[] => vacancies.all(runId),
  }
}
