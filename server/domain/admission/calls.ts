import { ok, type Result, refuse } from '../../kernel/result'
import { hours, type Instant } from '../../kernel/time'
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

/** How many have not acted: by act and time left, and by institute, the most first. */
export type OwedCounts = {
  total: number
  acts: { act: SeatDuty; bands: Readonly<Record<TimeBand, number>>; total: number }[]
  institutes: { code: string; count: number }[]
}

/** Counts what candidates still have to do. `acts`: in display order. */
export function countsOf(owed: readonly Owed[], acts: readonly SeatDuty[], now: Instant): OwedCounts {
  const byAct = new Map(acts.map((act) => [act, { 1: 0, 6: 0, 24: 0, 48: 0, more: 0 } as Record<TimeBand, number>]))
  const byInstitute = new Map<string, number>()
  for (const { act, by, instituteCode } of owed) {
    byAct.get(act)![bandOf(by, now)]++
    byInstitute.set(instituteCode, (byInstitute.get(instituteCode) ?? 0) + 1)
  }
  return {
    total: owed.length,
    acts: [...byAct].map(([act, bands]) => ({
      act,
      bands,
      total: timeBands.reduce((sum, band) => sum + bands[band], 0),
    })),
    institutes: [...byInstitute]
      .map(([code, count]) => ({ code, count }))
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
  }
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
