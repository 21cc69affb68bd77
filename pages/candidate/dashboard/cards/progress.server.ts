import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { stepsLeft, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { Standing } from './standing.server'

type Open = ReturnType<Standing['page']['services']['payments']['dues']>['open']

function payingOf(open: Open, page: Standing['page']) {
  const isGrace = open?.status === 'created' && open.graceUntil !== null
  if (!open || !(isGrace || open.status === 'pending')) return null
  return { isGrace, counts: isGrace || open.situation === 'pending', ...attemptOf(open, page) }
}

/** How far the application has come: its steps, its dates and the payment of its fee. */
export function progressOf({ page, facts, next, time }: Standing) {
  const { services, actor } = page
  const taskFacts = taskFactsOf(facts)
  const tasks = taskList(taskFacts)
  const isToPay = tasks.some(({ route, state }) => route === 'payment' && state === 'to-do')
  const { due, open } = isToPay ? services.payments.dues(actor.candidateId) : { due: null, open: null }
  const registration = services.notices.registration()
  return {
    tasks,
    stepsLeft: stepsLeft(tasks),
    next,
    by: 'by' in next ? time(next.by) : null,
    isSubmitted: taskFacts.state !== 'draft',
    /** When the form came in as it is now: a change of the mode of scrutiny adds a version, as on the last step. */
    submitted: time(facts.submittedAt && (services.application.versionsOf(actor.candidateId)[0]?.submittedAt ?? null)),
    reverted: time(facts.revertedAt),
    confirmed: time(facts.confirmedAt),
    reopened: facts.reopenedSteps,
    /** The fee that is due now, as formatted text. */
    due: due && formatRupees(due.amount),
    /** True while the bank has not decided; the candidate must not pay again. */
    isPaymentPending: open?.status === 'pending',
    /**
     * What becomes of the payment that the bank has not decided about, or that may still begin in the grace after the deadline
     * (`isGrace`), in words; null if there is none.
     */
    paying: payingOf(open, page),
    /** True in the late registration period for an unconfirmed form, which counts only for seats outside the rounds. */
    isForNonCapAlone: facts.confirmedAt === null && registration?.isLate === true && registration.isOpen,
  }
}
