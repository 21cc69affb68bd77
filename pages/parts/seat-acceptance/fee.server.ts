import { attemptOf } from '#pages/parts/payments/attempts.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'

/** The seat-acceptance fee: its amount, and whether it is paid, running or to be paid now. */
export function feeOfPage(page: CandidatePage, { state, act }: Seat) {
  const { fee, isPaid, paid, isPayable, open } = page.services.payments.seatFee(page.actor.candidateId, page.arrivedAt)
  const running = open && attemptOf(open, page)
  return {
    amount: formatRupees(fee),
    by: act?.kind === 'pay' && act.by !== null ? formatDateTime(act.by, page.language) : null,
    isPaid,
    isPayable: isPayable && state === 'to-pay',
    running: running && state !== 'ended' ? running : null,
    receipt: paid ? attemptOf(paid, page).receipt : null,
  }
}
