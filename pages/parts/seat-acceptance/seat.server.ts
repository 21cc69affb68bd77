import { minorityName } from '#pages/parts/seat-matrix/search.ts'
import { href } from '#pages/ui/href.ts'
import { type GoneState, isGone } from '#server/domain/admission/offer.ts'
import { institutionWord, isAutonomous } from '#server/domain/seats/seat-matrix.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'

/** Is the seat no longer the candidate's? Not while two people decide on a late record of the institute. */
export const hasGone = (seat: Seat): seat is Seat & { state: GoneState } =>
  isGone(seat.state) && !(seat.state === 'not-reported' && seat.offer.reportedAt !== null)

/** Why the candidate no longer has this seat, in words; null while they have it. */
export function goneInWords(seat: Seat, t: CandidatePage['t']): string | null {
  if (!hasGone(seat)) return null
  const { offer, state } = seat
  return t(offer.ending ? `acceptance:ending.${offer.ending}` : `acceptance:state.${state}`)
}

/** The order that took a seat back, and its reason; empty if none did. Source: rules §8.16. */
export function orderInWords({ services, language, t }: CandidatePage, seat: Seat): string[] {
  const order = services.seatAcceptance.takenBack(seat)
  if (order === null) return []
  const { orderNumber: number, authority, reason, at } = order
  return [t('application:next.excluded.order', { number, authority, at: formatDateTime(at, language) }), reason]
}

/** That no round is left for a candidate who lost this seat; null if one is, or the seat may still be theirs. */
export function noRoundLeft({ services, actor, t }: CandidatePage, seat: Seat): string | null {
  if (!hasGone(seat)) return null
  const ahead = services.seatAcceptance.ahead(actor.candidateId, seat.offer.round)
  return ahead === 'next-round' ? null : t(`admission:ahead.${ahead}`)
}

/** The seat in words, how far its acceptance has come, and the next act. */
export function seatOfPage(page: CandidatePage, seat: Seat) {
  const { services, language, base, actor, t, named } = page
  const { offer, state } = seat
  const place = services.seatAcceptance.place(seat)
  const annualFee = services.directory.annualFee(offer.choiceCode)
  const outcome = services.results.outcome(actor.candidateId, offer.round)
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  return {
    round: offer.round,
    state,
    /** Why the candidate no longer has this seat; null while they have it. */
    gone: goneInWords(seat, t),
    isLast: seat.isLastRound,
    mustFreeze: seat.mustFreeze,
    institute: named(place.institute),
    course: named(place.course),
    /** What the ticket leaves out; a row that would only say "none" is none. */
    rows: [
      ...(outcome.ok ? (services.results.inWords(outcome.value, language).seat?.rows ?? []) : []),
      isAutonomous(place.autonomy) && {
        label: t('acceptance:seat.autonomy'),
        value: institutionWord(place.autonomy, language),
      },
      place.minority && { label: t('acceptance:seat.minority'), value: minorityName(place.minority, page) },
      {
        label: t('acceptance:seat.course-fee'),
        value:
          annualFee === null
            ? t('acceptance:seat.ask-fee')
            : t('acceptance:seat.annual-fee', { fee: formatRupees(annualFee) }),
      },
    ].filter((row) => !!row),
    recorded: {
      verified: time(offer.verifiedAt),
      decision: offer.decision,
      isPaid: offer.fee === 'paid',
      admitted: time(offer.admittedAt),
    },
    letter: href(base, 'allotment/letter-:round.pdf', { round: offer.round }),
  }
}
