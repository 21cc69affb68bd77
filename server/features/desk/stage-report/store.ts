import type { Database } from '#db/client.ts'
import { jkAdmitted } from '#db/schema/in-force.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { PaymentStatus, RefundReason } from '#server/domain/terms/payment-states.ts'
import type { Paise } from '#server/kernel/money.ts'

/** What the report needs of a candidate besides the seat. The answers are JSON; null before the step is saved. */
export type CountedCandidate = {
  id: number
  district: string
  typeAnswers: string | null
  categoryAnswers: string | null
  personalAnswers: string | null
  isSubmitted: 0 | 1
  isConfirmed: 0 | 1
  isInFinalMerit: 0 | 1
  hasOptions: 0 | 1
  /** The choice code of a seat for J&K migrants on which an institute has admitted the candidate. */
  jkAdmittedTo: string | null
}

/** The candidate of a seat that a round gave, and its course as in the matrix of that round. */
type SeatHolder = {
  candidateId: number
  round: number
  userId: string
  fullName: string
  district: string
  centre: string | null
  institute: string
  course: string
  choiceCode: string
  isClosed: 0 | 1
}

/** Payments of one due, or refunds, by state. `amount`: paise. */
export type MoneyLine<Name> = { name: Name; status: PaymentStatus | 'requested' | 'done'; count: number; amount: Paise }

export type StageReportStore = ReturnType<typeof stageReportStore>

/** Reads what the report of the stages counts. Writes nothing. */
export function stageReportStore({ sqlite }: Database) {
  const answers = (step: number) =>
    `(SELECT s.answers FROM application_steps s WHERE s.candidate_id = c.id AND s.step = ${step})`
  const candidates = sqlite.prepare<[number, number], CountedCandidate>(`
    SELECT c.id, c.district, ${answers(0)} AS typeAnswers, ${answers(2)} AS categoryAnswers,
      ${answers(4)} AS personalAnswers,
      coalesce(a.submitted_at IS NOT NULL, 0) AS isSubmitted, coalesce(a.confirmed_at IS NOT NULL, 0) AS isConfirmed,
      EXISTS (SELECT 1 FROM merit_entries e WHERE e.candidate_id = c.id AND e.edition_id =
        (SELECT id FROM merit_editions WHERE stage = 'final' AND state = 'published' ORDER BY number DESC LIMIT 1))
        AS isInFinalMerit,
      EXISTS (SELECT 1 FROM option_forms f WHERE f.candidate_id = c.id AND f.confirmed_at IS NOT NULL) AS hasOptions,
      (SELECT j.choice_code FROM ${jkAdmitted} j WHERE j.candidate_id = c.id) AS jkAdmittedTo
    FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
    WHERE c.id > ? ORDER BY c.id LIMIT ?`)
  const institutes = sqlite.prepare<
    [],
    { choiceCode: string; code: string; name: string; district: string; intake: number }
  >(`
    SELECT k.choice_code AS choiceCode, k.institute_code AS code, k.institute AS name, k.district,
      CASE WHEN e.state = 'published' AND e.number = (SELECT max(number) FROM seat_matrix_editions WHERE state = 'published')
        THEN coalesce((SELECT sum(p.count) FROM seat_matrix_pools p
          WHERE p.edition_id = k.edition_id AND p.choice_code = k.choice_code), 0) ELSE 0 END AS intake
    FROM seat_matrix_editions e JOIN seat_matrix_courses k ON k.edition_id = e.id
    WHERE e.state IN ('published', 'superseded') ORDER BY e.number`)
  const seatHolders = sqlite.prepare<[string], SeatHolder>(`
    SELECT c.id AS candidateId, r.round, c.user_id AS userId, c.full_name AS fullName, c.district,
      (SELECT s.centre FROM appointments p JOIN centre_slots s ON s.id = p.slot_id
        WHERE p.candidate_id = c.id AND p.ended_at IS NULL) AS centre,
      k.institute, k.course, k.choice_code AS choiceCode,
      EXISTS (SELECT 1 FROM data_states d WHERE d.candidate_id = c.id) AS isClosed
    FROM json_each(?) one
    JOIN candidates c ON c.id = one.value ->> 0
    JOIN allotment_runs r ON r.round = one.value ->> 1 AND r.state = 'published'
    JOIN allotments a ON a.run_id = r.id AND a.candidate_id = c.id
    JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id AND k.choice_code = a.choice_code`)
  const payments = sqlite.prepare<[], MoneyLine<DueName>>(
    'SELECT due AS name, status, count(*) AS count, sum(amount) AS amount FROM payments GROUP BY due, status ORDER BY due, status',
  )
  const refunds = sqlite.prepare<[], MoneyLine<RefundReason>>(
    'SELECT reason AS name, status, count(*) AS count, sum(amount) AS amount FROM refunds GROUP BY reason, status ORDER BY reason, status',
  )
  return {
    /** The next candidates after the one given, by row number. */
    candidates: (after: number, limit: number): CountedCandidate[] => candidates.all(after, limit),
    /** Every course that was ever in a published matrix; `intake` counts the matrix in force. */
    institutes: () => institutes.all(),
    /** The holders of these seats, each a candidate and the round that gave it, in no order. */
    seatHolders: (seats: readonly (readonly [number, number])[]): SeatHolder[] =>
      seatHolders.all(JSON.stringify(seats)),
    payments: (): MoneyLine<DueName>[] => payments.all(),
    refunds: (): MoneyLine<RefundReason>[] => refunds.all(),
  }
}
