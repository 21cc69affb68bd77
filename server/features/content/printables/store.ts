import type { Database } from '#db/client.ts'
import { isAdmissionInForce } from '#db/schema/admitted.ts'
import { isJkReleased, jkSeatCounts } from '#db/schema/in-force.ts'
import type { Instant } from '#server/kernel/time.ts'

/** Where a document stands that proves itself, by the number of its place. `since`: when that number was given. */
export type Standing = { number: number; since: Instant; hasEnded: 0 | 1 }

export type PrintablesStore = ReturnType<typeof printablesStore>

/**
 * The data that documents are printed from and checked against; other features write all of it.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function printablesStore({ sqlite }: Database) {
  const person = sqlite.prepare<[number], { userId: string; fullName: string }>(
    'SELECT user_id AS userId, full_name AS fullName FROM candidates WHERE id = ?',
  )
  const application = sqlite.prepare<
    [number],
    { submittedAt: Instant | null; confirmedAt: Instant | null; latest: number | null }
  >(`
    SELECT iif(a.reverted_at IS NULL, a.submitted_at, NULL) AS submittedAt, a.confirmed_at AS confirmedAt,
      (SELECT max(v.number) FROM application_versions v WHERE v.candidate_id = a.candidate_id) AS latest
    FROM applications a WHERE a.candidate_id = ?`)
  const version = sqlite.prepare<[number, number], { submittedAt: Instant }>(
    'SELECT submitted_at AS submittedAt FROM application_versions WHERE candidate_id = ? AND number = ?',
  )
  const payment = sqlite.prepare<[number, number], { capturedAt: Instant | null; status: string }>(
    'SELECT captured_at AS capturedAt, status FROM payments WHERE candidate_id = ? AND id = ?',
  )
  const meritEdition = sqlite.prepare<[number, number], { publishedAt: Instant; counts: 0 | 1 }>(`
    SELECT published_at AS publishedAt, NOT EXISTS (SELECT 1 FROM merit_editions later
      WHERE later.stage = e.stage AND later.state = 'published' AND later.number > e.number) AS counts
    FROM merit_editions e WHERE e.state = 'published'
      AND EXISTS (SELECT 1 FROM merit_entries m WHERE m.candidate_id = ? AND m.edition_id = e.id) AND e.id = ?`)
  const optionForm = sqlite.prepare<[number, number], { version: number; confirmedAt: Instant | null }>(
    'SELECT version, confirmed_at AS confirmedAt FROM option_forms WHERE candidate_id = ? AND round = ?',
  )
  const confirmation = sqlite
    .prepare<[number, number, number], Instant>(
      `SELECT at FROM option_history WHERE candidate_id = ? AND round = ? AND version = ? AND act = 'confirmed'`,
    )
    .pluck()
  const allotments = sqlite.prepare<[number], { round: number; publishedAt: Instant }>(`
    SELECT r.round, r.published_at AS publishedAt FROM allotments a JOIN allotment_runs r ON r.id = a.run_id
    WHERE a.candidate_id = ? AND r.state = 'published' ORDER BY r.round`)
  const jkSeating = sqlite.prepare<[number, number], { releasedAt: Instant; counts: 0 | 1 }>(`
    SELECT s.decided_at AS releasedAt, ${jkSeatCounts('a', 's')} AS counts
    FROM jk_seatings s JOIN jk_allotments a ON a.seating_id = s.id
    WHERE a.candidate_id = ? AND s.id = ? AND ${isJkReleased('s')}`)
  const admission = sqlite.prepare<
    [number, number],
    { admittedAt: Instant; undoneAt: Instant | null; cancelledAt: Instant | null; counts: 0 | 1 }
  >(`
    SELECT m.admitted_at AS admittedAt, m.undone_at AS undoneAt, k.requested_at AS cancelledAt,
      (${isAdmissionInForce('m')}) AS counts
    FROM admissions m LEFT JOIN cancellations k ON k.candidate_id = m.candidate_id
    WHERE m.candidate_id = ? AND m.id = ?`)
  const cancelledAt = sqlite
    .prepare<[number, number], Instant>(
      'SELECT requested_at FROM cancellations WHERE candidate_id = ? AND case_number = ?',
    )
    .pluck()
  const allotmentStandings = sqlite.prepare<[number, number, number], Standing>(`
    SELECT a.candidate_id AS number, r.published_at AS since,
      EXISTS (SELECT 1 FROM allotments b JOIN allotment_runs later ON later.id = b.run_id
        WHERE b.candidate_id = a.candidate_id AND later.state = 'published' AND later.round > r.round) AS hasEnded
    FROM allotment_runs r JOIN allotments a ON a.run_id = r.id
    WHERE r.round = ? AND r.state = 'published' AND a.candidate_id > ? ORDER BY a.candidate_id LIMIT ?`)
  // A refund does not depend on when the number was given.
  const receiptStandings = sqlite.prepare<[number, number], Standing>(`
    SELECT id AS number, 0 AS since, status = 'refunded' AS hasEnded
    FROM payments WHERE captured_at IS NOT NULL AND id > ? ORDER BY id LIMIT ?`)
  const admissionStandings = sqlite.prepare<[number, number], Standing>(`
    SELECT m.id AS number, m.admitted_at AS since, NOT (${isAdmissionInForce('m')}) AS hasEnded
    FROM admissions m WHERE m.id > ? ORDER BY m.id LIMIT ?`)
  const rounds = sqlite
    .prepare<[], number>(`SELECT DISTINCT round FROM allotment_runs WHERE state = 'published' ORDER BY round`)
    .pluck()
  return {
    /** The published rounds. */
    rounds: (): number[] => rounds.all(),
    /**
     * The standings of a list (`receipt`, `admission`, `allotment-1`), by number. Those of an allotment end here by a later
     * round alone: the seat knows the rest.
     */
    standings(list: string, after: number, limit: number): Standing[] {
      if (list === 'receipt') return receiptStandings.all(after, limit)
      if (list === 'admission') return admissionStandings.all(after, limit)
      return allotmentStandings.all(Number(list.slice('allotment-'.length)), after, limit)
    },
    person: (candidateId: number) => person.get(candidateId),
    /**
     * `submittedAt`: null while the application is open, also after scrutiny sends it back; `latest`: the number of the
     * newest version, null before one.
     */
    application: (candidateId: number) => application.get(candidateId),
    versionAt: (candidateId: number, number: number) => version.get(candidateId, number)?.submittedAt,
    /** A published edition that includes this candidate, and a flag for its being replaced or not. */
    meritEdition: (candidateId: number, id: number) => meritEdition.get(candidateId, id),
    optionForm: (candidateId: number, round: number) => optionForm.get(candidateId, round),
    /** When a version of an option form was confirmed; undefined for one that never was. */
    confirmationAt: (candidateId: number, round: number, version: number) =>
      confirmation.get(candidateId, round, version),
    /** A released seating with a seat for this candidate, and a flag for its being in force. */
    jkSeating: (candidateId: number, id: number) => jkSeating.get(candidateId, id),
    /** An admission of this candidate, also one that ended, with how, and if it counts. */
    admission: (candidateId: number, id: number) => admission.get(candidateId, id),
    /** When this candidate's case was requested; undefined for another number. */
    cancelledAt: (candidateId: number, caseNumber: number) => cancelledAt.get(candidateId, caseNumber),
    payment: (candidateId: number, id: number) => payment.get(candidateId, id),
    /** The published rounds that allotted a seat, in order. */
    allotments: (candidateId: number) => allotments.all(candidateId),
  }
}
