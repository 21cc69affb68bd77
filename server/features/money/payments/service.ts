import type { Checkout, GatewayName, Headers } from '#server/adapters/payment-gateway/payment-gateway.ts'
import {
  type ApplicationDue,
  applicationDue,
  applicationFee,
  conversionLeft,
  type DueName,
  paysReservedFee,
} from '#server/domain/money/fees.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { href } from '#server/domain/terms/href.ts'
import {
  isOpenPayment,
  knownOf,
  type MoneyUse,
  type PaymentAfter,
  type PaymentStatus,
  type Situation,
  situationOf,
  type TryKnown,
  undecidedAfter,
  type WhyBack,
  whyBack,
} from '#server/domain/terms/payment-states.ts'
import { type Paise, sumOf } from '#server/kernel/money.ts'
import { ok, type Refused, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant, minutes, plus, seconds } from '#server/kernel/time.ts'
import type { PaymentsDeps } from './deps'
import { createLedger } from './ledger'
import type { Payment, Refund } from './store'

type Actor = { candidateId: number }

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
  /** The candidate can go on to the gateway with this attempt. */
  canContinue: boolean
  /** What the candidate can do about the due, where this attempt has brought no money. */
  after: PaymentAfter
}

/** The amount due, with the reason. */
type DuesView = {
  /** Null before the claims are known. */
  fee: Paise | null
  isReservedFee: boolean
  paid: Paise
  due: ApplicationDue | null
  /** The due may be paid now: nothing forbids it, and no attempt is undecided. */
  isPayable: boolean
  /** The undecided attempt for this due, or another running one. */
  open: PaymentView | null
}

type ConversionDue = { due: 'conversion-fee'; amount: Paise }

/** The amount that fell due because scrutiny removed a claim. `due`: the unpaid part of `fee`. */
type ConversionView = {
  fee: Paise
  paid: Paise
  due: ConversionDue | null
  isPayable: boolean
  open: PaymentView | null
}

type SeatDue = { due: 'seat-acceptance'; amount: Paise }

