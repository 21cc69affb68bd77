import { nonCapOf } from '#pages/parts/application/non-cap.server.ts'
import { isAbsentFromMerit } from '#pages/parts/notices/own-dates.server.ts'
import type { Standing } from './standing.server'

/** Merit lists, messages, grievances and seats outside the rounds, each a line that leads to its page. */
export function toldOf({ page, facts, details, permissions, newestSeat }: Standing) {
  const { services, actor } = page
  const hasAccepted = ['held', 'to-report', 'admitted'].includes(newestSeat?.state ?? '')
  return {
    isAbsentFromMerit: isAbsentFromMerit(page, { facts, permissions }),
    unread: services.inbox.unread(actor),
    /** True if grievances are open, or one of this candidate's is under review. */
    isTimeForGrievances: permissions.grivancy && (details.isGrievance === 1 || services.notices.isOpen('grievances')),
    /** Registering interest in seats outside the rounds: until when, and how many institutes know; null if not open to them. */
    nonCap: hasAccepted ? null : nonCapOf(page),
  }
}
