import { acceptBy, type Consequence, isSeatDecision, reportingBy } from '#server/domain/admission/offer.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'

/** What follows from each decision, and from none, for this candidate and seat; each as a list of sentences. */
export function decisionOfPage(page: CandidatePage, seat: Seat) {
  const { services, query } = page
  const { decide } = query
  const isRetained = seat.offer.isRetained && ['held', 'to-report', 'admitted'].includes(seat.state)
  // Whoever does nothing about a kept seat stays with the decision of the earlier round.
  const follows = services.seatAcceptance.consequences(seat).filter(({ choice }) => !isRetained || choice !== 'nothing')
  return {
    ways: follows.map((one) => ({ choice: one.choice, sentences: sentencesOf(page, seat, one) })),
    chosen: seat.offer.decision,
    isRetained,
    /** The decision whose OTP is on its way. */
    proving: isSeatDecision(decide) && seat.decisions.includes(decide) ? decide : null,
  }
}

function sentencesOf(page: CandidatePage, seat: Seat, { choice, seat: fate, takesPartNext, reports }: Consequence) {
  const { services, language, t, named } = page
  const { offer, deadlines, isLastRound } = seat
  const institute = named(services.seatAcceptance.place(seat).institute)
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const by = time(acceptBy(offer, deadlines)) ?? t('signedin:seat.no-date')
  const next = services.seatAcceptance.following(offer.round) ?? offer.round + 1
  if (choice === 'nothing' && fate === 'released') {
    const lost = t('acceptance:nothing.lost', { by })
    if (takesPartNext) return [lost, t('acceptance:nothing.next', { next })]
    if (isLastRound) return [lost, t('acceptance:nothing.no-round')]
    return [lost, t('acceptance:nothing.leaves', { preference: offer.preference ?? '' })]
  }
  const fee = services.payments.seatFee(page.actor.candidateId)
  const pays =
    choice === 'nothing'
      ? []
      : [fee.isPaid ? t('acceptance:way.paid-already') : t('acceptance:way.pay', { amount: formatRupees(fee.fee), by })]
  const reportBy = time(reportingBy(offer, deadlines))
  const report = reports
    ? reportBy
      ? t('acceptance:way.report-by', { institute, by: reportBy })
      : t('acceptance:way.report', { institute })
    : t('acceptance:way.no-report')
  if (fate === 'final') return [t(isLastRound ? 'acceptance:way.final-last' : 'acceptance:way.final'), ...pays, report]
  return [t('acceptance:way.kept', { next }), t('acceptance:way.better'), ...pays, report]
}
