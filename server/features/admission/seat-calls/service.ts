import { byInstitute, type InstituteCount, type OwedCounts } from '#server/domain/admission/calls.ts'
import type { SeatDuty } from '#server/domain/admission/offer.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { Instant } from '#server/kernel/time.ts'
import { createCalls } from './call'
import { createSeatCallsCount } from './count'
import type { SeatCallsDeps } from './deps'
import { createSeatCallsList } from './list'

/**
 * The candidates who have not done the next act for their seat: how many, and a list to phone down. Whoever reaches a
 * candidate at the help desk reaches them here. Source: rules §8.14.
 */
export function createSeatCalls(deps: SeatCallsDeps) {
  const count = createSeatCallsCount(deps)
  const { counted, partOf, countDue, close } = count
  return {
    list: createSeatCallsList(deps, count),
    ...createCalls(deps),
    countDue,
    close,

    /**
     * The counts within reach, and the institutes by time left for this act or for all. `at`: when everybody was counted.
     * Null while the first count of a large season goes on.
     */
    async overview(
      caller: Officer,
      act: SeatDuty | null,
    ): Promise<{
      at: Instant
      counts: Pick<OwedCounts, 'total' | 'acts'>
      /** All that the caller reaches, for the filter. */
      places: { code: string; name: string }[]
      institutes: (InstituteCount & { name: string })[]
    } | null> {
      const current = await counted()
      if (!current) return null
      const { total, acts, institutes } = partOf(caller, current).counts
      const nameOf = (code: string) => current.institutes.get(code) ?? code
      return {
        at: current.at,
        counts: { total, acts },
        places: institutes.map(({ code }) => ({ code, name: nameOf(code) })).sort((a, b) => (a.code < b.code ? -1 : 1)),
        institutes: byInstitute({ institutes }, act ?? undefined).map((one) => ({ ...one, name: nameOf(one.code) })),
      }
    },
  }
}
