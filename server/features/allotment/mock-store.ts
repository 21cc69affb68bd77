import type { Database } from '../../../db/client'
import type { CapRound } from '../../domain/cap-rounds'
import type { RunAllotment } from './round'

/** What a candidate would have had; all null: no seat. */
export type MockSeat = {
  choiceCode: string | null
  seatType: string | null
  preference: number | null
  institute: string | null
  course: string | null
}

/** The mock of a round. `participants` counts candidates, once it is done. */
export type MockRun = { state: 'running' | 'done' | 'failed'; begunAt: number; participants: number }

export type MockStore = ReturnType<typeof mockStore>

/** The only writer of `mock_runs` and `mock_seats`. Joins the caller's transaction. */
export function mockStore({ sqlite }: Database) {
  const claim = sqlite.prepare<[number, number, number]>(
    `INSERT INTO mock_runs (round, state, begun_at) VALUES (?, 'running', ?)
     ON CONFLICT DO UPDATE SET begun_at = excluded.begun_at WHERE state = 'running' AND begun_at < ?`,
  )
  const end = sqlite.prepare<[string, number, number, number]>(
    "UPDATE mock_runs SET state = ?, participants = ? WHERE round = ? AND state = 'running' AND begun_at = ?",
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
    /** Takes a round's mock in hand; false where somebody has. One that began before `abandonedBefore` is nobody's any more. */
    claim: (round: CapRound, now: number, abandonedBefore: number): boolean =>
      claim.run(round, now, abandonedBefore).changes === 1,
    /** Ends what began at `begunAt`; false where another process has taken it over meanwhile. */
    end: (round: CapRound, begunAt: number, state: 'done' | 'failed', participants: number): boolean =>
      end.run(state, participants, round, begunAt).changes === 1,
    clear: (round: CapRound): void => void clear.run(round),
    add(round: CapRound, candidateId: number, won: RunAllotment | undefined): void {
      add.run(round, candidateId, won?.choiceCode ?? null, won?.seatType ?? null, won?.preference ?? null)
    },
    /** The mock of a round, however far it came. */
    run: (round: CapRound) => run.get(round),
    /** How many candidates it gave a seat. Goes through all of them: for the desk alone. */
    seated: (round: CapRound): number => seated.get(round)!,
    /** Undefined: they did not take part. */
    seat: (round: CapRound, candidateId: number): MockSeat | undefined => seat.get(round, candidateId),
  }
}
