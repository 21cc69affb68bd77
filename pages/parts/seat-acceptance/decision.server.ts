import { acceptBy, type Consequence, isSeatDecision, reportingBy } from '#server/domain/admission/offer.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { laterReporting } from '#server/i18n/seat-act.ts'

/** What follows from each decision, and from none, for this candidate and seat; each as a list of sentences. */
export function decisionOfPage(page: CandidatePage, seat: Seat) {
  const { services, query, actor } = page
  const { decide } = query
  const isRetained = seat.offer.isRetained && ['held', 'to-report', 'admitted'].includes(seat.state)
  // Whoever does nothing about a kept seat stays with the decision of the earlier round.
  const follows = services.seatAcceptance.consequences(seat).filter(({ choice }) => !isRetained || choice !== 'nothing')
  return {
    ways: follows.flatMap((one) =>
      one.choice === 'nothing' ? [] : [{ choice: one.choice, rows: rowsOf(page, seat, one) }],
    ),
    /** What follows if they do nothing; empty for a kept seat. */
    nothing: follows.filter(({ choice }) => choice === 'nothing').flatMap((one) => nothingOf(page, seat, one)),
    chosen: seat.offer.decision,
    isRetained,
    /** An OTP for a decision was sent and still works: whoever left its page goes back to the place where it is typed. */
    hasOtp: services.accounts.isOtpOpen(actor, { purpose: 'accept-seat' }),
    /** The decision whose OTP is on its way. */
    proving: isSeatDecision(decide) && seat.decisions.includes(decide) ? decide : null,
  }
}

/** What a decision means, in the same rows for each, so that they can be compared. */
function rowsOf(page: CandidatePage, seat: Seat, { seat: fate, reports }: Consequence) {
  const { services, language, t, named } = page
  const { offer, deadlines, isLastRound } = seat
  const institute = named(services.seatAcceptance.place(seat).institute)
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const by = time(acceptBy(offer, deadlines)) ?? t('signedin:seat.no-date')
  const next = services.seatAcceptance.following(offer.round) ?? offer.round + 1
  const fee = services.payments.seatCost(page.actor.candidateId)
  const reportBy = time(reportingBy(offer, deadlines))
  const reportFrom = time(seat.reportsFrom)
  const isFinal = fate === 'final'
  const report = reportBy
    ? t(`acceptance:way.report-${reportFrom ? 'within' : 'by'}${isLastRound ? '-last' : ''}`, {
        ...{ institute, by: reportBy },
        from: reportFrom ?? '',
      })
    : t('acceptance:way.report', { institute })
  return [
    {
      label: t('acceptance:row.keep'),
      value: isFinal ? t('acceptance:way.final') : t('acceptance:way.kept', { next }),
    },
    {
      label: t('acceptance:row.lose'),
      value: t(isFinal ? (isLastRound ? 'acceptance:way.last' : 'acceptance:way.leaves') : 'acceptance:way.better'),
    },
    {
      label: t('acceptance:row.cost'),
      value: fee.isPaid
        ? t('acceptance:way.paid-already')
        : t('acceptance:way.pay', { amount: formatRupees(fee.fee), by }),
    },
    {
      label: t('acceptance:row.report'),
      value: reports ? report : laterReporting(services.seatAcceptance.keptReporting(seat), language, t)!,
    },
  ]
}

/** What follows without a decision. */
function nothingOf(page: CandidatePage, seat: Seat, { seat: fate, takesPartNext }: Consequence): string[] {
  const { services, language, t } = page
  const { offer, deadlines, isLastRound } = seat
  if (fate !== 'released') return []
  const acceptUntil = acceptBy(offer, deadlines)
  const by = acceptUntil === null ? t('signedin:seat.no-date') : formatDateTime(acceptUntil, language)
  const next = services.seatAcceptance.following(offer.round) ?? offer.round + 1
  const { isPaid } = services.payments.seatCost(page.actor.candidateId)
  const lost = t(isPaid ? 'acceptance:nothing.lost-paid' : 'acceptance:nothing.lost', { by })
  if (takesPartNext) return [lost, t('acceptance:nothing.next', { next })]
  if (isLastRound) return [lost, t('acceptance:nothing.no-round')]
  return [lost, t('acceptance:nothing.leaves', { preference: offer.preference ?? '' })]
}
