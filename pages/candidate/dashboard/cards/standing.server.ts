import { momentsOf, soonestFirst, whenOf } from '#pages/parts/notices/moments.ts'
import { ownDatesOf } from '#pages/parts/notices/own-dates.server.ts'
import { nowForCandidates } from '#server/domain/site/stages.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** What several cards ask of a candidate, read once. */
export function standingOf(page: CandidatePage) {
  const { services, actor, language } = page
  const { facts, details, permissions } = services.application.standingOf(actor)
  const { application: next, options, certificates, duties } = services.nextActs.of(actor, page.arrivedAt)
  const jkSeat = permissions.fMerit ? services.jkSeat.seatOf(actor.candidateId) : null
  const newestSeat = facts.roundsAllotted ? services.seatAcceptance.current(actor.candidateId) : null
  const schedule = soonestFirst(services.notices.schedule())
  const now = services.clock.portal()
  const isOwn = ownDatesOf(page, { facts, permissions, application: next.kind, seat: newestSeat })
  return {
    page,
    facts,
    details,
    permissions,
    next,
    options,
    certificates,
    duties,
    newestSeat,
    now,
    /** True if the candidate has a seat for J&K migrants; the words for it say whether the institute has admitted them. */
    hasJkSeat: jkSeat !== null,
    jkTitle: jkSeat?.admittedAt ? ('application:jk-seat.admitted' as const) : ('application:jk-seat.title' as const),
    time: (at: number | null) => (at === null ? null : formatDateTime(at, language)),
    /** The next date that is theirs; null if none follows. */
    following() {
      const found = schedule.find((activity) => activity.opensAt > now && isOwn(activity))
      return found ? { title: found.title[language], when: whenOf(found, page) } : null
    },
    /** The date that is theirs once the form is submitted: an open one, or the next; null before, and once none is left. */
    present: () => (facts.submittedAt === null ? null : nowForCandidates(schedule.filter(isOwn))),
    /** All dates that are theirs. */
    ownMoments: () => momentsOf(schedule, services.notices.undated(), page).filter(isOwn),
  }
}

export type Standing = ReturnType<typeof standingOf>
