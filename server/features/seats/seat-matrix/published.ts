import type { Course } from '#server/courses/course.ts'
import { searchCourses } from '#server/domain/seats/course-search.ts'
import { type CourseSeats, linesOfCourse, type Seats, seatMatrixColumns } from '#server/domain/seats/seat-matrix.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { compareSeatTypes } from '#server/domain/terms/seat-types.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import type { SeatSearch } from './schema'
import type { SeatMatrixStore } from './store'

/** A course with its vacant seats. `countedAt`: when its institute signed a day of reporting; null before. */
export type VacantCourse = CourseSeats & { countedAt: number | null }

/**
 * A published seat matrix, or the seats that are vacant after a published allotment. `edition`: its number; `round`:
 * null for the sanctioned seats; `at`: epoch milliseconds.
 */
export type PublishedSeats = {
  editionId: number
  edition: number
  round: CapRound | null
  at: number
  courses: readonly CourseSeats[]
}

/** Vacant seats. `counted`: how many of the institutes at which the round allotted a seat have counted theirs after reporting. */
export type PublishedVacancies = Omit<PublishedSeats, 'courses'> & {
  courses: readonly VacantCourse[]
  institutes: number
  counted: number
}

/** An institute with those of its courses that match. */
type Institute = Pick<
  CourseSeats,
  'instituteCode' | 'institute' | 'university' | 'district' | 'status' | 'autonomy' | 'minority'
> & { courses: readonly CourseSeats[] }

/** The filter values of a search: every value that the courses have, in order. */
type SeatChoices = Record<'district' | 'status' | 'university' | 'course' | 'seatType', readonly string[]>

/** The public view of seats: published editions, and the vacancies of published allotments. `course`: its form has the lists of names by which a search finds. */
export function createPublishedSeats({
  store,
  course: portal,
}: {
  store: SeatMatrixStore
  course: Pick<Course, 'form'>
}) {
  /** Published data never changes, so it is read once. The newest few stay. */
  const kept = new Map<string, unknown>()
  function once<T>(key: string, read: () => T): T {
    if (!kept.has(key)) {
      if (kept.size >= 12) kept.delete(kept.keys().next().value!)
      kept.set(key, read())
    }
    return kept.get(key) as T
  }
  const coursesOf = (editionId: number) => once(`courses ${editionId}`, () => store.courses(editionId))

  /** The sanctioned seats: the edition in force. Null until one is published. */
  function inForce(): PublishedSeats | null {
    const edition = store.inForce()
    return (
      edition && {
        editionId: edition.id,
        edition: edition.number,
        round: null,
        at: edition.publishedAt,
        courses: coursesOf(edition.id),
      }
    )
  }

  /** The courses of the edition in force in the order of their institutes' names; those of one institute follow one another. */
  function coursesByName(): readonly CourseSeats[] {
    const edition = inForce()
    if (!edition) return []
    return once(`by name ${edition.editionId}`, () => institutesOf(edition.courses).flatMap(({ courses }) => courses))
  }

  /** The courses that match a search: every word of `q` in a name or a code, and every filter exactly. */
  const findCourses = (
    courses: readonly CourseSeats[],
    { q = '', district, status, university, course, seatType }: SeatSearch,
  ): readonly CourseSeats[] =>
    searchCourses(
      courses.filter(
        (one) =>
          (!district || one.district === district) &&
          (!status || one.status === status) &&
          (!university || one.university === university) &&
          (!course || one.course === course) &&
          (!seatType || one.seats.some((seats) => seats.seatType === seatType)),
      ),
      q,
      portal.form,
    )

  const rounds = () => store.publishedRuns().map(({ round }) => round)

  /** The edition that a round's allotment used; before the allotment, or for no round, the one in force. */
  function ofRound(round: CapRound | null): PublishedSeats | null {
    const run = store.publishedRuns().find((one) => one.round === round)
    const edition = run && store.edition(run.editionId)
    if (!edition) return inForce()
    const { id, number, decidedAt } = edition
    return { editionId: id, edition: number, round, at: decidedAt ?? run.publishedAt, courses: coursesOf(id) }
  }

  /**
   * The seats that are vacant after a round; null if its allotment is not published. Without a round, the newest one;
   * before the first one, all sanctioned seats are vacant. Until an institute has signed a day of reporting, its
   * vacancies are those that the allotment left. Source: rules §8.18.
   */
  function vacancies(round: CapRound | null): PublishedVacancies | null {
    const runs = store.publishedRuns()
    const run = round === null ? runs[runs.length - 1] : runs.find((one) => one.round === round)
    if (!run) {
      const found = round === null ? inForce() : null
      return found && { ...found, ...uncounted(found.courses) }
    }
    const edition = store.edition(run.editionId)!
    const signing = store.counted(run.round)
    return {
      editionId: edition.id,
      edition: edition.number,
      round: run.round,
      at: run.publishedAt,
      ...once(`vacant ${run.id} ${signing.counted} ${signing.lastAt}`, () => {
        const vacant = store.vacancies(run.id)
        const counted = store.countedVacancies(run.round)
        const courses = coursesOf(run.editionId).map((course): VacantCourse => {
          const own = counted.get(course.choiceCode)
          return { ...course, seats: own?.seats ?? vacant.get(course.choiceCode) ?? [], countedAt: own?.at ?? null }
        })
        return { courses, institutes: signing.institutes, counted: signing.counted }
      }),
    }
  }

  return {
    inForce,
    ofRound,
    vacancies,
    /** The rounds whose allotment is published. */
    rounds,

    /** The courses that match a search. */
    find: findCourses,
    /** The filter values of courses. */
    choices: choicesOf,
    /** The institutes of the edition in force by name, each with those of its courses that match a search. */
    institutes: (search: SeatSearch): Institutes => inSlices(findCourses(coursesByName(), search)),

    /** One institute with all of its courses; null for an unknown code. */
    institute: (code: string): Institute | null =>
      institutesOf((inForce()?.courses ?? []).filter(({ instituteCode }) => instituteCode === code))[0] ?? null,

    /** The seats of one institute that a round left vacant, by choice code. */
    vacantAt: (code: string, round: CapRound): Map<string, readonly Seats[]> =>
      new Map(
        (vacancies(round)?.courses ?? [])
          .filter(({ instituteCode }) => instituteCode === code)
          .map(({ choiceCode, seats }) => [choiceCode, seats]),
      ),
  }
}

