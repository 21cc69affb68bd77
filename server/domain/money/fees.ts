import type { Claims } from '#server/domain/terms/claims.ts'
import { isConvertFeeOpen } from '#server/domain/terms/permissions.ts'
import { lessAmount, noMoney, type Paise } from '#server/kernel/money.ts'

/** The dues of a candidate, in the order in which they may fall due. Source: rules §4.1. */
export const dueNames = ['application-fee', 'difference-fee', 'conversion-fee', 'seat-acceptance'] as const
export type DueName = (typeof dueNames)[number]

/**
 * The application fees of a season. `conversionBelow`: the conversion fee opens only while less than this is paid; the
 * fee for Open if the season does not say.
 */
export type ApplicationFees = { open: Paise; reserved: Paise; conversionBelow?: Paise }

export type ApplicationDue = { due: 'application-fee' | 'difference-fee'; amount: Paise }

const maharashtraTypes: readonly string[] = ['A', 'B', 'C', 'D']

/**
 * The lower fee is for the reserved categories, EWS, persons with disability and orphans of types A to D.
 * Source: rules §4.1.
 */
const paysReservedFee = ({ type, category, isEws, isDisabled, isOrphan }: Claims): boolean =>
  maharashtraTypes.includes(type) && (category !== 'OPEN' || isEws || isDisabled || isOrphan)

/** Why a candidate pays the application fee that they pay: `payments:pay.because.<reason>`. */
export type FeeReason = 'open' | 'certificate' | 'type' | 'category' | 'ews' | 'disability' | 'orphan'

/**
 * The reason that holds for this person. `claimed`: the category in the form, which counts as Open (`certificate`) while its
 * certificates are not even applied for. Source: rules §4.1, §3.5.
 */
export function feeReason(claims: Claims, claimed: string | undefined): FeeReason {
  if (paysReservedFee(claims)) {
    if (claims.category !== 'OPEN') return 'category'
    return claims.isEws ? 'ews' : claims.isDisabled ? 'disability' : 'orphan'
  }
  if (!maharashtraTypes.includes(claims.type)) return 'type'
  return claimed !== undefined && claimed !== claims.category ? 'certificate' : 'open'
}

/** The application fee for these claims. */
export const applicationFee = (claims: Claims, fees: ApplicationFees): Paise =>
  paysReservedFee(claims) ? fees.reserved : fees.open

/**
 * The conversion fee opens only while less than this is paid: by default the fee for Open, which a conversion can make due.
 * `fees`: those for this candidate. Source: rules §4.2, §18.12.
 */
export const convertFeeThreshold = ({ open, conversionBelow }: ApplicationFees): Paise => conversionBelow ?? open

/**
 * The part of the conversion fee that can be paid now: none while its page is closed, also if less than the fee was paid.
 * `charged` and `convertPaid`: of the conversion fee; `paid`: application and difference fee captured so far. Source:
 * rules §4.2, §18.12.
 */
export function conversionLeft({
  charged,
  convertPaid,
  paid,
  fees,
}: {
  charged: Paise
  convertPaid: Paise
  paid: Paise
  fees: ApplicationFees
}): Paise {
  const left = lessAmount(charged, convertPaid)
  const isOpen = isConvertFeeOpen({
    paymentStatus: charged > 0 && left === 0 ? 'Y' : 'N',
    fee: charged,
    convertPaid,
    paid,
    differencePaid: noMoney,
    threshold: convertFeeThreshold(fees),
  })
  return isOpen ? left : noMoney
}

/**
 * The amount due for the application: the fee, or the difference if the claims now cost more than was paid. Claims that
 * cost less give no refund. `paid`: application and difference fee captured so far. Null if nothing is due, and before
 * a type is chosen. Source: rules §3.2, §4.1.
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
  return paid < fee ? { due: 'difference-fee', amount: lessAmount(fee, paid) } : null
}

/** `receiptNumber('ML24', 12)` → `ML24-000012`, the number on a payment's receipt. */
export const receiptNumber = (prefix: string, paymentId: number): string =>
  `${prefix}-${String(paymentId).padStart(6, '0')}`
