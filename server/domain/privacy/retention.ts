import { days } from '#server/kernel/time.ts'

/**
 * The classes of data, each with its own time. A candidate's record belongs to one of the first three; payments,
 * messages and logins have a time apart. Source: rules §13.6.
 */
export const retentionClasses = ['unfinished', 'applicants', 'admitted', 'payments', 'messages', 'logins'] as const
export type RetentionClass = (typeof retentionClasses)[number]
export const recordClasses = ['unfinished', 'applicants', 'admitted'] as const satisfies readonly RetentionClass[]
export type RecordClass = (typeof recordClasses)[number]

/** Days after the end of the season; for logins, after the login. `restrict`: null where nothing is restricted first. */
type RetentionPeriod = { restrict: number | null; erase: number }
export type Retention = Readonly<Record<RetentionClass, RetentionPeriod>>

/** The rules of a season for personal data. `answerWithin`: days that the grievance officer has for a request. */
export type PersonalDataRules = { answerWithin: number; retention: Retention }

/** Days. Logs are kept for at least 180 days; the rules of the Act give at most 90 days for an answer to a grievance. */
export const personalDataLimits = { answerWithin: 90, leastLog: 180, mostDays: 36_500 } as const

/** The class of a candidate's record. */
export const recordClassOf = (facts: { isSubmitted: boolean; isAdmitted: boolean }): RecordClass =>
  facts.isAdmitted ? 'admitted' : facts.isSubmitted ? 'applicants' : 'unfinished'

/** When data of a class is restricted and erased, counted from `since`; null while the season has no end. */
export function retentionDates(
  { restrict, erase }: RetentionPeriod,
  since: number | null,
): { restrictAt: number | null; eraseAt: number } | null {
  if (since === null) return null
  return { restrictAt: restrict === null ? null : since + days(restrict), eraseAt: since + days(erase) }
}

/** The end of a season: the last instant of its schedule; null while the schedule has no date. */
export function seasonEnd(activities: readonly { opensAt: number; closesAt: number | null }[]): number | null {
  const ends = activities.map(({ opensAt, closesAt }) => closesAt ?? opensAt)
  return ends.length ? Math.max(...ends) : null
}
