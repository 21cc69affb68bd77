import { days, hours } from '#server/kernel/time.ts'

/** Who a second receiver may be to the candidate. */
export const receiverRelations = ['mother', 'father', 'guardian', 'spouse', 'sibling', 'relative', 'teacher'] as const
export type ReceiverRelation = (typeof receiverRelations)[number]

/** How often in an hour a candidate may have an OTP sent to a second receiver. */
export const receiverOtpsHourly = 5
export const receiverOtpWindow = hours(1)

/** How long an unconfirmed number is kept, in ms: its owner has agreed to nothing. Source: rules §10.11. */
export const unconfirmedKept = days(1)
