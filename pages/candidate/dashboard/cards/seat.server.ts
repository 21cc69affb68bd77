import { nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { goneInWords, noRoundLeft, orderInWords } from '#pages/parts/seat-acceptance/seat.server.ts'
import { restingState } from '#server/domain/admission/offer.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Standing } from './standing.server'

/**
 * The candidate's newest seat with its next act, or how it ended; null if its candidate has the result of a later round
 * since it was lost, or takes part in the next one, whose option form is open.
 */
export function seatCard({ page, next, newestSeat: newest }: Standing) {
  if (next.kind !== 'confirmed' || !newest) return null
  const { services, actor, language, named } = page
  const { seatAcceptance } = services
  const { offer } = newest
  const act = seatAcceptance.next(actor.candidateId)
  const shown = act ? null : restingState(newest)
  if (!act && shown === null) return null
  const isLost = shown !== null && shown !== 'admitted' && shown !== 'reported'
  const latest = seatAcceptance.newestRound()
  const hasLaterResult =
    latest !== null &&
    offer.round !== latest &&
    seatAcceptance.entry(actor.candidateId, latest).kind === 'takes-part' &&
    !seatAcceptance.wasSetAside(actor.candidateId, latest)
  if (isLost && hasLaterResult && offer.orderedUntil === null) return null
  const isHeld = act?.kind === 'await-round'
  const options = isLost || isHeld ? nextOptionsOf(page, offer.round) : undefined
  if (isLost && options?.state === 'now') return null
  const { institute, course } = seatAcceptance.place(newest)
  return {
    round: offer.round,
    /** How the seat ended; null while it has a next act. */
    state: shown,
    /** Why the cell took it back: the order with its reason, or what was decided. */
    why: shown === 'withdrawn' ? whyOf(page, newest) : [],
    /** What becomes of an attempt to pay that is open at the gateway, for all that is known here; null without one. */
    openAttempt: shown === 'not-accepted' ? openAttemptOf(page) : null,
    act,
    institute: named(institute),
    course: named(course),
    /** Where to report, while that is the next act. */
    report: act?.kind === 'report' ? services.reportAt.of(newest, language) : null,
    by: act?.by != null ? formatDateTime(act.by, language) : null,
    /** When the act can be done; null once it can. */
    from: act?.from != null ? formatDateTime(act.from, language) : null,
    ahead: noRoundLeft(page, newest),
    /**
     * The next option form, for a candidate who lost the seat and takes part again, and for one who keeps it for
     * betterment; the card of the option form replaces it once that opens.
     */
    nextOptions: options?.state === 'now' ? undefined : options,
  }
}

function whyOf(page: Standing['page'], seat: Parameters<typeof orderInWords>[1]): string[] {
  const byOrder = orderInWords(page, seat)
  const decided = goneInWords(seat, page.t)
  return byOrder.length || decided === null ? byOrder : [`${decided}.`]
}

/** News of a payment that began in time may come after the seat was lost: what a page says of that is true until then and after. */
function openAttemptOf(page: Standing['page']): string | null {
  const open = page.services.payments
    .payments(page.actor.candidateId)
    .find(({ due, situation }) => due === 'seat-acceptance' && situation === 'created-late')
  return open ? attemptOf(open, page).next : null
}

/** Was the seat lost without the candidate's own act? */
export const isLostSeat = (state: ReturnType<typeof restingState>): boolean =>
  state === 'not-accepted' || state === 'not-reported' || state === 'withdrawn'
