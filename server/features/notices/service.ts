import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import { type Activity, type ActivityState, isOpen, nextChange, timeline } from '../../domain/schedule'
import type { Notice, NoticesStore } from './store'

/** What the public pages say: the schedule, from which every deadline comes, and the notices. Source: decisions §11, §12. */
export function createNotices({
  db,
  store,
  clock,
  course,
}: {
  db: Database
  store: NoticesStore
  clock: Clock
  course: CourseProfile
}) {
  type Timeline = readonly (Activity & { state: ActivityState })[]
  /** The schedule as it stands from one instant to the next at which anything of it changes. */
  let standing: { of: readonly Activity[]; from: number; until: number; timeline: Timeline } | null = null

  return {
    /** A new portal starts with its profile's schedule and notices; one that has a schedule keeps its own. */
    fillFromProfile(): void {
      db.transact(() => {
        if (store.schedule().length) return
        for (const activity of course.schedule) store.addActivity(activity)
        for (const notice of course.notices) store.addNotice(notice)
      })
    },
    /** The same array as long as it says the same. */
    schedule(): Timeline {
      const of = store.schedule()
      const now = clock.portal()
      if (!standing || standing.of !== of || now < standing.from || now >= standing.until) {
        const until = nextChange(of, now) ?? Number.POSITIVE_INFINITY
        standing = { of, from: now, until, timeline: timeline(of, now) }
      }
      return standing.timeline
    },
    latest: (limit: number): Notice[] => store.published(clock.portal(), limit),
    /** Open now, on the portal's clock? An activity that the schedule does not hold is closed. */
    isOpen(key: string): boolean {
      const activity = store.schedule().find((entry) => entry.key === key)
      return !!activity && isOpen(activity, clock.portal())
    },
    activity: (key: string): Activity | undefined => store.schedule().find((entry) => entry.key === key),
    /** Moves closings; in the caller's transaction. */
    moveClosings(moves: readonly { key: string; to: number }[]): void {
      for (const { key, to } of moves) store.setClosing(key, to)
    },
    nextChange: (): number | null => nextChange(store.schedule(), clock.portal()),
  }
}

export type Notices = ReturnType<typeof createNotices>
