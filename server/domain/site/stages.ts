import { type CapRound, type RoundPlan, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import type { Activity, ActivityState } from '#server/domain/terms/schedule.ts'

/** The stages of an admission as a visitor counts them. */
const seasonStages = ['apply', 'scrutiny', 'merit', 'options', 'allotment', 'reporting'] as const
type SeasonStage = (typeof seasonStages)[number]

export type StageNow = {
  stage: SeasonStage
  /** Epoch milliseconds; null while the schedule gives no dates. */
  opensAt: number | null
  closesAt: number | null
  /** Exactly one is `next`, if none is `now` and one is to come. */
  state: ActivityState
  /** The share of its time that has passed, in percent, by fives. */
  share: number
}

const activitiesOf = (stage: SeasonStage, round: CapRound): readonly string[] =>
  ({
    apply: ['registration'],
    scrutiny: ['scrutiny'],
    merit: ['provisional-merit', 'grievances', 'final-merit'],
    options: [roundActivity(round, 'options')],
    allotment: [roundActivity(round, 'allotment'), roundActivity(round, 'acceptance')],
    reporting: [roundActivity(round, 'reporting')],
  })[stage]

const endOf = ({ opensAt, closesAt }: Activity) => closesAt ?? opensAt

/**
 * The six stages with their dates. The last three are those of the round that is under way or comes next; after the last
 * round, of that one. Source: rules §12.2.
 */
export function stagesOf(
  plan: RoundPlan,
  schedule: readonly Activity[],
  now: number,
): { round: CapRound; stages: readonly StageNow[] } {
  const rounds = roundNumbers(plan)
  const inRound = (round: CapRound) => schedule.filter(({ key }) => key.startsWith(`round-${round}-`))
  const round =
    rounds.find((one) => inRound(one).some((activity) => endOf(activity) > now)) ?? lastDated(rounds, inRound)
  const stages = seasonStages.map((stage): StageNow => {
    const keys = activitiesOf(stage, round)
    const found = schedule.filter(({ key }) => keys.includes(key))
    if (found.length === 0) return { stage, opensAt: null, closesAt: null, state: 'later', share: 0 }
    const opensAt = Math.min(...found.map((activity) => activity.opensAt))
    const closesAt = Math.max(...found.map(endOf))
    const state = closesAt <= now ? 'past' : opensAt <= now ? 'now' : 'later'
    const share =
      state === 'now' ? Math.round((20 * (now - opensAt)) / (closesAt - opensAt)) * 5 : state === 'past' ? 100 : 0
    return { stage, opensAt, closesAt, state, share }
  })
  if (stages.some(({ state }) => state === 'now')) return { round, stages }
  const next = stages.find(({ state, opensAt }) => state === 'later' && opensAt !== null)
  return { round, stages: stages.map((one) => (one === next ? { ...one, state: 'next' } : one)) }
}

const lastDated = (rounds: readonly CapRound[], inRound: (round: CapRound) => readonly Activity[]): CapRound =>
  [...rounds].reverse().find((round) => inRound(round).length > 0) ?? 1

/** Activities that are no step of every candidate's way: a newcomer's, a certificate's, and the cancellation. */
export const isAside = (key: string): boolean =>
  /^(registration|late-registration|cancellation|certificates.*)$/.test(key)

/**
 * The activity that concerns those who have registered: of those that are open the first to end, or else the next; null
 * once none is left.
 */
export function nowForCandidates<A extends Activity & { state: ActivityState }>(schedule: readonly A[]): A | null {
  const main = schedule.filter(({ key }) => !isAside(key))
  const open = main.filter(({ state, closesAt }) => state === 'now' && closesAt !== null)
  const [first] = open.sort((one, other) => one.closesAt! - other.closesAt!)
  return first ?? main.find(({ state }) => state === 'next' || state === 'later') ?? null
}
