import { isReturnLate, returnDueAt } from '#server/domain/admission/cancellation.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CancellationDeps } from './deps'
import type { CancellationRow } from './store'

/** The activity in the schedule at whose end online cancellation ends. */
const activityKey = 'cancellation'

/** A case with its clock. */
export type Case = CancellationRow & { dueAt: Instant; isLate: boolean }

/** Cancelled admissions as cases with a clock. */
export function createCases({ clock, activity }: Pick<CancellationDeps, 'clock' | 'activity'>) {
  return {
    /** When online cancellation ends; null while the schedule does not say. */
    cutOff: (): Instant | null => (activity(activityKey)?.closesAt ?? null) as Instant | null,

    caseOf: (row: CancellationRow, now: Instant = clock.portal()): Case => ({
      ...row,
      dueAt: returnDueAt(row.requestedAt),
      isLate: isReturnLate(row, now),
    }),
  }
}

export type Cases = ReturnType<typeof createCases>
