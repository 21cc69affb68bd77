import type { Paise } from '#server/kernel/money.ts'
import { lessAmount, rupees } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days, type Instant, plus } from '#server/kernel/time.ts'

/** The facts that decide if an admission may be cancelled online. */
type CancellationFacts = {
  /** The candidate has accepted a seat or been admitted, so there is a seat to give up. */
  hasSeat: boolean
  cancelledAt: Instant | null
  /** When online cancellation ends; season data. Null if the schedule gives no date. */
  cutOff: Instant | null
}

/**
 * May the candidate cancel? The request is final at once: the seat returns to the vacancies and the candidate leaves the
 * rounds. After the cut-off only the institute can help. Source: rules §9.3.
 */
export function mayCancel({ hasSeat, cancelledAt, cutOff }: CancellationFacts, at: Instant): Result<undefined> {
  if (cancelledAt !== null) return refuse('already-cancelled', 409)
  if (!hasSeat) return refuse('not-admitted', 409)
  return cutOff !== null && at >= cutOff ? refuse('cancellation-closed') : ok()
}

/** The most that an institute keeps of its course fee when the candidate cancels before the cut-off; season data. */
export const mostCharge: Paise = rupees(1000)

/** What comes back of a course fee at the least, before the cut-off. */
export const leastBack = (fee: Paise): Paise => lessAmount(fee, mostCharge)

/** The institute returns money and originals within this time. Source: rules §9.4. */
export const returnWithin = days(2)

/** The deadline for the institute to record the return. */
export const returnDueAt = (requestedAt: Instant): Instant => plus(requestedAt, returnWithin)

/** Did the institute record the return late, or not yet although the deadline has passed? */
export const isReturnLate = (
  { requestedAt, returnedAt }: { requestedAt: Instant; returnedAt: Instant | null },
  now: Instant,
): boolean => (returnedAt ?? now) >= returnDueAt(requestedAt)

/** How an institute pays a course fee back. */
export const returnModes = ['bank-transfer', 'cheque', 'demand-draft', 'nothing-paid'] as const
export type ReturnMode = (typeof returnModes)[number]

export type Return = {
  /** The course fee paid by the candidate. */
  paid: Paise
  /** The institute's deposits included in `paid`; they are refundable at any time. */
  deposit: Paise
  charge: Paise
  mode: ReturnMode
  /** The number of the transfer, cheque or draft. */
  number: string
  originalsReturned: boolean
}

/** Was the admission cancelled before the cut-off, so that the institute keeps at most `mostCharge`? */
export const isBeforeCutOff = (requestedAt: Instant, cutOff: Instant | null): boolean =>
  cutOff === null || requestedAt < cutOff

/**
 * Checks an institute's record of a return; returns the faults by field, none if the record is sound. Before the
 * cut-off the institute keeps at most ₹1,000; afterwards it returns at least the deposits. Source: rules §9.4.
 */
export function returnFaults(
  { paid, deposit, charge, mode, number, originalsReturned }: Return,
  requestedAt: Instant,
  cutOff: Instant | null,
): { field: keyof Return; code: string }[] {
  const isLimited = isBeforeCutOff(requestedAt, cutOff)
  const most = isLimited ? Math.min(paid, mostCharge) : paid - deposit
  const faults: { field: keyof Return; code: string }[] = []
  if (deposit > paid) faults.push({ field: 'deposit', code: 'return.deposit-above-paid' })
  if (charge > most)
    faults.push({ field: 'charge', code: isLimited ? 'return.charge-above-limit' : 'return.charge-takes-deposit' })
  if ((mode === 'nothing-paid') !== (paid === 0)) faults.push({ field: 'mode', code: 'return.mode-differs' })
  if (mode !== 'nothing-paid' && !number.trim()) faults.push({ field: 'number', code: 'return.number-missing' })
  if (!originalsReturned) faults.push({ field: 'originalsReturned', code: 'return.originals-kept' })
  return faults
}
