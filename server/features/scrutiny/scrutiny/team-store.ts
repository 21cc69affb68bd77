import type { Database } from '#db/client.ts'
import type { WaitingForm } from '#server/domain/scrutiny/workload.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import type { CivilDate } from '#server/kernel/time.ts'

/** An officer with their work. Times in milliseconds; null where there is nothing to measure. */
export type OfficerRow = {
  id: number
  fullName: string
  region: Region | null
  disabledAt: number | null
  waiting: number
  held: number
  /** When the form that waits longest was submitted. */
  oldest: number | null
  finished: number
  returned: number
  /** Confirmed forms that a grievance opened again. */
  reversed: number
  median: number | null
}

/** A facilitation centre's work. `median`: from arrival to confirmation, in milliseconds. */
export type CentreRow = { code: string; confirmed: number; waiting: number; reversed: number; median: number | null }

export type LeaveRow = { id: number; staffId: number; fullName: string; firstDay: CivilDate; lastDay: CivilDate }

export type TeamStore = ReturnType<typeof teamStore>

/**
 * What the leads of scrutiny read. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function teamStore({ sqlite }: Database) {
  const officers = sqlite.prepare<[], OfficerRow>(
    `WITH waiting AS (
      SELECT s.officer_id, count(*) AS waiting, min(a.submitted_at) AS oldest
      FROM applications a JOIN scrutinies s ON s.candidate_id = a.candidate_id
      WHERE a.mode = 1 AND a.form_state IN ('submitted', 'resubmitted') GROUP BY s.officer_id),
    held AS (
      SELECT s.held_by, count(*) AS held FROM applications a JOIN scrutinies s ON s.candidate_id = a.candidate_id
      WHERE a.mode = 1 AND a.form_state = 'picked-up' GROUP BY s.held_by),
    judged AS (
      SELECT officer_id, count(*) AS finished, sum(is_returned) AS returned,
        sum(NOT is_returned AND EXISTS (SELECT 1 FROM grievances g
          WHERE g.candidate_id = j.candidate_id AND g.type <> 'process' AND g.state = 'approved' AND g.decided_at > j.finished_at)) AS reversed
      FROM scrutiny_judgements j GROUP BY officer_id),
    placed AS (
      SELECT officer_id, finished_at - begun_at AS took,
        row_number() OVER (PARTITION BY officer_id ORDER BY finished_at - begun_at) AS place,
        count(*) OVER (PARTITION BY officer_id) AS number
      FROM scrutiny_judgements),
    median AS (
      SELECT officer_id, CAST(avg(took) AS INTEGER) AS median FROM placed
      WHERE place IN ((number + 1) / 2, (number + 2) / 2) GROUP BY officer_id)
    SELECT o.id, o.full_name AS fullName, o.region, o.disabled_at AS disabledAt,
      coalesce(w.waiting, 0) AS waiting, coalesce(h.held, 0) AS held, w.oldest, coalesce(j.finished, 0) AS finished,
      coalesce(j.returned, 0) AS returned, coalesce(j.reversed, 0) AS reversed, m.median
    FROM staff o LEFT JOIN waiting w ON w.officer_id = o.id LEFT JOIN held h ON h.held_by = o.id
      LEFT JOIN judged j ON j.officer_id = o.id LEFT JOIN median m ON m.officer_id = o.id
    WHERE o.role = 'so' AND (o.disabled_at IS NULL OR w.waiting > 0 OR h.held > 0 OR j.finished > 0)
    ORDER BY o.full_name, o.id`,
  )
  const centres = sqlite.prepare<[], CentreRow>(
    `WITH visits AS (
      SELECT s.centre, a.arrived_at, f.confirmed_at,
        EXISTS (SELECT 1 FROM grievances g WHERE g.candidate_id = a.candidate_id AND g.type <> 'process' AND g.state = 'approved'
          AND a.arrived_at < g.decided_at) AS reversed
      FROM appointments a JOIN centre_slots s ON s.id = a.slot_id
        JOIN applications f ON f.candidate_id = a.candidate_id
      WHERE a.ended_at IS NULL AND a.arrived_at IS NOT NULL AND f.mode = 2),
    placed AS (
      SELECT centre, confirmed_at - arrived_at AS took,
        row_number() OVER (PARTITION BY centre ORDER BY confirmed_at - arrived_at) AS place,
        count(*) OVER (PARTITION BY centre) AS number
      FROM visits WHERE confirmed_at >= arrived_at),
    median AS (
      SELECT centre, CAST(avg(took) AS INTEGER) AS median FROM placed
      WHERE place IN ((number + 1) / 2, (number + 2) / 2) GROUP BY centre)
    SELECT v.centre AS code, count(v.confirmed_at) AS confirmed, sum(v.confirmed_at IS NULL) AS waiting,
      sum(v.reversed) AS reversed, m.median
    FROM visits v LEFT JOIN median m ON m.centre = v.centre GROUP BY v.centre ORDER BY v.centre`,
  )
  const waiting = sqlite.prepare<[], WaitingForm>(
    `SELECT a.candidate_id AS candidateId, c.district, s.officer_id AS officerId
    FROM applications a JOIN candidates c ON c.id = a.candidate_id
      LEFT JOIN scrutinies s ON s.candidate_id = a.candidate_id
    WHERE a.mode = 1 AND a.form_state IN ('submitted', 'resubmitted')
      AND a.candidate_id NOT IN (SELECT candidate_id FROM data_states) ORDER BY a.submitted_at, a.candidate_id`,
  )
  const leaves = sqlite.prepare<[string], LeaveRow>(
    `SELECT l.id, l.staff_id AS staffId, o.full_name AS fullName, l.first_day AS firstDay, l.last_day AS lastDay
    FROM officer_leaves l JOIN staff o ON o.id = l.staff_id
    WHERE l.ended_at IS NULL AND l.last_day >= ? ORDER BY l.first_day, l.id`,
  )
  const away = sqlite
    .prepare<{ day: string }, number>(
      'SELECT staff_id FROM officer_leaves WHERE ended_at IS NULL AND first_day <= @day AND last_day >= @day',
    )
    .pluck()

  return {
    officers: (): OfficerRow[] => officers.all(),
    centres: (): CentreRow[] => centres.all(),
    /** Forms that nobody has picked up, longest waiting first. */
    waiting: (): WaitingForm[] => waiting.all(),
    /** Leaves that have not ended by a day, soonest first. */
    leavesFrom: (day: CivilDate): LeaveRow[] => leaves.all(day),
    /** The officers on leave on a day. */
    awayOn: (day: CivilDate): number[] => away.all({ day }),
  }
}
