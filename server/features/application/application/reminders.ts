import { closingOf, windowsIn } from '#server/domain/application/editing.ts'
import { nextStep, stepsLeft, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { type ReminderOf, reminderRow } from '#server/domain/messages/reminders.ts'
import { isStepComplete, type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { formStateOf } from '#server/domain/terms/states.ts'
import type { ReminderInstant, ReminderPage, ReminderSource } from '#server/features/messages/reminders/source.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { hours, type Instant, inPortalTime } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'

type Name = ReminderOf<'form'>

const paymentStep = steps.indexOf('payment') as StepNumber

/** The states of the forms that a reminder may concern, for the first rough choice. */
const statesOf: Readonly<Record<Name, readonly string[]>> = {
  'not-submitted': ['draft'],
  'paid-not-submitted': ['draft'],
  'sent-back': ['reverted'],
  'not-confirmed': ['at-centre'],
  'scrutiny-ended': ['submitted', 'picked-up', 'resubmitted', 'at-centre', 'reverted'],
}

const isOfDraft = (name: Name) => statesOf[name][0] === 'draft'

/** Forms that wait for their candidate, and the instants at which they close. Source: rules §10.9. */
export function createFormReminders(
  { store, clock, activity, longerTimes }: Pick<ApplicationDeps, 'store' | 'clock' | 'activity' | 'longerTimes'>,
  { factsOf, windows }: Facts,
): ReminderSource<'form'> {
  const pageOf = (candidateId: number, name: Name): ReminderPage => {
    if (name === 'scrutiny-ended') return 'contactus'
    return name === 'not-confirmed' ? 'appointment' : steps[nextStep(taskFactsOf(factsOf(candidateId)))]
  }

  return {
    look: 1000,

    instants(name, now): ReminderInstant[] {
      const { registration, scrutiny, grievances } = windowsIn(activity, now)
      const of = isOfDraft(name) ? { registration } : { scrutiny, grievances }
      const general = Object.entries(of).flatMap(([about, window]) =>
        window && window.closesAt !== null ? [{ about, at: window.closesAt as Instant }] : [],
      )
      const { within = 0 } = reminderRow(name)
      const own = longerTimes(now - within - hours(1)).flatMap(({ candidateId, until }) =>
        general.filter(({ at }) => at < until).map(({ about }) => ({ about, at: until, only: [candidateId] })),
      )
      return [...general, ...own]
    },

    among: (name, _, range) =>
      store.inStates(statesOf[name], isOfDraft(name) ? name === 'paid-not-submitted' : null, range),

    facts(candidateId) {
      const facts = factsOf(candidateId)
      const state = formStateOf(facts)
      const since = facts.submittedAt ?? inPortalTime(store.registeredAt(candidateId), clock)
      return {
        state,
        hasPaid: isStepComplete(facts.completedSteps, paymentStep),
        at: closingOf(facts, windows(candidateId)) as Instant | null,
        since: (state === 'reverted' ? facts.revertedAt : since) as Instant,
      }
    },

    page: pageOf,

    params(candidateId, _, { at }) {
      const left = stepsLeft(taskList(taskFactsOf(factsOf(candidateId))))
      return (language) => ({ left, by: formatDateTime(at, language) })
    },
  }
}
