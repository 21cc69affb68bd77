import type { Database } from '#db/client.ts'
import { refundRequests } from '#db/schema/payments.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A captured payment and its candidate. */
type PaidBy = {
  paymentId: number
  candidateId: number
  userId: string
  fullName: string
  due: DueName
  amount: Paise
  capturedAt: Instant | null
}

export type RefundRequest = PaidBy & {
  id: number
  reason: string
  state: ReleaseState
  preparedAt: Instant
  preparedBy: number
  preparedByName: string
}

const columns = `p.id AS paymentId, p.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName,
  p.due, p.amount, p.captured_at AS capturedAt`

export type RefundRequestsStore = ReturnType<typeof refundRequestsStore>

/** The only writer of `refund_requests`. Everything is synchronous and joins the caller's transaction. */
export function refundRequestsStore({ orm, sqlite }: Database) {
  const payment = sqlite.prepare<[number], PaidBy>(
    `SELECT ${columns} FROM payments p JOIN candidates c ON c.id = p.candidate_id WHERE p.id = ?`,
  )
  const requests = `SELECT q.id, q.reason, q.state, q.prepared_at AS preparedAt, q.prepared_by AS preparedBy,
      s.full_name AS preparedByName, ${columns}
    FROM refund_requests q JOIN payments p ON p.id = q.payment_id JOIN candidates c ON c.id = p.candidate_id
    JOIN staff s ON s.id = q.prepared_by`
  const request = sqlite.prepare<[number], RefundRequest>(`${requests} WHERE q.id = ?`)
  const waiting = sqlite.prepare<[], RefundRequest>(`${requests} WHERE q.state = 'prepared' ORDER BY q.id LIMIT 200`)
  const isWaiting = sqlite
    .prepare<[number], 1>("SELECT 1 FROM refund_requests WHERE payment_id = ? AND state = 'prepared'")
    .pluck()
  return {
    payment: (id: number): PaidBy | undefined => payment.get(id),
    request: (id: number): RefundRequest | undefined => request.get(id),
    /** Oldest first. */
    waiting: (): RefundRequest[] => waiting.all(),
    isWaiting: (paymentId: number): boolean => isWaiting.get(paymentId) !== undefined,
    add: (row: Omit<typeof refundRequests.$inferInsert, 'id' | 'state'>): number =>
      orm
        .insert(refundRequests)
        .values({ ...row, state: 'prepared' })
        .returning({ id: refundRequests.id })
        .get().id,
  }
}
