import { nonCapOf } from '#pages/parts/application/non-cap.server.ts'
import { isAbsentFromMerit } from '#pages/parts/notices/own-dates.server.ts'
import { href } from '#pages/ui/href.ts'
import { isFiled } from '#server/domain/scrutiny/grievances.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Standing } from './standing.server'

/** Merit lists, messages, grievances and seats outside the rounds, each a line that leads to its page. */
export function toldOf(standing: Standing) {
  const { page, facts, details, permissions, newestSeat } = standing
  const { services, actor } = page
  const hasAccepted = ['held', 'to-report', 'admitted'].includes(newestSeat?.state ?? '')
  return {
    isAbsentFromMerit: isAbsentFromMerit(page, { facts, permissions }),
    /** The confirmed form counts only for seats outside the rounds; `closed`: since when institutes can no longer be told. */
    outside: outsideOf(page, facts.confirmedAt !== null),
    unread: services.inbox.unread(actor),
    /** True if grievances are open, or one of this candidate's is under review. */
    isTimeForGrievances: permissions.grivancy && (details.isGrievance === 1 || services.notices.isOpen('grievances')),
    openCases: openCasesOf(standing),
    /** Registering interest in seats outside the rounds: until when, and how many institutes know; null if not open to them. */
    nonCap: hasAccepted ? null : nonCapOf(page),
  }
}

/** The candidate's open complaint, and a grievance on a fact behind a seat: each with its page, and what it waits for. */
function openCasesOf({ page: { services, actor, base, language, t, arrivedAt }, now }: Standing) {
  return services.grievances
    .own(actor.candidateId, arrivedAt)
    .grievances.flatMap(({ type, state, number, filedAt }) => {
      if (state !== 'open' || isFiled(type)) return []
      const title = t('application:told.case', { number })
      if (type !== 'process')
        return [{ href: href(base, 'self-arc-home'), title, note: t('application:told.case-seat') }]
      const dueAt = services.grievances.complaints.dueAt(filedAt)
      const note = t(dueAt <= now ? 'complaints:overdue' : 'complaints:by', { by: formatDateTime(dueAt, language) })
      return [{ href: href(base, 'complaints'), title, note }]
    })
}

function outsideOf({ services, actor, language }: Standing['page'], isConfirmed: boolean) {
  if (!isConfirmed || !services.application.isConfirmedOutside(actor.candidateId)) return null
  const { window } = services.nonCap.standing(actor.candidateId)
  return { closed: window?.closesAt == null ? null : formatDateTime(window.closesAt, language) }
}
