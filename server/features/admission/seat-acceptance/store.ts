import { and, eq, lte } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { admissionFor } from '#db/schema/admitted.ts'
import { moneyCounts } from '#db/schema/captured.ts'
import { seatDecisions, seatEndings } from '#db/schema/index.ts'
import type { Offer, OfferEnding, SeatDecision } from '#server/domain/admission/offer.ts'
import type { SeatOrderKind } from '#server/domain/admission/seat-orders.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A seat that a published round allotted, with its candidate and the run that allotted it. */
export type StoredOffer = Offer & {
  candidateId: number
  runId: number
  seatType: SeatType
  /** The type of the seat in the matrix, if the round converted it. */
  originalType: SeatType | null
  /** When the cell took the seat back; null if it did not. */
  endedAt: Instant | null
  /** When the candidate cancelled; null if they did not. */
  cancelledAt: Instant | null
  /** When the order was released that lets the candidate accept; null if there is none. */
  orderedAt: Instant | null
}

type OfferRow = {
  candidateId: number
  runId: number
  round: number
  choiceCode: string
  seatType: SeatType
  originalType: SeatType | null
  preference: number | null
  isRetained: 0 | 1
  verifiedAt: Instant | null
  grievance: 'open' | 'decided' | null
  grievanceDecidedAt: Instant | null
  decision: SeatDecision | null
  paidBegunAt: Instant | null
  pendingBegunAt: Instant | null
  resetAt: Instant | null
  reportedAt: Instant | null
  admittedAt: Instant | null
  ending: OfferEnding | null
  endedAt: Instant | null
  cancelledAt: Instant | null
  orderedUntil: Instant | null
  orderedAt: Instant | null
  isSupernumerary: 0 | 1
}

/** A released order about the seat of an offer. `column`: what to read of the newest such order. */
const ofOrder = (column: string, ...kinds: SeatOrderKind[]) => `(SELECT o.${column} FROM special_orders o
      WHERE o.candidate_id = a.candidate_id AND o.round = r.round AND +o.state = 'published'
        AND o.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
      ORDER BY o.decided_at DESC, o.id DESC LIMIT 1)`

/**
 * Everything recorded about seats that published rounds allotted. A verification counts from the newest reset on, for
 * every later round too; one that cost a candidate the seat does not count again. A retained seat keeps the decision and
 * the admission of the round that gave it. A seat is upgraded once a later round allots the candidate another one. A cancellation ends
 * every later seat too; so does any other ending that is recorded after the run of a later round was prepared, because
 * that run still counted the candidate as a holder.
 */
