import { applicationDue, conversionLeft, type DueName } from '#server/domain/money/fees.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { type MoneyUse, noPayTime, type PaymentAfter, type PayTime } from '#server/domain/terms/payment-states.ts'
import { type Paise, sumOf } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { PaymentsDeps } from './deps'
import type { Payment } from './store'

export type ConversionDue = { due: 'conversion-fee'; amount: Paise }

export type SeatDue = { due: 'seat-acceptance'; amount: Paise }

/** The step of the form that holds the payment. */
const paymentStep = 7

/** What a candidate owes, may begin to pay, and what money for it is of use. Source: rules §4.1 to §4.3. */
export function createDues({ store, clock, course, feesOf, application, seatAcceptance }: PaymentsDeps) {
  /** Ok if this candidate may begin to pay for the application, the fee or a difference. */
  const mayPayForm = (candidateId: number, at: Instant): Result<undefined> =>
    application.mayEdit(candidateId, paymentStep, at)

  function dueOf(candidateId: number) {
    const claims = claimsOf(application.answers(candidateId))
    const paid = application.paid(candidateId)
    const fees = feesOf(candidateId)
    // An amount charged as the conversion fee is not also charged as a difference.
    const settled = sumOf(paid, application.conversion(candidateId).fee)
    return { claims, fees, paid, due: applicationDue({ claims, fees, paid: settled }) }
  }

  /** Null if nothing is due, all of it is paid, or its page is closed. */
  function conversionDueOf(candidateId: number): ConversionDue | null {
    const { fee: charged, paid: convertPaid } = application.conversion(candidateId)
    const amount = conversionLeft({
      charged,
      convertPaid,
      paid: application.paid(candidateId),
      fees: feesOf(candidateId),
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
    const allowed = wanted === 'seat-acceptance' ? seatAcceptance.mayPay(candidateId, at) : mayPayForm(candidateId, at)
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
    if (due === 'seat-acceptance') return seatAcceptance.feeUse(candidateId, begunAt)
    if (due !== 'application-fee') {
      const left = leftOf(candidateId, due)
      if (left === null || amount > left) return 'nothing-due'
    }
    // A conversion fee has no last date.
    return due === 'conversion-fee' ? 'wanted' : application.feeUse(candidateId, begunAt)
  }

  /** How the deadline of this due stands to a try of it that began at this instant. */
  function payTime({ candidateId, due }: Pick<Payment, 'candidateId' | 'due'>, begunAt: Instant): PayTime {
    if (due === 'conversion-fee') return noPayTime
    const of = due === 'seat-acceptance' ? seatAcceptance : application
    const time = of.payTime(candidateId, begunAt)
    const isDue = due === 'seat-acceptance' ? seatDueOf(candidateId) !== null : leftOf(candidateId, due) !== null
    return isDue ? time : { ...time, graceUntil: null, countsFrom: null }
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

  return { dueOf, conversionDueOf, seatDueOf, mayPayForm, toBegin, moneyUse, payTime, afterOf }
}

export type Dues = ReturnType<typeof createDues>
