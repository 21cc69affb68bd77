import type { CandidateFacts } from '../../domain/details'
import type { EditingWindows } from '../../domain/editing'
import type { ApplicationDeps } from './deps'

/** What every decision about an application looks at: the candidate's facts and the schedule. */
export const createFacts = ({ store, activity }: Pick<ApplicationDeps, 'store' | 'activity'>) => ({
  /** Throws for a candidate that does not exist: whoever asks has authenticated one. */
  factsOf(candidateId: number): CandidateFacts {
    const facts = store.facts(candidateId)
    if (!facts) throw new Error('no such candidate')
    return facts
  },
  windows: (): EditingWindows => ({ registration: activity('registration'), scrutiny: activity('scrutiny') }),
})

export type Facts = ReturnType<typeof createFacts>