const offersWhere = (condition: string) => `
  SELECT a.candidate_id AS candidateId, r.id AS runId, r.round, a.choice_code AS choiceCode, a.seat_type AS seatType,
    a.original_type AS originalType, a.preference, a.retained AS isRetained,
    v.submitted_at AS verifiedAt,
    CASE WHEN g.id IS NULL THEN NULL WHEN g.state = 'open' THEN 'open' ELSE 'decided' END AS grievance,
    g.decided_at AS grievanceDecidedAt,
    (SELECT d.decision FROM seat_decisions d WHERE d.candidate_id = a.candidate_id
      AND (d.round = r.round OR (a.retained = 1 AND d.round < r.round)) ORDER BY d.round DESC LIMIT 1) AS decision,
    (SELECT min(created_at) FROM payments INDEXED BY payments_candidate WHERE payments.candidate_id = a.candidate_id
      AND payments.due = 'seat-acceptance' AND ${moneyCounts}) AS paidBegunAt,
    (SELECT min(coalesce(tried_at, created_at)) FROM payments INDEXED BY payments_candidate
      WHERE payments.candidate_id = a.candidate_id
      AND payments.due = 'seat-acceptance' AND payments.status = 'pending') AS pendingBegunAt,
    (SELECT max(x.at) FROM seat_resets x WHERE x.candidate_id = a.candidate_id AND x.round = r.round) AS resetAt,
    (SELECT k.prepared_at FROM admission_corrections k WHERE k.candidate_id = a.candidate_id AND k.round = r.round
      AND k.kind = 'record-late' AND k.state = 'prepared') AS reportedAt,
    m.admitted_at AS admittedAt,
    CASE
      WHEN c.candidate_id IS NOT NULL THEN 'cancelled'
      WHEN e.ending IS NOT NULL THEN e.ending
      WHEN EXISTS (
        SELECT 1 FROM allotments n JOIN allotment_runs l ON l.id = n.run_id AND l.state = 'published'
        WHERE n.candidate_id = a.candidate_id AND l.round > r.round AND n.retained = 0) THEN 'upgraded'
    END AS ending,
    e.at AS endedAt,
    c.requested_at AS cancelledAt,
    ${ofOrder('until', 'withdraw-acceptance', 'restore-allotment')} AS orderedUntil,
    ${ofOrder('decided_at', 'withdraw-acceptance', 'restore-allotment')} AS orderedAt,
    coalesce(${ofOrder('is_supernumerary', 'restore-allotment')}, 0) AS isSupernumerary
  FROM allotments a
  JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'
  LEFT JOIN self_verifications v ON v.id = (
    SELECT max(s.id) FROM self_verifications s
    JOIN allotment_runs sr ON sr.id = s.run_id
    WHERE s.candidate_id = a.candidate_id AND sr.round <= r.round
      AND s.submitted_at > coalesce((SELECT max(x.at) FROM seat_resets x WHERE x.candidate_id = a.candidate_id), 0)
      AND (sr.round = r.round OR NOT EXISTS (SELECT 1 FROM seat_endings w
        WHERE w.candidate_id = s.candidate_id AND w.round = sr.round AND w.ending = 'grievance-upheld')))
  LEFT JOIN grievances g ON g.id = v.grievance_id AND v.run_id = r.id
  LEFT JOIN admissions m ON m.id = ${admissionFor('a.candidate_id', 'r.round')}
    AND m.admitted_at > coalesce((SELECT max(x.at) FROM seat_resets x WHERE x.candidate_id = a.candidate_id), 0)
  LEFT JOIN cancellations c ON c.candidate_id = a.candidate_id AND c.round <= r.round
  LEFT JOIN seat_endings e ON e.candidate_id = a.candidate_id AND e.round = (
    SELECT max(w.round) FROM seat_endings w WHERE w.candidate_id = a.candidate_id
      AND (w.round = r.round OR (w.round < r.round AND w.at >= r.prepared_at)))
  WHERE ${condition}`

const offerOf = ({ isRetained, isSupernumerary, paidBegunAt, pendingBegunAt, ...row }: OfferRow): StoredOffer => ({
  ...row,
  isRetained: isRetained === 1,
  isSupernumerary: isSupernumerary === 1,
  fee: paidBegunAt !== null ? 'paid' : pendingBegunAt !== null ? 'pending' : 'unpaid',
  feeBegunAt: paidBegunAt ?? pendingBegunAt,
})

/** An order that took a seat back. */
export type TakenBack = { orderNumber: string; authority: string; reason: string; at: Instant }

/** The course of a seat, as in the seat matrix that the run used. */
export type SeatPlace = {
  institute: string
  instituteCode: string
  course: string
  university: string
  /** The code, `MH-pune`. */
  district: string
  status: string
  autonomy: string
  minority: string | null
}

export type SeatAcceptanceStore = ReturnType<typeof seatAcceptanceStore>

