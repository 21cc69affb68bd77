import type { Bilingual } from '#server/kernel/languages.ts'
import { type Refused, refuse } from '#server/kernel/result.ts'
import { days, istOffset } from '#server/kernel/time.ts'
import { capRoundParts, roundOfActivity } from './cap-rounds'

export type Activity = {
  key: string
  title: Bilingual
  /** Epoch milliseconds. */
  opensAt: number
  /** Null for an event at one instant. */
  closesAt: number | null
}

/** An activity that the cell has not given a date yet: it is closed, and no job waits for it. */
export type UndatedActivity = Pick<Activity, 'key' | 'title'> & {
  /** It happens at one instant. */
  isEvent: boolean
}

export type ActivityState = 'past' | 'now' | 'next' | 'later'

/** Open from its opening instant up to, but not including, its closing one. Source: rules §12.2. */
export const isOpen = (activity: Pick<Activity, 'opensAt' | 'closesAt'>, now: number): boolean =>
  now >= activity.opensAt && (activity.closesAt === null || now < activity.closesAt)

/**
 * The refusal outside a window. Before it opens, `params.opensAt` says when it does, and the refusal's text `<code>.at`
 * names the moment; without a date nothing is promised.
 */
export const outsideWindow = (
  code: string,
  window: Pick<Activity, 'opensAt'> | null | undefined,
  at: number,
  status: Refused['refusal']['status'] = 422,
): Refused => refuse(code, status, window && at < window.opensAt ? { params: { opensAt: window.opensAt } } : {})

/**
 * The schedule in order of time, and of two that open together, the one that closes first. Each activity is marked
 * past, open or to come; exactly one, the earliest to come, is `next`.
 */
export function timeline<A extends Activity>(activities: readonly A[], now: number): (A & { state: ActivityState })[] {
  const ordered = [...activities].sort(
    (a, b) =>
      a.opensAt - b.opensAt || (a.closesAt ?? a.opensAt) - (b.closesAt ?? b.opensAt) || a.key.localeCompare(b.key),
  )
  const isPast = (activity: A) => (activity.closesAt ?? activity.opensAt) <= now
  const next = ordered.find((activity) => activity.opensAt > now)
  return ordered.map((activity) => {
    if (isPast(activity)) return { ...activity, state: 'past' }
    if (activity.opensAt <= now) return { ...activity, state: 'now' }
    return { ...activity, state: activity === next ? 'next' : 'later' }
  })
}

/** The next instant at which any page with the schedule changes; null if nothing is left. */
export function nextChange(activities: readonly Activity[], now: number): number | null {
  const edges = activities.flatMap((activity) => [activity.opensAt, activity.closesAt ?? 0]).filter((at) => at > now)
  return edges.length ? Math.min(...edges) : null
}

/** The days of the calendar in India from now until an instant: 0 for one of today. */
export const daysUntil = (at: number, now: number): number => {
  const dayOf = (instant: number) => Math.floor((instant + istOffset) / days(1))
  return dayOf(at) - dayOf(now)
}

/** The successive stages of an admission before the rounds: none may end after a later one. */
const order: readonly string[] = ['registration', 'scrutiny', 'provisional-merit', 'grievances', 'final-merit']

/** The activities outside the rounds, in the order in which lists without dates name them. */
const beforeRounds: readonly string[] = [
  'registration',
  'scrutiny',
  'certificates',
  'certificates-ews-proforma-v',
  'certificates-non-creamy-layer',
  'certificates-caste-validity',
  'provisional-merit',
  'grievances',
  'final-merit',
  'late-registration',
]

/** The place of an activity in a list without dates; the cell's own activities come last. */
export function placeInSeason(key: string): number {
  const inRound = roundOfActivity(key)
  if (inRound) {
    return beforeRounds.length + inRound.round * capRoundParts.length + capRoundParts.indexOf(inRound.part)
  }
  const place = beforeRounds.indexOf(key)
  if (place >= 0) return place
  return key === 'cancellation' ? 1000 : 1001
}

/** The place of an activity in the sequence of stages; null for one that may overlap any other. */
export function sequencePlace(key: string): number | null {
  const inRound = roundOfActivity(key)
  if (inRound) return order.length + inRound.round * capRoundParts.length + capRoundParts.indexOf(inRound.part)
  const place = order.indexOf(key)
  return place < 0 ? null : place
}
