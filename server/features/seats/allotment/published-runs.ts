import { type CapRound, roundActivity, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import { outsideWindow } from '#server/domain/terms/schedule.ts'
import type { Refused } from '#server/kernel/result.ts'
import type { ResultsDeps } from './published-deps'
import type { PublishedRun } from './published-store'

/** The rounds whose allotment is published; everything public begins with one. */
export function createPublishedRuns({ store, course, activity, now }: ResultsDeps) {
  const runOf = (round: CapRound): PublishedRun | undefined => store.runs().find((run) => run.round === round)

  return {
    runOf,

    /** The refusal of a round before its publication, with the date of it; null for a round that the course does not have. */
    unpublished: (round: CapRound | null): Refused =>
      outsideWindow(
        'round-not-published',
        round === null ? null : activity(roundActivity(round, 'allotment')),
        now(),
        404,
      ),

    /** The rounds whose allotment is published, in order. */
    rounds: (): CapRound[] => store.runs().map(({ round }) => round),

    /** The published round that an address names; null for any other text. */
    publishedRound(written: string | undefined): CapRound | null {
      const round = roundWritten(course.rounds, written)
      return round !== null && runOf(round) ? round : null
    },

    /** When the newest round was published; null before the first. */
    newestAt: (): number | null =>
      store.runs().reduce<number | null>((last, run) => Math.max(last ?? 0, run.publishedAt), null),
  }
}

export type PublishedRuns = ReturnType<typeof createPublishedRuns>
