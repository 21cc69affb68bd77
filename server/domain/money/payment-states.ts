import { days, hours, seconds } from '../../kernel/time'

/** The states of a payment attempt, from our order to the refund. Source: rules §4.3. */
export const paymentStatuses = ['created', 'pending', 'captured', 'failed', 'expired', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * All transitions. They only go forward, except that a failed or expired payment becomes captured if the gateway
 * reports the money late.
 */
const transitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  created: ['pending', 'captured', 'failed', 'expired'],
  pending: ['captured', 'failed', 'expired'],
  captured: ['refunded'],
  failed: ['captured'],
  expired: ['captured'],
  refunded: [],
}

export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => transitions[from].includes(to)

/** Undecided; nobody can pay again for the same due while such a payment exists. */
export const isOpenPayment = (status: PaymentStatus): boolean => status === 'created' || status === 'pending'

/**
 * The state of one try at the gateway, in our terms. `running`: begun, or authorised by the bank but not captured yet.
 */
const tryStates = ['running', 'captured', 'failed', 'refunded'] as const
export type TryState = (typeof tryStates)[number]

/** An order without any try is abandoned after this. */
export const abandonedAfter = hours(24)
/** A running try that the gateway never decides is abandoned after this; by then gateways have returned the money. */
export const undecidedAfter = days(7)
/**
 * How long to keep asking about decided payments: money may come late, or twice. The first question comes after
 * `lateQuestionAfter`, the next ones each time their age has doubled.
 */
export const lateUntil = days(10)
export const lateQuestionAfter = hours(1)

/**
 * The new status of an open payment without a captured try: `failed` when every try has failed, `pending` while one
 * runs, `expired` when there was no try, or no decision, for too long. `age`: milliseconds.
 */
export function statusByTries(
  status: 'created' | 'pending',
  tries: readonly TryState[],
  age: number,
): 'created' | 'pending' | 'failed' | 'expired' {
  if (tries.includes('running')) return age > undecidedAfter ? 'expired' : 'pending'
  if (tries.includes('failed')) return 'failed'
  return age > abandonedAfter ? 'expired' : status
}

/** Ask about an undecided payment whenever a quarter of its age has passed, within these bounds in milliseconds. */
export const questionEvery = { least: seconds(15), most: hours(6), shareOfAge: 4 } as const
