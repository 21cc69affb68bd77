import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { ScheduleRow } from '#server/domain/season/schedule-draft.ts'
import { type AcceptanceNow, acceptanceNow, type RoundsNow, roundsNow } from '#server/domain/seats/rounds-now.ts'
import { type CapRound, isInSeason } from '#server/domain/terms/cap-rounds.ts'
import {
  type Activity,
  type ActivityState,
  isOpen,
  nextChange,
  placeInSeason,
  timeline,
  type UndatedActivity,
} from '#server/domain/terms/schedule.ts'
import type { NoticesStore } from './store'

/** The schedule as it is now, the source of every deadline. Only reads. Source: rules §11.1, §12.2. */
export function createSeason({
  store,
  clock,
  course,
}: {
  store: Pick<NoticesStore, 'rows'>
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'rounds'>
}) {
  type Timeline = readonly (Activity & { state: ActivityState })[]
  /** The schedule's current state, cached until the next instant at which any of it changes. */
  let standing: { of: readonly Activity[]; from: number; until: number; timeline: Timeline } | null = null

  type Season = { dated: readonly Activity[]; undated: readonly UndatedActivity[] }
  let season: (Season & { of: readonly ScheduleRow[]; rounds: number }) | null = null

  /**
   * The activities that take place, those of the season's rounds only: with dates in order of time, and without in the
   * order of a season. The same arrays until the schedule or the number of rounds changes. Source: rules §12.2.
   */
  function inSeason(): Season {
    const of = store.rows()
    const rounds = course.rounds.length
    if (season?.of === of && season.rounds === rounds) return season
    const dated: Activity[] = []
    const undated: UndatedActivity[] = []
    for (const { key, title, opensAt, closesAt, isEvent, isLeftOut } of of) {
      if (isLeftOut || !isInSeason(key, rounds)) continue
      if (opensAt === null) undated.push({ key, title, isEvent })
      else dated.push({ key, title, opensAt, closesAt })
    }
    undated.sort((a, b) => placeInSeason(a.key) - placeInSeason(b.key))
    season = { of, rounds, dated, undated }
    return season
  }

  const activity = (key: string): Activity | undefined => inSeason().dated.find((entry) => entry.key === key)

  return {
    /** Returns the same array until something in it changes. */
    schedule(): Timeline {
      const of = inSeason().dated
      const now = clock.portal()
      if (!standing || standing.of !== of || now < standing.from || now >= standing.until) {
        const until = nextChange(of, now) ?? Number.POSITIVE_INFINITY
        standing = { of, from: now, until, timeline: timeline(of, now) }
      }
      return standing.timeline
    },
    /** The activities without dates, in the order of a season. They are closed, and no job waits for them. */
    undated: (): readonly UndatedActivity[] => inSeason().undated,
    /** True if an activity is open now, on the portal's clock. An activity missing from the schedule is closed. */
    isOpen(key: string): boolean {
      const found = activity(key)
      return !!found && isOpen(found, clock.portal())
    },
    /** The current round, and what comes next. */
    roundsNow: (): RoundsNow => roundsNow(course.rounds, inSeason().dated, clock.portal()),
    /** Says if a seat of this round can be accepted now, or from when; null while the schedule gives no dates. */
    acceptanceNow: (round: CapRound): AcceptanceNow | null => acceptanceNow(round, inSeason().dated, clock.portal()),
    activity,
    /** Registration for somebody who comes now: late registration, once that has opened. */
    registration(): (Activity & { isLate: boolean; isOpen: boolean }) | undefined {
      const now = clock.portal()
      const late = activity('late-registration')
      const isLate = late !== undefined && now >= late.opensAt
      const registration = isLate ? late : activity('registration')
      return registration && { ...registration, isLate, isOpen: isOpen(registration, now) }
    },
    /** The next instant at which an activity begins or ends; null if none does. */
    nextChange: (): number | null => nextChange(inSeason().dated, clock.portal()),
  }
}
