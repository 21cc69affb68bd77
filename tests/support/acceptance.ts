import type { Database } from '#db/client.ts'
import type { SeatDecision } from '#server/domain/admission/offer.ts'
import type { Instant } from '#server/kernel/time.ts'
import { noteCaptures } from './books'

type Rows = Pick<Database, 'sqlite'>

/** The rows that a candidate's acceptance leaves behind: verified, decided, and the fee paid once in the season. */
export function acceptSeat(rows: Rows, candidateId: number, round: number, decision: SeatDecision, at: Instant) {
  const { sqlite } = rows
  sqlite
    .prepare(
      `INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at)
       SELECT ?, id, '[]', ? FROM allotment_runs WHERE round = ? AND state = 'published'`,
    )
    .run(candidateId, at, round)
  sqlite.prepare('INSERT INTO seat_decisions VALUES (?, ?, ?, ?)').run(candidateId, round, decision, at)
  sqlite
    .prepare(
      `INSERT INTO payments (candidate_id, due, amount, gateway, status, order_id, created_at, changed_at, captured_at)
       SELECT @candidateId, 'seat-acceptance', 100000, 'razorpay', 'captured', @order, @at, @at, @at
       WHERE NOT EXISTS (SELECT 1 FROM payments WHERE candidate_id = @candidateId AND due = 'seat-acceptance')`,
    )
    .run({ candidateId, order: `order_acceptance_${candidateId}`, at })
  noteCaptures(rows)
}

/** The row that an institute's admission leaves behind. */
export const admitTo = (
  { sqlite }: Rows,
  candidateId: number,
  round: number,
  choiceCode: string,
  at: Instant,
  staffId: number,
) =>
  void sqlite
    .prepare(
      `INSERT INTO admissions (candidate_id, round, choice_code, institute_code, seen, awaited, admitted_at, admitted_by)
       VALUES (?, ?, ?, substr(?, 1, 4), '[]', '[]', ?, ?)`,
    )
    .run(candidateId, round, choiceCode, choiceCode, at, staffId)

/** The rows that a released seating of one J&K migrant and the institute's admission leave behind. */
export function admitMigrant({ sqlite }: Rows, candidateId: number, choiceCode: string, at: Instant, staffId: number) {
  sqlite
    .prepare(
      `INSERT INTO jk_seatings (id, merit_edition_id, state, prepared_at, prepared_by, decided_at, decided_by)
       SELECT 1, id, 'published', @at, @staffId, @at, @staffId FROM merit_editions WHERE stage = 'final' LIMIT 1`,
    )
    .run({ at, staffId })
  sqlite
    .prepare("INSERT INTO jk_allotments VALUES (1, ?, 1, ?, 'An institute', 'A course', 1)")
    .run(candidateId, choiceCode)
  sqlite.prepare('INSERT INTO jk_admissions VALUES (?, ?, ?, ?)').run(candidateId, choiceCode, at, staffId)
}
