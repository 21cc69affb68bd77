import { type CapRound, type RoundPlan, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { CellSetting, CellSettings } from './cell-settings'

/** What has happened in a season, as far as a change of a setting could touch it. Counts are of candidates. */
export type SeasonStanding = {
  registered: number
  /** Payments of the application fee that have begun. */
  payers: number
  submitted: number
  /** In the newest published merit list. */
  ranked: number
  /** With a receipt in place of a certificate. */
  awaiting: number
  /** With a published allotment, and those of them who have begun to pay the seat-acceptance fee. */
  offered: number
  seatPayers: number
  /** With an option form, by round: the first entry is round 1. */
  optionForms: readonly number[]
}

/** The instants by which the schedule fixes something; null while it gives no date. Portal's clock. */
export type SeasonInstants = {
  provisionalMerit: number | null
  finalMerit: number | null
  /** When the option form opens and the allotment is published, by round. */
  options: readonly (number | null)[]
  allotments: readonly (number | null)[]
}

/** The instants of the schedule that fix values of the season. */
export function instantsOf(rounds: RoundPlan, activity: (key: string) => Activity | undefined): SeasonInstants {
  const opening = (key: string): number | null => activity(key)?.opensAt ?? null
  return {
    provisionalMerit: opening('provisional-merit'),
    finalMerit: opening('final-merit'),
    options: roundNumbers(rounds).map((round) => opening(roundActivity(round, 'options'))),
    allotments: roundNumbers(rounds).map((round) => opening(roundActivity(round, 'allotment'))),
  }
}

/** People whom a change touches: `touched` ones read a new value, `kept` ones keep theirs. */
type Touched = { who: keyof SeasonStanding; count: number; effect: 'touched' | 'kept' }

/**
 * What a change would touch. `order`: only an order of the authority can change the value now, and its number is
 * recorded. `refused`: the value is in use and cannot change at all in this season.
 */
export type ChangeVerdict = {
  verdict: 'free' | 'order' | 'refused'
  /** Why it is refused or needs an order: a key of the texts `season:why.*`. */
  why: WhyNot | null
  /** The round that it is about, of a change of the rounds' rules. */
  round?: CapRound
  touches: readonly Touched[]
}

type WhyNot =
  | 'ids-issued'
  | 'forms-submitted'
  | 'list-published'
  | 'round-begun'
  | 'round-allotted'
  | 'seats-offered'
  | 'certificates-awaited'

type Change<K extends CellSetting> = {
  before: CellSettings[K]
  after: CellSettings[K]
  /** When it takes effect. */
  at: number
  standing: SeasonStanding
  instants: SeasonInstants
}

const free = (...touches: Touched[]): ChangeVerdict => ({ verdict: 'free', why: null, touches: named(touches) })
const order = (why: WhyNot, ...touches: Touched[]): ChangeVerdict => ({
  verdict: 'order',
  why,
  touches: named(touches),
})
const refused = (why: WhyNot, ...touches: Touched[]): ChangeVerdict => ({
  verdict: 'refused',
  why,
  touches: named(touches),
})

const named = (touches: readonly Touched[]) => touches.filter(({ count }) => count > 0)
const touched = (standing: SeasonStanding, who: CountedIn, count = standing[who]): Touched => ({
  who,
  count,
  effect: 'touched',
})
const kept = (standing: SeasonStanding, who: CountedIn): Touched => ({ who, count: standing[who], effect: 'kept' })
type CountedIn = Exclude<keyof SeasonStanding, 'optionForms'>

const hasPassed = (instant: number | null | undefined, at: number) => instant != null && instant <= at

/** The criteria and limits of a season are fixed once a final list is made by them. */
function onceRanked({ standing, instants, at }: Omit<Change<'merit'>, 'before' | 'after'>): ChangeVerdict {
  if (hasPassed(instants.finalMerit, at)) return refused('list-published', touched(standing, 'ranked'))
  if (hasPassed(instants.provisionalMerit, at)) return order('list-published', touched(standing, 'ranked'))
  return standing.submitted > 0 ? order('forms-submitted', touched(standing, 'submitted')) : free()
}

const sameRound = (one: RoundPlan[number] | undefined, other: RoundPlan[number] | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The first round whose rules differ between two plans, from 1; null if none does. */
function firstChanged(before: RoundPlan, after: RoundPlan): number | null {
  const place = Array.from({ length: Math.max(before.length, after.length) }).findIndex(
    (_, index) => !sameRound(before[index], after[index]),
  )
  return place < 0 ? null : place + 1
}

function ofRounds({ before, after, at, standing, instants }: Change<'rounds'>): ChangeVerdict {
  const first = firstChanged(before.plan, after.plan)
  if (first === null) return free()
  // The last round's rules differ from the others', so a changed number of rounds changes the former last round, too.
  const lasts =
    before.plan.length === after.plan.length ? first : Math.min(first, before.plan.length, after.plan.length)
  const hasBegun = (round: number) =>
    hasPassed(instants.options[round - 1], at) || (standing.optionForms[round - 1] ?? 0) > 0
  const forms = touched({ ...standing }, 'ranked', Math.max(0, ...standing.optionForms.slice(lasts - 1)))
  if (hasPassed(instants.allotments[lasts - 1], at))
    return { ...refused('round-allotted', touched(standing, 'offered')), round: lasts }
  return hasBegun(lasts) ? { ...order('round-begun', forms), round: lasts } : free()
}

const rules: { readonly [K in CellSetting]: (change: Change<K>) => ChangeVerdict } = {
  year: ({ standing }) => (standing.registered > 0 ? refused('ids-issued', touched(standing, 'registered')) : free()),
  head: () => free(),
  pictures: () => free(),
  contact: () => free(),
  'login-links': () => free(),
  fees: ({ standing }) =>
    free(touched(standing, 'registered', standing.registered - standing.payers), kept(standing, 'payers')),
  'acceptance-fee': ({ standing, instants, at }) =>
    standing.offered > 0 || hasPassed(instants.allotments[0], at)
      ? order(
          'seats-offered',
          touched(standing, 'offered', standing.offered - standing.seatPayers),
          kept(standing, 'seatPayers'),
        )
      : free(),
  'payment-time': ({ standing, instants, at }) =>
    standing.offered > 0 || hasPassed(instants.allotments[0], at)
      ? order('seats-offered', touched(standing, 'offered', standing.offered - standing.seatPayers))
      : free(touched(standing, 'registered', standing.registered - standing.submitted)),
  limits: onceRanked,
  'border-area': onceRanked,
  merit: onceRanked,
  rounds: ofRounds,
  certificates: ({ standing }) =>
    standing.awaiting > 0 ? order('certificates-awaited', touched(standing, 'awaiting')) : free(),
  'second-reading': () => free(),
  witnesses: () => free(),
  'personal-data': ({ standing }) => free(touched(standing, 'registered')),
  'own-time': ({ standing, instants, at }) =>
    standing.offered > 0 || hasPassed(instants.allotments[0], at)
      ? order('seats-offered', touched(standing, 'offered'))
      : free(),
}

/**
 * May a setting change now, and whom would it touch? A value that the people it affects have relied on changes only by
 * an order, or not at all. Source: rules §13.2.
 */
export const verdictOnChange = <K extends CellSetting>(setting: K, change: Change<K>): ChangeVerdict =>
  (rules[setting] as (change: Change<K>) => ChangeVerdict)(change)
