import { createAnswered } from './answered'
import type { SelfVerificationDeps } from './deps'
import { createStatedFacts } from './facts'
import { createSaid } from './said'
import { createVerify } from './verify'

/**
 * The candidate's own check of their facts after an allotment: a mistake without a benefit is corrected at once, one
 * with a benefit raises a grievance that blocks acceptance. Source: rules §8.13.
 */
export function createSelfVerification(deps: SelfVerificationDeps) {
  const facts = createStatedFacts(deps)
  return { ...createVerify(deps, facts), ...createSaid(deps, facts), ...createAnswered(deps, facts) }
}

export type SelfVerification = ReturnType<typeof createSelfVerification>
