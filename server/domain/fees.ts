import { type Paise, rupees } from '../kernel/money'
import type { Claims } from './application-form/claims'

/** What a candidate can owe, in the order in which it may fall due. Source: decisions §4. */
export const dueNames = ['application-fee', 'difference-fee', 'conversion-fee', 'seat-acceptance'] as const
export type DueName = (typeof dueNames)[number]

/** The course's application fees in rupees. */
export type ApplicationFees = { open: number; reserved: number }

export type ApplicationDue = { due: 'application-fee' | 'difference-fee'; amount: Paise }

const maharashtraTypes: readonly string[] = ['A', 'B', 'C', 'D']

/** The lower fee is for the reserved categories, EWS, persons with disability and orphans of types A to D. Source: decisions §4. */
export const paysReservedFee = ({ type, category, isEws, isDisabled, isOrphan }: Claims): boolean =>
  maharashtraTypes.includes(type) && (category !== 'OPEN' || isEws || isDisabled || isOrphan)

/** What the application costs with these claims. */
export const applicationFee = (claims: Claims, fees: ApplicationFees): Paise =>
  rupees(paysReservedFee(claims) ? fees.reserved : fees.open)

/**
 * What is due for the application: the fee, or, where the claims have come to cost more than what was paid, the
 * difference. Claims that cost less give nothing back. `paid`: application and difference fee captured so far. Null:
 * nothing is due; before a type is chosen nothing can be said. Source: decisions §3, §4.
 */
export function applicationDue({
  claims,
  fees,
  paid,
}: {
  claims: Claims | null
  fees: ApplicationFees
  paid: Paise
}): ApplicationDue | null {
  if (!claims) return null
  const fee = applicationFee(claims, fees)
  if (paid === 0) return { due: 'application-fee', amount: fee }
  return paid < fee ? { due: 'difference-fee', amount: (fee - paid) as Paise } : null
}

/** `receiptNumber('ML24', 12)` → `ML24-000012`, the number on a payment's receipt. */
export const receiptNumber = (prefix: string, paymentId: number): string =>
  `${prefix}-${String(paymentId).padStart(6, '0')}`
