import type { CandidateFacts } from '../../domain/details'
import { type EditingWindows, windowsIn } from '../../domain/editing'
import { withMoreTime } from '../../domain/orders'
import type { ApplicationDeps } from './deps'

/** What every decision about an application looks at: the candidate's facts and the schedule. */
export const createFacts = ({
  store,
  clock,
  activity,
  moreTime,
}: Pick<ApplicationDeps, 'store' | 'clock' | 'activity' | 'moreTime'>) => ({
  /** Throws for a candidate that does not exist: whoever asks has authenticated one. */
  factsOf(candidateId: number): CandidateFacts {
    const facts = store.facts(candidateId)
    if (!facts) throw new Error('no such candidate')
    return facts
  },
  /** The windows of the schedule, or longer ones where a special order gives this candidate more time. */
  windows: (candidateId: number): EditingWindows =>
    withMoreTime(windowsIn(activity, clock.portal()), moreTime(candidateId)),
})

export type Facts = ReturnType<typeof createFacts>
