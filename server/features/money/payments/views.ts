import type { GatewayName } from '#server/adapters/payment-gateway/payment-gateway.ts'
import { type ApplicationDue, applicationFee, type DueName } from '#server/domain/money/fees.ts'
import {
  isOpenPayment,
  mayBecome,
  type PaymentAfter,
  type PaymentStatus,
  type Situation,
  situationOf,
  undecidedAfter,
  type WhyBack,
  whyBack,
} from '#server/domain/terms/payment-states.ts'
import type { Paise } from '#server/kernel/money.ts'
import { type Instant, plus } from '#server/kernel/time.ts'
import type { PaymentsDeps } from './deps'
import type { ConversionDue, Dues, SeatDue } from './dues'
import type { Ledger } from './ledger'
import type { Payment, Refund } from './store'

/** An attempt to pay, as its candidate sees it. Amounts are paise, times the portal's. */
export type PaymentView = {
  id: number
  /** The reference for enquiries; the receipt's number once paid. */
  reference: string
  due: DueName
  amount: Paise
  status: PaymentStatus
  gateway: GatewayName
  orderId: string | null
  gatewayPaymentId: string | null
  /** The gateway's code, or `mismatch` if the money received was not the amount requested. */
  failure: string | null
  createdAt: number
  changedAt: number
  capturedAt: number | null
  /** Null until it is paid, and if the money is refunded. */
  receiptNumber: string | null
  refund: { amount: Paise; status: 'requested' | 'done' | 'failed'; reason: string } | null
  situation: Situation
  /** Why the money goes back, went back, or would go back if the bank confirmed it; null if it does not. */
  why: WhyBack | null
  /** When the try began that came too late, and the deadline that it missed; null for any other. */
  late: { begunAt: Instant; missed: Instant } | null
  /** The time to pay is over, and until then a try of this attempt may still begin at the gateway's open page. */
  graceUntil: Instant | null
  /** Of an attempt that is being confirmed: the deadline of its form; until when, or from when, its money is of use; null without. */
  submitBy: Instant | null
  countsUntil: Instant | null
  countsFrom: Instant | null
  /** The candidate can go on to the gateway with this attempt. */
  canContinue: boolean
  /** What the candidate can do about the due, where this attempt has brought no money. */
  after: PaymentAfter
}

/** The amount due, with the reason. */
type DuesView = {
  /** Null before the claims are known. */
  fee: Paise | null
  paid: Paise
  due: ApplicationDue | null
  /** The due may be paid now: nothing forbids it, and no attempt is undecided. */
  isPayable: boolean
  /** The undecided attempt for this due, or another running one. */
  open: PaymentView | null
}

/** The amount that fell due because scrutiny removed a claim. `due`: the unpaid part of `fee`. */
type ConversionView = {
  fee: Paise
  paid: Paise
  due: ConversionDue | null
  isPayable: boolean
  open: PaymentView | null
}

/** The fee that completes the acceptance of a seat. */
type SeatFeeView = {
  fee: Paise
  isPaid: boolean
  /** The payment that counts for it. */
  paid: PaymentView | null
  due: SeatDue | null
  isPayable: boolean
  open: PaymentView | null
}

/** The content of a receipt. */
export type Receipt = {
  receiptNumber: string
  amount: Paise
  due: DueName
  capturedAt: Instant
  gateway: GatewayName
  gatewayPaymentId: string
  userId: string
  fullName: string
}

