import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import {
  compareSeatTypes,
  isMatrixSeatType,
  isSpecialSeatType,
  type SeatType,
} from '#server/domain/terms/seat-types.ts'
import { listOfType, type PastClosing, shownSeasons } from './past-closings'

/**
 * How likely a seat at a choice is, by the closing merits of earlier seasons and of this season's last round. Everything
 * here is pure, because the candidate's own browser works it out from a published table. Source: rules §8.22.
 */
export const bands = ['likely', 'possible', 'unlikely'] as const
export type Band = (typeof bands)[number]

/** The rule's figures. Places are in ten-thousandths of a merit list. */
export const chanceRule = {
  /** A place counts as clear of the closing merit only with this distance: 5 in 100 of the list. */
  margin: 500,
  /** A type of seat counts only where at least this many seats were given or left in each of the seasons. */
  fewestSeats: 3,
  /** Seasons that a type of seat needs. */
  fewestSeasons: 2,
  /** Bands are withheld unless last season's `likely` and `unlikely` were right this often, in 100. */
  rightAtLeast: 80,
} as const

const whole = 10_000

/** The numbers of candidates on the lists that rank for seats. */
type Listed = { state: number; allIndia: number }

/** A last number admitted; 0: seats were left, so that the list was exhausted; null: the round has no figure. */
type Closed = number | null

/** One earlier season's figures of a type of seat: after the round before this one (null for round 1), and after it. */
type Season = readonly [before: Closed, at: Closed]

/**
 * The published table of a round: every type of seat with enough data. It names nobody, and no type of seat that would
 * reveal something about a person. `seasons`: the newest first. In `pools`, by choice code and type: this season's last
 * number of the round before, then a record for each of `seasons`.
 */
export type ChanceTable = {
  format: 'pravesh-chances/1'
  academicYear: string
  round: CapRound
  /** True if this season's round before is published, and each type's first figure is of it. */
  hasBefore: boolean
  listed: Listed
  seasons: readonly { academicYear: string; before: Listed; at: Listed }[]
  pools: { readonly [choiceCode: string]: { readonly [seatType: string]: readonly [Closed, ...Season[]] } }
}

/**
 * This season's facts. `before`: the closings of its round before, null if it has none; `offered`: the pools of its seat
 * matrix, as `900110110 GOPENS`.
 */
type Present = {
  academicYear: string
  round: CapRound
  listed: Listed
  before: readonly Pick<PastClosing, 'choiceCode' | 'seatType' | 'merit' | 'vacant'>[] | null
  offered: ReadonlySet<string>
}

const closedAt = ({ merit, vacant }: Pick<PastClosing, 'merit' | 'vacant'>): Closed => (vacant > 0 ? 0 : merit)

/**
 * Makes the table of a round from the closings of earlier seasons. Leaves out what the rule finds too thin. `fewestSeats`:
 * those of the rule, or fewer for the odds of a list, which weigh every type by how far it may be wrong.
 */
export function chanceTable(
  present: Present,
  past: readonly PastClosing[],
  fewestSeats: number = chanceRule.fewestSeats,
): ChanceTable {
  const { academicYear, round, listed, before, offered } = present
  const years = [...new Set(past.map((one) => one.academicYear))].sort().reverse().slice(0, shownSeasons)
  const keyOf = (one: Pick<PastClosing, 'choiceCode' | 'seatType'>) => `${one.choiceCode} ${one.seatType}`
  const ofYears = years.map((year) => {
    const rows = past.filter((one) => one.academicYear === year)
    const at = new Map(rows.filter((one) => one.round === round).map((one) => [keyOf(one), one]))
    const earlier = rows.filter((one) => one.round === round - 1)
    return { year, at, before: new Map(earlier.map((one) => [keyOf(one), one])) }
  })
  const now = new Map((before ?? []).map((one) => [keyOf(one), closedAt(one)]))
  const pools: { [code: string]: { [type: string]: readonly [Closed, ...Season[]] } } = {}
  const newest = [...(ofYears[0]?.at.values() ?? [])]
    .filter(({ seatType }) => !isSpecialSeatType(seatType))
    .sort(
      (a, b) =>
        (a.choiceCode < b.choiceCode ? -1 : a.choiceCode > b.choiceCode ? 1 : 0) ||
        compareSeatTypes(a.seatType, b.seatType),
    )
  for (const one of newest) {
    const key = keyOf(one)
    const found = ofYears.map((of) => of.at.get(key))
    if (isMatrixSeatType(one.seatType) && !offered.has(key)) continue
    const isThick = found.every((row) => row && row.admitted + row.vacant >= fewestSeats)
    if (!isThick || found.length < chanceRule.fewestSeasons) continue
    const records = ofYears.map((of, n): Season => {
      const earlier = of.before.get(key)
      return [earlier ? closedAt(earlier) : null, closedAt(found[n]!)]
    })
    pools[one.choiceCode] = { ...pools[one.choiceCode], [one.seatType]: [now.get(key) ?? null, ...records] }
  }
  return {
    format: 'pravesh-chances/1',
    academicYear,
    round,
    hasBefore: before !== null,
    listed,
    seasons: ofYears.map(({ year, at, before: earlier }) => ({
      academicYear: year,
      before: largest([...earlier.values()]),
      at: largest([...at.values()]),
    })),
    pools,
  }
}

