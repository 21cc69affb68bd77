import { closingOf } from '#server/domain/application/editing.ts'
import { beginningOfDay } from '#server/domain/messages/reminders.ts'
import { formStateOf } from '#server/domain/terms/states.ts'
import type { ReminderSource } from '#server/features/messages/reminders/source.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { days, type Instant, plus } from '#server/kernel/time.ts'
import type { CentresDeps } from './deps'

/**
 * Appointments: on the evening before, and when nobody came. Of the first the instant is the beginning of the day, so
 * that a time changed within the day needs no second one. Source: rules §10.9.
 */
export function createAppointmentReminders({
  store,
  clock,
  directory,
  application,
}: Pick<CentresDeps, 'store' | 'clock' | 'directory' | 'application'>): ReminderSource<'appointment'> {
  /** Until when the candidate's form can be confirmed; null if the schedule does not say. */
  const closesAt = (candidateId: number) =>
    closingOf(application.factsOf(candidateId), application.windowsOf(candidateId)) as Instant | null

  return {
    look: 1000,

    instants(name, now) {
      if (name === 'appointment-missed')
        return store.endedSlots(plus(now, -days(2)), now).map(({ at, only }) => ({ about: 'end', at, only }))
      const tomorrow = plus(beginningOfDay(now), days(1))
      const only = store.bookedBetween(tomorrow, plus(tomorrow, days(1)))
      return only.length ? [{ about: 'day', at: tomorrow, only }] : []
    },

    among: () => [],

    facts(candidateId, name) {
      const row = store.current(candidateId)
      if (!row) return null
      const state = formStateOf(application.factsOf(candidateId))
      const { startsAt, endsAt, arrivedAt, bookedAt } = row
      const isTomorrow = name === 'appointment-tomorrow'
      const by = closesAt(candidateId)
      // Nobody is asked to book another time when there is none.
      if (!isTomorrow && by !== null && clock.portal() >= by) return null
      return { state, hasCome: arrivedAt !== null, at: isTomorrow ? beginningOfDay(startsAt) : endsAt, since: bookedAt }
    },

    words(candidateId, name) {
      const { centre: code, startsAt } = store.current(candidateId)!
      const centre = directory.centre(code)!
      const by = closesAt(candidateId)
      const params = (language: Language) => ({
        at: formatDateTime(startsAt, language),
        centre: centre.name[language],
        ...(name === 'appointment-tomorrow' && { address: centre.address[language] }),
        by: by === null ? '' : formatDateTime(by, language),
      })
      return { page: 'appointment', params }
    },
  }
}
