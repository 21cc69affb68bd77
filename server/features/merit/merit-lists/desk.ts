import type { MeritStage } from '#server/domain/merit/lists.ts'
import type { MeritListsDeps } from './deps'
import { createMeritEditions } from './editions'
import { createMeritPreparation } from './prepare'
import { createMeritReview } from './review'
import { createTellDue } from './tell'

/** Entries of discarded editions deleted per tick. */
const sweptAtOnce = 2000

/**
 * Merit lists: prepared by one person (ranked in a thread, compared with the edition in force), released by another,
 * and published by a job at the scheduled instant. A published edition never changes; a correction is the next edition,
 * with its reason. Source: rules §7.2, §12.4.
 */
export function createMeritLists(deps: MeritListsDeps) {
  const { store, rankings, concerns } = deps
  const editions = createMeritEditions(deps)
  const { release } = editions
  return {
    ...createMeritReview(deps, editions),
    ...createMeritPreparation(deps, editions),
    tellDue: createTellDue(deps),
    publishDue: release.publishDue,

    /** The concerns of a release now, for those who release through a program, such as the demo. */
    concerns,

    /** A job: fails preparations of dead processes, and deletes the entries of abandoned editions. */
    sweep(): void {
      release.failAbandoned()
      store.sweep(sweptAtOnce)
    },

    /** The published edition in force of a stage. */
    inForce: (stage: MeritStage) => store.inForce(stage),

    /** Stops the threads; their rankings fail. */
    close: (): Promise<void> => rankings.close(),
  }
}
