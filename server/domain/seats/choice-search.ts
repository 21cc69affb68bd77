import { type Paise, rupees } from '#server/kernel/money.ts'
import { seek } from '#server/kernel/names.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import type { Band } from './chances'
import type { Hostel } from './institutes'

/**
 * Search, filters and order of the courses on offer. The server applies them for a browser without JavaScript, and the
 * browser itself otherwise, so that every key is answered at once and nobody learns what is looked for.
 */
export type ChoiceRow = {
  code: string
  institute: string
  instituteCode: string
  /** As in the seat matrix, and in the page's language. */
  course: string
  courseName: string
  /** `MH-pune`, and its name in the page's language. */
  district: string
  place: string
  /** As in the seat matrix, and in the page's language. */
  university: string
  universityName: string
  /** As in the seat matrix, and in words. */
  status: string
  kind: string
  /** A year; null if it is not known. */
  fee: Paise | null
  /** Null if it is not known. */
  hostel: Hostel | null
  isWaiver: boolean
  /** Seats of the types that the candidate could use. */
  seats: number
  last: LastRank | null
  /** The candidate is beyond every last number known, so without figures of its own the chance is small, too. */
  isBeyond: boolean
  /** From the candidate's district: kilometres in a straight line, 0 within it; null if that is not known. */
  distance: number | null
}

/** The last number admitted by the type of seat that came nearest to the candidate; null if nobody was. */
export type LastRank = {
  merit: number | null
  isAllIndia: boolean
  /** Seats stayed empty. */
  isLeft: boolean
  /** This candidate would have got one; false for an earlier season, whose numbers are those of another list. */
  isReached: boolean
}

/** `chance` only in a browser: no server works out chances. */
export const choiceOrders = ['chance', 'fee', 'last', 'distance'] as const

/** For whom a hostel is asked: anybody, women, men. */
export const hostelWishes = ['any', 'women', 'men'] as const

/** The names of a search in its address. */
export const searchNames = [
  'q',
  'course',
  'district',
  'university',
  'status',
  'fee',
  'hostel',
  'near',
  'reached',
  'chance',
  'starred',
  'order',
] as const

/** A search as its address writes it; what is empty or unknown asks for nothing. Fees in rupees, distances in km. */
export type ChoiceSearch = Readonly<Partial<Record<(typeof searchNames)[number], string>>>

/** The highest fee that a search asks for, which its address writes in rupees; null for none. */
export function highestFee(written: string | undefined): Paise | null {
  const upTo = writtenNumber(written)
  return upTo === null ? null : rupees(upTo)
}

/** The search in the names of an address: a number, a hostel or an order that means nothing is left out. */
export function readSearch(asked: ChoiceSearch): ChoiceSearch {
  const isOne = (of: readonly string[], value: string) => of.includes(value)
  const means = (name: keyof ChoiceSearch, value: string): boolean => {
    if (name === 'fee' || name === 'near') return writtenNumber(value) !== null
    if (name === 'hostel') return isOne(hostelWishes, value)
    if (name === 'order') return isOne(choiceOrders, value)
    if (name === 'reached' || name === 'starred') return value === 'true'
    return name !== 'chance' || value === 'likely'
  }
  return Object.fromEntries(
    searchNames.flatMap((name) => {
      const value = asked[name]
      return value && means(name, value) ? [[name, value]] : []
    }),
  )
}

/** A search with one of its values set, or taken away if it has it already. An address holds nothing empty. */
export function toggled(search: ChoiceSearch, name: keyof ChoiceSearch, value: string): ChoiceSearch {
  const next = { ...search, [name]: search[name] === value ? '' : value }
  return Object.fromEntries(searchNames.flatMap((one) => (next[one] ? [[one, next[one]]] : [])))
}

/**
 * What a button of the search asks for: to take what was typed and chosen (`typed`), to open the filters too (`filters`), to
 * ask for nothing (`clear`), or to set a filter or take it away (`fee:100000`). `asked`: the search of the address with what
 * was typed and chosen. Anything else asks for what was typed.
 */
export function pressedFind(pressed: string, asked: ChoiceSearch): { search: ChoiceSearch; areFiltersOpen: boolean } {
  const [name, value = ''] = pressed.split(':')
  const filter = searchNames.find((one) => one === name)
  const search = filter && value ? readSearch(toggled(asked, filter, value)) : readSearch(asked)
  return { search: pressed === 'clear' ? {} : search, areFiltersOpen: pressed === 'filters' }
}

/** What a search asks of the course itself, known without its fee or closing merits. */
type Course = Pick<ChoiceRow, 'course' | 'district' | 'university' | 'status'>

