import type { Database } from '#db/client.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { RunAllotment } from './round'

/** The seat a candidate would have had; all null if none. */
export type MockSeat = {
  choiceCode: string | null
  seatType: string | null
  preference: number | null
  institute: string | null
  course: string | null
}

/** The mock of a round. `participants` counts candidates once it is done. */
export type MockRun = { state: 'running' | 'done' | 'failed'; begunAt: number; participants: number }

export type MockStore = ReturnType<typeof mockStore>

/** The only writer of `mock_runs` and `mock_seats`. Joins the caller's transaction. */
export function mockStore({ sqlite }: Database) {
  const begin = sqlite.prepare<[number, number]>(
    `INSERT INTO mock_runs (round, state, begun_at) VALUES (?, 'running', ?)
     ON CONFLICT DO UPDATE SET begun_at = excluded.begun_at`,
  )
  const end = sqlite.prepare<[string, number, number]>(
    'UPDATE mock_runs SET state = ?, participants = ? WHERE round = ?',
  )
  const clear = sqlite.prepare<[number]>('DELETE FROM mock_seats WHERE round = ?')
  const add = sqlite.prepare<[number, number, string | null, string | null, number | null]>(
    'INSERT INTO mock_seats (round, candidate_id, choice_code, seat_type, preference) VALUES (?, ?, ?, ?, ?)',
  )
  const run = sqlite.prepare<[number], MockRun>(
    'SELECT state, begun_at AS begunAt, participants FROM mock_runs WHERE round = ?',
  )
  const seated = sqlite
    .prepare<[number], number>('SELECT count(*) FROM mock_seats WHERE round = ? AND choice_code IS NOT NULL')
    .pluck()
  const seat = sqlite.prepare<[number, number], MockSeat>(
    `SELECT s.choice_code AS choiceCode, s.seat_type AS seatType, s.preference, m.institute, m.course
     FROM mock_seats s LEFT JOIN seat_matrix_courses m ON m.choice_code = s.choice_code AND m.edition_id =
       (SELECT id FROM seat_matrix_editions WHERE state = 'published' ORDER BY number DESC LIMIT 1)
     WHERE s.round = ? AND s.candidate_id = ?`,
  )
  return {
    /** Begins a round's mock, or begins it again. */
    begin: (round: CapRound, now: number): void => void begin.run(round, now),
    end: (round: CapRound, state: 'done' | 'failed', participants: number): void =>
      void end.run(state, participants, round),
    clear: (round: CapRound): void => void clear.run(round),
    add(round: CapRound, candidateId: number, won: RunAllotment | undefined): void {
      add.run(round, candidateId, won?.choiceCode ?? null, won?.seatType ?? null, won?.preference ?? null)
    },
    /** The mock of a round, in any state. */
    run: (round: CapRound) => run.get(round),
    /** The number of candidates who got a seat. Reads all of them, so only the desk asks for it. */
    seated: (round: CapRound): number => seated.get(round)!,
    /** Undefined if the candidate took no part. */
    seat: (round: CapRound, candidateId: number): MockSeat | undefined => seat.get(round, candidateId),
  }
}
