import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { cellAlarms } from '#db/schema/desk.ts'
import { mostCounted } from '#server/domain/desk/waiting.ts'

/** How much waits, at most `mostCounted` + 1, and since when the oldest does. */
export type Backlog = { count: number; oldestAt: number | null }

/** Only these districts; null for everywhere. */
type Districts = readonly string[] | null

export type WaitingStore = ReturnType<typeof waitingStore>

/**
 * The only writer of `cell_alarms`. Counts stop at `mostCounted`, so no count takes longer the more candidates there are.
 * Long: the counts of all queues, each prepared once.
 */
export function waitingStore({ orm, sqlite }: Database) {
  const counted = <Values extends object>(rows: string) => {
    const query = sqlite.prepare<[Values & { most: number }], Backlog>(
      `SELECT count(*) AS count, min(at) AS oldestAt FROM (${rows} LIMIT @most)`,
    )
    return (values: Values): Backlog => query.get({ ...values, most: mostCounted + 1 })!
  }
  const inReach = 'c.district IN (SELECT value FROM json_each(@districts))'
  /** The queues leave closed records out, so nothing of them waits. */
  const isOpenRecord = (candidate: string) => `${candidate} NOT IN (SELECT candidate_id FROM data_states)`
  /** A count for the whole state, which needs no join, and one for some districts. */
  const byReach = (from: string, at: string, condition: string, order: string) => {
    const where = `${condition} AND ${isOpenRecord('x.candidate_id')}`
    const all = counted<object>(`SELECT ${at} AS at FROM ${from} WHERE ${where} ORDER BY ${order}`)
    const within = counted<{ districts: string }>(
      `SELECT ${at} AS at FROM ${from} JOIN candidates c ON c.id = x.candidate_id
       WHERE ${where} AND ${inReach} ORDER BY ${order}`,
    )
    return (districts: Districts) => (districts === null ? all({}) : within({ districts: JSON.stringify(districts) }))
  }
  const forms = (state: 'submitted' | 'resubmitted') =>
    byReach(
      'applications x INDEXED BY applications_state',
      'x.submitted_at',
      `x.mode = 1 AND x.form_state = '${state}'`,
      'x.submitted_at',
    )
  const grievances = (type: string) =>
    byReach(
      'grievances x',
      'coalesce(x.reopened_at, x.filed_at)',
      `x.state = 'open' AND ${type} AND (SELECT staff_id IS NULL FROM grievance_messages
         WHERE grievance_id = x.id ORDER BY id DESC LIMIT 1)`,
      'x.id',
    )

  return {
    submitted: forms('submitted'),
    resubmitted: forms('resubmitted'),
    /** Forms that an officer has picked up, in these districts. */
    heldBy: counted<{ officer: number; districts: string }>(
      `SELECT a.submitted_at AS at FROM scrutinies s JOIN applications a ON a.candidate_id = s.candidate_id
         JOIN candidates c ON c.id = s.candidate_id
       WHERE s.held_by = @officer AND a.form_state = 'picked-up' AND ${isOpenRecord('a.candidate_id')}
         AND (@districts = 'null' OR ${inReach}) ORDER BY a.submitted_at`,
    ),
    certificates: byReach(
      'certificates x INDEXED BY certificates_waiting',
      'x.uploaded_at',
      'x.superseded_at IS NULL AND x.verdict IS NULL',
      'x.uploaded_at',
    ),
    /** Grievances whose last word is the candidate's. */
    grievances: grievances("x.type NOT IN ('process', 'self-verification')"),
    verifications: grievances("x.type = 'self-verification'"),
    /** Cancellations of an institute whose returns are not recorded. */
    returns: counted<{ institute: string }>(
      `SELECT requested_at AS at FROM cancellations
       WHERE institute_code = @institute AND returned_at IS NULL AND ${isOpenRecord('candidate_id')} ORDER BY requested_at`,
    ),
    /**
     * Forms in a queue that nobody at work has: assigned to no officer, to one on leave, or to a closed account. It begins with
     * those officers, so that the forms of all others are not looked at.
     */
    ofNobody: counted<{ day: string }>(
      `SELECT a.submitted_at AS at FROM (SELECT NULL AS id UNION ALL
         SELECT o.id FROM staff o WHERE o.role <> 'so' OR o.disabled_at IS NOT NULL OR o.id IN (SELECT staff_id
           FROM officer_leaves WHERE ended_at IS NULL AND first_day <= @day AND last_day >= @day)) away
         CROSS JOIN scrutinies s INDEXED BY scrutinies_officer ON s.officer_id IS away.id
         CROSS JOIN applications a ON a.candidate_id = s.candidate_id
       WHERE a.mode = 1 AND a.form_state IN ('submitted', 'resubmitted') AND ${isOpenRecord('a.candidate_id')}`,
    ),
    /** Forms in a queue that were handed in before an instant. */
    longWaiting: counted<{ before: number }>(
      `SELECT submitted_at AS at FROM applications INDEXED BY applications_state
       WHERE mode = 1 AND form_state IN ('submitted', 'resubmitted') AND submitted_at <= @before
         AND ${isOpenRecord('candidate_id')} ORDER BY submitted_at`,
    ),
    settlementLines: counted<object>(
      `SELECT f.imported_at AS at FROM settlement_lines l JOIN settlement_files f ON f.id = l.file_id
       WHERE l.state = 'queued' ORDER BY l.id`,
    ),
    /** Cancellations that were requested by an instant and whose returns no institute has recorded. */
    lateReturns: counted<{ before: number }>(
      `SELECT requested_at AS at FROM cancellations
       WHERE requested_at <= @before AND returned_at IS NULL AND ${isOpenRecord('candidate_id')} ORDER BY requested_at`,
    ),

    isTold: (alarm: string): boolean =>
      orm.select().from(cellAlarms).where(eq(cellAlarms.alarm, alarm)).get() !== undefined,
    addTold: (alarm: string, toldAt: number): void => void orm.insert(cellAlarms).values({ alarm, toldAt }).run(),
  }
}
