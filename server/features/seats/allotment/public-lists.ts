import { soughtIn } from '#server/domain/merit/pages.ts'
import { comparePublicSeatTypes } from '#server/domain/seats/public-seats.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ResultsDeps } from './published-deps'
import type { PublishedRuns } from './published-runs'
import type { ClosingFilter, CourseRow, InstituteRow, PublicRow, PublishedRun, ResultsStore } from './published-store'

type Page<Row> = { rows: Row[]; page: number; hasMore: boolean }

/** The last number that a round admitted to a course by a type of seat; null if it admitted nobody. */
type Closing = { merit: number; percentage: string | null } | null

/** A course with the closing merits of several rounds side by side, in the order of the rounds. */
type ClosingsByRound = Omit<ClosingCourse, 'seats'> & {
  seats: { seatType: string; closings: readonly Closing[] }[]
}

/** The closing merit of a course: the last number for each of its types of seat. */
type ClosingCourse = Pick<CourseRow, 'choiceCode' | 'instituteCode' | 'institute' | 'course' | 'district'> & {
  seats: { seatType: string; merit: number; percentage: string | null }[]
}

export const institutesPerPage = 25
const allotmentsPerPage = 50
export const coursesPerPage = 10
const mostFound = 50
const mostPages = 10_000

/** The closing merits of a course that a run filled at least partly. `code`: nine digits of its choice code. */
export const closingCourse = (store: ResultsStore, run: PublishedRun, code: string, seatType = ''): ClosingCourse => {
  const rows = store.closings(run, code, seatType)
  const { choiceCode, instituteCode, institute, course, district } = rows[0]!
  return {
    choiceCode,
    instituteCode,
    institute,
    course,
    district,
    seats: rows.map(({ seatType, merit, percentage }) => ({ seatType, merit, percentage })),
  }
}

/** Reads a page and checks for a following one. */
function paged<Row>(
  asked: number | undefined,
  size: number,
  read: (limit: number, offset: number) => Row[],
): Page<Row> {
  const page = Math.min(asked ?? 1, mostPages)
  const rows = read(size + 1, (page - 1) * size)
  return { rows: rows.slice(0, size), page, hasMore: rows.length > size }
}

/**
 * The public lists of published rounds, in which the special seats of others read "Special". Source: rules §7.3, §8.10.
 */
export function createPublicLists({ store }: ResultsDeps, { runOf, unpublished }: PublishedRuns) {
  /** `run`: the one that names the course. */
  function closingsByRound(
    runs: readonly PublishedRun[],
    run: PublishedRun,
    code: string,
    seatType = '',
  ): ClosingsByRound {
    const { seats: _, ...course } = closingCourse(store, run, code, seatType)
    return { ...course, seats: seatsByRound(runs, code, seatType) }
  }

  /** The types of seat of a course that a round filled, each with its closing merits. */
  function seatsByRound(runs: readonly PublishedRun[], code: string, seatType = ''): ClosingsByRound['seats'] {
    const found = runs.map((one) => store.closings(one, code, seatType))
    const types = [...new Set(found.flat().map((row) => row.seatType))].sort(comparePublicSeatTypes)
    return types.map((type) => ({
      seatType: type,
      closings: found.map((rows): Closing => {
        const row = rows.find((one) => one.seatType === type)
        return row ? { merit: row.merit, percentage: row.percentage } : null
      }),
    }))
  }

  return {
    /** The institutes of a published round with the number of candidates for each. `page`: from 1, as requested. */
    institutes(round: CapRound, filter: ClosingFilter, page?: number): Result<Page<InstituteRow>> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      return ok(paged(page, institutesPerPage, (limit, offset) => store.institutes(run, filter, limit, offset)))
    },

    /** The candidates whom a published round gave to an institute, by choice code and merit number. */
    ofInstitute(round: CapRound, code: string, page?: number): Result<Page<PublicRow> & { institute: InstituteRow }> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      const institute = store.institute(run, code)
      if (!institute) return refuse('institute-without-results', 404)
      const found = paged(page, allotmentsPerPage, (limit, offset) => store.ofInstitute(run, code, limit, offset))
      return ok({ ...found, institute })
    },

    /**
     * The candidates to whom a published round gave a seat, by Application ID, merit number or words of the name; fifty
     * at most.
     */
    search(round: CapRound, q: string): Result<{ rows: PublicRow[]; hasMore: boolean }> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      const rows = store.search(run, soughtIn(q), mostFound + 1)
      return ok({ rows: rows.slice(0, mostFound), hasMore: rows.length > mostFound })
    },

    /** The codes of the districts of a published round's institutes. */
    districts(round: CapRound): string[] {
      const run = runOf(round)
      return run ? store.districts(run) : []
    },

    /**
     * The last merit number admitted to each course of a published round by each type of seat, beside those of every
     * other published round.
     */
    closings(
      round: CapRound,
      filter: ClosingFilter,
      page?: number,
    ): Result<Page<ClosingsByRound> & { rounds: CapRound[] }> {
      const runs = store.runs()
      const run = runs.find((one) => one.round === round)
      if (!run) return unpublished(round)
      const { rows, ...rest } = paged(page, coursesPerPage, (limit, offset) =>
        store.closingCourses(run, filter, limit, offset),
      )
      return ok({
        ...rest,
        rounds: runs.map((one) => one.round),
        rows: rows.map((code) => closingsByRound(runs, run, code, filter.seatType)),
      })
    },

    /**
     * The closing merits of one course in every published round; no seats if none has filled any. `choiceCode`: without
     * the letter of the tuition fee waiver, whose seats are among them.
     */
    closingsOf(choiceCode: string): { rounds: CapRound[]; seats: ClosingsByRound['seats'] } {
      const runs = store.runs()
      return { rounds: runs.map(({ round }) => round), seats: seatsByRound(runs, choiceCode) }
    },
  }
}
