import Type, { type Static } from 'typebox'
import { contract, field } from '#server/http/shape.ts'

/** Begins a refund. `payment`: the number of its receipt; `agreed`: the preview was shown. */
export const BeginRefund = contract({
  intent: Type.Literal('begin', { fault: 'refundIntent' }),
  payment: field({ fault: 'refundPayment', maxLength: 20, pattern: '^[A-Za-z]{2}[0-9]{2}-[0-9]{6,9}$' }),
  reason: field({ fault: 'refundReason', minLength: 10, maxLength: 300 }),
  agreed: Type.Optional(Type.Literal(true, { fault: 'refundIntent' })),
})
export type BeginRefund = Static<typeof BeginRefund>

export const RefundDecision = contract({
  intent: Type.Enum(['release', 'refuse'] as const, { fault: 'refundIntent' }),
  request: Type.Integer({ minimum: 1, fault: 'refundIntent' }),
})
