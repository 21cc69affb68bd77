import type { Bilingual } from '../kernel/languages'

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
