import type { Database } from '#db/client.ts'

/** A released order that gives a candidate time for a form which is still with the candidate. */
type OrderClock = {
  candidateId: number | null
  userId: string | null
  fullName: string | null
  formState: 'draft' | 'reverted'
  since: number
  endsAt: number
}

export type SpecialClocksStore = ReturnType<typeof specialClocksStore>

/** Reads what gives candidates longer time. Writes nothing. */
export function specialClocksStore({ sqlite }: Database) {
  const forForms = "('admit-late', 'extend', 'correct')"
  const orders = sqlite.prepare<{ from: number; to: number; most: number }, OrderClock>(`
    SELECT o.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName,
      coalesce(a.form_state, 'draft') AS formState, o.decided_at AS since, o.until AS endsAt
    FROM special_orders o
    LEFT JOIN candidates c ON c.id = o.candidate_id
    LEFT JOIN applications a ON a.candidate_id = o.candidate_id
    WHERE o.state = 'published' AND o.kind IN ${forForms} AND o.until > @from AND o.until <= @to
      AND coalesce(a.form_state, 'draft') IN ('draft', 'reverted')
      AND NOT EXISTS (SELECT 1 FROM special_orders n WHERE n.candidate_id = o.candidate_id AND +n.state = 'published'
        AND n.kind IN ${forForms} AND (n.until, n.id) > (o.until, o.id))
    ORDER BY o.until, o.id LIMIT @most`)
  const seats = sqlite
    .prepare<{ since: number; most: number }, number>(`
      SELECT candidate_id FROM special_orders
        WHERE state = 'published' AND kind IN ('withdraw-acceptance', 'restore-allotment') AND until > @since
      UNION SELECT candidate_id FROM seat_resets WHERE at > @since
      UNION SELECT candidate_id FROM grievances
        WHERE state <> 'open' AND type = 'self-verification' AND decided_at > @since
      ORDER BY 1 DESC LIMIT @most`)
    .pluck()
  const people = sqlite.prepare<[string], { id: number; userId: string; fullName: string }>(
    `SELECT id, user_id AS userId, full_name AS fullName FROM candidates
     WHERE id IN (SELECT value FROM json_each(?))`,
  )

  return {
    /** Orders for forms that run out within this time, the first first. */
    orders: (from: number, to: number, most: number): OrderClock[] => orders.all({ from, to, most }),
    /** Candidates whose seat may have longer time because of something since this moment. */
    seats: (since: number, most: number): number[] => seats.all({ since, most }),
    people: (ids: readonly number[]) => people.all(JSON.stringify(ids)),
  }
}