/** The fee that completes the acceptance of a seat. */
type SeatFeeView = {
  fee: Paise
  isPaid: boolean
  /** The number of the receipt, once it is paid. */
  receipt: string | null
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

/** The gateway's answer stays fresh for this long. */
const freshFor = seconds(5)
/** A payment without an order is given up after this. */
const orderWithin = minutes(15)

const gatewayAway = (): Refused => refuse('gateway-away', 503, { retryAfter: 30 })

/** After each failed attempt the wait is four times as long: from one minute to six hours. */
const refundAgain = (attempts: number, now: Instant): Instant =>
  plus(now, Math.min(minutes(1) * 4 ** (attempts - 1), hours(6)))

/**
 * Dues, payments, refunds. No network call runs inside a transaction; each step leaves a state from which
 * `reconcileDue` and `refundDue` can continue, even if the process ends. Source: rules §4.4.
 */
export function createPayments(deps: PaymentsDeps) {
  const { db, store, gateway, clock, course, log } = deps
  /** Orders in the making, so that two tabs wait for the same one. */
  const making = new Map<number, Promise<string | null>>()

  function dueOf(candidateId: number) {
    const claims = claimsOf(deps.answers(candidateId))
    const paid = deps.paid(candidateId)
    const fees = deps.feesOf(candidateId)
    // An amount charged as the conversion fee is not also charged as a difference.
    const settled = sumOf(paid, deps.conversion(candidateId).fee)
    return { claims, fees, paid, due: applicationDue({ claims, fees, paid: settled }) }
  }

  /** Null if nothing is due, all of it is paid, or its page is closed. */
  function conversionDueOf(candidateId: number): ConversionDue | null {
    const { fee: charged, paid: convertPaid } = deps.conversion(candidateId)
    const amount = conversionLeft({
      charged,
      convertPaid,
      paid: deps.paid(candidateId),
      fees: deps.feesOf(candidateId),
    })
    return amount > 0 ? { due: 'conversion-fee', amount } : null
  }

  /** Null once it is paid. */
  const seatDueOf = (candidateId: number): SeatDue | null =>
    store.isPaid(candidateId, 'seat-acceptance') ? null : { due: 'seat-acceptance', amount: course.seatAcceptanceFee }

  /** What is unpaid of a due, if it may be begun now; a conversion fee is paid while the form is closed. */
  function toBegin(candidateId: number, wanted: DueName, at: Instant): Result<{ amount: Paise }> {
    const due =
      wanted === 'conversion-fee'
        ? conversionDueOf(candidateId)
        : wanted === 'seat-acceptance'
          ? seatDueOf(candidateId)
          : dueOf(candidateId).due
    if (due?.due !== wanted) return refuse('nothing-due', 409)
    if (wanted === 'conversion-fee') return ok(due)
    const allowed = wanted === 'seat-acceptance' ? deps.seat.mayPay(candidateId, at) : deps.mayPay(candidateId, at)
    return allowed.ok ? ok(due) : allowed
  }

  /** The unpaid part of a due; null if it is not asked for. */
  const leftOf = (candidateId: number, due: DueName): Paise | null => {
    const left = due === 'conversion-fee' ? conversionDueOf(candidateId) : dueOf(candidateId).due
    return left?.due === due ? left.amount : null
  }

  /** Is money for this due of use now, if its try began at this instant? */
  function moneyUse(
    { candidateId, due, amount }: Pick<Payment, 'candidateId' | 'due' | 'amount'>,
    begunAt: Instant,
  ): MoneyUse {
    if (due === 'seat-acceptance') return deps.seat.feeUse(candidateId, begunAt)
    if (due !== 'application-fee') {
      const left = leftOf(candidateId, due)
      if (left === null || amount > left) return 'nothing-due'
    }
    // A conversion fee has no last date.
    return due === 'conversion-fee' ? 'wanted' : deps.formFeeUse(candidateId, begunAt)
  }

  /** What the candidate can do about a due now. */
  function afterOf(candidateId: number, due: DueName): PaymentAfter {
    const isWaiting = store
      .ofCandidate(candidateId)
      .some((payment) => payment.due === due && payment.status === 'pending')
    const begins = toBegin(candidateId, due, clock.portal())
    if (isWaiting) return 'wait'
    return begins.ok ? 'again' : begins.refusal.code === 'nothing-due' ? 'none' : 'over'
  }

  const ledger = createLedger(deps, { moneyUse, afterOf })

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
    const given = refund ? { status: refund.status as 'requested', reason: refund.reason } : null
    const situation = situationOf({ status, failure, refund: given, use })
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
      why: situation === 'pending-late' && use !== 'wanted' ? use : whyBack({ failure, refund: given }),
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

  const ownPayment = ({ candidateId }: Actor, id: number): Payment | null => {
    const payment = store.payment(id)
    return payment?.candidateId === candidateId ? payment : null
  }

  /** Asks the gateway for a payment's state and applies the answer. False if there was none. */
  async function ask(payment: Payment): Promise<boolean> {
    if (payment.orderId === null) return true
    const answer = await gateway.triesOf(payment.orderId)
    db.transact(() => {
      store.checked(payment.id, clock.real())
      if (!answer.ok) return
      for (const told of answer.value) {
        // Each query returns the tries of an order again; they are recorded once.
        if (told.orderId === payment.orderId) ledger.apply(told, `asked:${told.paymentId}:${told.state}`, 'asked')
      }
      ledger.settle(store.payment(payment.id)!)
    })
    if (!answer.ok) log.warn({ payment: payment.id, reason: answer.reason }, 'payments: the gateway does not say')
    return answer.ok
  }

  const isFresh = ({ checkedAt }: Payment) => checkedAt !== null && clock.real() - checkedAt < freshFor

  /** The order of a payment, made if there is none. Null if the gateway makes none now. */
  async function orderOf(payment: Payment): Promise<string | null> {
    if (payment.orderId !== null) return payment.orderId
    const make = async () => {
      const { id, amount } = payment
      const answer = await gateway.createOrder({ reference: ledger.referenceOf(id), amount })
      if (!answer.ok) {
        log.warn({ payment: id, reason: answer.reason }, 'payments: no order was made')
        return null
      }
      return db.transact(() => {
        store.setOrder(id, answer.value.orderId, clock.real())
        const { orderId } = store.payment(id)!
        const detail = JSON.stringify({ order: orderId })
        store.addEvent({ paymentId: id, eventId: `created:${id}`, kind: 'created', detail, at: clock.portal() })
        return orderId
      })
    }
    const running = making.get(payment.id) ?? make().finally(() => making.delete(payment.id))
    making.set(payment.id, running)
    return running
  }

  /**
   * Earlier attempts for this due may have been paid without our knowing. Refuses while one runs at the gateway, or
   * while the gateway does not answer.
   */
  async function askAboutEarlier(candidateId: number, due: DueName): Promise<Result<undefined>> {
    const earlier = store
      .ofCandidate(candidateId)
      .filter((payment) => payment.due === due && ['created', 'pending', 'failed', 'expired'].includes(payment.status))
    for (const payment of earlier) {
      if (!isFresh(payment) && !(await ask(payment))) return gatewayAway()
      const isRecent = clock.portal() - payment.createdAt < undecidedAfter
      if (isRecent && ledger.isRunning(payment)) return refuse('payment-pending', 409)
    }
    return ok()
  }

  /** The attempt to pay: the open one, or a new one. Runs in a transaction. */
  function openAttempt(candidateId: number, wanted: DueName, arrivedAt: Instant): Result<Payment> {
    const begins = toBegin(candidateId, wanted, arrivedAt)
    if (!begins.ok) return begins
    const due = begins.value
    const open = store
      .ofCandidate(candidateId)
      .find((payment) => payment.due === wanted && isOpenPayment(payment.status))
    if (open?.status === 'pending') return refuse('payment-pending', 409)
    if (open?.amount === due.amount) return ok(open)
    // The claims and so the fee have changed since; nobody has begun to pay the old amount.
    if (open) ledger.move(open, 'expired', { failure: 'replaced' })
    return ok(
      store.add({
        candidateId,
        due: wanted,
        amount: due.amount,
        status: 'created',
        orderId: null,
        gatewayPaymentId: null,
        triedAt: null,
        failure: null,
        // The deadline is compared with this instant, so a request counts from its arrival.
        createdAt: arrivedAt,
        changedAt: clock.portal(),
        capturedAt: null,
      }),
    )
  }

  function checkoutOf(payment: Payment, orderId: string): Checkout {
    const { fullName: name, email, mobile } = store.payer(payment.candidateId)
    return gateway.checkout({
      orderId,
      reference: ledger.referenceOf(payment.id),
      amount: payment.amount,
      payer: { name, email, mobile },
      title: course.courseShortTitle.en,
      returnTo: href(deps.linkBase(), 'payment/callback'),
    })
  }

  return {
    gatewayName: gateway.name,
    /** The origin to which a checkout's form leads; null if it is ours. */
    gatewayOrigin: gateway.origin,

    dues({ candidateId }: Actor): DuesView {
      const { claims, fees, paid, due } = dueOf(candidateId)
      const open = openOf(candidateId, (name) => name === 'application-fee' || name === 'difference-fee')
      const running = open.find((payment) => payment.status === 'pending')
      return {
        fee: claims && applicationFee(claims, fees),
        isReservedFee: claims !== null && paysReservedFee(claims),
        paid,
        due,
        isPayable: due !== null && deps.mayPay(candidateId, clock.portal()).ok && !running,
        open: running ?? open[0] ?? null,
      }
    },

    /** The conversion fee: requested, paid, and outstanding. */
    conversion({ candidateId }: Actor): ConversionView {
      const [open = null] = openOf(candidateId, (name) => name === 'conversion-fee')
      const due = conversionDueOf(candidateId)
      return {
        ...deps.conversion(candidateId),
        due,
        isPayable: due !== null && open?.status !== 'pending',
        open,
      }
    },

    /** The seat-acceptance fee. `at`: when the request arrived. */
    seatFee({ candidateId }: Actor, at: Instant = clock.portal()): SeatFeeView {
      const [open = null] = openOf(candidateId, (name) => name === 'seat-acceptance')
      const due = seatDueOf(candidateId)
      return {
        fee: course.seatAcceptanceFee,
        isPaid: due === null,
        receipt:
          due === null
            ? (viewsOf(store.ofCandidate(candidateId)).find((one) => one.due === 'seat-acceptance' && one.receiptNumber)
                ?.receiptNumber ?? null)
            : null,
        due,
        isPayable: due !== null && deps.seat.mayPay(candidateId, at).ok,
        open,
      }
    },

    /** Newest first. */
    payments: ({ candidateId }: Actor): PaymentView[] => viewsOf(store.ofCandidate(candidateId)),

    /**
     * Begins to pay a due, or continues the open attempt: two tabs and a double click get the same order. Refusals:
     * `nothing-due`, `payment-pending` (409), `gateway-away` (503), and any reason against editing the form.
     * `arrivedAt` is compared with the deadline.
     */
    async begin(
      { candidateId }: Actor,
      due: DueName,
      arrivedAt: Instant = clock.portal(),
    ): Promise<Result<{ payment: PaymentView; checkout: Checkout }>> {
      const asked = await askAboutEarlier(candidateId, due)
      if (!asked.ok) return asked
      const attempt = db.transact(() => openAttempt(candidateId, due, arrivedAt))
      if (!attempt.ok) return attempt
      const orderId = await orderOf(attempt.value)
      if (orderId === null) return gatewayAway()
      const payment = store.payment(attempt.value.id)!
      return ok({ payment: viewOf(payment, undefined), checkout: checkoutOf(payment, orderId) })
    },

    /** The checkout of an open attempt; null if it is not open, or not the candidate's. */
    checkout(actor: Actor, id: number): { payment: PaymentView; checkout: Checkout } | null {
      const payment = ownPayment(actor, id)
      // An attempt that was opened in time is no way around the deadline.
      if (!payment?.orderId || !mayContinue(payment)) return null
      return { payment: viewOf(payment, undefined), checkout: checkoutOf(payment, payment.orderId) }
    },

    /** The data that the candidate's browser brought back from the gateway. It captures nothing. */
    onReturn(fields: Readonly<Record<string, unknown>>): Result<{ orderId: string | null }> {
      const back = gateway.readReturn(fields)
      if (back.kind === 'strange') return refuse('strange-return', 403)
      if (back.kind === 'proved') db.transact(() => ledger.cameBack(back.orderId, back.paymentId))
      return ok({ orderId: back.orderId })
    },

    /** The gateway's webhook: the exact bytes received. Refusal: `bad-signature` (401). */
    onWebhook(raw: Buffer, headers: Headers): Result<undefined> {
      const event = gateway.readWebhook(raw, headers)
      if (!event) return refuse('bad-signature', 401)
      db.transact(() => {
        const at = clock.portal()
        if (event.kind === 'try') ledger.apply(event.told, event.id, 'webhook')
        else if (event.kind === 'refund') ledger.applyRefund(event.refund, event.id)
        else {
          const detail = JSON.stringify({ event: event.name })
          store.addEvent({ paymentId: null, eventId: event.id, kind: 'ignored', detail, at })
        }
      })
      return ok()
    },

    /** The candidate asks for an attempt's state. Refusals: `unknown-payment` (404), `gateway-away` (503). */
    async check(actor: Actor, id: number): Promise<Result<PaymentView>> {
      const payment = ownPayment(actor, id)
      if (!payment) return refuse('unknown-payment', 404)
      const isDecided = payment.status === 'captured' || payment.status === 'refunded'
      if (!isDecided && !isFresh(payment) && !(await ask(payment))) return gatewayAway()
      const [view] = viewsOf([store.payment(id)!])
      return ok(view!)
    },

    /** The candidate's attempt for an order of the gateway; null if it is nobody's or another candidate's. */
    ofOrder({ candidateId }: Actor, orderId: string): number | null {
      const payment = store.byOrder(orderId)
      return payment?.candidateId === candidateId ? payment.id : null
    },

    /** A job: asks the gateway about undecided payments, older ones less often, and gives up unpaid ones. */
    async reconcileDue(): Promise<void> {
      for (const id of store.undecided(clock.portal(), clock.real(), 50)) {
        const payment = store.payment(id)!
        if (payment.orderId === null) {
          if (clock.portal() - payment.createdAt > orderWithin && !making.has(id)) {
            db.transact(() => ledger.move(store.payment(id)!, 'expired'))
          }
        } else if (!(await ask(payment))) return
      }
    },

    /** A job: looks for money that came late, or a second time, without a message to us. */
    async lookForLateMoney(): Promise<void> {
      for (const id of store.decided(clock.portal(), clock.real(), 500)) {
        if (!(await ask(store.payment(id)!))) return
      }
    },

    /** A job: sends each refund once; the gateway recognises it by its key. */
    async refundDue(): Promise<void> {
      for (;;) {
        const now = clock.real()
        const refund = store.claimRefund(now, (attempts) => refundAgain(attempts, now))
        if (!refund) return
        const payment = store.payment(refund.paymentId)!
        const answer = await gateway.refund({
          paymentId: payment.gatewayPaymentId!,
          amount: refund.amount,
          key: `refund-${ledger.referenceOf(payment.id)}-${deps.refundKey(refund.id)}`,
        })
        if (!answer.ok) log.error({ refund: refund.id, reason: answer.reason }, 'payments: a refund was not made')
        db.transact(() => {
          if (store.refund(refund.id).status !== 'requested') return
          if (answer.ok) ledger.endRefund(refund, answer.value.refundId)
          else if (answer.refused)
            store.endRefund(refund.id, { status: 'failed', gatewayRefundId: null, changedAt: clock.portal() })
        })
      }
    },

    /**
     * Records a refund that the gateway made without our asking, or whose answer was lost: the payment no longer
     * counts, and the candidate is told. Joins the transaction. Throws if the payment has not been captured.
     */
    recordRefund: ({ paymentId, gatewayRefundId }: { paymentId: number; gatewayRefundId: string }): void =>
      ledger.recordRefund(paymentId, gatewayRefundId),

    /** What the gateway has told of one try of a payment. */
    tryKnown: (paymentId: number, gatewayPaymentId: string): TryKnown =>
      knownOf(store.newsOf(paymentId, gatewayPaymentId)),

    /** The content of a receipt. Null if this candidate has no such payment, or it does not count as paid. */
    receipt(actor: Actor, paymentId: number): Receipt | null {
      const payment = ownPayment(actor, paymentId)
      const [view] = payment ? viewsOf([payment]) : []
      if (!view?.receiptNumber) return null
      const { userId, fullName } = store.payer(actor.candidateId)
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
  }
}

export type Payments = ReturnType<typeof createPayments>
