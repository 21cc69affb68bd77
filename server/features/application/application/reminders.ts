import { closingOf, windowsIn } from '#server/domain/application/editing.ts'
import { nextStep, stepsLeft, type TaskFacts, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { type ReminderOf, reminderRow } from '#server/domain/messages/reminders.ts'
import { steps } from '#server/domain/terms/journey.ts'
import type { ReminderInstant, ReminderSource } from '#server/features/messages/reminders/source.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { hours, type Instant, inPortalTime } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'

type Name = ReminderOf<'form'>

/** The states of the forms that a reminder may concern, for the first rough choice. */
const statesOf: Readonly<Record<Name, readonly string[]>> = {
  'not-submitted': ['draft'],
  'paid-not-submitted': ['draft'],
  'sent-back': ['reverted'],
  'not-confirmed': ['at-centre'],
  'scrutiny-ended': ['submitted', 'picked-up', 'resubmitted', 'at-centre', 'reverted'],
}

const isOfDraft = (name: Name) => statesOf[name][0] === 'draft'

/** The page that the message names: of a form with its candidate, the step to go on with. */
function pageOf(name: Name, tasks: TaskFacts) {
  if (name === 'scrutiny-ended') return 'contactus'
  return name === 'not-confirmed' ? 'appointment' : steps[nextStep(tasks)]
}

/** Forms that wait for their candidate, and the instants at which they close. Source: rules §10.9. */
export function createFormReminders(
  { store, clock, activity, longerTimes }: Pick<ApplicationDeps, 'store' | 'clock' | 'activity' | 'longerTimes'>,
  { factsOf, windows }: Facts,
): ReminderSource<'form'> {
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
      const form = store.formToRemind(candidateId)
      if (!form) return null
      const { state, submittedAt, revertedAt } = form
      const since = submittedAt ?? inPortalTime(form.registeredAt, clock)
      return {
        state,
        hasPaid: form.hasPaid === 1,
        at: closingOf(form, windows(candidateId)) as Instant | null,
        since: (state === 'reverted' ? revertedAt : since) as Instant,
      }
    },

    words(candidateId, name, { at }) {
      const tasks = taskFactsOf(factsOf(candidateId))
      const left = stepsLeft(taskList(tasks))
      return { page: pageOf(name, tasks), params: (language) => ({ left, by: formatDateTime(at, language) }) }
    },
  }
}
