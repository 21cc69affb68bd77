import { codeFinder, entriesOf, listsOf } from '#server/domain/application/form/lists.ts'
import { damageOf } from '#server/domain/terms/csv-table.ts'
import { unwrittenSign } from '#server/domain/terms/person.ts'
import type { ListEntry, Lists } from '#server/domain/terms/question.ts'
import {
  compareSeatTypes,
  isChoiceCode,
  isMatrixSeatType,
  isWaiverCode,
  matrixSeatTypes,
  type SeatType,
  seatTypes,
} from '#server/domain/terms/seat-types.ts'
import { placeCodePattern } from '#server/domain/terms/staff.ts'
import { type CsvRow, cellText, columnName, withoutEmptyEnd } from '#server/kernel/csv.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import { plainName } from '#server/kernel/names.ts'
import { nearest } from '#server/kernel/nearest.mjs'
import { unprintableSign } from '#server/kernel/printable.ts'
import { typedId, typedNumber, typedPlaceCode } from '#server/kernel/typed-text.ts'

/** The number of seats of a type. */
export type Seats = { seatType: SeatType; count: number }

/**
 * One course of one institute: the institute, the totals of its seats, and its seats by type, in order, without zeros.
 * `district`: `MH-pune`; `minority`: the code of the institute's community (`religion-jain`), null for none.
 */
export type CourseSeats = {
  choiceCode: string
  instituteCode: string
  institute: string
  university: string
  district: string
  status: string
  autonomy: string
  minority: string | null
  course: string
  sanctioned: number
  maharashtra: number
  minoritySeats: number
  allIndia: number
  instituteLevel: number
  seats: readonly Seats[]
}

/** The columns of the file, in their order. Source: rules §14.12. */
export const seatMatrixColumns = [
  'kind',
  'choice_code',
  'institute_code',
  'institute',
  'university',
  'district',
  'status',
  'autonomy',
  'minority',
  'course',
  'seat_type',
  'count',
] as const

/** The possible names in a `total` line, and the fact that holds each. */
const totals = {
  SI: 'sanctioned',
  MS: 'maharashtra',
  MINORITY: 'minoritySeats',
  AI: 'allIndia',
  INSTITUTE: 'instituteLevel',
} as const
type Total = keyof typeof totals
const seatTotals = Object.keys(totals) as readonly Total[]
const isTotal = (text: string): text is Total => (seatTotals as readonly string[]).includes(text)

/** Why a line cannot be read. A file with such a line is refused whole. */
const lineFaults = [
  'header',
  'columns',
  'quotes',
  'kind',
  'choice-code',
  'institute-code',
  'text',
  'damaged',
  'district',
  'minority',
  'total',
  'seat-type',
  'count',
  'waiver-type',
  'waiver-alone',
  'duplicate',
  'course-differs',
  'institute-differs',
  'intake-missing',
  'empty',
  'too-long',
] as const
type LineFault = (typeof lineFaults)[number]

/** The identities that the seats of a course must satisfy. Source: rules §8.2. */
const seatIdentities = [
  'intake',
  'maharashtra',
  'minority-share',
  'minority-pool',
  'all-india-share',
  'all-india-pool',
  'orphan',
  'ews',
  'waiver',
  'waiver-intake',
  'open-only',
] as const
export type SeatIdentity = (typeof seatIdentities)[number]

/** A fault of a line of the file; `choiceCode` if it could be read, `value`: what is wrong, as it was written. */
export type Fault = { line: number; choiceCode: string | null; rule: LineFault; value?: string }

/** A course whose numbers do not add up; `line`: the line of the wrong number. */
export type Breach = { line: number; choiceCode: string; rule: SeatIdentity; expected: number; found: number }

/** `lines`: the first line of each choice code. */
export type ReadMatrix = {
  courses: CourseSeats[]
  lines: ReadonlyMap<string, number>
  faults: Fault[]
  breaches: Breach[]
}

/** The shares by which the seats of a course are divided, per cent. Source: rules §8.2. */
export const seatShares = { allIndia: 15, orphan: 1, ews: 10, waiver: 5, minority: 51 } as const

/** `percent` of a whole number of seats; halves round up. Source: rules §8.2. */
export const shareOf = (seats: number, percent: number): number => Math.floor((2 * seats * percent + 100) / 200)

/** The types outside the State's own intake, which adds up to the total MS; EWS and TFWS are additional. */
const beyondMaharashtra: readonly SeatType[] = ['MI', 'AI', 'EWS', 'TFWS']
/** The types of a minority institute besides the seats of its community: only Open ones. */
const openTypes: readonly SeatType[] = ['GOPENS', 'LOPENS', 'PWDOPENS', 'DEFOPENS', 'ORPHAN', 'MI', 'AI']

