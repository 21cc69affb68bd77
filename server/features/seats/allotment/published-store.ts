import type { Database } from '#db/client.ts'
import type { Course } from '#server/courses/course.ts'
import { meritLists } from '#server/domain/merit/lists.ts'
import type { MeritSought } from '#server/domain/merit/pages.ts'
import { type NamedCourse, searchCourses } from '#server/domain/seats/course-search.ts'
import { specialSeat } from '#server/domain/seats/public-seats.ts'
import type { CourseSeats } from '#server/domain/seats/seat-matrix.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { isSpecialSeatType, seatTypes } from '#server/domain/terms/seat-types.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A run that is public. */
export type PublishedRun = {
  id: number
  round: CapRound
  meritEditionId: number
  seatMatrixEditionId: number
  preparedAt: Instant
  publishedAt: Instant
  /** Hexadecimal SHA-256 of the input in canonical form, and of the file with the result. */
  inputHash: string
  resultHash: string
}

export type SeatRow = {
  choiceCode: string
  seatType: string
  originalType: string | null
  preference: number | null
  stage: string
  retained: 0 | 1
}

/** A course and its institute, without its seats. */
export type CourseRow = Pick<
  CourseSeats,
  | 'choiceCode'
  | 'instituteCode'
  | 'institute'
  | 'university'
  | 'district'
  | 'status'
  | 'autonomy'
  | 'minority'
  | 'course'
>

/** A course with what says why a choice of it was not given; the lists are JSON. */
type ReasonsRow = Pick<CourseRow, 'choiceCode' | 'institute' | 'course' | 'minority'> & {
  seatTypes: string
  closing: string
}

export type InstituteRow = { code: string; institute: string; district: string; allotted: number }

/**
 * An allotment as the public reads it: nine digits of the choice code, and `Special` for other candidates' special
 * seats.
 */
export type PublicRow = {
  choiceCode: string
  instituteCode: string
  institute: string
  course: string
  seatType: string
  stateMerit: number | null
  allIndiaMerit: number | null
  userId: string
  fullName: string
  type: string
  category: string
  percentage: string
}

/** The last merit number admitted to a course by a type of seat, and its percentage. */
type ClosingRow = {
  choiceCode: string
  instituteCode: string
  institute: string
  course: string
  district: string
  seatType: string
  merit: number
  percentage: string | null
}

export type ClosingFilter = { q?: string; district?: string; seatType?: string }

/** What a search by words binds: the institutes and the courses that it finds, as JSON; null for all. */
type Sought = { institutes: string | null; courses: string | null }

export type ResultsStore = ReturnType<typeof resultsStore>

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
/** Each list has this many numbers among the rows of the search; an edition has four times as many. */
const numbersOfList = 2 ** 24
/** A type of seat as the public reads it. */
const publicType = (column: string) =>
  `iif(${column} IN (${quoted(seatTypes.filter(isSpecialSeatType))}), '${specialSeat}', ${column})`
const typePlace = (column: string) =>
  `CASE ${column} ${seatTypes.map((type, place) => `WHEN '${type}' THEN ${place}`).join(' ')} ELSE 99 END`
/** A choice code of the tuition fee waiver would reveal the income of the candidate who got the seat. */
const publicCode = (column: string) => `substr(${column}, 1, 9)`

/** The courses of an edition by the nine digits, each once: the code of the waiver follows the course it belongs to. */
const publicCourses = `
  SELECT ${publicCode('choice_code')} AS code, min(choice_code) AS choice_code, institute_code, institute, district, course
  FROM seat_matrix_courses WHERE edition_id = @matrix GROUP BY code`

