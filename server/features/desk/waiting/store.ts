import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { cellAlarms } from '#db/schema/desk.ts'
import { mostCounted } from '#server/domain/desk/waiting.ts'

/** How much waits, at most `mostCounted` + 1, and since when the oldest does. */
export type Backlog = { count: number; oldestAt: number | null }

/** Only these districts; null for everywhere. */
type Districts = readonly string[] | null

export type WaitingStore = ReturnType<typeof waitingStore>

/** The only writer of `cell_alarms`. Counts stop at `mostCounted`, so no count takes longer the more candidates there are. */
export function waitingStore({ orm, sqlite }: Database) {
  const counted = <Values extends object>(rows: string) => {
    const query = sqlite.prepare<[Values & { most: number }], Backlog>(
      `SELECT count(*) AS count, min(at) AS oldestAt FROM (${rows} LIMIT @most)`,
    )
    return (values: Values): Backlog => query.get({ ...values, most: mostCounted + 1 })!
  }
  const inReach = 'c.district IN (SELECT value FROM json_each(@districts))'
  /** A count for the whole state, which needs no join, and one for some districts. */
  const byReach = (from: string, at: string, where: string, order: string) => {
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
    /** Forms that an officer has picked up. */
    heldBy: counted<{ officer: number }>(
      `SELECT a.submitted_at AS at FROM scrutinies s JOIN applications a ON a.candidate_id = s.candidate_id
       WHERE s.held_by = @officer AND a.form_state = 'picked-up' ORDER BY a.submitted_at`,
    ),
    certificates: byReach(
      'certificates x INDEXED BY certificates_waiting',
      'x.uploaded_at',
      'x.superseded_at IS NULL AND x.verdict IS NULL',
      'x.uploaded_at',
    ),
    /** Grievances whose last word is the candidate's. */
    grievances: grievances("x.type <> 'self-verification'"),
    verifications: grievances("x.type = 'self-verification'"),
    /** Cancellations of an institute whose returns are not recorded. */
    returns: counted<{ institute: string }>(
      `SELECT requested_at AS at FROM cancellations
       WHERE institute_code = @institute AND returned_at IS NULL ORDER BY requested_at`,
    ),

    isTold: (alarm: string): boolean =>
      orm.select().from(cellAlarms).where(eq(cellAlarms.alarm, alarm)).get() !== undefined,
    addTold: (alarm: string, toldAt: number): void => void orm.insert(cellAlarms).values({ alarm, toldAt }).run(),
  }
}
