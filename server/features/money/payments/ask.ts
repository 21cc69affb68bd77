import { ok, type Refused, type Result, refuse } from '#server/kernel/result.ts'
import { minutes, seconds } from '#server/kernel/time.ts'
import type { Begin } from './begin'
import type { PaymentsDeps } from './deps'
import type { Ledger } from './ledger'
import type { Payment } from './store'
import type { PaymentView, Views } from './views'

/** The gateway's answer stays fresh for this long. */
const freshFor = seconds(5)
/** A payment without an order is given up after this. */
const orderWithin = minutes(15)

export const gatewayAway = (): Refused => refuse('gateway-away', 503, { retryAfter: 30 })

/** Our own questions to the gateway, one at a time. */
export function createAsk({ db, store, gateway, clock, log }: PaymentsDeps, ledger: Ledger) {
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

  return { ask, isFresh }
}

export type Ask = ReturnType<typeof createAsk>

/** Questions about attempts to pay: the candidate's, and those of two jobs. Source: rules §4.4. */
export function createChecks(
  { db, store, clock }: PaymentsDeps,
  ledger: Ledger,
  { ask, isFresh }: Ask,
  { viewsOf, ownPayment }: Views,
  isMaking: Begin['isMaking'],
) {
  return {
    /** The candidate asks for an attempt's state. Refusals: `unknown-payment` (404), `gateway-away` (503). */
    async check(candidateId: number, id: number): Promise<Result<PaymentView>> {
      const payment = ownPayment(candidateId, id)
      if (!payment) return refuse('unknown-payment', 404)
      const isDecided = payment.status === 'captured' || payment.status === 'refunded'
      if (!isDecided && !isFresh(payment) && !(await ask(payment))) return gatewayAway()
      const [view] = viewsOf([store.payment(id)!])
      return ok(view!)
    },

    /** The candidate's attempt for an order of the gateway; null if it is nobody's or another candidate's. */
    ofOrder(candidateId: number, orderId: string): number | null {
      const payment = store.byOrder(orderId)
      return payment?.candidateId === candidateId ? payment.id : null
    },

    /** A job: asks the gateway about undecided payments, older ones less often, and gives up unpaid ones. */
    async reconcileDue(): Promise<void> {
      for (const id of store.undecided(clock.portal(), clock.real(), 50)) {
        const payment = store.payment(id)!
        if (payment.orderId === null) {
          if (clock.portal() - payment.createdAt > orderWithin && !isMaking(id)) {
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
  }
}
