import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import type { TryState } from '#server/domain/terms/payment-states.ts'
import { type Instant, seconds } from '#server/kernel/time.ts'
import { readAnswer } from '../remote/read-answer'
import type { GatewayAnswer, GatewayEvent, GatewayTry, Headers, PaymentGateway } from './payment-gateway'

const id = Type.String({ pattern: '^[a-z]+_[A-Za-z0-9]{1,40}$' })
const Order = Type.Object({ id, amount: Type.Integer(), currency: Type.String(), receipt: Type.String() })
const Payment = Type.Object({
  id,
  order_id: id,
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.Enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  /** Seconds since 1970: when the candidate began to pay. */
  created_at: Type.Optional(Type.Integer({ minimum: 0 })),
  // An object, or an empty list if there are none.
  notes: Type.Optional(Type.Unknown()),
  error_code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const Payments = Type.Object({ items: Type.Array(Payment) })
const Refund = Type.Object({ id, payment_id: id, amount: Type.Integer(), status: Type.String() })
const Refunds = Type.Object({ items: Type.Array(Refund) })
const WebhookEvent = Type.Object({ event: Type.String(), payload: Type.Object({}) })
const PaymentEvent = Type.Object({ payload: Type.Object({ payment: Type.Object({ entity: Payment }) }) })
const RefundEvent = Type.Object({ payload: Type.Object({ refund: Type.Object({ entity: Refund }) }) })

const states: Record<Static<typeof Payment>['status'], TryState> = {
  created: 'running',
  authorized: 'running',
  captured: 'captured',
  refunded: 'refunded',
  failed: 'failed',
}
/** Reports of a refund. A try's own events are `payment.…` and `order.paid`; what matters is the payment they repeat. */
const refundEvents = ['refund.created', 'refund.processed', 'refund.failed']
/** Client errors that a later try can cure: our key, two requests at once, too many requests. */
const passing = new Set([401, 408, 409, 425, 429])
const longestAnswer = 1024 * 1024

export type RazorpaySettings = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** `https://api.razorpay.com`; tests use their own. */
  url: string
  timeoutMs?: number
}

/**
 * Razorpay by its documented protocol: orders with automatic capture, the hosted checkout by a plain form, webhooks and
 * returns signed by HMAC-SHA256, refunds with an idempotency key.
 */
export function razorpay({
  keyId,
  keySecret,
  webhookSecret,
  url,
  timeoutMs = seconds(15),
}: RazorpaySettings): PaymentGateway {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function call<S extends TSchema>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<GatewayAnswer<Static<S>>> {
    try {
      const response = await fetch(`${url}/v1/${path}`, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
        body: body && JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await readAnswer(response, longestAnswer)
      if (!response.ok) {
        const refused = response.status >= 400 && response.status < 500 && !passing.has(response.status)
        return { ok: false, refused, reason: `gateway answered ${response.status}` }
      }
      const answer: unknown = JSON.parse(text)
      if (!Value.Check(schema, answer)) return unreadable
      return { ok: true, value: answer }
    } catch (error) {
      return { ok: false, refused: false, reason: outage(error) }
    }
  }

  /** A refund made manually at the gateway's dashboard. */
  async function madeAlready(paymentId: string, amount: number): Promise<GatewayAnswer<{ refundId: string }> | null> {
    const answer = await call('GET', `payments/${encodeURIComponent(paymentId)}/refunds`, Refunds)
    if (!answer.ok) return answer
    const made = answer.value.items.filter(({ status }) => status !== 'failed')
    const [first] = made
    const sum = made.reduce((total, refund) => total + refund.amount, 0)
    return first && sum >= amount ? { ok: true, value: { refundId: first.id } } : null
  }

  return {
    name: 'razorpay',
    origin: new URL(url).origin,

    async createOrder({ reference, amount }) {
      const answer = await call('POST', 'orders', Order, {
        amount,
        currency: 'INR',
        receipt: reference,
        notes: { reference },
        payment_capture: 1,
      })
      if (!answer.ok) return answer
      const order = answer.value
      const isOurs = order.amount === amount && order.currency === 'INR' && order.receipt === reference
      return isOurs ? { ok: true, value: { orderId: order.id } } : unreadable
    },

    checkout: ({ orderId, reference, amount, payer, title, returnTo }) => ({
      action: `${url}/v1/checkout/embedded`,
      method: 'post',
      fields: {
        key_id: keyId,
        order_id: orderId,
        amount: String(amount),
        currency: 'INR',
        name: title,
        'prefill[name]': payer.name,
        'prefill[email]': payer.email,
        'prefill[contact]': `+91${payer.mobile}`,
        'notes[reference]': reference,
        callback_url: returnTo,
        cancel_url: returnTo,
      },
    }),

    async triesOf(orderId) {
      const answer = await call('GET', `orders/${encodeURIComponent(orderId)}/payments`, Payments)
      return answer.ok ? { ok: true, value: answer.value.items.map(tryOf) } : answer
    },

    readReturn(fields) {
      const { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature } = fields
      if (typeof order === 'string' && typeof payment === 'string' && typeof signature === 'string') {
        const isProved = isSigned(`${order}|${payment}`, keySecret, signature)
        return isProved ? { kind: 'proved', orderId: order, paymentId: payment } : { kind: 'strange' }
      }
      const metadata = fields['error[metadata]']
      if (typeof metadata === 'string') return { kind: 'claimed', orderId: orderIn(metadata) }
      return { kind: 'strange' }
    },

    readWebhook(raw, headers) {
      const signature = headers['x-razorpay-signature']
      if (typeof signature !== 'string' || !isSigned(raw, webhookSecret, signature)) return null
      return eventOf(raw, headers)
    },

    async refund({ paymentId, amount, key }) {
      const path = `payments/${encodeURIComponent(paymentId)}/refund`
      const answer = await call('POST', path, Refund, { amount, receipt: key }, { 'x-refund-idempotency': key })
      if (!answer.ok) return answer.refused ? ((await madeAlready(paymentId, amount)) ?? answer) : answer
      const { id: refundId, payment_id, amount: refunded, status } = answer.value
      if (payment_id !== paymentId || refunded !== amount) return unreadable
      return status === 'failed'
        ? { ok: false, refused: false, reason: 'gateway could not refund' }
        : { ok: true, value: { refundId } }
    },
  }
}

const unreadable = { ok: false, refused: false, reason: 'gateway gave an answer that cannot be read' } as const

function tryOf(payment: Static<typeof Payment>) {
  const { id: paymentId, order_id, amount, currency, status, notes, error_code, created_at } = payment
  const reference = (notes as { reference?: unknown } | null | undefined)?.reference
  return {
    paymentId,
    orderId: order_id,
    amount,
    currency,
    state: states[status],
    begunAt: created_at === undefined ? null : ((created_at * 1000) as Instant),
    reference: typeof reference === 'string' ? reference : null,
    failure: status === 'failed' ? (error_code ?? 'unknown').slice(0, 60) : null,
  } satisfies GatewayTry
}

/** A signed event. One of an unknown shape is ignored; the reconciler asks the gateway itself. */
function eventOf(raw: Buffer, headers: Headers): GatewayEvent {
  const given = headers['x-razorpay-event-id']
  const eventId =
    typeof given === 'string' && given !== '' ? given.slice(0, 100) : createHash('sha256').update(raw).digest('hex')
  const event = parsed(raw)
  if (!Value.Check(WebhookEvent, event)) return { id: eventId, kind: 'other', name: 'unreadable' }
  const name = event.event.slice(0, 60)
  const told = Value.Check(PaymentEvent, event) ? tryOf(event.payload.payment.entity) : null
  if (refundEvents.includes(name) && Value.Check(RefundEvent, event)) {
    const { id: refundId, payment_id: paymentId, amount } = event.payload.refund.entity
    return {
      id: eventId,
      kind: 'refund',
      refund: { refundId, paymentId, amount, isFailed: name === 'refund.failed', told },
    }
  }
  if (told && (name.startsWith('payment.') || name === 'order.paid')) return { id: eventId, kind: 'try', told }
  return { id: eventId, kind: 'other', name }
}

function parsed(raw: Buffer | string): unknown {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return null
  }
}

/** The order named by a failed checkout; it is unsigned, so it may only select a page. */
function orderIn(metadata: string): string | null {
  const order = (parsed(metadata) as { order_id?: unknown } | null)?.order_id
  return typeof order === 'string' && Value.Check(id, order) ? order : null
}

function isSigned(text: Buffer | string, secret: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function outage(error: unknown): string {
  if (error instanceof SyntaxError) return unreadable.reason
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'gateway did not answer in time'
    : 'gateway not reached'
}
