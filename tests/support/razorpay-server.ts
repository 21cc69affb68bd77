import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RazorpaySettings } from '#server/adapters/payment-gateway/razorpay.ts'

export type GatewayPayment = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  notes: Record<string, string> | []
  error_code: string | null
  /** Seconds since 1970: when the candidate began to pay. */
  created_at?: number
  amount_refunded: number
}
export type Order = { id: string; amount: number; currency: string; receipt: string; notes: Record<string, string> }
export type MadeRefund = { id: string; payment_id: string; amount: number; status: string; key: string | undefined }

export type RazorpayServer = Awaited<ReturnType<typeof razorpayServer>>
/** The parts of a webhook's request. */
export type Webhook = { raw: Buffer; headers: Record<string, string> }

const newId = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`

/** A gateway on loopback that speaks Razorpay's protocol: orders, payments of an order, refunds by idempotency key. */
export async function razorpayServer(secrets = { keySecret: 'key-secret', webhookSecret: 'webhook-secret' }) {
  const orders = new Map<string, Order>()
  const payments: GatewayPayment[] = []
  const refunds: MadeRefund[] = []
  const requests: string[] = []
  const authorization = `Basic ${Buffer.from(`rzp_test_key:${secrets.keySecret}`).toString('base64')}`
  const settings: RazorpaySettings = { keyId: 'rzp_test_key', ...secrets, url: '', timeoutMs: 10_000 }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const send = (status: number, data: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    requests.push(`${request.method} ${request.url}`)
    if (server.isDown) return void request.socket.destroy()
    if (request.headers.authorization !== authorization) return send(401, { error: { code: 'BAD_REQUEST_ERROR' } })
    if (request.method === 'POST' && request.url === '/v1/orders') {
      const { amount, currency, receipt, notes } = body as Order
      const order = { id: newId('order'), entity: 'order', amount, currency, receipt, notes, status: 'created' }
      orders.set(order.id, order)
      await server.onOrder?.(order.id)
      return send(200, order)
    }
    const [, ofOrder] = /^\/v1\/orders\/(\w+)\/payments$/.exec(request.url ?? '') ?? []
    if (ofOrder) {
      const items = payments.filter((payment) => payment.order_id === ofOrder)
      return orders.has(ofOrder) ? send(200, { entity: 'collection', count: items.length, items }) : send(400, {})
    }
    const [, refunded] = /^\/v1\/payments\/(\w+)\/refund$/.exec(request.url ?? '') ?? []
    if (request.method === 'POST' && refunded) {
      const key = request.headers['x-refund-idempotency'] as string | undefined
      const earlier = refunds.find((refund) => refund.key !== undefined && refund.key === key)
      if (earlier) return send(200, earlier)
      const payment = payments.find(({ id }) => id === refunded)
      if (payment?.status !== 'captured') return send(400, { error: { code: 'BAD_REQUEST_ERROR' } })
      const made = {
        id: newId('rfnd'),
        entity: 'refund',
        payment_id: refunded,
        amount: body.amount,
        status: 'processed',
        key,
      }
      refunds.push(made)
      payment.status = 'refunded'
      payment.amount_refunded = payment.amount
      return send(200, made)
    }
    const [, listed] = /^\/v1\/payments\/(\w+)\/refunds$/.exec(request.url ?? '') ?? []
    if (listed) return send(200, { items: refunds.filter(({ payment_id }) => payment_id === listed) })
    send(404, {})
  }

  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  settings.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  function signed(event: object, id: string, secret: string): Webhook {
    const raw = Buffer.from(JSON.stringify({ entity: 'event', ...event }))
    const signature = createHmac('sha256', secret).update(raw).digest('hex')
    return { raw, headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } }
  }

  const server = {
    settings,
    orders,
    payments,
    refunds,
    requests,
    /** While true, every connection breaks. */
    isDown: false,
    onOrder: undefined as ((orderId: string) => unknown) | undefined,
    /** The gateway's own clock. */
    now: () => Date.now(),

    /** Makes an attempt to pay an order. */
    pays(orderId: string, status: GatewayPayment['status'] = 'captured', more: Partial<GatewayPayment> = {}) {
      const order = orders.get(orderId)!
      const payment: GatewayPayment = {
        id: newId('pay'),
        entity: 'payment',
        amount: order.amount,
        currency: order.currency,
        status,
        order_id: orderId,
        notes: order.notes,
        error_code: status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
        created_at: Math.floor(server.now() / 1000),
        amount_refunded: 0,
        ...more,
      }
      payments.push(payment)
      return payment
    },

    /**
     * Returns a payment without being asked by the portal: by hand on the dashboard, or because nobody captured it in
     * time, which makes no refund.
     */
    givesBack(payment: GatewayPayment): MadeRefund | null {
      const wasCaptured = payment.status === 'captured'
      payment.status = 'refunded'
      payment.amount_refunded = payment.amount
      if (!wasCaptured) return null
      const made = {
        id: newId('rfnd'),
        payment_id: payment.id,
        amount: payment.amount,
        status: 'processed',
        key: undefined,
      }
      refunds.push(made)
      return made
    },

    /** The webhook that reports a payment's present status, or `status`. */
    webhook(
      payment: GatewayPayment,
      { status = payment.status, id = newId('evt'), secret = secrets.webhookSecret } = {},
    ): Webhook {
      const entity = { ...payment, status }
      return signed({ event: `payment.${status}`, contains: ['payment'], payload: { payment: { entity } } }, id, secret)
    },

    /** The webhook that reports a refund; `payment`: the entity that the gateway repeats with it. */
    refundWebhook(
      { key: _, ...refund }: MadeRefund,
      what: 'created' | 'processed' | 'failed',
      payment: GatewayPayment | null,
      { id = newId('evt') } = {},
    ): Webhook {
      const event = {
        event: `refund.${what}`,
        contains: ['refund', 'payment'],
        payload: { refund: { entity: refund }, ...(payment && { payment: { entity: payment } }) },
      }
      return signed(event, id, secrets.webhookSecret)
    },

    /** The fields that a candidate's browser brings back. */
    returned({ id, order_id }: GatewayPayment) {
      const signature = createHmac('sha256', secrets.keySecret).update(`${order_id}|${id}`).digest('hex')
      return { razorpay_payment_id: id, razorpay_order_id: order_id, razorpay_signature: signature }
    },

    close: () => {
      http.closeAllConnections()
      return new Promise<void>((resolve) => void http.close(() => resolve()))
    },
  }
  return server
}
