import { type Access, accessTo } from '../../domain/access'
import { type CandidateDetails, type CandidateFacts, detailsOf, permissionsFromDetails } from '../../domain/details'
import { type EditingWindows, mayEdit } from '../../domain/editing'
import type { StepNumber } from '../../domain/journey'
import { lockOf } from '../../domain/lock'
import type { Permissions } from '../../domain/permissions'
import type { CandidateRoute } from '../../domain/routes'
import type { Result } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { Actor, ApplicationDeps } from './deps'
import type { Facts } from './facts'

/** Where a candidate stands: the details response, the flags that follow from it, and the facts behind them. */
export type Standing = {
  details: CandidateDetails
  permissions: Permissions
  lock: 'locked' | 'confirmed-by-centre' | null
  facts: CandidateFacts
}

/** Where candidates stand, and what they may therefore do. */
export function createStanding({ clock, course }: ApplicationDeps, { factsOf, windows }: Facts) {
  function standing(candidateId: number): Standing {
    const facts = factsOf(candidateId)
    const details = detailsOf(facts)
    return {
      details,
      permissions: permissionsFromDetails(details, course.convertFeeThreshold, facts.holdsSeat),
      lock: lockOf({ mode: details.mode, lockForm: details.lock_form, isArcConfirmed: details.isarcconfirmed }),
      facts,
    }
  }

  /** One request has one actor: guard, shell and page ask for its standing, and the facts are read once. */
  const known = Symbol('standing')
  type Known = Actor & { [known]?: Standing }

  return {
    standing,

    standingOf(actor: Known): Standing {
      actor[known] ??= standing(actor.candidateId)
      return actor[known]
    },

    access: (route: CandidateRoute, { details, permissions, facts }: Standing): Access =>
      accessTo(route, {
        mode: details.mode,
        lockForm: details.lock_form,
        isArcConfirmed: details.isarcconfirmed,
        completedSteps: facts.completedSteps,
        isSubmitted: facts.submittedAt !== null && facts.reopenedSteps === 0,
        permissions,
      }),

    /** The two activities that this application depends on, with the time that special orders give. */
    windowsOf: ({ candidateId }: Actor): EditingWindows => windows(candidateId),

    /** May the candidate change this step? `at`: the moment at which the request arrived, by the portal's clock. */
    mayEdit(candidateId: number, step: StepNumber, at: Instant = clock.portal()): Result<undefined> {
      return mayEdit(step, factsOf(candidateId), windows(candidateId), at)
    },
  }
}
