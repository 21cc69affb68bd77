import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { finalMeritInForce, isJkReleased, jkSeatCounts, seatMatrixInForce } from '#db/schema/in-force.ts'
import {
  candidates,
  jkAdmissions,
  jkAllotments,
  jkChoices,
  jkSeatings,
  jkSeats,
  meritEntries,
  seatMatrixCourses,
  seatMatrixEditions,
  staff,
} from '#db/schema/index.ts'
import type { JkChoicesOf, JkSeatOf, JkSeatThen } from '#server/domain/seats/jk-seating.ts'

export type JkSeatRow = typeof jkSeats.$inferSelect
export type JkAllotmentRow = typeof jkAllotments.$inferSelect
export type SeatingRow = typeof jkSeatings.$inferSelect
export type NamedSeating = SeatingRow & { preparedByName: string; decidedByName: string | null }
/** A candidate on the J&K list; `choices` separated by commas, null if the desk has recorded none. */
export type Listed = { candidateId: number; userId: string; fullName: string; merit: number; choices: string | null }
/** A J&K migrant with a seat at an institute. */
type JkHolder = {
  candidateId: number
  userId: string
  fullName: string
  choiceCode: string
  institute: string
  course: string
  /** Null until the institute has recorded the admission. */
  admittedAt: number | null
}
/** A seat of a seating, with its candidate. */
export type SeatedPerson = JkAllotmentRow & { userId: string; fullName: string; admittedAt: number | null }

export type JkSeatsStore = ReturnType<typeof jkSeatsStore>

/**
 * The only writer of the tables of J&K seats. Joins the caller's transaction.
 * Long: the statements that its verbs read, each prepared once.
 */
