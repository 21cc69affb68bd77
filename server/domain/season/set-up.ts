import type { CellSetting } from './cell-settings'

/**
 * What a cell sets up before its portal opens, in the order of the guide. The list is the same on the page of the set-up
 * and on the page of the portal's health.
 */
const setUpItems = [
  'year',
  'head',
  'contact',
  'course',
  'dates',
  'fees',
  'rules',
  'centres',
  'institutes',
  'officers',
  'login-links',
  'documents',
  'templates',
  'message',
  'payment',
  'backup',
] as const
export type SetUpItem = (typeof setUpItems)[number]

/** The items that an admin ticks after looking, or that a test ticks when it succeeds. */
const markedItems = ['course', 'documents', 'message', 'payment'] as const satisfies SetUpItem[]
export type MarkedItem = (typeof markedItems)[number]

/** The items of `markedItems` that an admin ticks; the others are ticked by a test. */
export const tickedItems = ['course', 'documents'] as const satisfies MarkedItem[]

/** The items whose values begin as the rulebook has them, so that an admin may keep all of them together. */
export const keptItems = ['rules'] as const satisfies SetUpItem[]

/** What is set up so far. */
export type SetUpFacts = {
  /** The settings that somebody has set, even to the value that they began with. */
  set: ReadonlySet<CellSetting>
  marks: ReadonlySet<MarkedItem>
  /** Activities of the schedule without a date, and those that are over. */
  undated: number
  past: number
  /** Facilitation centres that candidates can choose, and whether the course offers scrutiny at a centre. */
  centres: number
  needsCentres: boolean
  institutes: number
  /** Accounts that can sign in, by role. */
  admins: number
  officers: number
  /** The rules of the menu that are not on the pages yet. */
  rulesMissing: number
  /** Texts by SMS, of all messages in both languages, that have no provider id. */
  withoutId: number
  backups: number
}

/** Why an item is not complete: the words `season:missing.<what>`, with a count where there is one. */
export type Missing = { what: MissingWhat; count?: number; setting?: CellSetting }
type MissingWhat =
  | 'setting'
  | 'look'
  | 'undated'
  | 'past'
  | 'centres'
  | 'institutes'
  | 'admins'
  | 'officers'
  | 'rules'
  | 'template-ids'
  | 'test'
  | 'backup'

export type SetUpLine = { item: SetUpItem; missing: readonly Missing[] }

const settingsOf: Partial<Record<SetUpItem, readonly CellSetting[]>> = {
  year: ['year'],
  head: ['head', 'pictures'],
  contact: ['contact'],
  fees: ['fees', 'acceptance-fee', 'payment-time'],
  rules: ['limits', 'border-area', 'merit', 'certificates', 'rounds', 'own-time'],
  'login-links': ['login-links'],
}

/** The settings that an item sets. */
export const settingsOfItem = (item: SetUpItem): readonly CellSetting[] => settingsOf[item] ?? []

/** The item that a setting belongs to; the first one for a setting that the set-up does not ask for. */
export const itemOfSetting = (setting: CellSetting): SetUpItem =>
  setUpItems.find((item) => settingsOfItem(item).includes(setting)) ?? setUpItems[0]

const counted = (what: MissingWhat, count: number): Missing[] => (count > 0 ? [{ what, count }] : [])

function missingOf(item: SetUpItem, facts: SetUpFacts): readonly Missing[] {
  const looked = (missing: readonly Missing[]): readonly Missing[] =>
    facts.marks.has(item as MarkedItem) ? [] : [...missing, { what: 'look' }]
  switch (item) {
    case 'course':
      return looked([])
    case 'documents':
      return facts.rulesMissing === 0 ? [] : looked(counted('rules', facts.rulesMissing))
    case 'templates':
      return counted('template-ids', facts.withoutId)
    case 'message':
    case 'payment':
      return facts.marks.has(item) ? [] : [{ what: 'test' }]
    case 'dates':
      return [...counted('undated', facts.undated), ...counted('past', facts.past)]
    case 'centres':
      return facts.needsCentres && facts.centres === 0 ? [{ what: 'centres' }] : []
    case 'institutes':
      return facts.institutes === 0 ? [{ what: 'institutes' }] : []
    case 'officers':
      return [...counted('admins', 2 - facts.admins), ...counted('officers', 1 - facts.officers)]
    case 'backup':
      return facts.backups === 0 ? [{ what: 'backup' }] : []
    default:
      return settingsOfItem(item).flatMap((setting) => (facts.set.has(setting) ? [] : [{ what: 'setting', setting }]))
  }
}

/** Every item of the set-up with what is still missing; an item that misses nothing is complete. Source: rules §13.3. */
export const setUpLines = (facts: SetUpFacts): SetUpLine[] =>
  setUpItems.map((item) => ({ item, missing: missingOf(item, facts) }))

/** Is everything set up, so that two people may open the portal? */
export const isSetUp = (facts: SetUpFacts): boolean => setUpLines(facts).every(({ missing }) => missing.length === 0)

/**
 * The texts by SMS without a provider id with which the portal may be opened: 0 once everything is set up; null while
 * anything else is missing. With such texts an opening needs a reason. Source: rules §13.3.
 */
export const openableWithout = (facts: SetUpFacts): number | null =>
  isSetUp({ ...facts, withoutId: 0 }) ? facts.withoutId : null

/**
 * The academic year in which a portal that is created now admits: `2026-2027` from January 2026 to December 2026.
 * `day`: `2026-06-01`.
 */
export function academicYearOn(day: string): string {
  const year = Number(day.slice(0, 4))
  return `${year}-${year + 1}`
}

/** A date of one academic year, moved into another one: as many years later as that year begins. */
export function inYear(date: string, from: string, to: string): string {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return date.replace(/\d{4}/, (year) => String(Number(year) + years))
}
