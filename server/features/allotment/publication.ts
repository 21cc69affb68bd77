import { isPublicationDue } from '../../domain/allotment-runs'
import { type CapRound, isCapRound, roundActivity } from '../../domain/cap-rounds'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import type { AllotmentDeps } from './deps'
import type { Addressee, RunRow } from './store'

/** So many candidates are written to in one piece. */
const toldAtOnce = 200

/** What the job does with a released run: publishes it at the schedule's instant, once, and tells who took part. */
export function createPublication(
  { db, store, clock, activity, announce, isWaiting, kickOutbox, ...deps }: AllotmentDeps,
  isCurrent: (run: RunRow) => boolean,
) {
  const system = { kind: 'system', name: 'allotments' } as const

  /** What somebody without a seat can do next, in their language. */
  function next(round: CapRound, language: Language): string {
    const later = round + 1
    const options = isCapRound(later) ? activity(roundActivity(later, 'options')) : undefined
    return options
      ? translate(language, 'allotment:message.next-round', {
          round: later,
          opens: formatDateTime(options.opensAt, language),
        })
      : translate(language, 'allotment:message.last-round')
  }

  function tell(round: CapRound, { id: candidateId, userId, mobile, email, language, ...seat }: Addressee): void {
    const closesAt = activity(roundActivity(round, 'acceptance'))?.closesAt
    const by = closesAt ? formatDateTime(closesAt, language) : ''
    const { choiceCode, institute, course, preference } = seat
    const [template, params] =
      choiceCode === null
        ? (['seat-not-allotted', { next: next(round, language) }] as const)
        : ([
            'seat-allotted',
            { choiceCode, institute: institute ?? '', branch: course ?? '', preference: String(preference ?? '-'), by },
          ] as const)
    for (const [channel, to] of [
      ['sms', mobile],
      ['email', email],
    ] as const)
      announce({ candidateId, channel, to, template, language, params: { userId, round: String(round), ...params } })
  }

  return {
    /**
     * Publishes what is released and due; whoever takes the row first does it, and nobody again. What has been overtaken
     * since its release (by more time for options, another list or matrix) waits until somebody gives it up. A job.
     */
    publishDue(): void {
      for (const run of store.inState('released')) {
        const { id, round } = run
        const now = clock.portal()
        const isDue = () => isPublicationDue(activity(roundActivity(round, 'allotment'))?.opensAt ?? null, now)
        if (!isDue()) continue
        const isOurs = db.transact(() => {
          // Once more under the lock: another process may have moved the instant or prepared anew.
          if (!isDue() || !isCurrent(run)) return false
          if (!store.change(id, 'released', { state: 'published', publishedAt: now })) return false
          store.beginTelling(id)
          deps.record(system, 'allotment.published', { of: `allotment:${id}` }, { run: id, round })
          return true
        })
        if (isOurs) deps.onPublished()
      }
    },

    /** The next piece of those who took part in a published round; each is told once. A job. */
    tellDue(): void {
      if (!store.telling() || isWaiting('seat-allotted') || isWaiting('seat-not-allotted')) return
      db.transact(() => {
        const due = store.telling()
        if (!due) return
        const people = store.addressees(due.runId, due.round, due.toldUpTo, toldAtOnce)
        for (const person of people) tell(due.round, person)
        const isDone = people.length < toldAtOnce
        store.tell(due.runId, {
          toldUpTo: people.at(-1)?.id ?? due.toldUpTo,
          finishedAt: isDone ? clock.portal() : null,
        })
      })
      kickOutbox()
    },
  }
}
