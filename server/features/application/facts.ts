import { capRoundNumbers, roundActivity } from '../../domain/cap-rounds'
import type { CandidateFacts } from '../../domain/details'
import { type EditingWindows, windowsIn } from '../../domain/editing'
import { withMoreTime } from '../../domain/orders'
import type { Instant } from '../../kernel/time'
import type { ApplicationDeps } from './deps'

/** Bit n-1: the option form of round n has opened by `now`. */
const roundsOpened = (activity: ApplicationDeps['activity'], now: Instant): number =>
  capRoundNumbers.reduce((mask, round) => {
    const window = activity(roundActivity(round, 'options'))
    return window && now >= window.opensAt ? mask | (1 << (round - 1)) : mask
  }, 0)

/** What every decision about an application looks at: the candidate's facts and the schedule. */
export const createFacts = ({
  store,
  clock,
  activity,
  moreTime,
}: Pick<ApplicationDeps, 'store' | 'clock' | 'activity' | 'moreTime'>) => ({
  /** Throws for a candidate that does not exist: whoever asks has authenticated one. */
  factsOf(candidateId: number): CandidateFacts {
    const facts = store.facts(candidateId, roundsOpened(activity, clock.portal()))
    if (!facts) throw new Error('no such candidate')
    return facts
  },
  /** The windows of the schedule, or longer ones where a special order gives this candidate more time. */
  windows: (candidateId: number): EditingWindows =>
    withMoreTime(windowsIn(activity, clock.portal()), moreTime(candidateId)),
})

export type Facts = ReturnType<typeof createFacts>
