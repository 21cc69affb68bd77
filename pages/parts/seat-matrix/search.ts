import { pageOf } from '#pages/ui/form/page-of.ts'
import { districtName, findEntry } from '#server/domain/application/form/lists.ts'
import { type CourseSeats, institutionWord, type Seats, sumOfSeats } from '#server/domain/seats/seat-matrix.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { Page } from '#server/features/index.ts'
import type { PublishedSeats } from '#server/features/seats/seat-matrix/published.ts'
import type { Language } from '#server/kernel/languages.ts'

/** What a search needs of a page, of the desk or for everybody. */
type Shown = Pick<Page, 'query' | 'services' | 'language' | 'named'>

const filters = ['q', 'district', 'status', 'university', 'course', 'seatType'] as const
export type SeatSearch = Partial<Record<(typeof filters)[number], string>>

/** The search in an address; texts that are too long are ignored. */
export const searchIn = (query: Shown['query']): SeatSearch =>
  Object.fromEntries(
    filters.flatMap((name) => {
      const asked = query[name]?.trim()
      return asked && asked.length <= 200 ? [[name, asked]] : []
    }),
  )

/** The round in an address; null if there is none. */
export const roundOf = ({ services, query }: Page): CapRound | null =>
  services.seats.rounds().find((round) => String(round) === query.round) ?? null

/** A minority's name by its code (`religion-jain`). */
export const minorityName = (code: string, { language }: { language: Language }): string =>
  (findEntry('religious-minorities', code) ?? findEntry('linguistic-minorities', code))?.[language] ?? code

/** The choices of the search form among these courses, with their words. */
export function choicesOf(page: Omit<Shown, 'query'>, courses: readonly CourseSeats[]) {
  const { district, status, university, course, seatType } = page.services.seats.choices(courses)
  const asNamed = (all: readonly string[]) =>
    all
      .map((value) => ({ value, label: page.named(value) }))
      .sort((a, b) => a.label.localeCompare(b.label, page.language))
  return {
    district: district
      .map((value) => ({ value, label: districtName(value, page.language, page.services.course.form) }))
      .sort((a, b) => a.label.localeCompare(b.label, page.language)),
    status: status.map((value) => ({ value, label: institutionWord(value, page.language) })),
    university: asNamed(university),
    course: asNamed(course),
    seatType: seatType.map((value) => ({
      value,
      label: `${value}: ${seatTypeName(value as SeatType)[page.language]}`,
    })),
  }
}

/** A course for display in a list. */
export type SeatLine = {
  choiceCode: string
  instituteCode: string
  institute: string
  course: string
  district: string
  status: string
  seats: readonly Seats[]
  all: number
}

/** The list that an address asks for: the courses found, one page of them, and the totals of all of them. */
export function seatList(page: Shown, found: PublishedSeats) {
  const search = searchIn(page.query)
  const courses = page.services.seats.find(found.courses, search)
  const { lines, ...place } = pageOf(courses, page.query.page)
  const wanted = search.seatType as SeatType | undefined
  const seatsOf = (course: CourseSeats) =>
    wanted ? course.seats.filter(({ seatType }) => seatType === wanted) : course.seats
  return {
    search,
    ...place,
    choices: choicesOf(page, found.courses),
    sums: sumOfSeats(courses.map((course) => ({ seats: seatsOf(course) }))),
    lines: lines.map((course) => seatLine(page, { ...course, seats: seatsOf(course) })),
  }
}

export const seatLine = (
  { language, services, named }: Pick<Page, 'language' | 'services' | 'named'>,
  course: CourseSeats,
): SeatLine => ({
  choiceCode: course.choiceCode,
  instituteCode: course.instituteCode,
  institute: named(course.institute),
  course: named(course.course),
  district: districtName(course.district, language, services.course.form),
  status: institutionWord(course.status, language),
  seats: course.seats,
  all: course.seats.reduce((sum, { count }) => sum + count, 0),
})

export type SeatListView = ReturnType<typeof seatList>
