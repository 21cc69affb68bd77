import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { GatewayTry, PaymentGateway } from './payment-gateway'

/** The outcomes on offer at the demo's gateway. */
export const demoOutcomes = ['succeed', 'fail', 'leave-pending'] as const
type DemoOutcome = (typeof demoOutcomes)[number]

/** An order in the demo's gateway. */
export type DemoOrder = { reference: string; amount: Paise; returnTo: string | null; tries: GatewayTry[] }

/** The order store of the demo's gateway, which survives a restart. */
export type DemoOrders = { read(orderId: string): DemoOrder | null; write(orderId: string, order: DemoOrder): void }

type DemoGateway = PaymentGateway & {
  order(orderId: string): { amount: Paise; reference: string; isPaid: boolean } | null
  /**
   * Ends a try with this outcome; of an order that is paid, nothing more changes, whatever was chosen. Returns the webhook that
   * a gateway would send, and the candidate's next address.
   */
  decide(
    orderId: string,
    outcome: DemoOutcome,
  ): { webhook: { raw: Buffer; headers: Record<string, string> }; returnTo: string } | null
}

/**
 * A gateway without money, for the demo: its page is ours, and its visitor chooses the outcome. It uses the same port
 * as a real one, signatures and webhooks included. `pageOf`: the address of an order's page. `now`: the clock by which a
 * try begins, which the demo can move.
 */
export function demoGateway({
  orders,
  secret,
  pageOf,
  now,
}: {
  orders: DemoOrders
  secret: string
  pageOf(orderId: string): string
  now(): Instant
}): DemoGateway {
  const sign = (text: Buffer | string) => createHmac('sha256', `demo-gateway ${secret}`).update(text).digest('hex')
  const isSigned = (text: Buffer | string, signature: unknown) => {
    const expected = Buffer.from(sign(text))
    const given = Buffer.from(typeof signature === 'string' ? signature : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  return {
    name: 'demo',
    origin: null,

    async createOrder({ reference, amount }) {
      const orderId = `order_${randomBytes(8).toString('hex')}`
      orders.write(orderId, { reference, amount, returnTo: null, tries: [] })
      return { ok: true, value: { orderId } }
    },

    checkout({ orderId, returnTo }) {
      const order = orders.read(orderId)
      if (order && order.returnTo !== returnTo) orders.write(orderId, { ...order, returnTo })
      return { action: pageOf(orderId), method: 'get', fields: {} }
    },

    triesOf: async (orderId) => ({ ok: true, value: orders.read(orderId)?.tries ?? [] }),

    readReturn({ order, payment, signature }) {
      if (typeof order !== 'string') return { kind: 'strange' }
      if (typeof payment !== 'string') return { kind: 'claimed', orderId: order }
      const isProved = isSigned(`${order}|${payment}`, signature)
      return isProved ? { kind: 'proved', orderId: order, paymentId: payment } : { kind: 'strange' }
    },

    readWebhook(raw, headers) {
      if (!isSigned(raw, headers['x-demo-signature'])) return null
      const told = JSON.parse(raw.toString()) as GatewayTry
      return { id: createHash('sha256').update(raw).digest('hex'), kind: 'try', told }
    },

    refund: async ({ key }) => ({ ok: true, value: { refundId: `rfnd_${key}` } }),

    order(orderId) {
      const order = orders.read(orderId)
      if (!order) return null
      const { amount, reference, tries } = order
      return { amount, reference, isPaid: tries.some(({ state }) => state === 'captured') }
    },

    decide(orderId, outcome) {
      const order = orders.read(orderId)
      if (!order?.returnTo) return null
      const paid = order.tries.find(({ state }) => state === 'captured')
      const running = order.tries.find(({ state }) => state === 'running')
      const told: GatewayTry = paid ?? {
        paymentId: running?.paymentId ?? `pay_${randomBytes(8).toString('hex')}`,
        orderId,
        amount: order.amount,
        currency: 'INR',
        state: ({ succeed: 'captured', fail: 'failed', 'leave-pending': 'running' } as const)[outcome],
        // A try that was left pending began then.
        begunAt: running?.begunAt ?? now(),
        reference: order.reference,
        failure: outcome === 'fail' ? 'DEMO_DECLINED' : null,
      }
      if (!paid) orders.write(orderId, { ...order, tries: [...order.tries.filter((one) => one !== running), told] })
      const raw = Buffer.from(JSON.stringify(told))
      const back = new URL(order.returnTo)
      back.searchParams.set('order', orderId)
      if (told.state !== 'failed') {
        back.searchParams.set('payment', told.paymentId)
        back.searchParams.set('signature', sign(`${orderId}|${told.paymentId}`))
      }
      return { webhook: { raw, headers: { 'x-demo-signature': sign(raw) } }, returnTo: back.href }
    },
  }
}
