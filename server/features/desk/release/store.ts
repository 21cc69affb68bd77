import type { Database } from '#db/client.ts'
import type { AccountMaking, Progress, ReleaseKind, ReleaseState } from '#server/domain/terms/release.ts'

/** The tables with release columns. */
const tables = {
  'merit-list': 'merit_editions',
  allotment: 'allotment_runs',
  'seat-matrix': 'seat_matrix_editions',
  'jk-seating': 'jk_seatings',
  order: 'special_orders',
  'mobile-request': 'mobile_requests',
  'staff-change': 'staff_changes',
  'admission-correction': 'admission_corrections',
  'bulk-message': 'bulk_messages',
  setting: 'setting_proposals',
  schedule: 'schedule_changes',
  import: 'imports',
  refund: 'refund_requests',
} as const satisfies Record<ReleaseKind, string>

type PreparationRow = Progress & { kind: string; subject: number; owner: string; beatAt: number }

type Decision = { by: number; at: number }
type Move = { id: number; from: ReleaseState; to: ReleaseState }

export type ReleaseStore = ReturnType<typeof releaseStore>

/**
 * The only writer of `preparations`, and of the release columns of other features' rows. Joins the caller's transaction.
 */
export function releaseStore({ sqlite }: Database) {
  // Whoever may be using one of a few accounts, not everybody: a file may have made a hundred thousand of them.
  const makings = sqlite.prepare<
    { accounts: string; since: number },
    { account: number; preparedBy: number; decidedBy: number }
  >(
    `WITH RECURSIVE made(account, prepared_by, decided_by) AS (
       SELECT m.staff_id, m.prepared_by, m.decided_by FROM json_each(@accounts) asked
         JOIN staff_changes m ON m.staff_id = asked.value AND m.state = 'published' AND m.decided_at > @since
       UNION
       SELECT m.staff_id, m.prepared_by, m.decided_by FROM made
         JOIN staff_changes m ON m.staff_id IN (made.prepared_by, made.decided_by)
           AND m.state = 'published' AND m.decided_at > @since)
     SELECT account, prepared_by AS preparedBy, decided_by AS decidedBy FROM made`,
  )
  const ofKind = (kind: ReleaseKind) => {
    const table = tables[kind]
    return {
      move: sqlite.prepare<Move>(`UPDATE ${table} SET state = @to WHERE id = @id AND state = @from`),
      decide: sqlite.prepare<Move & Decision>(
        `UPDATE ${table} SET state = @to, decided_by = @by, decided_at = @at WHERE id = @id AND state = @from`,
      ),
      inState: sqlite.prepare<[string], number>(`SELECT id FROM ${table} WHERE state = ? ORDER BY id`).pluck(),
      oldest: sqlite.prepare<[string, number], { id: number; preparedAt: number }>(
        `SELECT id, prepared_at AS preparedAt FROM ${table} WHERE state = ? ORDER BY id LIMIT ?`,
      ),
    }
  }
  const rows = Object.fromEntries((Object.keys(tables) as ReleaseKind[]).map((kind) => [kind, ofKind(kind)])) as Record<
    ReleaseKind,
    ReturnType<typeof ofKind>
  >
  const claim = sqlite.prepare<PreparationRow & { longestSilence: number }>(
    `INSERT INTO preparations (kind, subject, owner, step, done, total, beat_at)
     VALUES (@kind, @subject, @owner, @step, @done, @total, @beatAt)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, step = excluded.step, done = excluded.done, total = excluded.total,
       beat_at = excluded.beat_at WHERE abs(excluded.beat_at - beat_at) > @longestSilence`,
  )
  const beat = sqlite.prepare<PreparationRow>(
    `UPDATE preparations SET step = @step, done = @done, total = @total, beat_at = @beatAt
     WHERE kind = @kind AND subject = @subject AND owner = @owner`,
  )
  const end = sqlite.prepare<[string, number]>('DELETE FROM preparations WHERE kind = ? AND subject = ?')
  const find = sqlite.prepare<[string, number], PreparationRow>(
    'SELECT kind, subject, owner, step, done, total, beat_at AS beatAt FROM preparations WHERE kind = ? AND subject = ?',
  )
  return {
    /** The officers who created or changed accounts since an instant. */
    makings: (accounts: readonly number[], since: number): AccountMaking[] =>
      makings
        .all({ accounts: JSON.stringify(accounts), since })
        .map(({ account, preparedBy, decidedBy }) => ({ account, by: [preparedBy, decidedBy] })),

    /**
     * Moves a row that is still in a state; returns false if it was not. `decided`: the person who moves it, if any.
     */
    move(kind: ReleaseKind, id: number, from: ReleaseState, to: ReleaseState, decided?: Decision): boolean {
      const { move, decide } = rows[kind]
      const { changes } = decided ? decide.run({ id, from, to, ...decided }) : move.run({ id, from, to })
      return changes === 1
    },
    /** The rows in a state, the oldest first. */
    inState: (kind: ReleaseKind, state: ReleaseState): number[] => rows[kind].inState.all(state),

    /** The rows in a state with the time of their preparation, the oldest first; at most `limit`. */
    oldestInState: (kind: ReleaseKind, state: ReleaseState, limit: number): { id: number; preparedAt: number }[] =>
      rows[kind].oldest.all(state, limit),

    /**
     * Claims a subject for its owner; false while another process gave a sign of life within `longestSilence`,
     * milliseconds.
     */
    claim: (row: PreparationRow, longestSilence: number): boolean =>
      claim.run({ ...row, longestSilence }).changes === 1,
    /** Reports the owner's progress; false if the subject is no longer its own. */
    beat: (row: PreparationRow): boolean => beat.run(row).changes === 1,
    end: (kind: string, subject: number): void => void end.run(kind, subject),
    preparation: (kind: string, subject: number): PreparationRow | undefined => find.get(kind, subject),
  }
}