/**
 * The only writer of `seat_decisions` and `seat_endings`, and the only reader of a whole offer.
 * Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function seatAcceptanceStore({ orm, sqlite, remembered }: Database) {
  const ofCandidate = sqlite.prepare<[number], OfferRow>(`${offersWhere('a.candidate_id = ?')} ORDER BY r.round`)
  const ofRound = sqlite.prepare<[number, number, number], OfferRow>(
    `${offersWhere('r.round = ? AND a.candidate_id > ?')} ORDER BY a.candidate_id LIMIT ?`,
  )
  const ofInstitute = sqlite.prepare<{ round: number; institute: string }, OfferRow>(
    // The codes first, so that the index of the run's seats finds the institute's without reading the whole round.
    `${offersWhere(`r.round = @round AND a.choice_code IN (
      SELECT k.choice_code FROM allotment_runs o
      JOIN seat_matrix_courses k ON k.edition_id = o.seat_matrix_edition_id AND k.institute_code = @institute
      WHERE o.round = @round AND o.state = 'published')`)} ORDER BY a.choice_code, a.candidate_id`,
  )
  const ofCandidates = sqlite.prepare<[string], OfferRow>(
    `${offersWhere('a.candidate_id IN (SELECT value FROM json_each(?))')} ORDER BY a.candidate_id, r.round`,
  )
  // Walks the index of candidates, so that a piece costs the same wherever it begins.
  const allottedBefore = sqlite
    .prepare<[number, number, number], number>(`
      SELECT DISTINCT a.candidate_id FROM allotments a
      WHERE a.candidate_id > ? AND EXISTS
        (SELECT 1 FROM allotment_runs r WHERE r.id = a.run_id AND r.state = 'published' AND r.round < ?)
      ORDER BY a.candidate_id LIMIT ?`)
    .pluck()
  const allottedAt = sqlite
    .prepare<{ round: number; codes: string }, number>(`
      SELECT DISTINCT a.candidate_id FROM allotment_runs r
      CROSS JOIN json_each(@codes) code
      JOIN allotments a ON a.run_id = r.id AND a.choice_code = code.value
      WHERE r.state = 'published' AND r.round <= @round ORDER BY a.candidate_id`)
    .pluck()
  const newestRound = sqlite
    .prepare<[], number | null>("SELECT max(round) FROM allotment_runs WHERE state = 'published'")
    .pluck()
  const seatsInMatrix = sqlite
    .prepare<[string, string], number>(`
      SELECT count FROM seat_matrix_pools WHERE choice_code = ? AND seat_type = ? AND edition_id = (
        SELECT seat_matrix_edition_id FROM allotment_runs WHERE state = 'published' ORDER BY round DESC LIMIT 1)`)
    .pluck()
  const minorityAt = sqlite
    .prepare<[string, number], string | null>(`
      SELECT c.minority FROM allotment_runs r
      JOIN seat_matrix_courses c ON c.edition_id = r.seat_matrix_edition_id AND c.choice_code = ? WHERE r.id = ?`)
    .pluck()
  const runInHand = sqlite
    .prepare<[], 1>("SELECT 1 FROM allotment_runs WHERE state IN ('preparing', 'prepared', 'released') LIMIT 1")
    .pluck()
  const roundPreparedAt = sqlite
    .prepare<[number], number>("SELECT prepared_at FROM allotment_runs WHERE round = ? AND state = 'published'")
    .pluck()
  const preparedAt = sqlite.prepare<[number], number>('SELECT prepared_at FROM allotment_runs WHERE id = ?').pluck()
  const newestRun = sqlite
    .prepare<[], number>("SELECT id FROM allotment_runs WHERE state = 'published' ORDER BY round DESC LIMIT 1")
    .pluck()

  // The grievances first: they are few, and each finds its verification by the candidate.
  const actingBefore = sqlite
    .prepare<{ round: number; ownTime: number }, number>(`
      SELECT candidate_id FROM special_orders
      WHERE state = 'published' AND kind IN ('withdraw-acceptance', 'restore-allotment') AND round < @round
      UNION
      SELECT g.candidate_id FROM grievances g
      CROSS JOIN self_verifications v ON v.candidate_id = g.candidate_id AND v.grievance_id = g.id
      JOIN allotment_runs r ON r.id = v.run_id AND r.round < @round
      JOIN allotment_runs n ON n.round = r.round + 1 AND n.state = 'published'
      WHERE g.type = 'self-verification' AND (g.state = 'open' OR g.decided_at + @ownTime > n.prepared_at)
      UNION
      SELECT x.candidate_id FROM seat_resets x
      JOIN allotment_runs n ON n.round = x.round + 1 AND n.state = 'published'
      WHERE x.round < @round AND x.at + @ownTime > n.prepared_at`)
    .pluck()
  const withdrawn = sqlite
    .prepare<[number, string, number], 1>(
      'SELECT 1 FROM admissions WHERE candidate_id = ? AND choice_code = ? AND undone_at >= ? LIMIT 1',
    )
    .pluck()
  const takenBack = sqlite.prepare<[number, number], TakenBack>(
    `SELECT o.order_number AS orderNumber, o.authority, o.reason, e.at FROM seat_endings e
     JOIN special_orders o ON o.id = e.order_id WHERE e.candidate_id = ? AND e.at = ?`,
  )
  const place = sqlite.prepare<[string, number], SeatPlace>(`
    SELECT k.institute, k.institute_code AS instituteCode, k.course, k.university, k.district, k.status, k.autonomy,
      k.minority
    FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id AND k.choice_code = ?
    WHERE r.id = ?`)
  const userId = sqlite.prepare<[number], string>('SELECT user_id FROM candidates WHERE id = ?').pluck()

  return {
    /** The course and institute of a seat. */
    place: ({ choiceCode, runId }: Pick<StoredOffer, 'choiceCode' | 'runId'>): SeatPlace =>
      place.get(choiceCode, runId)!,

    userId: (candidateId: number): string => userId.get(candidateId)!,

    /** The order that took this seat back; null if none did. */
    takenBack: ({ candidateId, ending, endedAt }: StoredOffer): TakenBack | null =>
      ending === 'withdrawn-by-order' && endedAt !== null ? (takenBack.get(candidateId, endedAt) ?? null) : null,

    /** All offers to one candidate from published rounds, oldest first. */
    offers: remembered((candidateId: number): readonly StoredOffer[] => ofCandidate.all(candidateId).map(offerOf)),

    /** All offers to these candidates from published rounds: by candidate, then oldest first. */
    offersOf: (candidateIds: readonly number[]): StoredOffer[] =>
      ofCandidates.all(JSON.stringify(candidateIds)).map(offerOf),

    /** The offers of a round in pieces, by candidate; `after`: the last candidate of the previous piece, 0 at first. */
    offersOfRound: (round: number, after: number, atMost: number): StoredOffer[] =>
      ofRound.all(round, after, atMost).map(offerOf),

    /** The offers of a round at one institute, by choice code. */
    offersAt: (round: number, instituteCode: string): StoredOffer[] =>
      ofInstitute.all({ round, institute: instituteCode }).map(offerOf),

    /** Candidates to whom a round before this one allotted a seat, in pieces by id. */
    allottedBefore: (round: number, after: number, atMost: number): number[] =>
      allottedBefore.all(after, round, atMost),

    /** Candidates to whom a round up to this one allotted a seat at these choice codes. */
    allottedAt: (round: number, choiceCodes: readonly string[]): number[] =>
      allottedAt.all({ round, codes: JSON.stringify(choiceCodes) }),

    /** The newest published round; null before the first. */
    newestRound: (): number | null => newestRound.get() ?? null,

    decide: (candidateId: number, round: number, decision: SeatDecision, decidedAt: Instant): void =>
      void orm
        .insert(seatDecisions)
        .values({ candidateId, round, decision, decidedAt })
        .onConflictDoUpdate({
          target: [seatDecisions.candidateId, seatDecisions.round],
          set: { decision, decidedAt },
        })
        .run(),

    /** Takes a seat back; a seat that has ended already keeps its first ending. */
    end: (row: typeof seatEndings.$inferInsert): void =>
      void orm.insert(seatEndings).values(row).onConflictDoNothing().run(),

    /** Gives back a seat that an order had taken; false if there was nothing to undo. */
    undoEnding: (candidateId: number, round: number): boolean =>
      orm
        .delete(seatEndings)
        .where(
          and(
            eq(seatEndings.candidateId, candidateId),
            eq(seatEndings.round, round),
            eq(seatEndings.ending, 'withdrawn-by-order'),
          ),
        )
        .run().changes === 1,

    /**
     * Withdraws a decision, so that the candidate decides again. `isRetained`: also those of the earlier rounds, which a
     * retained seat keeps.
     */
    undoDecision: (candidateId: number, round: number, isRetained = false): void =>
      void orm
        .delete(seatDecisions)
        .where(
          and(
            eq(seatDecisions.candidateId, candidateId),
            isRetained ? lte(seatDecisions.round, round) : eq(seatDecisions.round, round),
          ),
        )
        .run(),

    /** The seats of a type that the matrix of the newest published round has at a choice code. */
    seatsInMatrix: (choiceCode: string, seatType: string): number => seatsInMatrix.get(choiceCode, seatType) ?? 0,
    /** The community of the institute at a choice code, in the matrix of a run; null for other institutes. */
    minorityAt: (runId: number, choiceCode: string): string | null => minorityAt.get(choiceCode, runId) ?? null,
    /** A run that is not yet public could give this seat to somebody else. */
    isRunInHand: (): boolean => runInHand.get() !== undefined,
    /** When the published run of a round was prepared; undefined without one. */
    roundPreparedAt: (round: number): number | undefined => roundPreparedAt.get(round),
    /** When a published run was prepared. */
    preparedAt: (runId: number): number => preparedAt.get(runId)!,
    /** The newest published run; null before the first. */
    newestRun: (): number | null => newestRun.get() ?? null,

    /**
     * Candidates who may still act on a seat of a round before this one: an order gave it back or withdrew its acceptance,
     * or their time after a grievance or a reset (`ownTime`, in ms) was not over when the round after it was prepared.
     */
    actingBefore: (round: number, ownTime: number): number[] => actingBefore.all({ round, ownTime }),

    /** Was an admission to this seat withdrawn at or after an instant, such as its deadline? */
    wasWithdrawn: (candidateId: number, choiceCode: string, from: number): boolean =>
      withdrawn.get(candidateId, choiceCode, from) !== undefined,
  }
}
