import { desc, eq, getTableColumns } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { playedSeasons, rehearsals, staff } from '#db/schema/index.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

/** A season kept, without its record. */
export type KeptSeason = Omit<PlayedSeasonRow, 'record' | 'hash'>
export type PlayedSeasonRow = typeof playedSeasons.$inferSelect
export type RehearsalRow = typeof rehearsals.$inferSelect & { by: string }

/** A published round, with what it was made from. */
export type PastRun = {
  id: number
  round: CapRound
  preparedAt: number
  resultHash: string
  meritEditionId: number
  seatMatrixEditionId: number
}

/** Somebody in a merit list. `criteria`: as the list keeps them. */
export type ListedPerson = {
  candidateId: number
  userId: string
  district: string
  stateMerit: number | null
  allIndiaMerit: number
  criteria: string
}

type GivenRow = {
  candidateId: number
  choiceCode: string
  seatType: SeatType
  originalType: SeatType | null
  preference: number | null
  retained: 0 | 1
}

export type RehearsalStore = ReturnType<typeof rehearsalStore>

/** The only writer of `played_seasons` and `rehearsals`; reads what a season's record is made of. */
export function rehearsalStore({ orm, sqlite }: Database) {
  const runs = sqlite.prepare<[], PastRun>(
    `SELECT id, round, prepared_at AS preparedAt, result_hash AS resultHash, merit_edition_id AS meritEditionId,
       seat_matrix_edition_id AS seatMatrixEditionId
     FROM allotment_runs WHERE state = 'published' ORDER BY round`,
  )
  const listed = sqlite.prepare<[number], ListedPerson>(
    `SELECT e.candidate_id AS candidateId, e.user_id AS userId, c.district,
       (SELECT s.merit_number FROM merit_entries s WHERE s.candidate_id = e.candidate_id AND s.edition_id = e.edition_id
         AND s.list = 'state') AS stateMerit,
       e.merit_number AS allIndiaMerit, e.criteria
     FROM merit_entries e JOIN candidates c ON c.id = e.candidate_id
     WHERE e.edition_id = ? AND e.list = 'all-india' ORDER BY e.merit_number`,
  )
  const given = sqlite.prepare<[number], GivenRow>(
    `SELECT candidate_id AS candidateId, choice_code AS choiceCode, seat_type AS seatType, original_type AS originalType,
       preference, retained
     FROM allotments WHERE run_id = ? ORDER BY candidate_id`,
  )
  const named = () =>
    orm
      .select({ ...getTableColumns(rehearsals), by: staff.fullName })
      .from(rehearsals)
      .innerJoin(staff, eq(staff.id, rehearsals.madeBy))
  return {
    runs: (): PastRun[] => runs.all(),
    /** The All India list of an edition, best first. */
    listed: (edition: number): ListedPerson[] => listed.all(edition),
    given: (runId: number): GivenRow[] => given.all(runId),

    /** Keeps a season in the place of the same season's record. */
    put: (row: PlayedSeasonRow): void =>
      void orm
        .insert(playedSeasons)
        .values(row)
        .onConflictDoUpdate({ target: playedSeasons.academicYear, set: row })
        .run(),
    /** The seasons kept, the newest first, without their records. */
    seasons: (): KeptSeason[] =>
      orm
        .select({
          academicYear: playedSeasons.academicYear,
          people: playedSeasons.people,
          differing: playedSeasons.differing,
          rules: playedSeasons.rules,
        })
        .from(playedSeasons)
        .orderBy(desc(playedSeasons.academicYear))
        .all(),
    season: (academicYear: string): PlayedSeasonRow | undefined =>
      orm.select().from(playedSeasons).where(eq(playedSeasons.academicYear, academicYear)).get(),

    add: (row: Pick<RehearsalRow, 'academicYear' | 'typed' | 'madeBy' | 'madeAt'>): number =>
      orm
        .insert(rehearsals)
        .values({ ...row, state: 'running' })
        .returning({ id: rehearsals.id })
        .get().id,
    end: (id: number, state: RehearsalRow['state'], outcome: unknown): void =>
      void orm
        .update(rehearsals)
        .set({ state, outcome: JSON.stringify(outcome) })
        .where(eq(rehearsals.id, id))
        .run(),
    rehearsal: (id: number): RehearsalRow | undefined => named().where(eq(rehearsals.id, id)).get(),
    /** The newest ones first. */
    rehearsals: (limit: number): RehearsalRow[] => named().orderBy(desc(rehearsals.id)).limit(limit).all(),
  }
}