const mostLines = 60_000
/** Rows to read from a file: its header, its lines, and one more, which shows that there are too many. */
export const mostMatrixRows = mostLines + 2
const longestText = 200
const placeCode = new RegExp(placeCodePattern)

type Facts = Omit<CourseSeats, 'seats' | (typeof totals)[Total]>
/**
 * A line as far as it can be read. `facts`: null if one of them is wrong; `amount`: how many of `seatType`, which is a
 * total's name or a type; null if either is wrong.
 */
type Line = { choiceCode: string; facts: Facts | null; kind: 'total' | 'pool'; seatType: string; amount: number | null }
type Found = Pick<Fault, 'rule' | 'value'>
/** The lines of each choice code by what they say: `pool GOPENS` → 7. */
type Stated = Map<string, Map<string, number>>
/** A course while the file is read, with the line of each number: `pool GOPENS` → 7. */
type Drawn = Omit<CourseSeats, 'seats'> & { line: number; seats: Map<SeatType, number>; lines: Map<string, number> }

/**
 * Reads a seat matrix and checks its identities. Faults are lines that cannot be read; breaches are numbers that do not
 * add up, which a person may accept with a reason. `rows`: those of the file, without blank lines. `without`: types of
 * seat that the course does not have. `portal`: has the lists by which districts are named. `held`: words of the edition
 * in force, which are taken as they are. Source: rules §14.12, §8.3.
 */
export function readSeatMatrix(
  [header, ...rows]: readonly CsvRow[],
  without: readonly SeatType[] = [],
  portal: { lists?: Lists } = {},
  held: ReadonlySet<string> = new Set(),
): ReadMatrix {
  if (!header || 'unreadable' in header)
    return refused([{ line: header?.line ?? 1, choiceCode: null, rule: header?.unreadable ?? 'empty' }])
  if (!isHeader(header.cells)) return refused([{ line: header.line, choiceCode: null, rule: 'header' }])
  if (!rows.length) return refused([{ line: 1, choiceCode: null, rule: 'empty' }])
  const districtNamed = codeFinder(listsOf(portal).entries('maharashtra-districts'))
  const faults: Fault[] = []
  const drawn = new Map<string, Drawn>()
  const stated: Stated = new Map()
  const institutes = new Map<string, Facts>()
  for (const [place, row] of rows.entries()) {
    const { line } = row
    if (place === mostLines) return refused([...faults, { line, choiceCode: null, rule: 'too-long' }])
    if ('unreadable' in row) return refused([...faults, { line, choiceCode: null, rule: row.unreadable }])
    const { found, read } = readLine(row.cells, without, districtNamed, held)
    const all = read ? [...found, ...addLine({ drawn, stated, institutes }, line, read)] : found
    const code = typedId(row.cells[1] ?? '')
    for (const fault of all) faults.push({ line, choiceCode: isChoiceCode(code) ? code : null, ...fault })
  }
  for (const [choiceCode, lines] of stated) {
    const rule = missingOf(choiceCode, stated)
    if (rule) faults.push({ line: Math.min(...lines.values()), choiceCode, rule })
  }
  if (faults.length) return refused(faults.sort((a, b) => a.line - b.line))
  // The intake of a tuition fee waiver choice code is its seats, unless a line states another.
  for (const course of drawn.values())
    if (isWaiverCode(course.choiceCode) && !course.lines.has('total SI'))
      course.sanctioned = course.seats.get('TFWS') ?? 0
  const courses = [...drawn.values()].sort((a, b) => (a.choiceCode < b.choiceCode ? -1 : 1))
  const breaches = courses.flatMap((course) => breachesOf(course, drawn.get(`${course.choiceCode}T`), without))
  const lines = new Map(courses.map(({ choiceCode, line }) => [choiceCode, line]))
  return { courses: courses.map(settled), lines, faults, breaches }
}

const wordPlaces = (['institute_code', 'institute', 'university', 'status', 'autonomy', 'course'] as const).map(
  (name) => seatMatrixColumns.indexOf(name),
)

/** The words of courses by which a file of theirs is read again. */
export const wordsOf = (courses: readonly CourseSeats[]): Set<string> =>
  new Set(
    courses.flatMap(({ instituteCode, institute, university, status, autonomy, course }) => [
      instituteCode,
      institute,
      university,
      status,
      autonomy,
      course,
    ]),
  )

