import type { NextAct } from '#server/domain/application/task-list.ts'
import { concerns, type SeatForDates } from '#server/domain/site/own-dates.ts'
import type { Permissions } from '#server/domain/terms/permissions.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage, Page } from '#server/features/index.ts'

type Of = Pick<CandidatePage, 'services' | 'actor'>

/** What the page already knows about the candidate. `seat`: the newest one. */
type Known = {
  facts: { confirmedAt: number | null; isOnJkList: boolean }
  permissions: Permissions
  application: NextAct['kind']
  seat: Seat | null
}

/** True of an activity of the schedule that concerns the candidate. Source: rules §12.7. */
export function ownDatesOf(of: Of, { facts, permissions, application, seat }: Known) {
  const { notices, seatAcceptance, course } = of.services
  const newestRound = seatAcceptance.newestRound()
  const standing = {
    application,
    isForNonCapAlone:
      facts.confirmedAt === null
        ? notices.registration()?.isLate === true
        : of.services.application.isConfirmedOutside(of.actor.candidateId),
    isAbsentFromMerit: isAbsentFromMerit(of, { facts, permissions }),
    isOnJkList: facts.isOnJkList,
    newestRound,
    hasRoundsAhead: (newestRound ?? 0) < course.rounds.length,
    seat: seat && seatForDates(of, seat),
  }
  return ({ key }: { key: string }): boolean => concerns(key, standing)
}

/** The same for whoever reads a page of visitors; every activity concerns somebody who is not signed in. */
export function ownDatesOn(page: Page): (activity: { key: string }) => boolean {
  const { services, actor, arrivedAt } = page
  if (!actor) return () => true
  const { facts, permissions } = services.application.standingOf(actor)
  const application = services.nextActs.of(actor, arrivedAt).application.kind
  const seat = facts.roundsAllotted ? services.seatAcceptance.current(actor.candidateId) : null
  return ownDatesOf({ services, actor }, { facts, permissions, application, seat })
}

/** True if the final list is published without this confirmed form, and it is one that the list should have. */
export const isAbsentFromMerit = (
  { services, actor }: Of,
  { facts, permissions }: Pick<Known, 'facts' | 'permissions'>,
): boolean =>
  facts.confirmedAt !== null &&
  !permissions.fMerit &&
  services.meritPages.inForce('final') !== null &&
  !services.application.isConfirmedOutside(actor.candidateId)

/** The candidate's newest seat, as far as it decides which dates are theirs. */
function seatForDates({ services, actor }: Of, { offer, state, mustFreeze }: Seat): SeatForDates {
  const entry = services.seatAcceptance.entry(actor.candidateId, offer.round + 1).kind
  const isForGood = entry === 'seated' && (mustFreeze || state === 'to-report' || state === 'admitted')
  return { round: offer.round, state, isOutOfLaterRounds: entry === 'left' || isForGood }
}
