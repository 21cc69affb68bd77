import type { TryState } from '#server/domain/terms/payment-states.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'

const gatewayNames = ['demo', 'razorpay'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** The gateway's answer, or the reason for none. `refused`: retrying will not help. */
export type GatewayAnswer<T> = { ok: true; value: T } | { ok: false; reason: string; refused: boolean }

/** An order to be placed with the gateway. */
type NewOrder = {
  /** Our own, at most 40 characters; the gateway repeats it in everything that it reports. */
  reference: string
  amount: Paise
}

/** One try to pay an order, as reported by the gateway. */
export type GatewayTry = {
  paymentId: string
  orderId: string
  amount: number
  currency: string
  state: TryState
  /** When the try began, by the gateway's clock; null if it does not say. */
  begunAt: Instant | null
  /** Our reference, if the gateway repeats it. */
  reference: string | null
  /** The gateway's code for a failure. */
  failure: string | null
}

/** A refund, as reported by the gateway. `told`: its payment, if the report repeats it. */
export type GatewayRefund = {
  refundId: string
  paymentId: string
  amount: number
  isFailed: boolean
  told: GatewayTry | null
}

/** The content of a webhook. `other`: irrelevant to payments. */
export type GatewayEvent = { id: string } & (
  | { kind: 'try'; told: GatewayTry }
  | { kind: 'refund'; refund: GatewayRefund }
  | { kind: 'other'; name: string }
)

/** The form that takes a candidate to the gateway; works without JavaScript. */
export type Checkout = { action: string; method: 'get' | 'post'; fields: Readonly<Record<string, string>> }

type Payer = { name: string; email: string; mobile: string }

/** The parameters with which a candidate returns: proved by the gateway's signature, claimed without one, or absent. */
type GatewayReturn =
  | { kind: 'proved'; orderId: string; paymentId: string }
  | { kind: 'claimed'; orderId: string | null }
  | { kind: 'strange' }

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The payment gateway. Nothing here touches our database; the payments feature applies its reports. Amounts are
 * whole paise. No method throws because of the network.
 */
export type PaymentGateway = {
  name: GatewayName
  /** The origin of the checkout's form; null if it is our own. */
  origin: string | null
  createOrder(order: NewOrder): Promise<GatewayAnswer<{ orderId: string }>>
  /** `returnTo`: the address to which the gateway sends the candidate back. */
  checkout(order: NewOrder & { orderId: string; payer: Payer; title: string; returnTo: string }): Checkout
  /** Every try to pay this order. */
  triesOf(orderId: string): Promise<GatewayAnswer<GatewayTry[]>>
  /** Reads the parameters brought back by the candidate's browser. */
  readReturn(fields: Readonly<Record<string, unknown>>): GatewayReturn
  /** The event of a webhook, or null if the gateway did not sign exactly these bytes. */
  readWebhook(raw: Buffer, headers: Headers): GatewayEvent | null
  /** Refunds a whole payment. The same key never refunds it twice. */
  refund(refund: { paymentId: string; amount: Paise; key: string }): Promise<GatewayAnswer<{ refundId: string }>>
}
