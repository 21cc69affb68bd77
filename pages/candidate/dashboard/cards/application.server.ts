import { foundIn } from '#pages/parts/scrutiny/found.ts'
import { appointmentState } from '#server/domain/scrutiny/appointments.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { noMoney } from '#server/kernel/money.ts'
import type { Standing } from './standing.server'

/** The next act of the application with all that belongs to it, and the findings of scrutiny. */
export function applicationCard({ page, facts, next, now, time, following }: Standing) {
  const { services, actor } = page
  const late = services.notices.activity('late-registration')
  const hasMissedRounds = next.kind === 'too-late' || next.kind === 'not-checked'
  const paid = next.kind === 'too-late' ? services.application.paid(actor.candidateId) : noMoney
  return {
    since: 'since' in next ? time(next.since) : null,
    /** When registration for seats outside the rounds opens, for a form that missed the rounds; null if it does not. */
    lateFrom: hasMissedRounds && late && late.opensAt > now ? time(late.opensAt) : null,
    /** The application fee that was received for a form that is now too late, as formatted text. */
    feeLost: paid > 0 ? formatRupees(paid) : null,
    /** The order that keeps the candidate out of the admission. */
    excluded: next.kind === 'excluded' ? exclusionOf(page) : null,
    /** The appointment at which a centre will confirm the form. */
    appointment: next.kind === 'visit-centre' ? appointmentOf(page, now) : null,
    following: next.kind === 'confirmed' ? following() : null,
    /** The findings of scrutiny, while the form is sent back. */
    found: facts.revertedAt === null ? [] : foundIn(page, actor),
    fullName: facts.fullName,
  }
}

function appointmentOf({ services, actor, language }: CandidatePage, now: number) {
  const found = services.centres.appointment(actor.candidateId)
  return (
    found && {
      centre: found.centre.name[language],
      at: formatDateTime(found.startsAt, language),
      state: appointmentState(found, now),
    }
  )
}

/** The order that keeps the candidate out of the admission, in words. */
function exclusionOf({ services, actor, language }: CandidatePage) {
  const found = services.ordersInForce.exclusion(actor.candidateId)
  if (!found) return null
  const { kind, orderNumber, authority, reason, decidedAt, keptUserId } = found
  return {
    kind,
    order: { number: orderNumber, authority, at: formatDateTime(decidedAt, language) },
    reason,
    kept: keptUserId,
  }
}