/** How the columns of codes are read. */
const readings: Partial<Record<string, (text: string) => string>> = {
  choice_code: typedId,
  institute_code: typedPlaceCode,
  count: typedNumber,
}

const refused = (faults: Fault[]): ReadMatrix => ({ courses: [], lines: new Map(), faults, breaches: [] })
const isHeader = (cells: readonly string[]) =>
  withoutEmptyEnd(cells).map(columnName).join() === seatMatrixColumns.join()

/** Reads one line alone, with all of its faults. Nothing is read of a line that has no choice code or kind. */
function readLine(
  raw: readonly string[],
  without: readonly SeatType[],
  districtNamed: (name: string) => string | undefined,
  held: ReadonlySet<string>,
): { found: Found[]; read: Line | null } {
  const written = withoutEmptyEnd(raw, seatMatrixColumns.length).map(cellText)
  const cells = written.map(({ text }, place) => readings[seatMatrixColumns[place]!]?.(text) ?? text)
  if (cells.length !== seatMatrixColumns.length)
    return { found: [{ rule: 'columns', value: String(cells.length) }], read: null }
  const [kind, choiceCode, instituteCode, institute, university, place, status, autonomy, community, course] =
    cells as [string, string, string, string, string, string, string, string, string, string]
  const [seatType, amount] = [cells[10]!, cells[11]!]
  const found: Found[] = []
  const fault = (rule: LineFault, value: string): null => {
    found.push({ rule, value })
    return null
  }
  if (kind !== 'total' && kind !== 'pool') fault('kind', kind)
  if (!isChoiceCode(choiceCode)) fault('choice-code', choiceCode)
  const isTyped = kind === 'total' ? isTotal(seatType) : isMatrixSeatType(seatType) && !without.includes(seatType)
  if (kind === 'total' && !isTyped) fault('total', seatType)
  if (kind === 'pool' && !isTyped) fault('seat-type', seatType)
  if (kind === 'pool' && isTyped && isChoiceCode(choiceCode) && (seatType === 'TFWS') !== isWaiverCode(choiceCode))
    fault('waiver-type', seatType)
  const isCounted = /^[0-9]{1,5}$/.test(amount)
  if (!isCounted) fault('count', amount)

  const ofLine = found.length
  if (!placeCode.test(instituteCode)) fault('institute-code', instituteCode)
  const text = [institute, university, status, autonomy, course].find((one) => !isPlainText(one))
  if (text !== undefined) fault('text', text)
  // The other columns take nothing that a spreadsheet makes of a destroyed value.
  for (const place of wordPlaces) {
    const { text } = written[place]!
    if (damageOf(written[place]!) && !held.has(text)) fault('damaged', text)
  }
  const district = districtNamed(place) ?? fault('district', place)
  const minority = community === '' ? null : (minorityNamed(community) ?? fault('minority', community))
  if ((kind !== 'total' && kind !== 'pool') || !isChoiceCode(choiceCode)) return { found, read: null }
  const facts = {
    choiceCode,
    instituteCode,
    institute,
    university,
    district: district!,
    status,
    autonomy,
    minority,
    course,
  }
  return {
    found,
    read: {
      choiceCode,
      facts: found.length === ofLine ? facts : null,
      kind,
      seatType,
      amount: isTyped && isCounted ? Number(amount) : null,
    },
  }
}

/** Adds a line to those before it, and finds how it contradicts them. */
function addLine(
  { drawn, stated, institutes }: { drawn: Map<string, Drawn>; stated: Stated; institutes: Map<string, Facts> },
  line: number,
  { choiceCode, facts, kind, seatType, amount }: Line,
): Found[] {
  const lines = stated.get(choiceCode) ?? new Map<string, number>()
  stated.set(choiceCode, lines)
  const what = `${kind} ${seatType}`
  const first = lines.get(what)
  if (first === undefined) lines.set(what, line)
  const twice: Found[] = first === undefined ? [] : [{ rule: 'duplicate', value: String(first) }]
  if (!facts) return twice
  const known = drawn.get(choiceCode)
  if (known && !isSame(known, facts, courseFacts)) return [...twice, { rule: 'course-differs' }]
  const house = institutes.get(facts.instituteCode)
  if (house && !isSame(house, facts, instituteFacts)) return [...twice, { rule: 'institute-differs' }]
  const course = known ?? { ...facts, ...noSeats(), line, seats: new Map(), lines }
  drawn.set(choiceCode, course)
  institutes.set(facts.instituteCode, facts)
  if (amount === null || twice.length) return twice
  if (kind === 'total') course[totals[seatType as Total]] = amount
  else course.seats.set(seatType as SeatType, amount)
  return []
}

