import { gatewayOf } from '#server/adapters/chosen.ts'
import { demoGateway as createDemoGateway } from '#server/adapters/payment-gateway/demo-gateway.ts'
import { watchedGateway } from '#server/adapters/watched.ts'
import type { ApplicationArea } from '../application/index'
import type { Base } from '../base'
import type { MessagesArea } from '../messages/index'
import type { PaymentsDeps } from './payments/deps'
import { feesOf } from './payments/fees-of'
import { createPayments } from './payments/service'
import { paymentsStore } from './payments/store'
import { createRefundRequests } from './refund-requests/service'
import { refundRequestsStore } from './refund-requests/store'
import { createSettlement } from './settlement/service'
import { settlementStore } from './settlement/store'

/** The gateway that takes payments, and the fees that it takes. */
export function openGateway({ clock, config, content, course, db, demoOrders, troubles, ...base }: Base) {
  /** The demo's payment gateway; null if a real one takes payments. */
  const demoGateway =
    base.gateway || config.razorpay || config.mode === 'live' || !demoOrders
      ? null
      : createDemoGateway({
          orders: demoOrders(db),
          secret: config.secret,
          pageOf: (orderId) => `/demo/gateway/${course.slug}/${orderId}`,
          now: clock.portal,
        })
  const gateway = watchedGateway(base.gateway ?? demoGateway ?? gatewayOf(config), troubles)
  const paymentRows = paymentsStore(db, gateway.name)
  return { gateway, demoGateway, paymentRows, feesOf: feesOf({ content, store: paymentRows }) }
}

export type Gateway = ReturnType<typeof openGateway>

/** What candidates pay, and what the bank has of it. */
export function composeMoney(
  { audit, clock, course, db, identity, linkBase, log, releases }: Base,
  { messages }: MessagesArea,
  { gateway, paymentRows, feesOf }: Gateway,
  { application }: ApplicationArea,
  { seatAcceptance, nextInWords }: Pick<PaymentsDeps, 'seatAcceptance' | 'nextInWords'>,
) {
  const payments = createPayments({
    db,
    store: paymentRows,
    gateway,
    clock,
    course,
    feesOf,
    tell: messages.tell,
    application,
    seatAcceptance,
    nextInWords,
    linkBase,
    refundKey: (id) => identity.keyOf('refunds', id),
    log,
  })
  const settlement = createSettlement({
    db,
    store: settlementStore(db),
    clock,
    course,
    payments,
    record: audit.record,
    newestAct: audit.newestOf,
  })
  const refundRequests = createRefundRequests({
    db,
    store: refundRequestsStore(db),
    clock,
    course,
    payments,
    releases,
    record: audit.record,
  })
  return { payments, settlement, refundRequests }
}

export type MoneyArea = ReturnType<typeof composeMoney>