/** The lengths of a season's lists, from the lines of one of its rounds. */
function largest(rows: readonly PastClosing[]): Listed {
  const longest = (list: keyof Listed) =>
    rows.reduce((most, row) => (listOfType(row.seatType) === list ? Math.max(most, row.listed) : most), 0)
  return { state: longest('state'), allIndia: longest('allIndia') }
}

/** A number's place in its list, in ten-thousandths: the last of a list has 10,000. */
const placeOf = (number: number, listed: number): number => (listed > 0 ? Math.ceil((number * whole) / listed) : whole)

/** How far down a list a round reached, in ten-thousandths; the whole of it where seats were left. */
const reach = (closed: number, listed: number): number => (closed === 0 ? whole : placeOf(closed, listed))

/** Where seasons say that this season's round will close, as places. */
type Expected = { least: number; most: number }

/**
 * Each season says where it closed; once this season's round before is known, as far from it as that season moved
 * between the two rounds.
 */
function expectedFrom(
  records: readonly Season[],
  lists: readonly { before: number; at: number }[],
  now: { closed: Closed; listed: number },
): Expected {
  const says = records.map(([before, at], n) => {
    const end = reach(at!, lists[n]!.at)
    if (now.closed === null || before === null) return end
    const moved = end - reach(before, lists[n]!.before)
    return Math.max(0, Math.min(whole, reach(now.closed, now.listed) + moved))
  })
  return { least: Math.min(...says), most: Math.max(...says) }
}

/**
 * The last number of a list whose place is likely, and the last one that is still possible. Where every season left
 * seats, all of them are likely.
 */
function limitsOf({ least, most }: Expected, listed: number): { likely: number; possible: number } {
  if (least === whole) return { likely: listed, possible: listed }
  const numberAt = (place: number) => Math.max(0, Math.min(listed, Math.floor((place * listed) / whole)))
  return { likely: numberAt(least - chanceRule.margin), possible: numberAt(most + chanceRule.margin) }
}

/** The figures behind a band, for one type of seat. Numbers are of this season's list. */
type ChanceFigures = {
  seatType: SeatType
  list: keyof Listed
  /** The candidate's number, and how many the list has. */
  own: number
  listed: number
  /** The numbers between which the round is expected to close. */
  least: number
  most: number
  /** This season's last number of the round before; null if there is none. */
  before: Closed
  seasons: readonly { academicYear: string; closed: number; listed: number }[]
}

export type Chance = { band: Band; figures: ChanceFigures }

/**
 * The chance of a candidate at a choice code. `seatTypes`: those that the candidate may use there; the best one counts.
 * Null where the data are too thin. Source: rules §8.22.
 */
export function chanceAt(
  table: ChanceTable,
  choiceCode: string,
  seatTypes: readonly string[],
  merit: { readonly [list in keyof Listed]: number | null },
): Chance | null {
  let best: (Chance & { ahead: number }) | null = null
  for (const seatType of seatTypes) {
    const pool = table.pools[choiceCode]?.[seatType]
    const list = listOfType(seatType)
    const own = merit[list]
    if (!pool || own === null) continue
    const [before, ...records] = pool
    const listed = table.listed[list]
    const lists = table.seasons.map((season) => ({ before: season.before[list], at: season.at[list] }))
    const expected = expectedFrom(records, lists, { closed: before, listed })
    const ahead = expected.least - placeOf(own, listed)
    if (best && ahead <= best.ahead) continue
    const { likely, possible } = limitsOf(expected, listed)
    const number = (at: number) => Math.floor((at * listed) / whole)
    best = {
      band: own <= likely ? 'likely' : own <= possible ? 'possible' : 'unlikely',
      ahead,
      figures: {
        seatType: seatType as SeatType,
        list,
        own,
        listed,
        least: number(expected.least),
        most: number(expected.most),
        before,
        seasons: records.map(([, at], n) => ({
          academicYear: table.seasons[n]!.academicYear,
          closed: at!,
          listed: lists[n]!.at,
        })),
      },
    }
  }
  return best && { band: best.band, figures: best.figures }
}

/** A last number of a type of seat, in its own list of so many. `isLeft`: seats stayed empty. */
export type LastNumber = { seatType: SeatType; merit: number | null; isLeft: boolean; listed: number }

/**
 * Is a candidate beyond every last number known of the types of seat that they could use at a choice whose figures are too
 * thin for a band? At least two figures, each passed by more than the margin. Source: rules §8.22.
 */
