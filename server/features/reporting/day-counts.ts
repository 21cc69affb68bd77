import { setImmediate as breath } from 'node:timers/promises'
import type { CapRound } from '../../domain/seats/cap-rounds'
import type { Instant } from '../../kernel/time'
import type { ReportingDeps } from './deps'
import { countGroups, type DeskCounts } from './desk'

/** A count that took longer than this, in ms, is kept for a minute. */
const quick = 5
const keptFor = 60_000

/**
 * The candidates of institutes in a round by group. Institutes are counted one after another, so that pages are served
 * meanwhile; the count of a large institute may be up to a minute old.
 */
export function createDayCounts({ acceptance }: Pick<ReportingDeps, 'acceptance'>) {
  const kept = new Map<string, { counts: DeskCounts; until: number }>()

  return async (round: CapRound, institutes: readonly string[], now: Instant): Promise<Map<string, DeskCounts>> => {
    const found = new Map<string, DeskCounts>()
    for (const code of institutes) {
      const key = `${round} ${code}`
      const known = kept.get(key)
      const begun = performance.now()
      if (known && begun < known.until) {
        found.set(code, known.counts)
        continue
      }
      const counts = countGroups(acceptance.seatsAt(round, code, now))
      const ended = performance.now()
      if (ended - begun > quick) kept.set(key, { counts, until: ended + keptFor })
      else kept.delete(key)
      found.set(code, counts)
      await breath()
    }
    return found
  }
}
