import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Instant } from '#server/kernel/time.ts'
import { countGroups, type DeskCounts } from './counts'
import type { ReportingDeps } from './deps'

/** A count that took longer than this, in ms, is kept for a minute. */
const quick = 5
const keptFor = 60_000

/** Counts the candidates of an institute in a round by group; the count of a large institute may be up to a minute old. */
export function createDayCounts({ acceptance }: Pick<ReportingDeps, 'acceptance'>) {
  const kept = new Map<string, { counts: DeskCounts; until: number }>()

  return (round: CapRound, institute: string, now: Instant): DeskCounts => {
    const key = `${round} ${institute}`
    const known = kept.get(key)
    const begun = performance.now()
    if (known && begun < known.until) return known.counts
    const counts = countGroups(acceptance.seatsAt(round, institute, now))
    const ended = performance.now()
    if (ended - begun > quick) kept.set(key, { counts, until: ended + keptFor })
    else kept.delete(key)
    return counts
  }
}