/**
 * Reads published runs only: every query begins with one. Writes nothing. `portal`: its form has the lists of names.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function resultsStore({ sqlite }: Database, portal: Pick<Course, 'form'>) {
  const runs = sqlite.prepare<[], PublishedRun>(`
    SELECT id, round, merit_edition_id AS meritEditionId, seat_matrix_edition_id AS seatMatrixEditionId,
      prepared_at AS preparedAt, published_at AS publishedAt, input_hash AS inputHash, result_hash AS resultHash
    FROM allotment_runs WHERE state = 'published' ORDER BY round`)
  const seat = sqlite.prepare<[number, number], SeatRow>(`
    SELECT choice_code AS choiceCode, seat_type AS seatType, original_type AS originalType, preference, stage, retained
    FROM allotments WHERE run_id = ? AND candidate_id = ?`)
  const merit = sqlite.prepare<[number, number], { list: 'state' | 'all-india' | 'jk'; number: number }>(
    'SELECT list, merit_number AS number FROM merit_entries WHERE candidate_id = ? AND edition_id = ?',
  )
  const course = sqlite.prepare<[number, string], CourseRow>(`
    SELECT choice_code AS choiceCode, institute_code AS instituteCode, institute, university, district, status, autonomy,
      minority, course
    FROM seat_matrix_courses WHERE edition_id = ? AND choice_code = ?`)
  const confirmedChoices = sqlite.prepare<[number, number], { position: number; choiceCode: string }>(`
    SELECT c.position, c.choice_code AS choiceCode
    FROM option_forms f JOIN option_choices c ON c.candidate_id = f.candidate_id AND c.round = f.round
    WHERE f.candidate_id = ? AND f.round = ? AND f.confirmed_at IS NOT NULL ORDER BY c.position`)
  const reasons = sqlite.prepare<[{ run: number; matrix: number; codes: string }], ReasonsRow>(`
    SELECT choice_code AS choiceCode, institute, course, minority,
      (SELECT json_group_array(p.seat_type) FROM seat_matrix_pools p
       WHERE p.edition_id = m.edition_id AND p.choice_code = m.choice_code AND p.count > 0) AS seatTypes,
      (SELECT json_group_object(l.seat_type, l.merit) FROM allotment_closings l
       WHERE l.run_id = @run AND l.choice_code = m.choice_code) AS closing
    FROM seat_matrix_courses m
    WHERE m.edition_id = @matrix AND m.choice_code IN (SELECT value FROM json_each(@codes))`)
  const person = sqlite.prepare<[number], { userId: string; fullName: string }>(
    'SELECT user_id AS userId, full_name AS fullName FROM candidates WHERE id = ?',
  )
  const ofIds = ({ id, meritEditionId, seatMatrixEditionId }: PublishedRun) => ({
    run: id,
    merit: meritEditionId,
    matrix: seatMatrixEditionId,
  })
  type Ids = ReturnType<typeof ofIds>

  /** The allotments of the courses that `from` names, with their places in the merit lists. */
  const publicRows = (from: string) => `
    SELECT ${publicCode('a.choice_code')} AS choiceCode, m.institute_code AS instituteCode, m.institute,
      coalesce(whole.course, m.course) AS course, ${publicType('a.seat_type')} AS seatType,
      s.merit_number AS stateMerit, i.merit_number AS allIndiaMerit, c.user_id AS userId,
      coalesce(s.full_name, i.full_name) AS fullName, coalesce(s.type, i.type) AS type,
      coalesce(s.category, i.category) AS category, coalesce(s.percentage, i.percentage) AS percentage
    FROM ${from}
      JOIN candidates c ON c.id = a.candidate_id
      LEFT JOIN seat_matrix_courses whole ON whole.edition_id = @matrix AND whole.choice_code = ${publicCode('a.choice_code')}
      LEFT JOIN merit_entries s ON s.candidate_id = a.candidate_id AND s.edition_id = @merit AND s.list = 'state'
      LEFT JOIN merit_entries i ON i.candidate_id = a.candidate_id AND i.edition_id = @merit AND i.list = 'all-india'`
  // Sorts only by what a public list shows, so that the order reveals neither the type of seat nor the waiver.
  const byMerit = 's.merit_number IS NULL, s.merit_number, i.merit_number'
  const ofInstitute = sqlite.prepare<[Ids & { institute: string; limit: number; offset: number }], PublicRow>(`
    ${publicRows('seat_matrix_courses m CROSS JOIN allotments a ON a.run_id = @run AND a.choice_code = m.choice_code')}
    WHERE m.edition_id = @matrix AND m.institute_code = @institute
    ORDER BY choiceCode, ${byMerit} LIMIT @limit OFFSET @offset`)
  const found = (where: string, order: string) =>
    sqlite.prepare<[Ids & { q: string; number: number; limit: number }], PublicRow>(`
    ${publicRows(
      `merit_entries e JOIN allotments a ON a.run_id = @run AND a.candidate_id = e.candidate_id
       JOIN seat_matrix_courses m ON m.edition_id = @matrix AND m.choice_code = a.choice_code`,
    )}
    WHERE e.edition_id = @merit AND ${where} GROUP BY a.candidate_id ORDER BY ${order} LIMIT @limit`)
  const byId = found("e.list IN ('state', 'all-india') AND e.user_id = @q", byMerit)
  const byNumber = found("e.list IN ('state', 'all-india') AND e.merit_number = @number", byMerit)
  // Names come in the order of the All India list, which ranks everybody: only as many rows are joined as are shown.
  const byName = sqlite.prepare<[Ids & { match: string; first: number; end: number; limit: number }], PublicRow>(`
    ${publicRows(
      `merit_search hit
       CROSS JOIN merit_entries e ON e.edition_id = @merit AND e.list = 'all-india' AND e.merit_number = hit.rowid - @first
       CROSS JOIN allotments a ON a.run_id = @run AND a.candidate_id = e.candidate_id
       CROSS JOIN seat_matrix_courses m ON m.edition_id = @matrix AND m.choice_code = a.choice_code`,
    )}
    WHERE hit.merit_search MATCH @match AND hit.rowid > @first AND hit.rowid < @end ORDER BY hit.rowid LIMIT @limit`)
  const matching = `(@institutes IS NULL OR institute_code IN (SELECT value FROM json_each(@institutes)))
    AND (@district = '' OR district = @district)`
  const institutes = sqlite.prepare<
    [Ids & Sought & { district: string; limit: number; offset: number }],
    InstituteRow
  >(`
    SELECT institute_code AS code, institute, district,
      sum((SELECT count(*) FROM allotments a WHERE a.run_id = @run AND a.choice_code = m.choice_code)) AS allotted
    FROM seat_matrix_courses m WHERE edition_id = @matrix AND ${matching}
    GROUP BY institute_code ORDER BY institute_code LIMIT @limit OFFSET @offset`)
  const institute = sqlite.prepare<
    [Ids & { institute: string }],
    Omit<InstituteRow, 'allotted'> & { allotted: number | null }
  >(`
    SELECT institute_code AS code, min(institute) AS institute, min(district) AS district,
      sum((SELECT count(*) FROM allotments a WHERE a.run_id = @run AND a.choice_code = m.choice_code)) AS allotted
    FROM seat_matrix_courses m WHERE edition_id = @matrix AND institute_code = @institute GROUP BY institute_code`)
  const districts = sqlite
    .prepare<[number], string>(
      'SELECT DISTINCT district FROM seat_matrix_courses WHERE edition_id = ? ORDER BY district',
    )
    .pluck()
  const named = sqlite.prepare<[number], NamedCourse>(`
    SELECT choice_code AS choiceCode, institute_code AS instituteCode, institute, university, district, course
    FROM seat_matrix_courses WHERE edition_id = ?`)
  // Published editions never change. The newest few stay.
  const editions = new Map<number, readonly NamedCourse[]>()
  function coursesOf(edition: number): readonly NamedCourse[] {
    const known = editions.get(edition)
    if (known) return known
    if (editions.size >= 4) editions.delete(editions.keys().next().value!)
    const read = named.all(edition)
    editions.set(edition, read)
    return read
  }
  function soughtIn({ seatMatrixEditionId }: PublishedRun, q: string): Sought {
    if (!q.trim()) return { institutes: null, courses: null }
    const found = searchCourses(coursesOf(seatMatrixEditionId), q, portal.form)
    const codes = (of: (course: NamedCourse) => string) => JSON.stringify([...new Set(found.map(of))])
    return {
      institutes: codes(({ instituteCode }) => instituteCode),
      courses: codes(({ choiceCode }) => choiceCode.slice(0, 9)),
    }
  }
  const closingCourses = sqlite
    .prepare<[Ids & Sought & { district: string; seatType: string; limit: number; offset: number }], string>(`
    SELECT m.code FROM (${publicCourses}) m
    WHERE (@courses IS NULL OR m.code IN (SELECT value FROM json_each(@courses)))
      AND (@district = '' OR m.district = @district)
      AND EXISTS (SELECT 1 FROM allotment_closings l WHERE l.run_id = @run
        AND l.choice_code IN (m.code, m.code || 'T')
        AND (@seatType = '' OR ${publicType('l.seat_type')} = @seatType))
    ORDER BY m.institute_code, m.code LIMIT @limit OFFSET @offset`)
    .pluck()
  const closings = sqlite.prepare<[Ids & { code: string; seatType: string }], ClosingRow>(`
    SELECT m.code AS choiceCode, m.institute_code AS instituteCode, m.institute, m.course, m.district, l.seatType, l.merit,
      (SELECT e.percentage FROM merit_entries e WHERE e.edition_id = @merit AND e.merit_number = l.merit
        AND e.list = iif(l.seatType = 'AI', 'all-india', 'state')) AS percentage
    FROM (SELECT @code AS code, institute_code, institute, district, course FROM seat_matrix_courses
        WHERE edition_id = @matrix AND choice_code IN (@code, @code || 'T') ORDER BY choice_code LIMIT 1) m,
      (SELECT ${publicType('seat_type')} AS seatType, max(merit) AS merit, min(${typePlace('seat_type')}) AS place
       FROM allotment_closings WHERE run_id = @run AND choice_code IN (@code, @code || 'T') GROUP BY 1) l
    WHERE @seatType = '' OR l.seatType = @seatType
    ORDER BY l.seatType = '${specialSeat}', l.place`)

  const count = sqlite.prepare<[number], number>('SELECT count(*) FROM allotments WHERE run_id = ?').pluck()

  return {
    /** The published runs, at most one per round, in the order of the rounds. */
    runs: (): PublishedRun[] => runs.all(),
    /** The number of candidates to whom a run gave a seat. */
    count: ({ id }: PublishedRun): number => count.get(id)!,
    person: (candidateId: number) => person.get(candidateId),
    seat: (run: PublishedRun, candidateId: number): SeatRow | undefined => seat.get(run.id, candidateId),
    /** A candidate's numbers in the edition that the run used. */
    merit({ meritEditionId }: PublishedRun, candidateId: number) {
      const rows = merit.all(candidateId, meritEditionId)
      const of = (list: 'state' | 'all-india' | 'jk') => rows.find((row) => row.list === list)?.number ?? null
      return { stateMerit: of('state'), allIndiaMerit: of('all-india'), jkMerit: of('jk') }
    },
    course: ({ seatMatrixEditionId }: PublishedRun, choiceCode: string) => course.get(seatMatrixEditionId, choiceCode),
    /** The choices of a confirmed option form, most preferred first; empty if none is confirmed. */
    confirmedChoices: (candidateId: number, round: CapRound) => confirmedChoices.all(candidateId, round),
    /**
     * By choice code, the course, the types of seat that the matrix has there, and the last numbers that the run admitted.
     * A code that the matrix lacks is left out.
     */
    reasonsAt({ id, seatMatrixEditionId }: PublishedRun, choiceCodes: readonly string[]) {
      const rows = reasons.all({ run: id, matrix: seatMatrixEditionId, codes: JSON.stringify(choiceCodes) })
      return new Map(
        rows.map(({ seatTypes, closing, ...at }) => [
          at.choiceCode,
          {
            ...at,
            seatTypes: JSON.parse(seatTypes) as string[],
            closing: JSON.parse(closing) as Record<string, number>,
          },
        ]),
      )
    },

    /** Institutes by code, with the number of candidates that the run gave them. */
    institutes: (run: PublishedRun, { q = '', district = '' }: ClosingFilter, limit: number, offset: number) =>
      institutes.all({ ...ofIds(run), ...soughtIn(run, q), district, limit, offset }),
    institute(run: PublishedRun, code: string): InstituteRow | undefined {
      const row = institute.get({ ...ofIds(run), institute: code })
      return row && { ...row, allotted: row.allotted ?? 0 }
    },
    ofInstitute: (run: PublishedRun, code: string, limit: number, offset: number): PublicRow[] =>
      ofInstitute.all({ ...ofIds(run), institute: code, limit, offset }),
    /**
     * The candidates to whom the run gave a seat: by Application ID, by number in either list, or by words at the start
     * of the name.
     */
    search(run: PublishedRun, sought: MeritSought, limit: number): PublicRow[] {
      const ask = { ...ofIds(run), q: '', number: 0, limit }
      if (sought.kind === 'user-id') return byId.all({ ...ask, q: sought.userId })
      if (sought.kind === 'number') return byNumber.all({ ...ask, number: sought.meritNumber })
      if (sought.kind === 'all' || !sought.words.length) return []
      const match = sought.words.map((word) => `name : "${word}"*`).join(' AND ')
      const first = (run.meritEditionId * 4 + meritLists.indexOf('all-india')) * numbersOfList
      return byName.all({ ...ofIds(run), match, first, end: first + numbersOfList, limit })
    },
    districts: ({ seatMatrixEditionId }: PublishedRun): string[] => districts.all(seatMatrixEditionId),
    /** Courses that the run filled at least partly, by the nine digits of their choice code. */
    closingCourses: (
      run: PublishedRun,
      { q = '', district = '', seatType = '' }: ClosingFilter,
      limit: number,
      offset: number,
    ): string[] => closingCourses.all({ ...ofIds(run), ...soughtIn(run, q), district, seatType, limit, offset }),
    /** The last numbers admitted to a course, by type of seat as the public reads it. */
    closings: (run: PublishedRun, code: string, seatType = ''): ClosingRow[] =>
      closings.all({ ...ofIds(run), code, seatType }),
  }
}
