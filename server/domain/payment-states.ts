import { days, hours, seconds } from '../kernel/time'

/** An attempt to pay, from our order to the money's return. Source: decisions §4. */
export const paymentStatuses = ['created', 'pending', 'captured', 'failed', 'expired', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * Every transition there is. Forward only, but for money that a gateway reports late: what has failed or expired may
 * still turn out to be captured.
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

/** Not decided yet: nobody pays again for the same due while one is. */
export const isOpenPayment = (status: PaymentStatus): boolean => status === 'created' || status === 'pending'

/** How one try at the gateway stands, in our words. `running`: begun, or allowed by the bank and not yet captured. */
export const tryStates = ['running', 'captured', 'failed', 'refunded'] as const
export type TryState = (typeof tryStates)[number]

/** An order that nobody begins to pay is given up after this. */
export const abandonedAfter = hours(24)
/** A running try that the gateway never decides is given up after this; by then gateways have returned the money. */
export const undecidedAfter = days(7)
/**
 * Decided payments are asked after for this long: money may come late, and a second time. First after
 * `lateQuestionAfter`, then whenever their age has doubled.
 */
export const lateUntil = days(10)
export const lateQuestionAfter = hours(1)

/**
 * What the gateway's list of tries makes of an open payment that holds no captured one: `failed` when every try has
 * failed, `pending` while one runs, `expired` when nobody tried, or nobody decided, for too long. `age`: milliseconds.
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

/** An undecided payment is asked after whenever a quarter of its age has passed, within these bounds in milliseconds. */
export const questionEvery = { least: seconds(15), most: hours(6), shareOfAge: 4 } as const