/** Dues and attempts to pay, as their candidate sees them. */
export function createViews(
  { store, clock, course, application, seatAcceptance }: PaymentsDeps,
  { dueOf, conversionDueOf, seatDueOf, mayPayForm, toBegin, moneyUse, payTime, afterOf }: Dues,
  ledger: Ledger,
) {
  /** Can the candidate still go to the gateway with this attempt, with the sum that is due? */
  function mayContinue({ candidateId, due, status, orderId, amount }: Payment): boolean {
    if (status !== 'created' || orderId === null) return false
    const begins = toBegin(candidateId, due, clock.portal())
    return begins.ok && begins.value.amount === amount
  }

  function viewOf(payment: Payment, refund: Refund | undefined): PaymentView {
    const { id, candidateId, due, amount, status, failure, createdAt, changedAt, capturedAt, gatewayPaymentId } =
      payment
    const reference = ledger.referenceOf(id)
    const canContinue = mayContinue(payment)
    const triedAt = (payment.triedAt ?? createdAt) as Instant
    const use = status === 'pending' ? moneyUse(payment, triedAt) : canContinue ? 'wanted' : 'too-late'
    const given = refund ? { status: refund.status, reason: refund.reason } : null
    const situation = situationOf({ status, failure, refund: given, use })
    const why = situation === 'pending-late' && use !== 'wanted' ? use : whyBack({ failure, refund: given })
    const { missed, graceUntil, submitBy, countsUntil, countsFrom } = payTime(payment, triedAt)
    const isCounting = situation === 'pending'
    // Without a decision the gateway's answer is waited for so long, and no longer.
    const isEndNear = countsUntil !== null && countsUntil < plus(createdAt as Instant, undecidedAfter)
    return {
      id,
      reference,
      due,
      amount,
      status,
      gateway: payment.gateway as GatewayName,
      orderId: payment.orderId,
      gatewayPaymentId,
      failure,
      createdAt,
      changedAt,
      capturedAt,
      receiptNumber: status === 'captured' && !refund ? reference : null,
      refund: refund && given ? { amount: refund.amount, ...given } : null,
      situation,
      why,
      late: why === 'too-late' && payment.triedAt !== null && missed !== null ? { begunAt: triedAt, missed } : null,
      graceUntil: mayBecome(status, 'captured') && payment.orderId !== null ? graceUntil : null,
      submitBy: isCounting ? submitBy : null,
      countsUntil: isCounting && isEndNear ? countsUntil : null,
      countsFrom: situation === 'pending-late' && (why === 'too-late' || why === 'form-gone') ? countsFrom : null,
      canContinue,
      after: status === 'captured' && !refund ? 'none' : afterOf(candidateId, due),
    }
  }

  function viewsOf(payments: readonly Payment[]): PaymentView[] {
    const refunds = store.refundsOf(payments.map(({ id }) => id))
    return payments.map((payment) =>
      viewOf(
        payment,
        refunds.find(({ paymentId }) => paymentId === payment.id),
      ),
    )
  }

  /** The undecided attempts for these dues, newest first. */
  const openOf = (candidateId: number, isOf: (due: DueName) => boolean): PaymentView[] =>
    viewsOf(store.ofCandidate(candidateId).filter(({ status, due }) => isOpenPayment(status) && isOf(due)))

  const ownPayment = (candidateId: number, id: number): Payment | null => {
    const payment = store.payment(id)
    return payment?.candidateId === candidateId ? payment : null
  }

  return {
    viewOf,
    viewsOf,
    mayContinue,
    ownPayment,

    verbs: {
      dues(candidateId: number): DuesView {
        const { claims, fees, paid, due } = dueOf(candidateId)
        const open = openOf(candidateId, (name) => name === 'application-fee' || name === 'difference-fee')
        const running = open.find((payment) => payment.status === 'pending')
        return {
          fee: claims && applicationFee(claims, fees),
          paid,
          due,
          isPayable: due !== null && mayPayForm(candidateId, clock.portal()).ok && !running,
          open: running ?? open[0] ?? null,
        }
      },

      /** The conversion fee: requested, paid, and outstanding. */
      conversion(candidateId: number): ConversionView {
        const [open = null] = openOf(candidateId, (name) => name === 'conversion-fee')
        const due = conversionDueOf(candidateId)
        return {
          ...application.conversion(candidateId),
          due,
          isPayable: due !== null && open?.status !== 'pending',
          open,
        }
      },

      /** The seat-acceptance fee. `at`: when the request arrived. */
      seatFee(candidateId: number, at: Instant = clock.portal()): SeatFeeView {
        const own = viewsOf(store.ofCandidate(candidateId).filter(({ due }) => due === 'seat-acceptance'))
        const due = seatDueOf(candidateId)
        return {
          fee: course.seatAcceptanceFee,
          isPaid: due === null,
          paid: own.find(({ receiptNumber }) => receiptNumber !== null) ?? null,
          due,
          isPayable: due !== null && seatAcceptance.mayPay(candidateId, at).ok,
          open: own.find(({ status }) => isOpenPayment(status)) ?? null,
        }
      },

      /** The same without its payments. */
      seatCost: (candidateId: number): Pick<SeatFeeView, 'fee' | 'isPaid'> => ({
        fee: course.seatAcceptanceFee,
        isPaid: seatDueOf(candidateId) === null,
      }),

      /** Newest first. */
      payments: (candidateId: number): PaymentView[] => viewsOf(store.ofCandidate(candidateId)),

      /** The content of a receipt. Null if this candidate has no such payment, or it does not count as paid. */
      receipt(candidateId: number, paymentId: number): Receipt | null {
        const payment = ownPayment(candidateId, paymentId)
        const [view] = payment ? viewsOf([payment]) : []
        if (!view?.receiptNumber) return null
        const { userId, fullName } = store.payer(candidateId)
        const { receiptNumber, amount, due, gateway: by } = view
        return {
          receiptNumber,
          amount,
          due,
          capturedAt: view.capturedAt as Instant,
          gateway: by,
          gatewayPaymentId: view.gatewayPaymentId!,
          userId,
          fullName,
        }
      },
    },
  }
}

export type Views = ReturnType<typeof createViews>