export function jkSeatsStore({ orm, sqlite }: Database) {
  const decider = alias(staff, 'decider')
  // Candidates whom no order has taken out of the admission.
  const isIn = sql`${meritEntries.candidateId} NOT IN (SELECT candidate_id FROM applications WHERE excluded_at IS NOT NULL)`
  // Choices that were taken out leave an empty row.
  const chosen = sql<string | null>`nullif(${jkChoices.choices}, '')`
  const listedAs = (edition: number, userId: string) =>
    orm
      .select({
        candidateId: meritEntries.candidateId,
        userId: meritEntries.userId,
        fullName: meritEntries.fullName,
        merit: meritEntries.meritNumber,
        choices: chosen,
      })
      .from(meritEntries)
      .leftJoin(jkChoices, eq(jkChoices.candidateId, meritEntries.candidateId))
      .where(
        and(eq(meritEntries.editionId, edition), eq(meritEntries.userId, userId), eq(meritEntries.list, 'jk'), isIn),
      )
      .get()
  const meritEdition = sqlite.prepare<[], number | null>(`SELECT ${finalMeritInForce}`).pluck()
  const recorders = sqlite
    .prepare<[], number>('SELECT recorded_by FROM jk_seats UNION SELECT recorded_by FROM jk_choices')
    .pluck()

  const seatOf = sqlite.prepare<[number], JkSeatOf>(`
    SELECT s.id AS seating, s.decided_at AS releasedAt, a.merit_number AS merit, a.choice_code AS choiceCode, a.institute, a.course,
      a.preference, m.admitted_at AS admittedAt
    FROM jk_allotments g JOIN jk_seatings s ON s.id = g.seating_id
    JOIN jk_seatings f ON f.state = 'published'
    JOIN jk_allotments a ON a.seating_id = f.id AND a.candidate_id = g.candidate_id
    LEFT JOIN jk_admissions m ON m.candidate_id = a.candidate_id AND m.choice_code = a.choice_code
    WHERE g.candidate_id = ? AND ${jkSeatCounts('g', 's')} ORDER BY s.id LIMIT 1`)

  const history = sqlite.prepare<{ candidateId: number }, JkSeatThen>(`
    SELECT s.id AS seating, s.decided_at AS releasedAt, a.choice_code AS choiceCode, a.institute, a.course
    FROM jk_seatings s LEFT JOIN jk_allotments a ON a.seating_id = s.id AND a.candidate_id = @candidateId
    WHERE ${isJkReleased('s')} AND s.id >= (SELECT min(f.seating_id) FROM jk_allotments f
      JOIN jk_seatings g ON g.id = f.seating_id WHERE f.candidate_id = @candidateId AND ${isJkReleased('g')})
    ORDER BY s.id`)

  const seatedAt = sqlite.prepare<[string], JkHolder>(`
    SELECT p.id AS candidateId, p.user_id AS userId, p.full_name AS fullName, a.choice_code AS choiceCode, a.institute, a.course,
      m.admitted_at AS admittedAt
    FROM jk_seatings s JOIN jk_allotments a ON a.seating_id = s.id JOIN candidates p ON p.id = a.candidate_id
    LEFT JOIN jk_admissions m ON m.candidate_id = a.candidate_id AND m.choice_code = a.choice_code
    JOIN seat_matrix_courses c ON c.edition_id = ${seatMatrixInForce} AND c.choice_code = a.choice_code
    WHERE s.state = 'published' AND c.institute_code = ?
      AND p.id NOT IN (SELECT candidate_id FROM applications WHERE excluded_at IS NOT NULL) ORDER BY a.choice_code, a.merit_number`)

  return {
    seats: (): JkSeatRow[] =>
      orm.select().from(jkSeats).where(gt(jkSeats.count, 0)).orderBy(asc(jkSeats.choiceCode)).all(),
    seat: (choiceCode: string): JkSeatRow | undefined =>
      orm
        .select()
        .from(jkSeats)
        .where(and(eq(jkSeats.choiceCode, choiceCode), gt(jkSeats.count, 0)))
        .get(),
    putSeats: (row: JkSeatRow): void =>
      void orm.insert(jkSeats).values(row).onConflictDoUpdate({ target: jkSeats.choiceCode, set: row }).run(),
    /** The row stays, without a seat: who took the seats away must not release what follows from it. */
    removeSeats: (choiceCode: string, recordedBy: number): void =>
      void orm.update(jkSeats).set({ count: 0, recordedBy }).where(eq(jkSeats.choiceCode, choiceCode)).run(),
    /** A course of the published seat matrix in force. */
    course: (choiceCode: string): { institute: string; course: string } | undefined =>
      orm
        .select({ institute: seatMatrixCourses.institute, course: seatMatrixCourses.course })
        .from(seatMatrixCourses)
        .innerJoin(seatMatrixEditions, eq(seatMatrixEditions.id, seatMatrixCourses.editionId))
        .where(and(eq(seatMatrixEditions.state, 'published'), eq(seatMatrixCourses.choiceCode, choiceCode)))
        .orderBy(desc(seatMatrixEditions.number))
        .limit(1)
        .get(),

    /** Everybody who recorded, or took out, the seats and choices that a seating is made from. */
    recorders: (): number[] => recorders.all(),

    /** The published final merit list in force; undefined before there is one. */
    meritEdition: (): number | undefined => meritEdition.get() ?? undefined,
    /** The J&K list of an edition, in order of merit. */
    listed: (edition: number): Listed[] =>
      orm
        .select({
          candidateId: meritEntries.candidateId,
          userId: meritEntries.userId,
          fullName: meritEntries.fullName,
          merit: meritEntries.meritNumber,
          choices: chosen,
        })
        .from(meritEntries)
        .leftJoin(jkChoices, eq(jkChoices.candidateId, meritEntries.candidateId))
        .where(and(eq(meritEntries.editionId, edition), eq(meritEntries.list, 'jk'), isIn))
        .orderBy(asc(meritEntries.meritNumber))
        .all(),
    /** A candidate on the J&K list of an edition. */
    listedAs: (edition: number, userId: string): Listed | undefined => listedAs(edition, userId),
    choicesOf: (candidateId: number): JkChoicesOf | undefined =>
      orm
        .select({
          choices: jkChoices.choices,
          was: jkChoices.was,
          reason: jkChoices.reason,
          recordedAt: jkChoices.recordedAt,
        })
        .from(jkChoices)
        .where(and(eq(jkChoices.candidateId, candidateId), ne(jkChoices.choices, '')))
        .get(),
    putAdmission: (row: typeof jkAdmissions.$inferInsert): void =>
      void orm
        .insert(jkAdmissions)
        .values(row)
        .onConflictDoUpdate({ target: jkAdmissions.candidateId, set: row })
        .run(),
    removeAdmission: (candidateId: number): void =>
      void orm.delete(jkAdmissions).where(eq(jkAdmissions.candidateId, candidateId)).run(),
    /** The row stays, without a choice, as that of seats that are taken away. */
    removeChoices: (candidateId: number, recordedAt: number, recordedBy: number): void =>
      void orm
        .update(jkChoices)
        .set({ choices: '', was: null, reason: null, recordedAt, recordedBy })
        .where(eq(jkChoices.candidateId, candidateId))
        .run(),
    putChoices: (row: typeof jkChoices.$inferInsert): void =>
      void orm.insert(jkChoices).values(row).onConflictDoUpdate({ target: jkChoices.candidateId, set: row }).run(),

    addSeating: (row: Omit<typeof jkSeatings.$inferInsert, 'id'>): number =>
      orm.insert(jkSeatings).values(row).returning({ id: jkSeatings.id }).get().id,
    addAllotments: (rows: readonly JkAllotmentRow[]): void =>
      void (
        rows.length &&
        orm
          .insert(jkAllotments)
          .values([...rows])
          .run()
      ),
    /** The prepared seating and the one in force, with the names of the officers involved. */
    seatings: (): NamedSeating[] =>
      orm
        .select({ seating: jkSeatings, preparedByName: staff.fullName, decidedByName: decider.fullName })
        .from(jkSeatings)
        .innerJoin(staff, eq(staff.id, jkSeatings.preparedBy))
        .leftJoin(decider, eq(decider.id, jkSeatings.decidedBy))
        .where(inArray(jkSeatings.state, ['prepared', 'published']))
        .orderBy(desc(jkSeatings.id))
        .all()
        .map(({ seating, ...names }) => ({ ...seating, ...names })),
    seating: (id: number): SeatingRow | undefined => orm.select().from(jkSeatings).where(eq(jkSeatings.id, id)).get(),
    inForce: (): SeatingRow | undefined => orm.select().from(jkSeatings).where(eq(jkSeatings.state, 'published')).get(),
    /** By merit. */
    seated: (seatingId: number): SeatedPerson[] =>
      orm
        .select({
          seat: jkAllotments,
          userId: candidates.userId,
          fullName: candidates.fullName,
          admittedAt: jkAdmissions.admittedAt,
        })
        .from(jkAllotments)
        .innerJoin(candidates, eq(candidates.id, jkAllotments.candidateId))
        .leftJoin(
          jkAdmissions,
          and(
            eq(jkAdmissions.candidateId, jkAllotments.candidateId),
            eq(jkAdmissions.choiceCode, jkAllotments.choiceCode),
          ),
        )
        .where(eq(jkAllotments.seatingId, seatingId))
        .orderBy(asc(jkAllotments.meritNumber))
        .all()
        .map(({ seat, ...person }) => ({ ...seat, ...person })),
    /** Those who have a seat at an institute by the seating in force. */
    seatedAt: (institute: string): JkHolder[] => seatedAt.all(institute),
    /** What every released seating gave a candidate, from the first one with a seat on. */
    history: (candidateId: number): JkSeatThen[] => history.all({ candidateId }),
    /** A candidate's seat in the seating in force, with the seating that gave it and its moment: a later one may have left it. */
    seatOf: (candidateId: number): JkSeatOf | undefined => seatOf.get(candidateId),
  }
}
