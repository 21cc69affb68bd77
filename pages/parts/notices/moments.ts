import type { Moment } from '#pages/ui/data/Timeline.tsx'
import type { Activity, ActivityState, UndatedActivity } from '#server/domain/terms/schedule.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { Language } from '#server/kernel/languages.ts'

type Scheduled = Activity & { state: ActivityState }
type Words = { t: Translate; language: Language }

/** The time of an activity in words: an instant, a span or, once it is open, its closing time. */
export function whenOf({ opensAt, closesAt, state }: Scheduled, { t, language }: Words): string {
  const from = formatDateTime(opensAt, language)
  if (closesAt === null) return from
  const to = formatDateTime(closesAt, language)
  return state === 'now' ? t('notices:date.until', { time: to }) : t('notices:date.range', { from, to })
}

/** When an activity happens next: an open one closes. One that is over has closed. */
const turningPoint = ({ state, opensAt, closesAt }: Scheduled) =>
  state === 'past' || state === 'now' ? (closesAt ?? opensAt) : opensAt

const sorted = new WeakMap<readonly Scheduled[], readonly Scheduled[]>()

/**
 * The schedule in the order in which its deadlines come, for a short overview. The due dates of awaited certificates are
 * left out: the candidates who await one read them on their own pages.
 */
export function soonestFirst(schedule: readonly Scheduled[]): readonly Scheduled[] {
  const known = sorted.get(schedule)
  if (known) return known
  const soonest = schedule
    .filter(({ key }) => !key.startsWith('certificates'))
    .sort((one, other) => turningPoint(one) - turningPoint(other))
  sorted.set(schedule, soonest)
  return soonest
}

/** A moment of the timeline with the key of its activity. */
export type KeyedMoment = Moment & { key: string }

const made = new WeakMap<readonly Scheduled[], Map<Language, readonly KeyedMoment[]>>()

/**
 * The schedule as moments of a timeline, in words; activities without dates come last. They are the same for everybody,
 * so each schedule is converted only once.
 */
export function momentsOf(
  schedule: readonly Scheduled[],
  undated: readonly UndatedActivity[],
  words: Words,
): readonly KeyedMoment[] {
  const byLanguage = made.get(schedule) ?? new Map<Language, readonly KeyedMoment[]>()
  made.set(schedule, byLanguage)
  const moments = byLanguage.get(words.language) ?? [
    ...schedule.map((activity) => ({
      key: activity.key,
      title: activity.title[words.language],
      time: whenOf(activity, words),
      state: activity.state,
    })),
    ...undated.map(({ key, title }) => ({
      key,
      title: title[words.language],
      time: words.t('notices:dates.undated'),
      state: 'later' as const,
    })),
  ]
  byLanguage.set(words.language, moments)
  return moments
}

/** The last two moments that are over, and the next ones that are open or to come: eight at most. */
export function momentsAround<One extends Moment>(moments: readonly One[]): readonly One[] {
  const past = moments.filter(({ state }) => state === 'past')
  const ahead = moments.filter(({ state }) => state !== 'past')
  const over = past.slice(-2)
  return [...over, ...ahead].slice(0, 8)
}

type Deadline = { title: string; at: number; kind: 'closes' | 'opens' | 'happens' }

/** The event to which the countdown runs: the first closing, or else the next opening; null if none is left. */
export function nextDeadline(schedule: readonly Scheduled[], language: Language): Deadline | null {
  const closings = schedule.filter((activity) => activity.state === 'now' && activity.closesAt !== null)
  const [first] = closings.sort((a, b) => a.closesAt! - b.closesAt!)
  if (first) return { title: first.title[language], at: first.closesAt!, kind: 'closes' }
  const next = schedule.find((activity) => activity.state === 'next')
  if (!next) return null
  return { title: next.title[language], at: next.opensAt, kind: next.closesAt === null ? 'happens' : 'opens' }
}
