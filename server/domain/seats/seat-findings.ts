import {
  type CsvColumn,
  type CsvLineDoubt,
  type CsvLineFault,
  doubtsOfLine,
  readPlaceCode,
} from '#server/domain/terms/csv-table.ts'
import { isWaiverCode, type SeatType } from '#server/domain/terms/seat-types.ts'
import { belongsIn, type CourseSeats } from './seat-matrix'

/** What a seat matrix must explain, besides numbers that do not add up. */
export type SeatJump = {
  choiceCode: string
  rule: 'intake' | 'gone' | 'ladies'
  /** The number before: seats, or for `ladies` the seats of which some are ladies'. */
  was: number
  /** The number in this edition. */
  is: number
}

/** The reason with which a line was objected to, by its institute. */
export type Objection = { choiceCode: string; reason: string; at: number }

/** An intake may change by so much before it needs a reason, per cent. */
const mostJump = 20
/** The share of ladies' seats, per cent, that needs no reason, and the number of seats from which it counts. */
const ladiesShare = { least: 24, most: 36, from: 10 } as const

const isLadies = (type: SeatType) => /^L.*S$/.test(type)
const isGeneral = (type: SeatType) => /^G.*S$/.test(type)

/**
 * The jumps of an edition against the one in force: an intake that differs by more than 20 per cent, and a choice code
 * that is gone. Also ladies' seats outside 24 to 36 per cent of ten or more seats for ladies and general candidates.
 * Source: rules §8.3.
 */
export function jumpsOf(before: readonly CourseSeats[] | null, after: readonly CourseSeats[]): SeatJump[] {
  const known = new Map(after.map((course) => [course.choiceCode, course]))
  const jumps = (before ?? []).flatMap(({ choiceCode, sanctioned: was }): SeatJump[] => {
    const now = known.get(choiceCode)
    if (!now) return [{ choiceCode, rule: 'gone', was, is: 0 }]
    const is = now.sanctioned
    return Math.abs(is - was) * 100 > was * mostJump ? [{ choiceCode, rule: 'intake', was, is }] : []
  })
  const ladies = after.flatMap(({ choiceCode, seats }): SeatJump[] => {
    if (isWaiverCode(choiceCode)) return []
    let [is, was] = [0, 0]
    for (const { seatType, count } of seats) {
      if (isLadies(seatType)) is += count
      if (isLadies(seatType) || isGeneral(seatType)) was += count
    }
    const isUsual = is * 100 >= was * ladiesShare.least && is * 100 <= was * ladiesShare.most
    return was < ladiesShare.from || isUsual ? [] : [{ choiceCode, rule: 'ladies', was, is }]
  })
  return [...jumps, ...ladies].sort((a, b) => (a.choiceCode < b.choiceCode ? -1 : a.choiceCode > b.choiceCode ? 1 : 0))
}

/** The key under which the reason for a jump is kept: another number needs another reason. */
export const jumpKey = ({ choiceCode, rule, was, is }: SeatJump): string => `${choiceCode} ${rule} ${was} ${is}`

/** The key of the cell's answer to an objection. */
export const objectionKey = ({ choiceCode, at }: Objection): string => `${choiceCode} objection ${at}`

/** The seats of one type at a choice code that candidates hold. */
export type HeldSeats = { choiceCode: string; seatType: string; held: number }
/** Held seats that an edition does not have any more. */
type LostSeats = HeldSeats & { seats: number }

/** The seats that candidates hold and that this edition takes away, compared with the one in force. */
export function lostSeats(
  held: readonly HeldSeats[],
  before: readonly CourseSeats[] | null,
  after: readonly CourseSeats[],
): LostSeats[] {
  if (!before || !held.length) return []
  const counts = (courses: readonly CourseSeats[]) =>
    new Map<string, number>(
      courses.flatMap(({ choiceCode, seats }) =>
        seats.map(({ seatType, count }) => [`${choiceCode} ${seatType}`, count] as const),
      ),
    )
  const [was, is] = [counts(before), counts(after)]
  return held.flatMap((one) => {
    const key = `${one.choiceCode} ${one.seatType}`
    const seats = is.get(key) ?? 0
    return seats < one.held && seats < (was.get(key) ?? 0) ? [{ ...one, seats }] : []
  })
}

/** What a spreadsheet may have changed at a choice code. `line`: of the file, the first with this code. */
export type SeatDoubt = CsvLineFault & { choiceCode: string }

/** The words of a course by their columns. */
const wordsIn = ({ instituteCode, institute, university, status, autonomy, course }: CourseSeats) => ({
  institute_code: instituteCode,
  institute,
  university,
  status,
  autonomy,
  course,
})

/** The number of digits that most institute codes of digits have. */
function usualCodeDigits(courses: readonly CourseSeats[]): number {
  const counts = new Map<number, number>()
  for (const code of new Set(courses.map(({ instituteCode }) => instituteCode)))
    if (/^\d+$/.test(code)) counts.set(code.length, (counts.get(code.length) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0]
}

/**
 * The words and codes of an edition that a spreadsheet may have changed, against the edition in force and each other;
 * each once, at the first choice code that has it, in the order of the file. `lines`: those of the choice codes.
 * Source: rules §8.3, §13.7.
 */
export function doubtsOfSeats(
  before: readonly CourseSeats[] | null,
  after: readonly CourseSeats[],
  lines: ReadonlyMap<string, number> = new Map(),
): SeatDoubt[] {
  const known = new Map((before ?? []).map((course) => [course.choiceCode, wordsIn(course)]))
  const places = new Map((before ?? []).map((course) => [course.instituteCode, wordsIn(course)]))
  const whole = new Map([...places].map(([code, words]) => [code.replace(/^0+/, ''), words]))
  const columns: CsvColumn[] = [
    { name: 'institute_code', example: '9001', usualDigits: usualCodeDigits(after), read: readPlaceCode },
    ...['institute', 'university', 'status', 'autonomy', 'course'].map((name) => ({ name, example: name })),
  ]
  const told = new Set<string>()
  const lineOf = ({ choiceCode }: CourseSeats) => lines.get(choiceCode) ?? 0
  const inOrder = [...after].sort((a, b) => lineOf(a) - lineOf(b))
  return inOrder.flatMap((one) => {
    const words = wordsIn(one)
    const house = places.get(one.instituteCode) ?? whole.get(one.instituteCode)
    const old = known.get(one.choiceCode) ?? (house && { ...house, course: words.course })
    const swapped = (['status', 'autonomy'] as const).flatMap((column): CsvLineDoubt[] => {
      const [value, other] = [words[column], belongsIn(words[column])]
      const isNew = value !== old?.[column]
      return isNew && other && other !== column ? [{ column, why: 'other-column', params: { value, other } }] : []
    })
    const changed = doubtsOfLine(old ?? null, words, columns)
    const found = [...changed, ...swapped.filter(({ column }) => !changed.some((doubt) => doubt.column === column))]
    return found.flatMap((doubt) => {
      const key = JSON.stringify(doubt)
      if (told.has(key)) return []
      told.add(key)
      return [{ line: lineOf(one), ...doubt, choiceCode: one.choiceCode }]
    })
  })
}