/** The part that a course lacks at the end of the file. */
function missingOf(choiceCode: string, stated: Stated): LineFault | null {
  if (!isWaiverCode(choiceCode)) return stated.get(choiceCode)!.has('total SI') ? null : 'intake-missing'
  return stated.has(choiceCode.slice(0, -1)) ? null : 'waiver-alone'
}

/** The word that a line most likely means in place of a wrong one. `without`, `portal`: as for `readSeatMatrix`. */
export function meantBy(
  { rule, value = '' }: Pick<Fault, 'rule' | 'value'>,
  without: readonly SeatType[] = [],
  portal: { lists?: Lists } = {},
): string | undefined {
  const namesOf = (entries: readonly ListEntry[]) => entries.flatMap(({ code, en, mr }) => [en, mr, code])
  switch (rule) {
    case 'kind':
      return nearest(value, ['total', 'pool'])
    case 'total':
      return nearest(value, seatTotals)
    case 'seat-type':
      return nearest(
        value,
        matrixSeatTypes.filter((type) => !without.includes(type)),
      )
    case 'district':
      return nearest(value, namesOf(listsOf(portal).entries('maharashtra-districts')))
    case 'minority':
      return nearest(value, namesOf([...entriesOf('religious-minorities'), ...entriesOf('linguistic-minorities')]))
    default:
      return undefined
  }
}

const noSeats = () => ({ sanctioned: 0, maharashtra: 0, minoritySeats: 0, allIndia: 0, instituteLevel: 0 })

const instituteFacts = [
  'instituteCode',
  'institute',
  'university',
  'district',
  'status',
  'autonomy',
  'minority',
] as const
const courseFacts = [...instituteFacts, 'course'] as const
const isSame = (a: Facts, b: Facts, facts: readonly (keyof Facts)[]) => facts.every((fact) => a[fact] === b[fact])

/** Text that is not empty, not too long, on one line, and without anything that a spreadsheet would run. */
const isPlainText = (text: string) =>
  text !== '' &&
  text.length <= longestText &&
  unwrittenSign(text) === null &&
  unprintableSign(text) === null &&
  !/^[=+\-@＝＋－＠]/.test(text)

const settled = ({ line: _, lines: __, seats, ...course }: Drawn): CourseSeats => ({
  ...course,
  seats: [...seats]
    .filter(([, count]) => count > 0)
    .map(([seatType, count]) => ({ seatType, count }))
    .sort((a, b) => compareSeatTypes(a.seatType, b.seatType)),
})

/** The identities that a course breaks. `waiver`: its tuition fee waiver seats, which have a separate choice code. */
function breachesOf(course: Drawn, waiver: Drawn | undefined, without: readonly SeatType[]): Breach[] {
  const { choiceCode, seats, lines, sanctioned, maharashtra, minoritySeats, allIndia, instituteLevel } = course
  const found: Breach[] = []
  const hold = (rule: SeatIdentity, expected: number, is: number, at: string, within = lines) => {
    if (expected === is) return
    found.push({ line: within.get(at) ?? lines.get('total SI') ?? course.line, choiceCode, rule, expected, found: is })
  }
  const of = (type: SeatType) => seats.get(type) ?? 0
  if (isWaiverCode(choiceCode)) {
    hold('waiver-intake', of('TFWS'), sanctioned, 'total SI')
    hold('intake', 0, maharashtra + minoritySeats + allIndia + instituteLevel, 'total MS')
    return found
  }
  hold('intake', maharashtra + minoritySeats + allIndia + instituteLevel, sanctioned, 'total SI')
  const own = [...seats].filter(([type]) => !beyondMaharashtra.includes(type))
  const states = own.reduce((sum, [, count]) => sum + count, 0)
  hold('maharashtra', maharashtra, states, 'total MS')
  hold('minority-pool', minoritySeats, of('MI'), 'pool MI')
  hold('all-india-pool', allIndia, of('AI'), 'pool AI')
  const share = (type: SeatType, whole: number, percent: number) =>
    without.includes(type) ? 0 : shareOf(whole, percent)
  hold('orphan', share('ORPHAN', maharashtra, seatShares.orphan), of('ORPHAN'), 'pool ORPHAN')
  if (course.minority === null) {
    hold('minority-share', 0, minoritySeats, 'total MINORITY')
    if (allIndia) hold('all-india-share', shareOf(sanctioned, seatShares.allIndia), allIndia, 'total AI')
    hold('ews', share('EWS', sanctioned, seatShares.ews), of('EWS'), 'pool EWS')
    hold(
      'waiver',
      share('TFWS', sanctioned, seatShares.waiver),
      waiver?.seats.get('TFWS') ?? 0,
      'pool TFWS',
      waiver?.lines,
    )
  } else {
    hold('minority-share', shareOf(sanctioned, seatShares.minority), minoritySeats, 'total MINORITY')
    hold(
      'all-india-share',
      shareOf(sanctioned - instituteLevel - minoritySeats, seatShares.allIndia),
      allIndia,
      'total AI',
    )
    for (const [type, count] of seats) if (!openTypes.includes(type)) hold('open-only', 0, count, `pool ${type}`)
  }
  return found.sort((a, b) => a.line - b.line)
}

