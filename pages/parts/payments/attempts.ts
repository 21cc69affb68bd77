import { demoGatewayAddress } from '#pages/ui/addresses.ts'
import { href } from '#pages/ui/href.ts'
import { toldBy } from '#pages/ui/told.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import { canBeChecked, type Situation } from '#server/domain/terms/payment-states.ts'
import type { Page } from '#server/features/index.ts'
import type { PaymentView } from '#server/features/money/payments/views.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/** The status of an attempt in a word: `payments:status.<standing>`. */
export type Standing =
  | 'created'
  | 'pending'
  | 'captured'
  | 'failed'
  | 'returned'
  | 'expired'
  | 'going-back'
  | 'refunded'
  | 'unclear'

const standings: Readonly<Record<Situation, Standing>> = {
  created: 'created',
  'created-late': 'created',
  pending: 'pending',
  'pending-late': 'pending',
  captured: 'captured',
  failed: 'failed',
  returned: 'returned',
  expired: 'expired',
  undecided: 'expired',
  replaced: 'expired',
  mismatch: 'unclear',
  'going-back': 'going-back',
  refunded: 'refunded',
  'refund-failed': 'unclear',
}

/** A payment attempt for display; made on the server. */
export type Attempt = {
  id: number
  reference: string
  due: DueName
  amount: string
  standing: Standing
  situation: Situation
  /** What is known of it, and what happens next, in words. */
  known: string
  next: string
  /** It brought no money, and the candidate can pay again now. */
  canPayAgain: boolean
  begun: string
  paid: string | null
  gateway: PaymentView['gateway']
  gatewayPaymentId: string | null
  /** True if the gateway may still report a change that the candidate waits for. */
  canBeChecked: boolean
  checkout: string | null
  receipt: string | null
  /** The demo gateway's page, which decides a pending payment; null if not applicable. */
  demo: string | null
}

type Shown = Pick<Page, 'base' | 'language' | 'services' | 'session' | 't'>

/** Why the money of an attempt does not count, with the deadline that it missed; empty if it does. */
function whyInWords({ why, late }: PaymentView, language: Language, t: Shown['t']): string {
  if (!late) return why ? t(`payments:why.${why}`) : ''
  const [begun, missed] = [late.begunAt, late.missed].map((at) => formatDateTime(at, language))
  return t('payments:why.too-late-by', { begun: begun!, missed: missed! })
}

/** The one true sentence about an attempt, by its situation. Source: rules §4.3, §4.5. */
function wordsOf(payment: PaymentView, { services, session, language, t }: Shown) {
  const { situation, after, due, reference, graceUntil, submitBy, countsUntil, countsFrom } = payment
  const time = (at: Instant | null) => (at === null ? '' : formatDateTime(at, language))
  const told = {
    ...toldBy(t, session),
    why: whyInWords(payment, language, t),
    until: time(graceUntil ?? countsUntil),
    from: time(countsFrom),
    submitBy: time(submitBy),
    minutes: services.course.paymentTime.submit,
    reference,
    phone: services.course.contact.phone,
  }
  const known = (key: string) => t(`payments:known.${key}` as TextKey, told)
  const next = (key: string) => t(`payments:next.${key}` as TextKey, told)
  switch (situation) {
    case 'created-late':
      return { known: known('created'), next: next(graceUntil === null ? 'created-late' : 'in-grace') }
    case 'pending': {
      const isOfForm = due === 'application-fee' || due === 'difference-fee'
      const submit = isOfForm ? [next(submitBy === null ? 'pending-submit' : 'pending-submit-by')] : []
      const words = [next(countsUntil === null ? 'pending' : 'pending-until'), ...submit, next('pending-help')]
      return { known: known('pending'), next: words.join(' ') }
    }
    case 'pending-late': {
      const words = [next(countsFrom === null ? 'pending-late' : 'pending-late-from'), next('pending-help')]
      return { known: known('pending'), next: words.join(' ') }
    }
    case 'failed':
    case 'returned':
    case 'expired':
    case 'undecided':
    case 'replaced':
      return { known: known(situation), next: next(after === 'over' && graceUntil !== null ? 'in-grace' : after) }
    case 'mismatch':
    case 'refund-failed':
      return { known: known(situation), next: next('contact') }
    default:
      return { known: known(situation), next: next(situation) }
  }
}

/** Attempts that brought no money, after which the candidate may pay again. */
const ended: readonly Situation[] = ['failed', 'returned', 'expired', 'undecided', 'replaced']

export function attemptOf(payment: PaymentView, page: Shown): Attempt {
  const { id, reference, due, amount, status, createdAt, capturedAt, gateway, gatewayPaymentId, orderId } = payment
  const { base, language } = page
  const { situation, after } = payment
  return {
    id,
    reference,
    due,
    amount: formatRupees(amount),
    standing: standings[situation],
    situation,
    ...wordsOf(payment, page),
    canPayAgain: after === 'again' && (ended.includes(situation) || payment.refund !== null),
    begun: formatDateTime(createdAt, language),
    paid: capturedAt === null ? null : formatDateTime(capturedAt, language),
    gateway,
    gatewayPaymentId,
    canBeChecked: canBeChecked(situation),
    checkout: payment.canContinue ? href(base, 'payment/checkout/:id', { id: String(id) }) : null,
    receipt:
      payment.receiptNumber === null ? null : href(base, 'transactions-logs/receipt-:payment.pdf', { payment: id }),
    demo:
      gateway === 'demo' && status === 'pending' && orderId !== null
        ? demoGatewayAddress(base, orderId, language)
        : null,
  }
}

/** How an attempt ended without being counted; null for one that did not. */
export function endOf({ standing, amount, known, next }: Attempt) {
  // The title says already that a failed one brought no money.
  if (standing === 'failed') return { kind: 'failed' as const, amount, known: null, next }
  if (standing === 'returned') return { kind: 'failed' as const, amount, known, next }
  const isBack = standing === 'going-back' || standing === 'refunded'
  return isBack ? { kind: 'back' as const, amount, known, next } : null
}
