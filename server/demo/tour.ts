import { type CapRound, roundActivity, roundNumbers, roundSlug } from '#server/domain/terms/cap-rounds.ts'
import { candidateBase, deskBase, href } from '#server/domain/terms/href.ts'
import type { Services } from '#server/features/index.ts'
import { hours, minutes } from '#server/kernel/time.ts'
import { runOf } from './allotment'
import { staffPersona } from './staff-personas'

/** The stops of the guided tour. From the phase of a new demo on, they can be tried in this order. */
export const stopNames = ['apply', 'correct', 'scrutinise', 'options', 'refund', 'check', 'release', 'seat'] as const
export type StopName = (typeof stopNames)[number]

/**
 * A time at which a stop can be tried, from `from` until `until` (epoch milliseconds), as `person`, the key of a persona; null: a
 * visitor. `page`: the address of what there is to see, once that is prepared.
 */
export type Occasion = {
  from: number
  until: number
  person: string | null
  page(portal: Services): string | Promise<string>
}

type During = { person: string; page: Occasion['page']; after?: number }

/** The open time of an activity; nothing while the schedule has no dates for it. */
function during({ notices }: Services, key: string, { person, page, after = 0 }: During): Occasion[] {
  const activity = notices.activity(key)
  if (!activity || activity.closesAt === null) return []
  return [{ from: activity.opensAt + after, until: activity.closesAt, person, page }]
}

const dashboard = ({ course }: Services) => href(candidateBase(course.slug), 'dashboard')

/** The form that has waited longest, taken by the officer; the list, if none waits. */
function oldestForm(portal: Services): string {
  const base = deskBase(portal.course.slug)
  const taken = portal.scrutiny.takeNext(staffPersona(portal, 'so'))
  const userId = taken.ok ? taken.value : null
  return userId ? href(base, 'scrutiny/:userId', { userId }) : href(base, 'scrutiny')
}

/** From the end of a round's option form until its publication: one person's run awaits the other's release. */
function beforePublication(portal: Services, round: CapRound): Occasion[] {
  const options = portal.notices.activity(roundActivity(round, 'options'))
  const allotment = portal.notices.activity(roundActivity(round, 'allotment'))
  if (!options || options.closesAt === null || !allotment) return []
  const base = deskBase(portal.course.slug)
  const page = async () => {
    const run = await runOf(portal, round)
    return run ? href(base, 'allotments/:id', { id: String(run.id) }) : href(base, 'allotments')
  }
  return [{ from: options.closesAt + hours(1), until: allotment.opensAt, person: 'admin-2', page }]
}

/** What stays as it is until the season ends, from some time after the end of an activity. */
function since({ notices }: Services, key: string, after: number, of: Pick<Occasion, 'person' | 'page'>): Occasion[] {
  const activity = notices.activity(key)
  if (!activity) return []
  return [{ ...of, from: (activity.closesAt ?? activity.opensAt) + after, until: Number.POSITIVE_INFINITY }]
}

const occasions: Readonly<Record<StopName, (portal: Services, rounds: readonly CapRound[]) => Occasion[]>> = {
  apply: (portal) =>
    ['registration', 'late-registration'].flatMap((key) =>
      during(portal, key, { person: 'half-filled', page: dashboard }),
    ),
  correct: (portal) =>
    ['scrutiny', 'late-registration'].flatMap((key) => during(portal, key, { person: 'reverted', page: dashboard })),
  scrutinise: (portal) =>
    ['scrutiny', 'late-registration'].flatMap((key) => during(portal, key, { person: 'so', page: oldestForm })),
  options: (portal, rounds) =>
    rounds.flatMap((round) =>
      during(portal, roundActivity(round, 'options'), {
        person: 'unconfirmed',
        page: ({ course }) => href(candidateBase(course.slug), 'option-form/select-prefrence'),
      }),
    ),
  // Two days to return the fee, and they are over.
  refund: (portal) =>
    since(portal, roundActivity(1, 'reporting'), hours(72), { person: 'refund-late', page: dashboard }),
  check: (portal) =>
    since(portal, roundActivity(1, 'allotment'), minutes(1), {
      person: null,
      page: ({ course, results }) =>
        href(candidateBase(course.slug), 'allotment/:round/check', { round: roundSlug(results.rounds().at(-1) ?? 1) }),
    }),
  release: (portal, rounds) => rounds.flatMap((round) => beforePublication(portal, round)),
  seat: (portal) =>
    (['no-action', 'to-self-verify'] as const).flatMap((person, place) =>
      during(portal, roundActivity(place + 1, 'acceptance'), { person, page: dashboard, after: minutes(30) }),
    ),
}

/** When and as whom a stop can be tried next: now, or later; null once its last occasion has passed. */
export function nextOccasion(portal: Services, stop: StopName, now: number): Occasion | null {
  const all = occasions[stop](portal, roundNumbers(portal.course.rounds))
  return all.sort((one, other) => one.from - other.from).find(({ until }) => now < until) ?? null
}

/** The stops that a browser has seen, as its cookie names them. */
export const seenStops = (written: string | undefined): readonly StopName[] => {
  const names = (written ?? '').split('.')
  return stopNames.filter((name) => names.includes(name))
}
