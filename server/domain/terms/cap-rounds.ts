import type { Bilingual } from '#server/kernel/languages.ts'
import type { Stage } from './allotment-format'

/** A round of the centralised admission process, from 1. The season sets how many there are. */
export type CapRound = number

/** The rules of one round. Source: rules §8.11, §14.5. */
export type RoundRules = {
  /** A seat at a preference up to this number freezes automatically; `any`: every seat does. */
  autoFreezeUpTo: number | 'any'
  /** Who reports at the institute after it: everybody who accepted, or only candidates whose seat is frozen. */
  whoReports: 'frozen' | 'accepted'
  /** The stages of conversion that its allotment may go through. */
  stages: readonly Stage[]
}

/** The rounds of a season, in order. The last one is final: its seats are accepted or lost. */
export type RoundPlan = readonly RoundRules[]

/** `[1, 2, 3]` for a plan of three rounds. */
export const roundNumbers = (plan: RoundPlan): CapRound[] => plan.map((_, place) => place + 1)

/** The rules of a round. Throws a RangeError for a round that the plan does not hold. */
export function rulesOf(plan: RoundPlan, round: CapRound): RoundRules {
  const rules = plan[round - 1]
  if (!rules) throw new RangeError(`there is no round ${round} among ${plan.length}`)
  return rules
}

export const isLastRound = (plan: RoundPlan, round: CapRound): boolean => round >= plan.length

/**
 * Reads the round in an address or a form, written as a whole number: `2`. Null for a round that is not in the plan
 * and for every other spelling (`02`, `2.0`, `1e0`, ` 2`). Source: rules §15.1.
 */
export const roundWritten = (plan: RoundPlan, written: unknown): CapRound | null =>
  roundNumbers(plan).find((round) => String(round) === written) ?? null

/**
 * How a candidate enters a round. `takes-part`: on equal terms. `holds`: keeps the seat unless a better one is allotted.
 * `seated`: the seat is final or still being decided, and is set aside. `left`: no longer takes part.
 */
export type RoundEntry = 'takes-part' | 'holds' | 'seated' | 'left'

/** Does a candidate who enters a round like this take part in it? */
export const takesPart = (entry: RoundEntry): boolean => entry === 'takes-part' || entry === 'holds'

/** The rounds that convert seats less far than the round before them, as hardly anybody means it. */
export const roundsWithFewerStages = (plan: RoundPlan): CapRound[] =>
  roundNumbers(plan).filter((round) => round > 1 && plan[round - 1]!.stages.length < plan[round - 2]!.stages.length)

/** The parts of each round, in order, as in the keys of the schedule's activities: `round-1-options`. */
export const capRoundParts = ['options', 'allotment', 'acceptance', 'reporting'] as const
export type CapRoundPart = (typeof capRoundParts)[number]

/** The key of an activity of the schedule. */
export const roundActivity = (round: CapRound, part: CapRoundPart) => `round-${round}-${part}` as const

const partTitles = {
  options: { en: 'Option form, CAP Round', mr: 'विकल्प अर्ज, कॅप फेरी' },
  allotment: { en: 'Allotment, CAP Round', mr: 'जागावाटप, कॅप फेरी' },
  acceptance: { en: 'Accepting the seat, CAP Round', mr: 'जागा स्वीकारणे, कॅप फेरी' },
  reporting: { en: 'Reporting at the institute, CAP Round', mr: 'संस्थेत हजर होणे, कॅप फेरी' },
} as const satisfies Record<CapRoundPart, Bilingual>

/** The name of an activity of a round, as the schedule shows it. */
export const roundActivityTitle = (round: CapRound, part: CapRoundPart): Bilingual => ({
  en: `${partTitles[part].en} ${round}`,
  mr: `${partTitles[part].mr} ${round}`,
})

/** The round and part in an activity's key; null for an activity outside the rounds. */
export function roundOfActivity(key: string): { round: CapRound; part: CapRoundPart } | null {
  const [, round, name] = /^round-([1-9]\d*)-([a-z]+)$/.exec(key) ?? []
  const part = capRoundParts.find((one) => one === name)
  return round && part ? { round: Number(round), part } : null
}

/** False for an activity of a round that a season of this many rounds does not have. */
export const isInSeason = (key: string, rounds: number): boolean => (roundOfActivity(key)?.round ?? 0) <= rounds

/** The bit of a round in a set of rounds stored as one number. */
export const roundBit = (round: CapRound): number => 1 << (round - 1)

/** The rounds as addresses and permissions spell them: `round-one`, `capOne`. No season has more. */
export const roundWords = ['one', 'two', 'three', 'four', 'five', 'six'] as const
export type RoundWord = (typeof roundWords)[number]

/** The part of an address that names a round: `round-one`. Source: rules §18.3. */
export const roundSlug = (round: CapRound): `round-${RoundWord}` => `round-${roundWords[round - 1]!}`

/** The round of such a part; null for any other word and for a round that is not in the plan. */
export const roundOfSlug = (plan: RoundPlan, slug: unknown): CapRound | null =>
  roundNumbers(plan).find((round) => roundSlug(round) === slug) ?? null
