import type { Bilingual } from '../kernel/languages'
import { ok, type Result, refuse } from '../kernel/result'
import { capRoundNumbers, capRoundParts, roundActivity } from './cap-rounds'

export type Activity = {
  key: string
  title: Bilingual
  /** Epoch milliseconds. */
  opensAt: number
  /** Null for something that happens at one instant. */
  closesAt: number | null
}

export type ActivityState = 'past' | 'now' | 'next' | 'later'

/** Open from its opening instant up to, not including, its closing one. Source: decisions §12. */
export const isOpen = (activity: Pick<Activity, 'opensAt' | 'closesAt'>, now: number): boolean =>
  now >= activity.opensAt && (activity.closesAt === null || now < activity.closesAt)

/** The schedule in order of time, each activity with its place in it; exactly the earliest to come is `next`. */
export function timeline<A extends Activity>(activities: readonly A[], now: number): (A & { state: ActivityState })[] {
  const ordered = [...activities].sort((a, b) => a.opensAt - b.opensAt || a.key.localeCompare(b.key))
  const isPast = (activity: A) => (activity.closesAt ?? activity.opensAt) <= now
  const next = ordered.find((activity) => activity.opensAt > now)
  return ordered.map((activity) => {
    if (isPast(activity)) return { ...activity, state: 'past' }
    if (activity.opensAt <= now) return { ...activity, state: 'now' }
    return { ...activity, state: activity === next ? 'next' : 'later' }
  })
}

/** The first instant after `now` at which any page that shows the schedule changes; null when nothing is left. */
export function nextChange(activities: readonly Activity[], now: number): number | null {
  const edges = activities.flatMap((activity) => [activity.opensAt, activity.closesAt ?? 0]).filter((at) => at > now)
  return edges.length ? Math.min(...edges) : null
}

/** The stages of an admission that follow one another: none may end after a later one. */
const order: readonly string[] = [
  'registration',
  'scrutiny',
  'provisional-merit',
  'grievances',
  'final-merit',
  ...capRoundNumbers.flatMap((round) => capRoundParts.map((part) => roundActivity(round, part))),
]

const endOf = ({ opensAt, closesAt }: Pick<Activity, 'opensAt' | 'closesAt'>) => closesAt ?? opensAt

/**
 * May an activity get these times at `now`? What has begun keeps its beginning and what happened at one instant stays
 * done; nothing is closed in the past, where somebody may have relied on its being open. A window that has closed may
 * be opened again. Faults lie with `opensDate` and `closesDate`. Source: decisions §12.
 */
export function reschedule(
  activities: readonly Activity[],
  key: string,
  to: Pick<Activity, 'opensAt' | 'closesAt'>,
  now: number,
): Result<Activity> {
  const activity = activities.find((one) => one.key === key)
  if (!activity) return refuse('unknown-activity', 404)
  const fault = faultOf(activities, activity, to, now)
  return fault ? refuse('check-answers', 422, { fields: [fault] }) : ok({ ...activity, ...to })
}

function faultOf(
  activities: readonly Activity[],
  { key, opensAt, closesAt }: Activity,
  to: Pick<Activity, 'opensAt' | 'closesAt'>,
  now: number,
) {
  const opening = (code: string) => ({ field: 'opensDate', code: `schedule.${code}` })
  const closing = (code: string) => ({ field: 'closesDate', code: `schedule.${code}` })
  if ((closesAt === null) !== (to.closesAt === null)) return closing(closesAt === null ? 'no-closing' : 'needs-closing')
  if (to.opensAt === opensAt && to.closesAt === closesAt) return closesAt === null ? opening('same') : closing('same')
  if (to.opensAt !== opensAt && opensAt <= now) return opening('has-begun')
  if (to.opensAt !== opensAt && to.opensAt <= now) return opening('past')
  if (to.closesAt !== null && to.closesAt <= to.opensAt) return closing('before-opening')
  if (to.closesAt !== null && to.closesAt !== closesAt && to.closesAt <= now) return closing('past')
  const place = order.indexOf(key)
  const clashes = activities.some((other) => {
    const its = order.indexOf(other.key)
    if (place < 0 || its < 0 || its === place) return false
    return its > place ? endOf(to) > endOf(other) : endOf(to) < endOf(other)
  })
  return clashes ? (closesAt === null ? opening('order') : closing('order')) : null
}
