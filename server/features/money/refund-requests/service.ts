import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { receiptNumber } from '#server/domain/money/fees.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Payments } from '../payments/service'
import type { BeginRefund } from './schema'
import type { RefundRequest, RefundRequestsStore } from './store'

type RefundRequestsDeps = {
  db: Database
  store: RefundRequestsStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'applicationIdPrefix' | 'applicationIdYear'>
  payments: Pick<Payments, 'refundable' | 'giveBackByDesk'>
  releases: Releases
  record: RecordAct
}

/**
 * Refunds that the desk begins: one person prepares one, another releases it. The job that sends every refund sends it
 * then, with the same key, ledger and settlement. Source: rules §9.6.
 */
export function createRefundRequests({ db, store, clock, course, payments, releases, record }: RefundRequestsDeps) {
  const referenceOf = (id: number) => receiptNumber(course.applicationIdPrefix + course.applicationIdYear, id)

  /** The payment with this receipt number, and if its money may go back. */
  function asked({ payment }: BeginRefund) {
    const id = Number(payment.split('-')[1])
    const found = referenceOf(id) === payment.toUpperCase() ? store.payment(id) : undefined
    if (!found) return refuse('check-answers', 422, { fields: [{ field: 'payment', code: 'refundPayment.unknown' }] })
    const may = payments.refundable(id)
    return may.ok ? ok({ ...found, reference: referenceOf(id), isAgain: may.value === 'again' }) : may
  }

  const release = releases.of<RefundRequest>({
    kind: 'refund',
    find: store.request,
    refusals: { unknown: 'unknown-refund', decided: 'refund-decided' },
    acts: { release: 'refunds.released', discard: 'refunds.refused' },
    subject: ({ candidateId }) => ({ candidateId }),
    detail: ({ id, paymentId, amount }) => ({ request: id, payment: paymentId, amount }),
    onRelease: ({ paymentId }) => payments.giveBackByDesk(paymentId),
  })

  return {
    /** What a refund would give back; nothing is prepared. */
    preview: asked,

    /**
     * Prepares a refund whose preview was agreed to. Refusals: `refund-waits`, and those of `mayGiveBack` (409); a number
     * that no payment has.
     */
    prepare: (actor: StaffMember, input: BeginRefund): Result<number> =>
      db.transact((): Result<number> => {
        const found = asked(input)
        if (!found.ok) return found
        const { paymentId, candidateId, amount } = found.value
        if (store.isWaiting(paymentId)) return refuse('refund-waits', 409)
        const { reason } = input
        const at = clock.portal()
        const id = store.add({ paymentId, amount, reason, preparedAt: at, preparedBy: actor.id })
        record(auditActor(actor), 'refunds.prepared', { candidateId }, { request: id, payment: paymentId, amount })
        return ok(id)
      }),

    /** Refunds that wait, each marked if this person may release it. */
    waiting: (actor: StaffMember) =>
      store.waiting().map((row) => ({
        ...row,
        reference: referenceOf(row.paymentId),
        mayRelease: release.mayRelease(row, actor),
      })),

    release: release.release,
    refuse: release.discard,
  }
}
