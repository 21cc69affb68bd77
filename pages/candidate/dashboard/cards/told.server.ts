import { isAbsentFromMerit } from '#pages/parts/notices/own-dates.server.ts'
import type { Standing } from './standing.server'

/** Merit lists, messages, grievances and seats outside the rounds, each a line that leads to its page. */
export function toldOf({ page, facts, details, permissions, newestSeat, time }: Standing) {
  const { services, actor } = page
  const hasAccepted = ['held', 'to-report', 'admitted'].includes(newestSeat?.state ?? '')
  const mayRegisterInterest = facts.submittedAt !== null && !hasAccepted && services.notices.isOpen('late-registration')
  return {
    isAbsentFromMerit: isAbsentFromMerit(page, { facts, permissions }),
    unread: services.inbox.unread(actor),
    /** True if grievances are open, or one of this candidate's is under review. */
    isTimeForGrievances: permissions.grivancy && (details.isGrievance === 1 || services.notices.isOpen('grievances')),
    /** The deadline for registering interest in seats outside the rounds; null if this candidate cannot register now. */
    nonCapBy: mayRegisterInterest ? time(services.notices.activity('late-registration')!.closesAt) : null,
  }
}
