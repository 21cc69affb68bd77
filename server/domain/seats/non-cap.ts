import { type Activity, isOpen, outsideWindow } from '#server/domain/terms/schedule.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'

/** An institute with seats that it fills itself, outside the rounds. */
export type NonCapInstitute = {
  code: string
  name: string
  district: string
  seats: number
  /** The courses with such seats. */
  choiceCodes: readonly string[]
}

/** The facts of the seat matrix about a course that matter here. */
type Course = { choiceCode: string; instituteCode: string; institute: string; district: string; instituteLevel: number }

/** The institutes with institute-level seats, by name, with their number. */
export function institutesWithOwnSeats(courses: readonly Course[]): NonCapInstitute[] {
  const found = new Map<string, NonCapInstitute>()
  for (const { choiceCode, instituteCode: code, institute: name, district, instituteLevel } of courses) {
    if (instituteLevel <= 0) continue
    const { seats = 0, choiceCodes = [] } = found.get(code) ?? {}
    found.set(code, { code, name, district, seats: seats + instituteLevel, choiceCodes: [...choiceCodes, choiceCode] })
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name) || a.code.localeCompare(b.code))
}

/**
 * May somebody register interest in such seats with institutes now? Yes, with a submitted form, while late registration
 * is open. Source: rules §8.19.
 */
export function mayRegisterInterest(
  { submittedAt, excludedAt }: { submittedAt: number | null; excludedAt: number | null },
  window: Pick<Activity, 'opensAt' | 'closesAt'> | undefined,
  now: Instant,
): Result<undefined> {
  if (!window || !isOpen(window, now)) return outsideWindow('non-cap-closed', window, now)
  if (excludedAt !== null) return refuse('non-cap-excluded', 403)
  return submittedAt === null ? refuse('non-cap-not-submitted') : ok()
}