export function isBeyond(
  lasts: readonly LastNumber[],
  merit: { readonly [list in keyof Listed]: number | null },
  listed: Listed,
): boolean {
  const isPassed = ({ seatType, merit: last, isLeft, listed: ofThen }: LastNumber) => {
    const list = listOfType(seatType)
    const own = merit[list]
    if (isLeft || last === null) return false
    // Whoever is not on a list gets no seat by it.
    return own === null || placeOf(own, listed[list]) - placeOf(last, ofThen) > chanceRule.margin
  }
  return lasts.length >= chanceRule.fewestSeasons && lasts.every(isPassed)
}

/**
 * How far last season's closings were from where the seasons before it had them: places, sorted, of the types of seat
 * that were expected to be left (`left`) and of the others (`filled`).
 */
export type Surprises = { left: readonly number[]; filled: readonly number[] }

export function surprisesOf({ seasons, pools, hasBefore }: ChanceTable): Surprises {
  const found = { left: [] as number[], filled: [] as number[] }
  const [last, ...earlier] = seasons
  if (!last || !earlier.length) return found
  for (const types of Object.values(pools)) {
    for (const [seatType, [, newest, ...records]] of Object.entries(types)) {
      const [before, at] = newest!
      const list = listOfType(seatType)
      const lists = earlier.map((season) => ({ before: season.before[list], at: season.at[list] }))
      const now = { closed: hasBefore ? before : null, listed: last.before[list] }
      const place = middleOf(expectedFrom(records, lists, now))
      found[place === whole ? 'left' : 'filled'].push(reach(at!, last.at[list]) - place)
    }
  }
  const inOrder = (places: number[]) => places.sort((a, b) => a - b)
  return { left: inOrder(found.left), filled: inOrder(found.filled) }
}

const middleOf = ({ least, most }: Expected): number => (least + most) / 2

/** The share of surprises, 0 to 1, with which a type of seat reaches a candidate at a place; halfway between its neighbours. */
function shareReaching(surprises: readonly number[], short: number): number {
  let [low, high] = [0, surprises.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (surprises[middle]! < short) low = middle + 1
    else high = middle
  }
  return (surprises.length - low + 0.5) / (surprises.length + 1)
}

/** How likely each type of seat that a candidate may use reaches them at a choice code, 0 to 1; without those of no figures. */
export function oddsAt(
  table: ChanceTable,
  surprises: Surprises,
  choiceCode: string,
  seatTypes: readonly string[],
  merit: { readonly [list in keyof Listed]: number | null },
): number[] {
  return seatTypes.flatMap((seatType) => {
    const pool = table.pools[choiceCode]?.[seatType]
    const list = listOfType(seatType)
    const own = merit[list]
    if (!pool || own === null) return []
    const [before, ...records] = pool
    const listed = table.listed[list]
    const lists = table.seasons.map((season) => ({ before: season.before[list], at: season.at[list] }))
    const place = middleOf(expectedFrom(records, lists, { closed: before, listed }))
    return [shareReaching(surprises[place === whole ? 'left' : 'filled'], placeOf(own, listed) - place)]
  })
}

/** How many of a band's statements were asked for, and how many of them came true: a seat, or for `unlikely` none. */
type Tried = { asked: number; right: number }
export type Backtest = { academicYear: string; from: readonly string[]; bands: { readonly [band in Band]: Tried } }

/**
 * The rule tried on the newest earlier season, with only the seasons before it and that season's round before: every
 * place of that season's list at every type of seat of the table. `possible` is right where there was a seat. Null if no
 * season is left to try it from.
 */
export function backtestOf({ seasons, pools, hasBefore }: ChanceTable): Backtest | null {
  const [last, ...earlier] = seasons
  if (!last || !earlier.length) return null
  const tried = { likely: { asked: 0, right: 0 }, possible: { asked: 0, right: 0 }, unlikely: { asked: 0, right: 0 } }
  const count = (band: Band, asked: number, right: number) => {
    tried[band].asked += asked
    tried[band].right += right
  }
  for (const types of Object.values(pools)) {
    for (const [seatType, [, newest, ...records]] of Object.entries(types)) {
      const [before, at] = newest!
      const list = listOfType(seatType)
      const listed = last.at[list]
      const lists = earlier.map((season) => ({ before: season.before[list], at: season.at[list] }))
      const now = { closed: hasBefore ? before : null, listed: last.before[list] }
      const { likely, possible } = limitsOf(expectedFrom(records, lists, now), listed)
      const reached = at === 0 ? listed : at!
      count('likely', likely, Math.min(likely, reached))
      count('possible', possible - likely, Math.max(0, Math.min(possible, reached) - likely))
      count('unlikely', listed - possible, listed - Math.max(possible, reached))
    }
  }
  return { academicYear: last.academicYear, from: earlier.map(({ academicYear }) => academicYear), bands: tried }
}

/** In 100, rounded down; null if nobody was asked. */
export const rightOf = ({ asked, right }: Tried): number | null => (asked ? Math.floor((100 * right) / asked) : null)

/** Was the rule right often enough last season to show bands at all? */
export const isTrusted = (backtest: Backtest | null): backtest is Backtest =>
  backtest !== null &&
  (['likely', 'unlikely'] as const).every((band) => (rightOf(backtest.bands[band]) ?? 100) >= chanceRule.rightAtLeast)
