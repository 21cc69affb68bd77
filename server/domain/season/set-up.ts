import type { CellSetting } from './cell-settings'

/**
 * What a cell sets up before its portal opens, in the order of the guide. The list is the same on the page of the set-up
 * and on the page of the portal's health.
 */
const setUpItems = [
  'year',
  'head',
  'contact',
  'login-links',
  'fees',
  'dates',
  'rules',
  'centres',
  'institutes',
  'officers',
  'documents',
  'templates',
  'message',
  'payment',
  'backup',
] as const
export type SetUpItem = (typeof setUpItems)[number]

/** The items that are ticked when their test succeeds. */
const testedItems = ['message', 'payment'] as const satisfies SetUpItem[]
export type TestedItem = (typeof testedItems)[number]

/** The items whose values are set together on one page. */
export const valueItems = ['year', 'head', 'contact', 'login-links', 'fees'] as const satisfies SetUpItem[]

/** The items whose values begin as the rulebook has them, so that an admin may keep all of them together. */
export const keptItems = ['rules'] as const satisfies SetUpItem[]

/** What is set up so far. */
export type SetUpFacts = {
  /** The settings that somebody has set, even to the value that they began with. */
  set: ReadonlySet<CellSetting>
  marks: ReadonlySet<TestedItem>
  /** The examples that settings still hold, by setting. */
  examples: ReadonlyMap<CellSetting, readonly string[]>
  /** The items that somebody has prepared and another person has to put in force. */
  inHand: ReadonlySet<SetUpItem>
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

/** Why an item is not complete: the words `season:missing.<what>`, with a count where there is one. `examples`: what is written there. */
export type Missing = { what: MissingWhat; count?: number; setting?: CellSetting; examples?: string }
type MissingWhat =
  | Lack
  | 'setting'
  | 'undated'
  | 'past'
  | 'centres'
  | 'institutes'
  | 'admins'
  | 'officers'
  | 'test'
  | 'backup'

/** What two people may open a portal without, if they say why. */
const lacks = ['template-ids', 'rules', 'example'] as const
export type Lack = (typeof lacks)[number]
/** How much of each a portal lacks. */
export type Lacks = Readonly<Record<Lack, number>>

/** `isInHand`: what is missing is prepared, and waits for another person. */
export type SetUpLine = { item: SetUpItem; missing: readonly Missing[]; isInHand: boolean }

const settingsOf: Partial<Record<SetUpItem, readonly CellSetting[]>> = {
  year: ['year'],
  head: ['head'],
  contact: ['contact'],
  'login-links': ['login-links'],
  fees: ['fees', 'acceptance-fee', 'payment-time'],
  rules: ['limits', 'border-area', 'merit', 'certificates', 'rounds', 'own-time'],
}

/** Settings of an item that a cell may leave as they begin, without saying so. */
const optionalOf: Partial<Record<SetUpItem, readonly CellSetting[]>> = { head: ['pictures'] }

/** The settings that an item sets. */
export const settingsOfItem = (item: SetUpItem): readonly CellSetting[] => settingsOf[item] ?? []

/** The settings that an item leads to. */
export const settingsLinkedFrom = (item: SetUpItem): readonly CellSetting[] => [
  ...settingsOfItem(item),
  ...(optionalOf[item] ?? []),
]

/** The item that a setting belongs to; the first one for a setting that the set-up does not ask for. */
export const itemOfSetting = (setting: CellSetting): SetUpItem =>
  setUpItems.find((item) => settingsLinkedFrom(item).includes(setting)) ?? setUpItems[0]

const counted = (what: MissingWhat, count: number): Missing[] => (count > 0 ? [{ what, count }] : [])

function missingOf(item: SetUpItem, facts: SetUpFacts): readonly Missing[] {
  switch (item) {
    case 'documents':
      return counted('rules', facts.rulesMissing)
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
      return settingsOfItem(item).flatMap((setting): Missing[] => {
        if (!facts.set.has(setting)) return [{ what: 'setting', setting }]
        const examples = facts.examples.get(setting) ?? []
        return examples.length > 0 ? [{ what: 'example', setting, examples: examples.join(', ') }] : []
      })
  }
}

/** Every item of the set-up with what is still missing; an item that misses nothing is complete. Source: rules §13.3. */
export const setUpLines = (facts: SetUpFacts): SetUpLine[] =>
  setUpItems.map((item) => {
    const missing = missingOf(item, facts)
    return { item, missing, isInHand: missing.length > 0 && facts.inHand.has(item) }
  })

/** Is everything set up, so that two people may open the portal? */
export const isSetUp = (facts: SetUpFacts): boolean => setUpLines(facts).every(({ missing }) => missing.length === 0)

/** The part that somebody does next, from this place of the list on and then from its beginning; parts in hand wait for others. */
export const nextPart = (lines: readonly SetUpLine[], from = 0): SetUpLine | undefined =>
  [...lines.slice(from), ...lines.slice(0, from)].find(({ missing, isInHand }) => missing.length > 0 && !isInHand)

export const lacksNothing: Lacks = { 'template-ids': 0, rules: 0, example: 0 }

/** Does a portal lack no more than was agreed to? */
export const isWithin = (lacking: Lacks, agreed: Lacks): boolean => lacks.every((lack) => lacking[lack] <= agreed[lack])

/** What a portal lacks, as what is missing. */
export const missingOfLacks = (lacking: Lacks): { what: Lack; count: number }[] =>
  lacks.flatMap((what) => (lacking[what] > 0 ? [{ what, count: lacking[what] }] : []))

/**
 * What the portal would lack if it were opened now: nothing once everything is set up; null while anything is missing that
 * no reason replaces. Source: rules §13.3.
 */
export function openableWithout(facts: SetUpFacts): Lacks | null {
  const missing = setUpLines(facts).flatMap((line) => line.missing)
  if (missing.some(({ what }) => !lacks.some((lack) => lack === what))) return null
  const sumOf = (lack: Lack) => missing.reduce((sum, { what, count = 1 }) => (what === lack ? sum + count : sum), 0)
  return { 'template-ids': sumOf('template-ids'), rules: sumOf('rules'), example: sumOf('example') }
}

/** Addresses that stand for others in examples (RFC 2606). */
const exampleAddress = /(?:^|[@/.])example\.(?:com|net|org)\b|\.(?:example|invalid|test)(?:[/:]|$)/i

/** A number that nobody has: eight digits or more, of which seven in a row are the same. */
const isExampleNumber = (text: string): boolean => {
  const digits = text.replace(/[ +()-]/g, '')
  return /^\d{8,}$/.test(digits) && /(\d)\1{6}/.test(digits)
}

/** Is this text an example that somebody else's replaces, such as `1800 000 0000` or an address at example.org? */
export const isExample = (text: string): boolean => exampleAddress.test(text) || isExampleNumber(text)

/** The examples in a value of a setting. */
export function examplesIn(value: unknown): string[] {
  if (typeof value === 'string') return isExample(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(examplesIn)
}

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
