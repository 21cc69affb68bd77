import type { Database } from '#db/client.ts'
import type { SeatChange } from '#server/domain/allotment/runs.ts'

/** A candidate's seat in a run, and in the run that it is compared with. Null: no seat. */
export type ReviewRow = {
  candidateId: number
  userId: string
  fullName: string
  category: string | null
  stateMerit: number | null
  allIndiaMerit: number | null
  choiceCode: string | null
  seatType: string | null
  preference: number | null
  retained: 0 | 1 | null
  institute: string | null
  course: string | null
  codeBefore: string | null
  typeBefore: string | null
  change: SeatChange
}

/** `before`: the run that it is compared with. A null filter matches everything. */
type ReviewSearch = {
  run: number
  before: number | null
  institute: string | null
  category: string | null
  change: SeatChange | null
  /** The last candidate of the previous page, by row number. */
  after: number
  limit: number
}

export type ReviewStore = ReturnType<typeof reviewStore>

/** Reads runs seat by seat, for those who review them. Writes nothing. */
export function reviewStore({ sqlite }: Database) {
  const place = (list: string) => `(SELECT e.merit_number FROM merit_entries e INDEXED BY merit_entries_candidate
    WHERE e.candidate_id = both.id AND e.edition_id = r.merit_edition_id AND e.list = '${list}')`
  const category = `(SELECT e.category FROM merit_entries e INDEXED BY merit_entries_candidate
    WHERE e.candidate_id = both.id AND e.edition_id = r.merit_edition_id LIMIT 1)`
  const change = `CASE WHEN a.choice_code IS NULL THEN 'lost' WHEN b.choice_code IS NULL THEN 'gained'
    WHEN a.choice_code = b.choice_code AND a.seat_type = b.seat_type THEN 'same' ELSE 'moved' END`
  // Both parts come in the order of the primary key, so a page costs the same wherever it begins.
  const everybody = `SELECT candidate_id AS id FROM allotments WHERE run_id = @run AND candidate_id > @after
    UNION SELECT candidate_id FROM allotments WHERE run_id = @before AND candidate_id > @after ORDER BY 1`
  const ofInstitute = `SELECT candidate_id AS id FROM allotments WHERE run_id IN (@run, @before) AND candidate_id > @after
      AND choice_code IN (SELECT k.choice_code FROM allotment_runs r
        JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
        WHERE r.id IN (@run, @before) AND k.institute_code = @institute)
    GROUP BY candidate_id ORDER BY 1`
  const rows = (both: string) =>
    sqlite.prepare<ReviewSearch, ReviewRow>(
      `SELECT both.id AS candidateId, c.user_id AS userId, c.full_name AS fullName, ${category} AS category,
         ${place('state')} AS stateMerit, ${place('all-india')} AS allIndiaMerit,
         a.choice_code AS choiceCode, a.seat_type AS seatType, a.preference, a.retained, k.institute, k.course,
         b.choice_code AS codeBefore, b.seat_type AS typeBefore, ${change} AS change
       FROM (${both}) both JOIN allotment_runs r ON r.id = @run JOIN candidates c ON c.id = both.id
         LEFT JOIN allotments a ON a.run_id = @run AND a.candidate_id = both.id
         LEFT JOIN allotments b ON b.run_id = @before AND b.candidate_id = both.id
         LEFT JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id AND k.choice_code = a.choice_code
       WHERE (@category IS NULL OR ${category} = @category) AND (@change IS NULL OR ${change} = @change)
       ORDER BY both.id LIMIT @limit`,
    )
  const [all, some] = [rows(everybody), rows(ofInstitute)]
  const institutes = sqlite.prepare<[number], { code: string; name: string }>(
    `SELECT DISTINCT k.institute_code AS code, k.institute AS name
     FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
     WHERE r.id = ? ORDER BY k.institute_code`,
  )

  return {
    /** The seats of a run, and those lost since the run before, by the candidates' row numbers. */
    seats: (search: ReviewSearch): ReviewRow[] => (search.institute === null ? all : some).all(search),
    /** The institutes in the seat matrix of a run. */
    institutes: (run: number) => institutes.all(run),
  }
}
