import { isOpen } from '#server/domain/terms/schedule.ts'
import type { ReminderSource } from '#server/features/messages/reminders/source.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { GrievancesDeps } from './deps'

/**
 * The beginning of the time for grievances, for everybody whom the provisional list has. A list that is published later
 * says itself until when they are heard. Source: rules §10.9.
 */
export const createGrievanceReminders = ({
  store,
  clock,
  activity,
}: Pick<GrievancesDeps, 'store' | 'clock' | 'activity'>): ReminderSource<'grievance'> => ({
  look: 1000,

  instants() {
    const time = activity('grievances')
    return time && time.closesAt !== null ? [{ about: 'grievances', at: time.opensAt as Instant }] : []
  },

  among: (_, { at }, range) => store.listedBefore(at, range),

  facts(candidateId, _, { at }) {
    const time = activity('grievances')
    if (!time || !isOpen(time, clock.portal())) return null
    const [listed] = store.listedBefore(at, { after: candidateId - 1, upTo: candidateId })
    return {
      isInList: listed !== undefined,
      hasFiled: store.hasFiled(candidateId),
      at: time.opensAt as Instant,
      since: null,
    }
  },

  words() {
    const closesAt = activity('grievances')?.closesAt
    return {
      page: 'grievancy',
      params: (language) => ({ by: closesAt ? formatDateTime(closesAt, language) : '' }),
    }
  },
})
