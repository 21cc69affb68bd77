import type { Database } from '#db/client.ts'
import type { WaitingForm } from '#server/domain/scrutiny/workload.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import type { CivilDate } from '#server/kernel/time.ts'

/** A scrutiny officer. `disabledAt`: when the account was closed. */
export type OfficerRow = { id: number; fullName: string; region: Region | null; disabledAt: number | null }

/** Candidates by their ids: above `after`, up to `upTo`. */
type Range = { after: number; upTo: number }

/** Forms in a queue or in a hand: how many, and when the oldest of them was submitted. */
export type FormsRow = { officerId: number | null; heldBy: number | null; isHeld: 0 | 1; count: number; oldest: number }

/** A form that an officer ended. `took`: in ms; `isReversed`: a grievance opened the confirmed form again. */
export type JudgedRow = { officerId: number; took: number; isReturned: 0 | 1; isReversed: 0 | 1 }

/** A candidate who came to a centre. `took`: from arrival to confirmation, in ms; null without one after the arrival. */
export type VisitRow = { centre: string; isConfirmed: 0 | 1; took: number | null; isReversed: 0 | 1 }

export type LeaveRow = { id: number; staffId: number; fullName: string; firstDay: CivilDate; lastDay: CivilDate }

export type TeamStore = ReturnType<typeof teamStore>

/**
 * What the leads of scrutiny read. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function teamStore({ sqlite }: Database) {
  const officers = sqlite.prepare<[], OfficerRow>(
    `SELECT id, full_name AS fullName, region, disabled_at AS disabledAt FROM staff WHERE role = 'so'
     ORDER BY full_name, id`,
  )
  const newestCandidate = sqlite.prepare<[], number | null>('SELECT max(id) FROM candidates').pluck()
  const forms = sqlite.prepare<Range, FormsRow>(
    `SELECT s.officer_id AS officerId, s.held_by AS heldBy, a.form_state = 'picked-up' AS isHeld, count(*) AS count,
       min(a.submitted_at) AS oldest
     FROM scrutinies s CROSS JOIN applications a ON a.candidate_id = s.candidate_id
     WHERE s.candidate_id > @after AND s.candidate_id <= @upTo AND a.mode = 1
       AND a.form_state IN ('submitted', 'resubmitted', 'picked-up')
       AND s.candidate_id NOT IN (SELECT candidate_id FROM data_states)
     GROUP BY s.officer_id, s.held_by, isHeld`,
  )
  const reversedAfter = (candidate: string, at: string) =>
    `EXISTS (SELECT 1 FROM grievances g WHERE g.candidate_id = ${candidate} AND g.type <> 'process'
       AND g.state = 'approved' AND g.decided_at > ${at})`
  const judged = sqlite.prepare<Range, JudgedRow>(
    `SELECT j.officer_id AS officerId, j.finished_at - j.begun_at AS took, j.is_returned AS isReturned,
       NOT j.is_returned AND ${reversedAfter('j.candidate_id', 'j.finished_at')} AS isReversed
     FROM scrutiny_judgements j WHERE j.candidate_id > @after AND j.candidate_id <= @upTo`,
  )
  const visits = sqlite.prepare<Range, VisitRow>(
    `SELECT s.centre, f.confirmed_at IS NOT NULL AS isConfirmed,
       CASE WHEN f.confirmed_at >= a.arrived_at THEN f.confirmed_at - a.arrived_at END AS took,
       ${reversedAfter('a.candidate_id', 'a.arrived_at')} AS isReversed
     FROM appointments a JOIN centre_slots s ON s.id = a.slot_id
       JOIN applications f ON f.candidate_id = a.candidate_id
     WHERE a.candidate_id > @after AND a.candidate_id <= @upTo AND a.ended_at IS NULL AND a.arrived_at IS NOT NULL
       AND f.mode = 2`,
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
    /** Every officer of scrutiny, closed accounts too. */
    officers: (): OfficerRow[] => officers.all(),
    /** The greatest id of a candidate; 0 without one. */
    newestCandidate: (): number => newestCandidate.get() ?? 0,
    forms: (range: Range): FormsRow[] => forms.all(range),
    judged: (range: Range): JudgedRow[] => judged.all(range),
    visits: (range: Range): VisitRow[] => visits.all(range),
    /** Forms that nobody has picked up, longest waiting first. */
    waiting: (): WaitingForm[] => waiting.all(),
    /** Leaves that have not ended by a day, soonest first. */
    leavesFrom: (day: CivilDate): LeaveRow[] => leaves.all(day),
    /** The officers on leave on a day. */
    awayOn: (day: CivilDate): number[] => away.all({ day }),
  }
}