/**
 * Does the course suit the words and the plain filters of a search? `said`: its words, as `saidBy` gives them; asked for
 * only where something was typed.
 */
export function courseFilter(search: ChoiceSearch): (course: Course, said: () => string) => boolean {
  const { course, district, university, status, q = '' } = search
  const isSought = q.trim() ? seek(q) : null
  const isAsked = (wanted: string | undefined, has: string) => !wanted || wanted === has
  return (one, said) =>
    isAsked(course, one.course) &&
    isAsked(district, one.district) &&
    isAsked(university, one.university) &&
    isAsked(status, one.status) &&
    (isSought === null || isSought(said()))
}

/** No word has it. */
const mark = ' ; '

/** The words of a course: of its institute and where that is, then the rest. */
export const sayingFirst = (place: string, rest: string): string => `${place}${mark}${rest}`

/**
 * Puts first the courses whose institute or place says the words of a search: who types "Pune" looks for the town before the
 * university of that name. Otherwise the order stays. `wordsOf`: as `sayingFirst` gives them.
 */
export function nearestFirst<T>(
  found: readonly T[],
  typed: string | undefined,
  wordsOf: (one: T) => string,
): readonly T[] {
  if (!typed?.trim()) return found
  const isSaid = seek(typed, 'beginning')
  const [near, far]: [T[], T[]] = [[], []]
  for (const one of found) (isSaid(wordsOf(one).split(mark, 1)[0]!) ? near : far).push(one)
  return near.length && far.length ? [...near, ...far] : found
}

/** What only a browser or an account knows of a course: its chance, and a star. */
export type OwnFacts = { bandOf?(row: ChoiceRow): Band | null; isStarred?(code: string): boolean }

/** Does the search ask for more than `courseFilter` answers: a filter of `rowFilter`, or an order? */
export const asksForRows = ({ fee, hostel, near, reached, starred, order }: ChoiceSearch): boolean =>
  [fee, hostel, near, reached, starred, order].some(Boolean)

/** Does the search ask for chances, which only a browser works out? */
export const asksForChances = ({ chance, order }: ChoiceSearch): boolean => !!chance || order === 'chance'

/** The search without what it asks of chances: for a round that has none. */
export const withoutChances = ({ chance: _, order, ...search }: ChoiceSearch): ChoiceSearch =>
  order && order !== 'chance' ? { ...search, order } : search

/** Does the course suit the other filters? A fee, hostel or distance that is not known suits none that asks for it. */
export function rowFilter(search: ChoiceSearch, own: OwnFacts = {}): (row: ChoiceRow) => boolean {
  const fee = highestFee(search.fee)
  const near = writtenNumber(search.near)
  const { hostel, reached, chance, starred } = search
  const { bandOf, isStarred } = own
  return (row) =>
    (fee === null || (row.fee !== null && row.fee <= fee)) &&
    (near === null || (row.distance !== null && row.distance <= near)) &&
    (!hostel || suits(row.hostel, hostel)) &&
    (reached !== 'true' || row.last?.isReached === true) &&
    (chance !== 'likely' || !bandOf || bandOf(row) === 'likely') &&
    (starred !== 'true' || !isStarred || isStarred(row.code))
}

const suits = (hostel: Hostel | null, wish: string): boolean =>
  hostel !== null && hostel !== 'none' && (hostel === 'both' || wish === hostel || (wish !== 'women' && wish !== 'men'))

const bandPlaces: Readonly<Record<Band, number>> = { likely: 0, possible: 1, unlikely: 2 }

/** The rows in the asked order; rows of one value, and those without one at the end, keep the order that they have. */
export function inOrder<R extends ChoiceRow>(rows: readonly R[], order: string | undefined, own: OwnFacts = {}): R[] {
  const value = valueFor(order, own)
  if (!value) return [...rows]
  const values = new Map(rows.map((row) => [row, value(row) ?? Number.POSITIVE_INFINITY]))
  return [...rows].sort((a, b) => {
    const [one, other] = [values.get(a)!, values.get(b)!]
    return one === other ? 0 : one - other
  })
}

function valueFor(order: string | undefined, { bandOf }: OwnFacts): ((row: ChoiceRow) => number | null) | null {
  switch (order) {
    case 'fee':
      return ({ fee }) => fee
    case 'distance':
      return ({ distance }) => distance
    case 'last':
      // The course whose last number was smallest was wanted most; where seats were left, everybody got one.
      return ({ last }) => (last?.isLeft ? Number.MAX_SAFE_INTEGER : (last?.merit ?? null))
    case 'chance':
      if (!bandOf) return null
      return (row) => {
        const band = bandOf(row)
        return band === null ? null : bandPlaces[band]
      }
    default:
      return null
  }
}
