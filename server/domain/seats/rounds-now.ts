import {
  type CapRound,
  type CapRoundPart,
  type RoundPlan,
  roundActivity,
  roundNumbers,
  roundOfActivity,
} from '#server/domain/terms/cap-rounds.ts'
import { type Activity, isOpen } from '#server/domain/terms/schedule.ts'

/** An activity of a round, with its place in the rounds. */
type RoundMoment = Activity & { round: CapRound; part: CapRoundPart }

/** How far the rounds are. */
export type RoundsNow = {
  /** The round that is running: from the opening of its option form to the end of its last activity. */
  running: CapRound | null
  /** The next activity of any round that has not begun. */
  next: RoundMoment | null
  /** The last round has ended. False while a round of the plan has no dates. */
  areOver: boolean
}

const endOf = ({ opensAt, closesAt }: Activity) => closesAt ?? opensAt

/**
 * The running round and the next activity, by the schedule. Every page about the rounds uses this. Source: rules §8.11,
 * §12.2.
 */
export function roundsNow<A extends Activity>(plan: RoundPlan, schedule: readonly A[], now: number): RoundsNow {
  const moments = schedule
    .flatMap((activity): RoundMoment[] => {
      const place = roundOfActivity(activity.key)
      return place && place.round <= plan.length ? [{ ...activity, ...place }] : []
    })
    .sort((a, b) => a.opensAt - b.opensAt)
  const begun = moments.filter(({ part, opensAt }) => part === 'options' && opensAt <= now).map(({ round }) => round)
  const newest = begun.length ? Math.max(...begun) : null
  const hasEnded = moments.every((moment) => moment.round !== newest || endOf(moment) <= now)
  return {
    running: hasEnded ? null : newest,
    next: moments.find(({ opensAt }) => opensAt > now) ?? null,
    areOver:
      moments.every((moment) => endOf(moment) <= now) &&
      roundNumbers(plan).every((round) => moments.some((moment) => moment.round === round)),
  }
}

/** The seat-acceptance window of a round at present; null if the schedule gives no dates. Epoch milliseconds. */
export type AcceptanceNow = { state: 'to-come' | 'open' | 'over'; opensAt: number; closesAt: number | null }

/** Can a seat of this round be accepted now, or from when? Source: rules §8.12, §8.14. */
export function acceptanceNow(round: CapRound, schedule: readonly Activity[], now: number): AcceptanceNow | null {
  const window = schedule.find(({ key }) => key === roundActivity(round, 'acceptance'))
  if (!window) return null
  const { opensAt, closesAt } = window
  return { state: now < opensAt ? 'to-come' : isOpen(window, now) ? 'open' : 'over', opensAt, closesAt }
}
