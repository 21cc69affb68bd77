import { ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import { type Activity, isOpen } from './schedule'

/** An institute with seats that it fills itself, outside the rounds. */
export type NonCapInstitute = { code: string; name: string; district: string; seats: number }

/** What the seat matrix says of a course, as far as it matters here. */
type Course = { instituteCode: string; institute: string; district: string; instituteLevel: number }

/** The institutes that have institute-level seats, by name, with how many. */
export function institutesWithOwnSeats(courses: readonly Course[]): NonCapInstitute[] {
  const found = new Map<string, NonCapInstitute>()
  for (const { instituteCode: code, institute: name, district, instituteLevel } of courses) {
    if (instituteLevel <= 0) continue
    found.set(code, { code, name, district, seats: (found.get(code)?.seats ?? 0) + instituteLevel })
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name) || a.code.localeCompare(b.code))
}

/**
 * May somebody tell institutes now that they are interested in such seats? Whoever has submitted the form, while late
 * registration is open. Source: decisions §8, work on seats outside the rounds.
 */
export function mayRegisterInterest(
  { submittedAt }: { submittedAt: number | null },
  window: Pick<Activity, 'opensAt' | 'closesAt'> | undefined,
  now: Instant,
): Result<undefined> {
  if (!window || !isOpen(window, now)) return refuse('non-cap-closed')
  return submittedAt === null ? refuse('non-cap-not-submitted') : ok()
}
