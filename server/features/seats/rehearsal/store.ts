import { desc, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { playedSeasons } from '#db/schema/index.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

export type PlayedSeasonRow = typeof playedSeasons.$inferSelect

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

/** The only writer of `played_seasons`; reads what a season's record is made of. */
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
    seasons: (): Omit<PlayedSeasonRow, 'record'>[] =>
      orm
        .select({
          academicYear: playedSeasons.academicYear,
          people: playedSeasons.people,
          differing: playedSeasons.differing,
          hash: playedSeasons.hash,
        })
        .from(playedSeasons)
        .orderBy(desc(playedSeasons.academicYear))
        .all(),
    season: (academicYear: string): PlayedSeasonRow | undefined =>
      orm.select().from(playedSeasons).where(eq(playedSeasons.academicYear, academicYear)).get(),
  }
}
