import { withMoreTime } from '#server/domain/admission/orders.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import { type EditingWindows, windowsIn } from '#server/domain/application/editing.ts'
import { roundActivity, roundBit, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'

/** Bit n-1: the option form of round n has opened by `now`. */
const roundsOpened = ({ activity, course }: Pick<ApplicationDeps, 'activity' | 'course'>, now: Instant): number =>
  roundNumbers(course.rounds).reduce((mask, round) => {
    const window = activity(roundActivity(round, 'options'))
    return window && now >= window.opensAt ? mask | roundBit(round) : mask
  }, 0)

/** The facts behind every decision about an application: those of the candidate and of the schedule. */
export const createFacts = ({
  store,
  clock,
  activity,
  course,
  moreTime,
  seatStanding,
  mayCancel,
}: Pick<ApplicationDeps, 'store' | 'clock' | 'activity' | 'course' | 'moreTime' | 'seatStanding' | 'mayCancel'>) => ({
  /** Throws for a candidate that does not exist: callers have authenticated the candidate. */
  factsOf(candidateId: number): CandidateFacts {
    const found = store.facts(candidateId)
    if (!found) throw new Error('no such candidate')
    const facts = {
      ...found,
      roundsOpened: roundsOpened({ activity, course }, clock.portal()),
      mayCancel: found.mayCancel && mayCancel(candidateId),
    }
    // Only a candidate to whom a round allotted a seat has offers to read.
    if (!facts.roundsAllotted) return facts
    return { ...facts, ...seatStanding(candidateId, facts.roundsOpened & ~facts.roundsTaken) }
  },
  /** The windows of the schedule, or longer ones where a special order gives this candidate more time. */
  windows: (candidateId: number): EditingWindows =>
    withMoreTime(windowsIn(activity, clock.portal()), moreTime(candidateId)),
})

export type Facts = ReturnType<typeof createFacts>
