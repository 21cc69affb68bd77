import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant } from '#server/kernel/time.ts'
import type { SeatDuty } from './offer'

/** The time left until a deadline, in bands of hours: up to 1, up to 6, …; `more`, or no date in the schedule. */
export const timeBands = ['1', '6', '24', '48', 'more'] as const
export type TimeBand = (typeof timeBands)[number]

/** The band of a deadline at `now`. */
export function bandOf(by: Instant | null, now: Instant): TimeBand {
  if (by === null) return 'more'
  return timeBands.find((band) => band === 'more' || by - now <= hours(Number(band)))!
}

/** One act that a candidate still has to do, as the desk counts it. */
export type Owed = {
  candidateId: number
  act: SeatDuty
  by: Instant | null
  instituteCode: string
}

/** How many have each time left. */
export type Bands = Readonly<Record<TimeBand, number>>
type Counting = Record<TimeBand, number>
const noBands = (): Counting => ({ 1: 0, 6: 0, 24: 0, 48: 0, more: 0 })
const sumOf = (bands: Bands): number => timeBands.reduce((sum, band) => sum + bands[band], 0)

/** How many have not acted, by act and time left: in all, and at each institute. */
export type OwedCounts = {
  total: number
  acts: { act: SeatDuty; bands: Bands; total: number }[]
  institutes: { code: string; acts: ReadonlyMap<SeatDuty, Bands> }[]
}

/** Counts what candidates still have to do. `acts`: in display order. */
export function countsOf(owed: readonly Owed[], acts: readonly SeatDuty[], now: Instant): OwedCounts {
  const byAct = new Map(acts.map((act) => [act, noBands()]))
  const byInstitute = new Map<string, Map<SeatDuty, Counting>>()
  for (const { act, by, instituteCode } of owed) {
    const band = bandOf(by, now)
    byAct.get(act)![band]++
    const own = byInstitute.get(instituteCode) ?? new Map<SeatDuty, Counting>()
    byInstitute.set(instituteCode, own)
    const bands = own.get(act) ?? noBands()
    own.set(act, bands)
    bands[band]++
  }
  return {
    total: owed.length,
    acts: [...byAct].map(([act, bands]) => ({ act, bands, total: sumOf(bands) })),
    institutes: [...byInstitute].map(([code, own]) => ({ code, acts: own })),
  }
}

/** How many have not acted at one institute, by time left. */
export type InstituteCount = { code: string; bands: Bands; total: number }

/** The institutes by time left, for one act or for all of them; the most first, without those where nobody is left. */
export function byInstitute({ institutes }: Pick<OwedCounts, 'institutes'>, act?: SeatDuty): InstituteCount[] {
  return institutes
    .map(({ code, acts }) => {
      const bands = noBands()
      for (const [one, counted] of acts)
        if (act === undefined || one === act) for (const band of timeBands) bands[band] += counted[band]
      return { code, bands, total: sumOf(bands) }
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.code < b.code ? -1 : 1))
}

/**
 * The owed acts in the order in which to phone: the next deadline first, then by candidate. Most share a deadline, so
 * they are grouped instead of sorted one by one. `owed`: by candidate.
 */
export function inOrderOfDeadline<One extends Owed>(owed: readonly One[]): One[] {
  const groups = new Map<number, One[]>()
  for (const one of owed) {
    const by = one.by ?? Number.MAX_SAFE_INTEGER
    const group = groups.get(by)
    if (group) group.push(one)
    else groups.set(by, [one])
  }
  return [...groups].sort(([a], [b]) => a - b).flatMap(([, group]) => group)
}

/**
 * May an officer begin to phone a candidate? `newest`: the number of the candidate's newest recorded call; `seen`: that
 * on the officer's page. Refuses if somebody has begun a call since, so that two do not phone the same candidate.
 */
export const mayCall = (newest: number, seen: number): Result<undefined> =>
  newest === seen ? ok() : refuse('called-meanwhile', 409)
