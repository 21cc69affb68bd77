import {
  beyondDetails,
  type CandidateDetails,
  type CandidateFacts,
  detailsOf,
  permissionsFromDetails,
} from '#server/domain/application/details.ts'
import { type EditingWindows, mayEdit } from '#server/domain/application/editing.ts'
import { convertFeeThreshold } from '#server/domain/money/fees.ts'
import { type Access, accessTo } from '#server/domain/site/access.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import { lockOf } from '#server/domain/terms/lock.ts'
import type { Permissions } from '#server/domain/terms/permissions.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'

/** A candidate's status: the details response, the flags that follow from it, and the facts behind them. */
export type Standing = {
  details: CandidateDetails
  permissions: Permissions
  lock: 'locked' | 'confirmed-by-centre' | null
  facts: CandidateFacts
}

/** Works out each candidate's status and what it allows. */
export function createStanding({ store, clock, course, feesOf }: ApplicationDeps, { factsOf, windows }: Facts) {
  function standing(candidateId: number): Standing {
    const facts = factsOf(candidateId)
    const details = detailsOf(facts)
    return {
      details,
      permissions: permissionsFromDetails(
        details,
        convertFeeThreshold(feesOf(candidateId)),
        beyondDetails(facts, course.rounds.length),
      ),
      lock: lockOf({ mode: details.mode, lockForm: details.lock_form, isArcConfirmed: details.isarcconfirmed }),
      facts,
    }
  }

  /** One request has one actor: guard, shell and page all ask for its status, and the facts are read once. */
  const known = Symbol('standing')
  type Known = Actor & { [known]?: Standing }

  return {
    standing,

    standingOf(actor: Known): Standing {
      actor[known] ??= standing(actor.candidateId)
      return actor[known]
    },

    /** True of a confirmed form that counts only for seats outside the rounds: no merit list has it. Source: rules §8.19. */
    isConfirmedOutside: store.isConfirmedOutside,

    access: (route: CandidateRoute, { details, permissions, facts }: Standing): Access =>
      accessTo(route, {
        mode: details.mode,
        lockForm: details.lock_form,
        isArcConfirmed: details.isarcconfirmed,
        completedSteps: facts.completedSteps,
        isSubmitted: facts.submittedAt !== null && facts.reopenedSteps === 0,
        permissions,
      }),

    /** The two activities that this application depends on, with any extra time from special orders. */
    windowsOf: (candidateId: number): EditingWindows => windows(candidateId),

    /** Says if the candidate may change this step. `at`: when the request arrived, by the portal's clock. */
    mayEdit(candidateId: number, step: StepNumber, at: Instant = clock.portal()): Result<undefined> {
      return mayEdit(step, factsOf(candidateId), windows(candidateId), at)
    },
  }
}
