import { type CapRound, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { ScheduledPublication } from './publications'
import type { DeskListPage } from './waiting'

/** The instant at which an activity opens or closes, or at which it happens if it has no length. */
type Edge = 'opens' | 'closes' | 'happens'

/**
 * What has to be so before an instant. `release`: two admins have released the publication; `seat-matrix`: one is in
 * force; `opening`: two admins have opened the portal; `forms`, `grievances`: the officers have judged them all;
 * `signatures`: the institutes have signed their days of reporting.
 */
type NeedKind = 'opening' | 'release' | 'seat-matrix' | 'forms' | 'grievances' | 'signatures'

/** `count`: how many are left; null where nothing is counted. `page`: where the cell sees to it; null if others do. */
type Need = {
  kind: NeedKind
  who: 'admins' | 'officers' | 'institutes'
  page: DeskListPage | null
  isReady: boolean
  count: number | null
}

/** `need`: null for an instant that needs nobody. */
export type PlannedInstant = { activity: string; edge: Edge; at: number; need: Need | null }

/** What an instant may depend on. Counts are asked only for the instants that need them. */
export type PlanFacts = {
  isOpened: boolean
  publications: readonly ScheduledPublication[]
  hasSeatMatrix(): boolean
  /** Forms that wait for a verdict. */
  forms(): number
  openGrievances(): number
  unsigned(round: CapRound): number
}

/** How many instants the home page of the desk looks ahead. */
const mostPlanned = 3

/**
 * The next instants of the schedule with what each needs, the nearest first; empty once nothing is left to come.
 * Source: rules §12.4.
 */
export function seasonPlan(schedule: readonly Activity[], now: number, facts: PlanFacts): PlannedInstant[] {
  const instants = schedule.flatMap(({ key, opensAt, closesAt }): Omit<PlannedInstant, 'need'>[] =>
    closesAt === null
      ? [{ activity: key, edge: 'happens', at: opensAt }]
      : [
          { activity: key, edge: 'opens', at: opensAt },
          { activity: key, edge: 'closes', at: closesAt },
        ],
  )
  return instants
    .filter(({ at }) => at > now)
    .sort((one, other) => one.at - other.at)
    .slice(0, mostPlanned)
    .map((instant) => ({ ...instant, need: needOf(instant, facts) }))
}

function needOf({ activity, edge }: Omit<PlannedInstant, 'need'>, facts: PlanFacts): Need | null {
  const counted = (kind: NeedKind, who: Need['who'], page: Need['page'], count: number): Need => ({
    kind,
    who,
    page,
    isReady: count === 0,
    count,
  })
  if (!facts.isOpened) return { kind: 'opening', who: 'admins', page: 'set-up', isReady: false, count: null }
  const publication = facts.publications.find((one) => one.activity === activity)
  if (publication && edge === 'happens') {
    const { page, isPublished, released } = publication
    return { kind: 'release', who: 'admins', page, isReady: isPublished || !!released?.isCurrent, count: null }
  }
  if (activity === 'scrutiny' && edge === 'closes') return counted('forms', 'officers', 'officers', facts.forms())
  if (activity === 'grievances' && edge === 'closes')
    return counted('grievances', 'officers', null, facts.openGrievances())
  const inRound = roundOfActivity(activity)
  if (inRound?.part === 'options' && edge === 'opens')
    return { kind: 'seat-matrix', who: 'admins', page: 'seat-matrix', isReady: facts.hasSeatMatrix(), count: null }
  if (inRound?.part === 'reporting' && edge === 'closes')
    return counted('signatures', 'institutes', 'reporting-days', facts.unsigned(inRound.round))
  return null
}
