import type { TryState } from '../../domain/payment-states'
import type { Paise } from '../../kernel/money'

export const gatewayNames = ['demo', 'razorpay'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** An answer of the gateway, or that there was none. `refused`: asking again will not help. */
export type GatewayAnswer<T> = { ok: true; value: T } | { ok: false; reason: string; refused: boolean }

/** What we ask the gateway to take. */
export type NewOrder = {
  /** Ours, at most 40 characters: the gateway gives it back with everything that it tells. */
  reference: string
  amount: Paise
}

/** One try to pay an order, as the gateway tells it. */
export type GatewayTry = {
  paymentId: string
  orderId: string
  amount: number
  currency: string
  state: TryState
  /** Our reference, where the gateway repeats it. */
  reference: string | null
  /** The gateway's code for a failure. */
  failure: string | null
}

/** What a webhook tells. `other`: something that payments do not depend on. */
export type GatewayEvent = { id: string } & (
  | { kind: 'try'; told: GatewayTry }
  | { kind: 'refund-failed'; refundId: string; paymentId: string }
  | { kind: 'other'; name: string }
)

/** The form that takes a candidate to the gateway; works without JavaScript. */
export type Checkout = { action: string; method: 'get' | 'post'; fields: Readonly<Record<string, string>> }

export type Payer = { name: string; email: string; mobile: string }

/** What came with the candidate from the gateway: proved by its signature, claimed without one, or none of it. */
export type GatewayReturn =
  | { kind: 'proved'; orderId: string; paymentId: string }
  | { kind: 'claimed'; orderId: string | null }
  | { kind: 'strange' }

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Where candidates pay. Nothing here touches our database; what it tells is applied by the payments feature. Amounts are
 * whole paise. No method throws because of the network.
 */
export type PaymentGateway = {
  name: GatewayName
  /** The origin that the checkout's form leads to; null where it is our own. */
  origin: string | null
  createOrder(order: NewOrder): Promise<GatewayAnswer<{ orderId: string }>>
  /** `returnTo`: the address to which the gateway sends the candidate back. */
  checkout(order: NewOrder & { orderId: string; payer: Payer; title: string; returnTo: string }): Checkout
  /** Every try to pay this order. */
  triesOf(orderId: string): Promise<GatewayAnswer<GatewayTry[]>>
  /** Reads what the candidate's browser brought back. */
  readReturn(fields: Readonly<Record<string, unknown>>): GatewayReturn
  /** The event of a webhook, or null where the gateway did not sign exactly these bytes. */
  readWebhook(raw: Buffer, headers: Headers): GatewayEvent | null
  /** Returns a whole payment. The same key never returns it twice. */
  refund(refund: { paymentId: string; amount: Paise; key: string }): Promise<GatewayAnswer<{ refundId: string }>>
}
