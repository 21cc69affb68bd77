import { closingOf } from '#server/domain/application/editing.ts'
import { days, type Instant } from '#server/kernel/time.ts'
import type { CentresDeps } from './deps'
import type { DayRow } from './store'

/** Long enough for any scrutiny. */
const horizon = days(120)

/** The times that a candidate could still book. */
export function createFreeTimes({
  store,
  directory,
  application,
}: Pick<CentresDeps, 'store' | 'directory' | 'application'>) {
  /** The deadline for checking this candidate's form; null if the schedule does not say. */
  const closingFor = (candidateId: number): number | null =>
    closingOf(application.factsOf(candidateId), application.windowsOf(candidateId))

  /** Times before this instant may be booked. */
  const until = (candidateId: number, at: Instant): number =>
    Math.min(closingFor(candidateId) ?? Number.POSITIVE_INFINITY, at + horizon)

  const daysOf = (centre: string, candidateId: number, at: Instant): DayRow[] =>
    store.days(centre, at + 1, until(candidateId, at))

  return {
    closingFor,
    until,
    daysOf,
    /** Has any centre a free place left for this candidate? */
    isAnyLeft: (candidateId: number, at: Instant): boolean =>
      directory.centres().some(({ code }) => daysOf(code, candidateId, at).some(({ free }) => free > 0)),
  }
}
