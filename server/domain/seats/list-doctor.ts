import { plainName } from '#server/kernel/names.ts'
import { distance } from '#server/kernel/nearest.mjs'
import type { Band } from './chances'

/** The figures of the list doctor. Source: rules §8.24. */
export const doctorRule = {
  /** Types of seat count towards the odds of a list where at least this many seats were given or left in each season. */
  fewestSeats: 2,
  /**
   * How much each further chance adds to the best one: seasons move together, so two chances of one list fail together
   * more often than two coins. This figure and the next were found on simulated seasons, and tested on others.
   */
  further: 0.45,
  /** The share of lists that get a seat of a type without figures. */
  unseen: 0.04,
  /** Names that differ by no more letters than this, without the place at their end, are alike. */
  letters: 3,
  /** A choice stands alone where so many others of the list agree. */
  others: 4,
  /** A choice is nearly sure where so many of 100 lists of it alone got a seat: those below it hardly count. */
  nearlySure: 95,
  suggestions: 3,
} as const

/** A course on offer as the doctor looks at it. `odds`: of each type of seat that the candidate may use, 0 to 1. */
export type Candidacy = {
  code: string
  instituteCode: string
  institute: string
  course: string
  district: string
  university: string
  status: string
  isWaiver: boolean
  /** Null where there are too few figures. */
  band: Band | null
  odds: readonly number[]
}

/** Two choices whose names are easily taken for one another. `place`: from 1; `other.place`: null if it is not chosen. */
type Alike = { place: number; code: string; other: { place: number | null; code: string } }
/** A choice that differs from all others of the list in its course or in its type of institute. */
type Alone = { place: number; code: string; by: 'course' | 'status' }

/** A course near by: in a district of the list, or else at a university of it. */
type Suggestion = { code: string; by: 'district' | 'university' }

export type Advice = {
  counts: { readonly [band in Band | 'unknown']: number }
  /** How many of 100 such lists got a seat; null without figures. */
  odds: number | null
  /** The place, from 1, of the first choice that is nearly sure; null if there is none. */
  sure: number | null
  alike: readonly Alike[]
  alone: readonly Alone[]
  /** Choice codes that are likely and not on the list, each with what it shares with it. */
  suggestions: readonly Suggestion[]
}

/**
 * The odds of a list, 0 to 1: the best chance in full, every further one weighed by how far seasons move together. Null
 * without any chance.
 */
export function oddsOfList(chances: readonly number[]): number | null {
  if (!chances.length) return null
  const [best, ...others] = [...chances].sort((a, b) => b - a) as [number, ...number[]]
  return (
    1 - others.reduce((none, chance) => none * (1 - chance) ** doctorRule.further, (1 - best) * (1 - doctorRule.unseen))
  )
}

/** A name without the place at its end. */
const bare = (name: string): string => plainName(name.replace(/,[^,]*$/, ''))
const { letters } = doctorRule
const areAlike = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= letters && distance(a, b, letters) <= letters

/** How often each value occurs. */
function countsOf<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The choices that alone have another course, or another type of institute, than all others. */
function aloneIn(list: readonly Candidacy[]): Alone[] {
  return (['course', 'status'] as const).flatMap((by) => {
    const counts = countsOf(list.map((one) => one[by]))
    if (counts.size !== 2 || list.length <= doctorRule.others) return []
    return list.flatMap((one, n) => (counts.get(one[by]) === 1 ? [{ place: n + 1, code: one.code, by }] : []))
  })
}

/**
 * Pairs of names that are easily confused: two institutes of the list whose kinds differ, or an institute of the list far
 * from its other choices, of whose name there is one where the candidate chose others.
 */
function alikeIn(list: readonly Candidacy[], offered: readonly Candidacy[]): Alike[] {
  const places = new Map(list.map(({ code }, n) => [code, n + 1]))
  const chosen = new Set(list.map(({ instituteCode }) => instituteCode))
  const districts = countsOf(list.map(({ district }) => district))
  const found = new Map<string, Alike>()
  const names = new Map<string, string>()
  const nameOf = ({ institute }: Candidacy) => {
    const name = names.get(institute) ?? bare(institute)
    names.set(institute, name)
    return name
  }
  for (const [n, one] of list.entries()) {
    const isAlone = districts.get(one.district) === 1
    for (const other of offered) {
      if (other.instituteCode === one.instituteCode || other.isWaiver !== one.isWaiver) continue
      const place = places.get(other.code) ?? null
      const isMistakable =
        place === null
          ? !chosen.has(other.instituteCode) && isAlone && (districts.get(other.district) ?? 0) > 1
          : place > n + 1 && other.status !== one.status
      if (!isMistakable) continue
      const [a, b] = [nameOf(one), nameOf(other)]
      // One name in two districts is no slip: the place tells them apart.
      if (a === b ? one.district !== other.district : !areAlike(a, b)) continue
      const key = [one.instituteCode, other.instituteCode].sort().join()
      if (!found.has(key)) found.set(key, { place: n + 1, code: one.code, other: { place, code: other.code } })
    }
  }
  return [...found.values()].slice(0, doctorRule.suggestions)
}

/** Likely courses not on the list, of a course and in a district or at a university that the list has; the nearest first. */
function suggestionsFor(list: readonly Candidacy[], offered: readonly Candidacy[]): Suggestion[] {
  const has = <Key extends 'code' | 'course' | 'district' | 'university'>(key: Key) =>
    new Set(list.map((one) => one[key]))
  const [codes, courses, districts, universities] = [has('code'), has('course'), has('district'), has('university')]
  const nearness = ({ district, university }: Candidacy) =>
    districts.has(district) ? 2 : universities.has(university) ? 1 : 0
  const best = ({ odds }: Candidacy) => Math.max(0, ...odds)
  return offered
    .filter((one) => one.band === 'likely' && !one.isWaiver && !codes.has(one.code) && courses.has(one.course))
    .filter((one) => nearness(one) > 0)
    .sort((a, b) => nearness(b) - nearness(a) || best(b) - best(a) || (a.code < b.code ? -1 : 1))
    .slice(0, doctorRule.suggestions)
    .map((one) => ({ code: one.code, by: nearness(one) === 2 ? 'district' : 'university' }))
}

/** Is a seat at this choice, or at one above it, nearly sure? */
const isNearlySure = ({ band, odds }: Candidacy): boolean =>
  band === 'likely' && 100 * (oddsOfList(odds) ?? 0) >= doctorRule.nearlySure

/**
 * What a candidate may want to know before confirming a list. It warns and never blocks. `list`: most preferred first;
 * `offered`: every course that the candidate may choose; `counted`: how many of the list can be allotted, those above a seat
 * that the candidate keeps. Source: rules §8.24.
 */
export function adviseOn(
  list: readonly Candidacy[],
  offered: readonly Candidacy[],
  counted: number = list.length,
): Advice {
  const considered = list.slice(0, counted)
  const bands = countsOf(considered.map(({ band }) => band ?? 'unknown'))
  const odds = oddsOfList(considered.flatMap(({ odds }) => odds))
  const sure = considered.findIndex(isNearlySure) + 1
  return {
    counts: {
      likely: bands.get('likely') ?? 0,
      possible: bands.get('possible') ?? 0,
      unlikely: bands.get('unlikely') ?? 0,
      unknown: bands.get('unknown') ?? 0,
    },
    odds: odds === null ? null : Math.round(100 * odds),
    sure: sure || null,
    alike: alikeIn(list, offered),
    alone: aloneIn(list),
    suggestions: suggestionsFor(list, offered),
  }
}
