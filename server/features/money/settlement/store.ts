import { and, asc, count, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { candidates } from '#db/schema/accounts.ts'
import { payments, refunds } from '#db/schema/payments.ts'
import { settlementFiles, settlementLines } from '#db/schema/settlement.ts'
import { staff } from '#db/schema/staff.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { SettlementDoubt, SettlementLine } from '#server/domain/money/settlement.ts'
import type { RefundReason } from '#server/domain/terms/payment-states.ts'
import type { Paise } from '#server/kernel/money.ts'
import { days, istOffset } from '#server/kernel/time.ts'

type LineRow = typeof settlementLines.$inferSelect
type QueuedLine = LineRow & { doubt: SettlementDoubt; userId: string | null }

/** Money of one due on one day. `settled`: what reached the bank; `charges`: what the gateway kept. Paise. */
export type DueSums = { captured: Paise; refunded: Paise; settled: Paise; charges: Paise }
export type DayLine = DueSums & { day: number; due: DueName }

/** Payments by their ids: above `after`, up to `upTo`. */
type PaymentRange = { after: number; upTo: number }

/** A line in the list of lines. `doubt`: why it was queued; `reason`: why it was taken off the queue. */
type ListedLine = Pick<
  LineRow,
  | 'id'
  | 'line'
  | 'entityId'
  | 'state'
  | 'amount'
  | 'currency'
  | 'credit'
  | 'debit'
  | 'receipt'
  | 'orderId'
  | 'settlementId'
  | 'settledAt'
  | 'utr'
  | 'reason'
> & { doubt: SettlementDoubt | null; userId: string | null }

/** A refund with its payment and candidate. */
type RefundLine = {
  id: number
  userId: string
  paymentId: number
  due: DueName
  amount: Paise
  reason: RefundReason
  status: 'requested' | 'done' | 'failed'
  gatewayPaymentId: string | null
  gatewayRefundId: string | null
  createdAt: number
  changedAt: number
  /** When a settlement confirmed it; null if none has. */
  settledAt: number | null
}

export type SettlementStore = ReturnType<typeof settlementStore>

/**
 * The only writer of `settlement_files` and `settlement_lines`.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function settlementStore(db: Database) {
  const { orm, sqlite } = db
  const paymentColumns = {
    id: payments.id,
    amount: payments.amount,
    status: payments.status,
    orderId: payments.orderId,
    gatewayPaymentId: payments.gatewayPaymentId,
  }
  const dayOf = (column: string) => `(${column} + ${istOffset}) / ${days(1)}`
  const movements = `
    SELECT ${dayOf('captured_at')} AS day, due, amount AS captured, 0 AS refunded, 0 AS settled, 0 AS charges
      FROM payments WHERE id > @after AND id <= @upTo AND captured_at IS NOT NULL
    UNION ALL
    SELECT ${dayOf('refunds.changed_at')}, due, 0, refunds.amount, 0, 0
      FROM refunds JOIN payments ON payments.id = refunds.payment_id
      WHERE refunds.payment_id > @after AND refunds.payment_id <= @upTo AND refunds.status = 'done'
    UNION ALL
    SELECT ${dayOf('settled_at')}, due, 0, 0, credit - debit,
        CASE type WHEN 'payment' THEN l.amount - credit ELSE debit - l.amount END
      FROM settlement_lines l JOIN payments ON payments.id = l.payment_id
      WHERE l.payment_id > @after AND l.payment_id <= @upTo AND l.state IN ('matched', 'resolved')
        AND type IN ('payment', 'refund')`
  const sums = 'sum(captured) AS captured, sum(refunded) AS refunded, sum(settled) AS settled, sum(charges) AS charges'
  const movedBy = sqlite.prepare<PaymentRange, DayLine>(
    `SELECT day, due, ${sums} FROM (${movements}) GROUP BY day, due`,
  )
  const newestPayment = sqlite.prepare<[], number | null>('SELECT max(id) FROM payments').pluck()

  const utrDigits = sqlite
    .prepare<[], number>("SELECT DISTINCT length(utr) FROM settlement_lines WHERE utr NOT GLOB '*[^0-9]*'")
    .pluck()

  const refundList = listReader<RefundLine>(db, {
    from: `refunds r JOIN payments p ON p.id = r.payment_id JOIN candidates c ON c.id = p.candidate_id
      LEFT JOIN settlement_lines l ON l.entity_id = r.gateway_refund_id`,
    candidate: null,
    key: 'r.id',
    columns: {
      id: 'r.id',
      userId: 'c.user_id',
      paymentId: 'p.id',
      due: 'p.due',
      amount: 'r.amount',
      reason: 'r.reason',
      status: 'r.status',
      gatewayPaymentId: 'p.gateway_payment_id',
      gatewayRefundId: 'r.gateway_refund_id',
      createdAt: 'r.created_at',
      changedAt: 'r.changed_at',
      settledAt: 'l.settled_at',
    },
    filters: {
      status: 'r.status = @status',
      due: 'p.due = @due',
      applicationId: 'c.user_id = upper(@applicationId)',
    },
    always: 'true',
  })

  const lineList = listReader<ListedLine>(db, {
    from: `settlement_lines l LEFT JOIN payments p ON p.id = l.payment_id LEFT JOIN candidates c ON c.id = p.candidate_id`,
    candidate: null,
    key: 'l.id',
    columns: {
      id: 'l.id',
      line: 'l.line',
      entityId: 'l.entity_id',
      doubt: 'l.doubt',
      state: 'l.state',
      userId: 'c.user_id',
      amount: 'l.amount',
      currency: 'l.currency',
      credit: 'l.credit',
      debit: 'l.debit',
      receipt: 'l.receipt',
      orderId: 'l.order_id',
      settlementId: 'l.settlement_id',
      settledAt: 'l.settled_at',
      utr: 'l.utr',
      reason: 'l.reason',
    },
    filters: {
      state: 'l.state = @state',
      doubt: 'l.doubt = @doubt',
      applicationId: 'c.user_id = upper(@applicationId)',
    },
    always: 'true',
  })

  return {
    fileByHash: (hash: string) => orm.select().from(settlementFiles).where(eq(settlementFiles.hash, hash)).get(),

    addFile: (row: Omit<typeof settlementFiles.$inferInsert, 'id'>): number =>
      orm.insert(settlementFiles).values(row).returning({ id: settlementFiles.id }).get().id,

    addLine: (row: Omit<typeof settlementLines.$inferInsert, 'id'>) =>
      void orm.insert(settlementLines).values(row).run(),

    line: (id: number): LineRow | undefined =>
      orm.select().from(settlementLines).where(eq(settlementLines.id, id)).get(),

    /** How many digits the bank's numbers of transfers have that are without letters. */
    utrDigits: (): number[] => utrDigits.all(),

    lineOf: (entityId: string): LineRow | undefined =>
      orm.select().from(settlementLines).where(eq(settlementLines.entityId, entityId)).get(),

    /** Our payment for a line: by the gateway's payment, else by its order; with its refunds. */
    paymentOf({ type, entityId, refundedPayment, orderId }: SettlementLine | LineRow) {
      const number = type === 'refund' ? refundedPayment : entityId
      const by = (where: ReturnType<typeof eq>) => orm.select(paymentColumns).from(payments).where(where).get()
      const found =
        (number === null ? undefined : by(eq(payments.gatewayPaymentId, number))) ??
        (orderId === null ? undefined : by(eq(payments.orderId, orderId)))
      if (!found) return null
      const made = orm.select().from(refunds).where(eq(refunds.paymentId, found.id)).all()
      return { ...found, refunds: made }
    },

    match: (id: number, paymentId: number) =>
      void orm.update(settlementLines).set({ state: 'matched', paymentId }).where(eq(settlementLines.id, id)).run(),

    doubt: (id: number, doubt: SettlementDoubt, paymentId: number | null) =>
      void orm.update(settlementLines).set({ doubt, paymentId }).where(eq(settlementLines.id, id)).run(),

    /** True if the line was still queued. */
    resolve: (id: number, end: { reason: string; resolvedAt: number; resolvedBy: number }): boolean =>
      orm
        .update(settlementLines)
        .set({ state: 'resolved', ...end })
        .where(and(eq(settlementLines.id, id), eq(settlementLines.state, 'queued')))
        .run().changes === 1,

    /** Queued lines, oldest first. `after`: the line after which to continue. */
    queue: (after: number, limit: number): QueuedLine[] =>
      orm
        .select({ line: settlementLines, userId: candidates.userId })
        .from(settlementLines)
        .leftJoin(payments, eq(payments.id, settlementLines.paymentId))
        .leftJoin(candidates, eq(candidates.id, payments.candidateId))
        .where(and(eq(settlementLines.state, 'queued'), gt(settlementLines.id, after)))
        .orderBy(asc(settlementLines.id))
        .limit(limit)
        .all()
        .map(({ line, userId }) => ({ ...line, doubt: line.doubt as SettlementDoubt, userId })),

    queued: (): number =>
      orm.select({ count: count() }).from(settlementLines).where(eq(settlementLines.state, 'queued')).get()!.count,

    /** The newest files, with the number of their lines by state. */
    files(limit: number) {
      const rows = orm
        .select({
          id: settlementFiles.id,
          name: settlementFiles.name,
          lines: settlementFiles.lines,
          importedAt: settlementFiles.importedAt,
          importedBy: staff.fullName,
        })
        .from(settlementFiles)
        .innerJoin(staff, eq(staff.id, settlementFiles.importedBy))
        .orderBy(desc(settlementFiles.id))
        .limit(limit)
        .all()
      // All others are matched: they are the many, and are not counted.
      const states = orm
        .select({ fileId: settlementLines.fileId, state: settlementLines.state, count: count() })
        .from(settlementLines)
        .where(
          and(
            inArray(
              settlementLines.fileId,
              rows.map(({ id }) => id),
            ),
            inArray(settlementLines.state, ['queued', 'resolved', 'elsewhere']),
          ),
        )
        .groupBy(settlementLines.fileId, settlementLines.state)
        .all()
      const of = (id: number, state: LineRow['state']) =>
        states.find((row) => row.fileId === id && row.state === state)?.count ?? 0
      return rows.map(({ lines, ...row }) => {
        const [queued, resolved, elsewhere] = [of(row.id, 'queued'), of(row.id, 'resolved'), of(row.id, 'elsewhere')]
        return { ...row, lines, matched: lines - queued - resolved - elsewhere, queued, resolved, elsewhere }
      })
    },

    /** The greatest id of a payment; 0 without one. */
    newestPayment: (): number => newestPayment.get() ?? 0,
    /** The money of a range of payments: a line for each day and due, in no order. */
    moved: (range: PaymentRange): DayLine[] => movedBy.all(range),

    /** Pages and files of the lines. */
    lineList,
    /** Pages and files of the register of refunds. */
    refundList,
  }
}