/** Codes, found by the code and by the names in either language. */
const minorityNamed = codeFinder([...entriesOf('religious-minorities'), ...entriesOf('linguistic-minorities')])

/** The lines of a course in a file, in the order of the columns: its totals, then its seats. */
export function* linesOfCourse(course: CourseSeats): Generator<readonly (string | number)[]> {
  const { choiceCode, instituteCode, institute, university, district, status, autonomy, minority } = course
  const whose = [choiceCode, instituteCode, institute, university, district, status, autonomy, minority ?? '']
  const line = (kind: string, type: string, count: number) => [kind, ...whose, course.course, type, count]
  for (const total of isWaiverCode(choiceCode) ? (['SI'] as const) : seatTotals)
    yield line('total', total, course[totals[total]])
  for (const { seatType, count } of course.seats) yield line('pool', seatType, count)
}

/** The number of seats in all, and of each type that occurs. */
export function sumOfSeats(courses: readonly { seats: readonly Seats[] }[]): { all: number; byType: Seats[] } {
  const sums = new Map<SeatType, number>()
  for (const { seats } of courses)
    for (const { seatType, count } of seats) sums.set(seatType, (sums.get(seatType) ?? 0) + count)
  const byType = seatTypes.flatMap((seatType) => {
    const count = sums.get(seatType)
    return count ? [{ seatType, count }] : []
  })
  return { all: byType.reduce((sum, { count }) => sum + count, 0), byType }
}

/** The reasons of the cell: for numbers that do not add up by choice code, for jumps and objections by their keys. */
export type Overrides = Readonly<Record<string, { reason: string; by: number; at: number }>>

/** The changes between two editions of one course, by choice code, for the person who publishes the second. */
export function changesBetween(before: readonly CourseSeats[], after: readonly CourseSeats[]) {
  const old = new Map(before.map((course) => [course.choiceCode, course]))
  const fresh = new Set(after.map(({ choiceCode }) => choiceCode))
  const changed = after.flatMap((course) => {
    const was = old.get(course.choiceCode)
    return was && JSON.stringify(was) !== JSON.stringify(course) ? [course.choiceCode] : []
  })
  return {
    added: after.flatMap(({ choiceCode }) => (old.has(choiceCode) ? [] : [choiceCode])),
    gone: before.flatMap(({ choiceCode }) => (fresh.has(choiceCode) ? [] : [choiceCode])),
    changed,
  }
}

/** Known institution words of the files, in both languages; any other text is shown as written. */
const institutions: Readonly<Record<string, Bilingual>> = {
  government: { en: 'Government', mr: 'शासकीय' },
  'government aided': { en: 'Government aided', mr: 'शासकीय अनुदानित' },
  aided: { en: 'Aided', mr: 'अनुदानित' },
  'un aided': { en: 'Unaided', mr: 'विनाअनुदानित' },
  unaided: { en: 'Unaided', mr: 'विनाअनुदानित' },
  'university department': { en: 'University department', mr: 'विद्यापीठ विभाग' },
  autonomous: { en: 'Autonomous', mr: 'स्वायत्त' },
  'non autonomous': { en: 'Not autonomous', mr: 'स्वायत्त नाही' },
}
/** The column to which a known word of an institution belongs. */
export function belongsIn(text: string): 'status' | 'autonomy' | undefined {
  const word = plainName(text)
  if (!institutions[word]) return undefined
  return word.endsWith('autonomous') ? 'autonomy' : 'status'
}
/** Does the file call the institute autonomous? Not if it says the opposite. */
export const isAutonomous = (text: string): boolean => plainName(text) !== 'non autonomous'

export const institutionWord = (text: string, language: Language): string =>
  institutions[plainName(text)]?.[language] ?? text
