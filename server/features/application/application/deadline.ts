import type { CandidateFacts } from '#server/domain/application/details.ts'
import { closingOf, isInTime } from '#server/domain/application/editing.ts'
import { submitUntil } from '#server/domain/terms/payment-states.ts'
import { isSubmitted, stateOf } from '#server/domain/terms/states.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { type Instant, latest } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'

/** Until when a candidate may submit: the deadline of the form, or a while after its fee was received. Source: rules §4.3. */
export function createDeadline({ store, clock, course }: ApplicationDeps, { windows }: Facts) {
  /** This form's deadline: that of its window, or a while after its fee was received, if later. */
  function deadlineOf(candidateId: number, facts: CandidateFacts): number | null {
    const closesAt = closingOf(facts, windows(candidateId))
    const isToSubmit = !isSubmitted(stateOf(facts)) || facts.reopenedSteps !== 0
    const paidAt = closesAt !== null && isToSubmit && clock.portal() >= closesAt ? store.paidAt(candidateId) : null
    return paidAt === null ? closesAt : latest(closesAt, submitUntil(paidAt, course.paymentTime))
  }
  return {
    deadlineOf,

    /** Is the window open, or the time after a payment not over yet? */
    isInTimeOrPaid(candidateId: number, facts: CandidateFacts, at: Instant): Result<undefined> {
      const inTime = isInTime(facts, windows(candidateId), at)
      const deadline = inTime.ok ? null : deadlineOf(candidateId, facts)
      const isPaidLate = deadline !== null && deadline !== closingOf(facts, windows(candidateId)) && at < deadline
      return isPaidLate ? ok() : inTime
    },
  }
}

export type Deadline = ReturnType<typeof createDeadline>
