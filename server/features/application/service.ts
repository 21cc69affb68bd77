import { type Access, accessTo } from '../../domain/access'
import { type CandidateDetails, type CandidateFacts, detailsOf, permissionsFromDetails } from '../../domain/details'
import { lockOf } from '../../domain/lock'
import type { Permissions } from '../../domain/permissions'
import type { CandidateRoute } from '../../domain/routes'
import type { ApplicationStore } from './store'

/** Where a candidate stands: the details response, the flags that follow from it, and the facts behind them. */
export type Standing = {
  details: CandidateDetails
  permissions: Permissions
  lock: 'locked' | 'confirmed-by-centre' | null
  facts: CandidateFacts
}

/** The application of a candidate: for now, where it stands. `convertFeeThreshold`: rupees. */
export function createApplication(store: ApplicationStore, convertFeeThreshold: number) {
  /** Throws for a candidate that does not exist: whoever asks has authenticated one. */
  function standing(candidateId: number): Standing {
    const facts = store.facts(candidateId)
    if (!facts) throw new Error('no such candidate')
    const details = detailsOf(facts)
    return {
      details,
      permissions: permissionsFromDetails(details, convertFeeThreshold),
      lock: lockOf({ mode: details.mode, lockForm: details.lock_form, isArcConfirmed: details.isarcconfirmed }),
      facts,
    }
  }

  /** One request has one actor: guard, shell and page ask for its standing, and the facts are read once. */
  const ofActor = new WeakMap<object, Standing>()

  return {
    standing,

    standingOf(actor: { candidateId: number }): Standing {
      const read = ofActor.get(actor) ?? standing(actor.candidateId)
      ofActor.set(actor, read)
      return read
    },

    access: (route: CandidateRoute, { details, permissions, facts }: Standing): Access =>
      accessTo(route, {
        mode: details.mode,
        lockForm: details.lock_form,
        isArcConfirmed: details.isarcconfirmed,
        completedSteps: facts.completedSteps,
        isSubmitted: facts.submittedAt !== null && !facts.hasReopenedStep,
        permissions,
      }),
  }
}

export type Application = ReturnType<typeof createApplication>