export type PublishedSeatsService = ReturnType<typeof createPublishedSeats>

const uncounted = (courses: readonly CourseSeats[]) => ({
  courses: courses.map((course): VacantCourse => ({ ...course, countedAt: null })),
  institutes: new Set(courses.map(({ instituteCode }) => instituteCode)).size,
  counted: 0,
})

/** The same answer for the same object, made at the first question. */
function keptFor<T extends object, Answer>(make: (of: T) => Answer): (of: T) => Answer {
  const made = new WeakMap<T, Answer>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    const answer = make(of)
    made.set(of, answer)
    return answer
  }
}

const byName = new Intl.Collator('en')

/** Courses under their institutes, by name. */
function institutesOf(courses: readonly CourseSeats[]): Institute[] {
  const found = new Map<string, Institute & { courses: CourseSeats[] }>()
  for (const course of courses) {
    const { instituteCode, institute, university, district, status, autonomy, minority } = course
    const known = found.get(instituteCode)
    if (known) known.courses.push(course)
    else
      found.set(instituteCode, {
        instituteCode,
        institute,
        university,
        district,
        status,
        autonomy,
        minority,
        courses: [course],
      })
  }
  return [...found.values()].sort((a, b) => byName.compare(a.institute, b.institute))
}

/** Institutes in their order. Only those of a slice are put together. */
type Institutes = { length: number; slice(from?: number, to?: number): Institute[] }

/** `courses`: those of one institute follow one another, and the institutes are in the order of names. */
function inSlices(courses: readonly CourseSeats[]): Institutes {
  const firsts: number[] = []
  let last: string | undefined
  for (let n = 0; n < courses.length; n++) {
    const { instituteCode } = courses[n]!
    if (instituteCode !== last) firsts.push(n)
    last = instituteCode
  }
  return {
    length: firsts.length,
    slice: (from = 0, to = firsts.length) => institutesOf(courses.slice(firsts[from] ?? courses.length, firsts[to])),
  }
}

const choicesOf = keptFor((courses: readonly CourseSeats[]): SeatChoices => {
  const all = (of: (course: CourseSeats) => string) => [...new Set(courses.map(of))].sort()
  return {
    district: all(({ district }) => district),
    status: all(({ status }) => status),
    university: all(({ university }) => university),
    course: all(({ course }) => course),
    seatType: [...new Set(courses.flatMap(({ seats }) => seats.map(({ seatType }) => seatType)))].sort(
      compareSeatTypes,
    ),
  }
})

/** A seat matrix in the format of the cell's file: an export can be imported again. */
export function* seatMatrixCsv(courses: Iterable<CourseSeats>): Generator<string> {
  yield byteOrderMark + csvLine(seatMatrixColumns)
  for (const course of courses) yield [...linesOfCourse(course)].map(csvLine).join('')
}

const vacancyColumns = [
  'choice_code',
  'institute_code',
  'institute',
  'district',
  'course',
  'seat_type',
  'count',
  'counted_at',
]

/** Vacant seats, one line for each type of a choice code. The last column is empty before the institute has counted. */
export function* vacanciesCsv(courses: Iterable<VacantCourse>): Generator<string> {
  yield byteOrderMark + csvLine(vacancyColumns)
  for (const { choiceCode, instituteCode, institute, district, course, seats, countedAt } of courses) {
    const at = countedAt === null ? '' : new Date(countedAt).toISOString()
    yield seats
      .map(({ seatType, count }) =>
        csvLine([choiceCode, instituteCode, institute, district, course, seatType, count, at]),
      )
      .join('')
  }
}
