import Type, { type Static } from 'typebox'
import { type DueName, dueNames } from '#server/domain/money/fees.ts'
import { paymentStatuses } from '#server/domain/terms/payment-states.ts'
import { contract } from '#server/http/shape.ts'

const instant = Type.String({ description: 'ISO 8601' })
const rupees = Type.Number({ description: 'rupees' })
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The purpose of a new payment. */
export const PaymentBegin = contract({
  due: Type.Unsafe<DueName>(Type.String({ enum: [...dueNames], maxLength: 40 })),
})
export type PaymentBegin = Static<typeof PaymentBegin>

export const DueData = Type.Object({
  due: Type.Enum([...dueNames]),
  amount: rupees,
  payment: orNull(Type.Integer({ description: 'the attempt that is running' })),
  payable: Type.Boolean({ description: 'false while an attempt is undecided' }),
})

export const ConversionData = Type.Object({ fee: rupees, paid: rupees, due: rupees })

export const PaymentData = Type.Object({
  id: Type.Integer(),
  reference: Type.String(),
  due: Type.Enum([...dueNames]),
  amount: rupees,
  status: Type.Enum([...paymentStatuses]),
  gateway: Type.String(),
  gatewayPaymentId: orNull(Type.String()),
  failure: orNull(Type.String()),
  createdAt: instant,
  changedAt: instant,
  capturedAt: orNull(instant),
  receiptNumber: orNull(Type.String()),
  refund: orNull(
    Type.Object({ amount: rupees, status: Type.Enum(['requested', 'done', 'failed']), reason: Type.String() }),
  ),
})

export const CheckoutData = Type.Object({
  payment: PaymentData,
  checkout: Type.Object({
    action: Type.String({ description: "the gateway's page" }),
    method: Type.Enum(['get', 'post']),
    fields: Type.Record(Type.String(), Type.String()),
  }),
})
