import { hours } from '#server/kernel/time.ts'
import type { DeskListPage } from './waiting'

/**
 * A publication of the schedule. `activity`: its key. `dueAt`: its instant; null if the schedule gives no date.
 * `released`: the row that a second person has released for it; null if there is none. `isCurrent`: may that row still be
 * published? `hasChanged`: have the data behind it changed since, although it is still published?
 */
export type ScheduledPublication = {
  activity: string
  page: DeskListPage
  dueAt: number | null
  isPublished: boolean
  released: { id: number; isCurrent: boolean; hasChanged?: boolean } | null
}

/**
 * The reasons why a publication does not happen. `outdated`: the sources of the released row have changed. `undated`: a
 * row is released, but its activity has lost its date. `unreleased`: nothing is released for an instant that is near or
 * over. `changed`: the released row is published as it is, but its data have changed.
 */
const publicationFaults = ['outdated', 'undated', 'unreleased', 'changed'] as const
type PublicationFault = (typeof publicationFaults)[number]

/** `isMissed`: its instant is over. */
export type PublicationAlarm = Pick<ScheduledPublication, 'activity' | 'page' | 'dueAt'> & {
  fault: PublicationFault
  isMissed: boolean
}

/** How long before its instant a publication for which nothing is released raises the alarm. */
const foresight = hours(24)

/**
 * The publications that cannot happen as things are now, or would publish what is no longer so, the most urgent first. A released row that has become outdated
 * raises the alarm at once; a missing release does so a day before the instant. Source: rules §12.4.
 */
export const publicationAlarms = (scheduled: readonly ScheduledPublication[], now: number): PublicationAlarm[] =>
  scheduled
    .flatMap(({ activity, page, dueAt, isPublished, released }): PublicationAlarm[] => {
      const fault = isPublished ? null : faultOf(dueAt, released, now)
      return fault ? [{ activity, page, dueAt, fault, isMissed: dueAt !== null && now >= dueAt }] : []
    })
    .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))

function faultOf(
  dueAt: number | null,
  released: ScheduledPublication['released'],
  now: number,
): PublicationFault | null {
  if (released && !released.isCurrent) return 'outdated'
  if (released) return dueAt === null ? 'undated' : released.hasChanged ? 'changed' : null
  return dueAt !== null && now >= dueAt - foresight ? 'unreleased' : null
}
