import { formatDateTime } from '../../../server/i18n/format'
import type { CandidatePage } from '../../../server/services'
import { reportedOf } from '../../parts/reporting/reported.server'

export const texts = ['results', 'reported'] as const

/** The candidate's seat in the newest round and the time to accept it; null (404) without a seat. */
export function load(page: CandidatePage) {
  const { services, actor, language } = page
  const newest = services.results.newest(actor.candidateId)
  const seat = newest?.seat
  if (!newest || !seat) return null
  const acceptance = services.notices.acceptanceNow(newest.round)
  return {
    reported: reportedOf(page),
    round: newest.round,
    institute: seat.institute,
    course: seat.course,
    state: acceptance?.closesAt ? acceptance.state : ('unscheduled' as const),
    from: acceptance ? formatDateTime(acceptance.opensAt, language) : '',
    by: acceptance?.closesAt ? formatDateTime(acceptance.closesAt, language) : '',
  }
}
