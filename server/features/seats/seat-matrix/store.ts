import { and, asc, desc, eq, inArray, max, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import {
  allotmentRuns,
  allotmentVacancies,
  seatAttestations,
  seatMatrixBreaches,
  seatMatrixCourses,
  seatMatrixEditions,
  seatMatrixPools,
  seatObjections,
  staff,
} from '#db/schema/index.ts'
import type { HeldSeats, Objection } from '#server/domain/seats/seat-findings.ts'
import type { Breach, CourseSeats, ReadMatrix, SeatIdentity, Seats } from '#server/domain/seats/seat-matrix.ts'
import { compareSeatTypes, type SeatType } from '#server/domain/terms/seat-types.ts'

type EditionRow = typeof seatMatrixEditions.$inferSelect
export type NamedEdition = EditionRow & { preparedByName: string; decidedByName: string | null }

export type SeatMatrixStore = ReturnType<typeof seatMatrixStore>

/**
 * The only writer of the tables `seat_matrix_…`. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function seatMatrixStore({ orm, sqlite }: Database) {
  const decider = alias(staff, 'decider')
  const named = () =>
    orm
      .select({ edition: seatMatrixEditions, preparedByName: staff.fullName, decidedByName: decider.fullName })
      .from(seatMatrixEditions)
      .innerJoin(staff, eq(staff.id, seatMatrixEditions.preparedBy))
      .leftJoin(decider, eq(decider.id, seatMatrixEditions.decidedBy))
  const flat = ({ edition, ...names }: ReturnType<ReturnType<typeof named>['all']>[number]): NamedEdition => ({
    ...edition,
    ...names,
  })
  const inForce = sqlite.prepare<[], { id: number; number: number; publishedAt: number }>(
    `SELECT id, number, decided_at AS publishedAt FROM seat_matrix_editions
     WHERE state = 'published' ORDER BY number DESC LIMIT 1`,
  )
  const runs = sqlite.prepare<[], { id: number; round: number; editionId: number; publishedAt: number }>(
    `SELECT id, round, seat_matrix_edition_id AS editionId, published_at AS publishedAt FROM allotment_runs
     WHERE state = 'published' ORDER BY round`,
  )
  // Prepared once: a whole State is tens of thousands of rows. CROSS JOIN keeps SQLite from reading them all to find one.
  const institute = sqlite
    .prepare<[string], 1>(
      `SELECT 1 FROM seat_matrix_editions e CROSS JOIN seat_matrix_courses c ON c.edition_id = e.id
     WHERE e.state IN ('published', 'prepared') AND c.institute_code = ? LIMIT 1`,
    )
    .pluck()
  const choiceCode = sqlite
    .prepare<[string], 1>(
      `SELECT 1 FROM seat_matrix_editions e CROSS JOIN seat_matrix_courses c ON c.edition_id = e.id
     WHERE e.state IN ('published', 'prepared') AND c.choice_code = ? LIMIT 1`,
    )
    .pluck()
  const addCourse = sqlite.prepare<Omit<CourseSeats, 'seats'> & { editionId: number; line: number }>(
    `INSERT INTO seat_matrix_courses (edition_id, choice_code, line, institute_code, institute, university, district, status,
       autonomy, minority, course, sanctioned, maharashtra, minority_seats, all_india, institute_level)
     VALUES (@editionId, @choiceCode, @line, @instituteCode, @institute, @university, @district, @status,
       @autonomy, @minority, @course, @sanctioned, @maharashtra, @minoritySeats, @allIndia, @instituteLevel)`,
  )
  const linesOf = sqlite.prepare<[number], { choiceCode: string; line: number }>(
    'SELECT choice_code AS choiceCode, line FROM seat_matrix_courses WHERE edition_id = ?',
  )
  const addPool = sqlite.prepare<[number, string, string, number]>(
    'INSERT INTO seat_matrix_pools (edition_id, choice_code, seat_type, count) VALUES (?, ?, ?, ?)',
  )
  /** Seats of the newest published allotment that nobody has given up, under their types in the matrix. */
  const holders = `FROM allotments a JOIN allotment_runs r ON r.id = a.run_id
    WHERE r.state = 'published' AND r.round = (SELECT max(round) FROM allotment_runs WHERE state = 'published')
      AND NOT EXISTS (SELECT 1 FROM cancellations x WHERE x.candidate_id = a.candidate_id)
      AND NOT EXISTS (SELECT 1 FROM seat_endings e WHERE e.candidate_id = a.candidate_id AND e.round = r.round)`
  const heldType = 'coalesce(a.original_type, a.seat_type)'
  const held = sqlite.prepare<[], HeldSeats>(
    `SELECT a.choice_code AS choiceCode, ${heldType} AS seatType, count(*) AS held ${holders} GROUP BY 1, 2`,
  )
  const holdersOf = sqlite.prepare<[string, string], { userId: string; fullName: string }>(
    `SELECT c.user_id AS userId, c.full_name AS fullName FROM candidates c WHERE c.id IN (
       SELECT a.candidate_id ${holders} AND a.choice_code = ? AND ${heldType} = ?) ORDER BY c.user_id`,
  )
  const institutesOf = sqlite.prepare<[number], { code: string; name: string; courses: number }>(
    `SELECT institute_code AS code, max(institute) AS name, count(*) AS courses FROM seat_matrix_courses
     WHERE edition_id = ? GROUP BY institute_code ORDER BY institute_code`,
  )
  const owingOf = sqlite.prepare<[number], { code: string; name: string; email: string | null }>(
    `SELECT k.institute_code AS code, max(k.institute) AS name, i.email
     FROM seat_matrix_courses k LEFT JOIN institutes i ON i.code = k.institute_code
     WHERE k.edition_id = ? AND NOT EXISTS (SELECT 1 FROM seat_attestations a
       WHERE a.edition_id = k.edition_id AND a.institute_code = k.institute_code)
     GROUP BY k.institute_code`,
  )
  const askedOf = sqlite.prepare<[], { id: number; number: number; attestBy: number }>(
    `SELECT id, number, attest_by AS attestBy FROM seat_matrix_editions
     WHERE state = 'prepared' AND attest_by IS NOT NULL ORDER BY id DESC LIMIT 1`,
  )
  const counted = sqlite.prepare<{ round: number }, { institutes: number; counted: number; lastAt: number | null }>(
    `WITH to_sign AS (SELECT DISTINCT k.institute_code AS code FROM allotment_runs r
         JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
         WHERE r.round = @round AND r.state = 'published'
           AND EXISTS (SELECT 1 FROM allotments a WHERE a.run_id = r.id AND a.choice_code = k.choice_code))
       SELECT (SELECT count(*) FROM to_sign) AS institutes,
         count(DISTINCT CASE WHEN institute_code IN (SELECT code FROM to_sign) THEN institute_code END) AS counted,
         max(at) AS lastAt FROM institute_vacancies WHERE round = @round`,
  )
  const countedVacancies = sqlite.prepare<
    [number],
    { choiceCode: string; seatType: string; count: number; at: number }
  >(`SELECT choice_code AS choiceCode, seat_type AS seatType, count, at FROM institute_vacancies WHERE round = ?`)

  return {
    /** Does an edition that is in force, or waits to be, have this institute? */
    hasInstitute: (code: string): boolean => institute.get(code) !== undefined,
    hasChoiceCode: (code: string): boolean => choiceCode.get(code) !== undefined,
    /** The published edition with the largest number. */
    inForce: () => inForce.get() ?? null,
    /** The published allotments, by round. */
    publishedRuns: () => runs.all(),

    edition(id: number): NamedEdition | undefined {
      const found = named().where(eq(seatMatrixEditions.id, id)).get()
      return found && flat(found)
    },
    /** Newest first. */
    editions: (limit: number): NamedEdition[] =>
      named().orderBy(desc(seatMatrixEditions.id)).limit(limit).all().map(flat),
    nextNumber: (): number =>
      (orm
        .select({ last: max(seatMatrixEditions.number) })
        .from(seatMatrixEditions)
        .where(ne(seatMatrixEditions.state, 'discarded'))
        .get()?.last ?? 0) + 1,

    /** Adds an edition with all of its rows, and returns its id. */
    add(
      row: Omit<typeof seatMatrixEditions.$inferInsert, 'id'>,
      { courses, lines, breaches }: Pick<ReadMatrix, 'courses' | 'lines' | 'breaches'>,
    ): number {
      const { id: editionId } = orm
        .insert(seatMatrixEditions)
        .values(row)
        .returning({ id: seatMatrixEditions.id })
        .get()
      for (const { seats, ...course } of courses) {
        addCourse.run({ ...course, editionId, line: lines.get(course.choiceCode) ?? 0 })
        for (const { seatType, count } of seats) addPool.run(editionId, course.choiceCode, seatType, count)
      }
      for (const breach of breaches)
        orm
          .insert(seatMatrixBreaches)
          .values({ ...breach, editionId })
          .run()
      return editionId
    },
    change: (id: number, facts: Partial<Omit<EditionRow, 'id' | 'number'>>): void =>
      void orm.update(seatMatrixEditions).set(facts).where(eq(seatMatrixEditions.id, id)).run(),

    /** The courses of an edition by choice code, each with its seats in the order of their types. */
    courses(editionId: number): CourseSeats[] {
      const seats = new Map<string, Seats[]>()
      for (const { choiceCode, seatType, count } of orm
        .select()
        .from(seatMatrixPools)
        .where(eq(seatMatrixPools.editionId, editionId))
        .all())
        add(seats, choiceCode, seatType, count)
      return orm
        .select()
        .from(seatMatrixCourses)
        .where(eq(seatMatrixCourses.editionId, editionId))
        .orderBy(asc(seatMatrixCourses.choiceCode))
        .all()
        .map(({ editionId: _, line: __, ...course }) => ({ ...course, seats: inOrder(seats.get(course.choiceCode)) }))
    },

    /** The first line of each choice code in the file of an edition. */
    lines: (editionId: number): ReadonlyMap<string, number> =>
      new Map(linesOf.all(editionId).map(({ choiceCode, line }) => [choiceCode, line])),

    /** The inconsistencies of an edition, in the order of the file. */
    breaches: (editionId: number): Breach[] =>
      orm
        .select()
        .from(seatMatrixBreaches)
        .where(eq(seatMatrixBreaches.editionId, editionId))
        .orderBy(asc(seatMatrixBreaches.line))
        .all()
        .map(({ editionId: _, rule, ...breach }) => ({ ...breach, rule: rule as SeatIdentity })),

    /** One institute's courses in an edition, by choice code. */
    coursesAt(editionId: number, instituteCode: string): CourseSeats[] {
      const rows = orm
        .select()
        .from(seatMatrixCourses)
        .where(and(eq(seatMatrixCourses.editionId, editionId), eq(seatMatrixCourses.instituteCode, instituteCode)))
        .orderBy(asc(seatMatrixCourses.choiceCode))
        .all()
      const codes = rows.map(({ choiceCode }) => choiceCode)
      const seats = new Map<string, Seats[]>()
      for (const { choiceCode, seatType, count } of orm
        .select()
        .from(seatMatrixPools)
        .where(and(eq(seatMatrixPools.editionId, editionId), inArray(seatMatrixPools.choiceCode, codes)))
        .all())
        add(seats, choiceCode, seatType, count)
      return rows.map(({ editionId: _, line: __, ...course }) => ({
        ...course,
        seats: inOrder(seats.get(course.choiceCode)),
      }))
    },

    /** The seats that candidates hold after the newest published allotment, by choice code and type in the matrix. */
    held: (): HeldSeats[] => held.all(),
    /** The candidates who hold such seats. */
    holders: (choiceCode: string, seatType: string) => holdersOf.all(choiceCode, seatType),

    /** The institutes of an edition, by code. */
    institutes: (editionId: number) => institutesOf.all(editionId),
    /** The institutes of an edition that have not answered; `email`: null if the portal knows no address. */
    owing: (editionId: number) => owingOf.all(editionId),
    /** The newest unpublished edition to which institutes are asked to answer. */
    asked: () => askedOf.get() ?? null,
    attestations: (editionId: number) =>
      orm
        .select({
          instituteCode: seatAttestations.instituteCode,
          verdict: seatAttestations.verdict,
          at: seatAttestations.at,
          byName: staff.fullName,
        })
        .from(seatAttestations)
        .innerJoin(staff, eq(staff.id, seatAttestations.by))
        .where(eq(seatAttestations.editionId, editionId))
        .all(),
    objections: (editionId: number): Objection[] =>
      orm
        .select({ choiceCode: seatObjections.choiceCode, reason: seatObjections.reason, at: seatObjections.at })
        .from(seatObjections)
        .where(eq(seatObjections.editionId, editionId))
        .orderBy(asc(seatObjections.choiceCode))
        .all(),
    /** Replaces an institute's answer. `lines`: all of its choice codes. */
    attest(
      row: typeof seatAttestations.$inferInsert,
      lines: readonly string[],
      objections: readonly { choiceCode: string; reason: string }[],
    ): void {
      orm
        .insert(seatAttestations)
        .values(row)
        .onConflictDoUpdate({ target: [seatAttestations.editionId, seatAttestations.instituteCode], set: row })
        .run()
      orm
        .delete(seatObjections)
        .where(and(eq(seatObjections.editionId, row.editionId), inArray(seatObjections.choiceCode, [...lines])))
        .run()
      for (const objection of objections)
        orm
          .insert(seatObjections)
          .values({ ...objection, editionId: row.editionId, at: row.at })
          .run()
    },

    /** The seats that a published allotment left vacant, by choice code. */
    vacancies(runId: number): Map<string, Seats[]> {
      const vacant = new Map<string, Seats[]>()
      for (const { choiceCode, seatType, count } of orm
        .select({
          choiceCode: allotmentVacancies.choiceCode,
          seatType: allotmentVacancies.seatType,
          count: allotmentVacancies.count,
        })
        .from(allotmentVacancies)
        .innerJoin(allotmentRuns, eq(allotmentRuns.id, allotmentVacancies.runId))
        .where(and(eq(allotmentVacancies.runId, runId), eq(allotmentRuns.state, 'published')))
        .all())
        add(vacant, choiceCode, seatType, count)
      for (const seats of vacant.values()) inOrder(seats)
      return vacant
    },

    /**
     * How many institutes have a day to sign in a round, because it allotted a seat there, how many of them have counted
     * their vacancies, and when one last did.
     */
    counted: (round: number) => counted.get({ round })!,

    /** The vacancies that institutes have counted after a round, by choice code; zeros are left out. */
    countedVacancies(round: number): Map<string, CountedSeats> {
      const found = new Map<string, CountedSeats>()
      for (const { choiceCode, seatType, count, at } of countedVacancies.all(round)) {
        const known = found.get(choiceCode) ?? { at, seats: [] }
        found.set(choiceCode, known)
        if (count) known.seats.push({ seatType: seatType as SeatType, count })
      }
      for (const { seats } of found.values()) inOrder(seats)
      return found
    },
  }
}

/** The vacant seats of a choice code, and when its institute counted them. */
type CountedSeats = { at: number; seats: Seats[] }

function add(seats: Map<string, Seats[]>, choiceCode: string, seatType: string, count: number): void {
  const known = seats.get(choiceCode)
  const row = { seatType: seatType as SeatType, count }
  if (known) known.push(row)
  else seats.set(choiceCode, [row])
}
const inOrder = (seats: Seats[] = []): Seats[] => seats.sort((a, b) => compareSeatTypes(a.seatType, b.seatType))
