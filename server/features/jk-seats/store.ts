import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../db/client'
import {
  candidates,
  jkAllotments,
  jkChoices,
  jkSeatings,
  jkSeats,
  meritEditions,
  meritEntries,
  seatMatrixCourses,
  seatMatrixEditions,
  staff,
} from '../../../db/schema'
import type { Language } from '../../kernel/languages'

export type JkSeatRow = typeof jkSeats.$inferSelect
export type JkAllotmentRow = typeof jkAllotments.$inferSelect
export type SeatingRow = typeof jkSeatings.$inferSelect
export type NamedSeating = SeatingRow & { preparedByName: string; releasedByName: string | null }
/** Somebody of the J&K list; `choices` by comma, null where the desk has recorded none. */
export type Listed = { candidateId: number; userId: string; fullName: string; merit: number; choices: string | null }
/** A seat of a seating, with whom it is for. */
export type SeatedPerson = JkAllotmentRow & { userId: string; fullName: string }

export type JkSeatsStore = ReturnType<typeof jkSeatsStore>

/** The only writer of the tables of J&K seats. Joins the caller's transaction. */
export function jkSeatsStore({ orm }: Database) {
  const releaser = alias(staff, 'releaser')
  const inForce = ['prepared', 'released'] as const

  return {
    seats: (): JkSeatRow[] => orm.select().from(jkSeats).orderBy(asc(jkSeats.choiceCode)).all(),
    putSeats: (row: JkSeatRow): void =>
      void orm.insert(jkSeats).values(row).onConflictDoUpdate({ target: jkSeats.choiceCode, set: row }).run(),
    removeSeats: (choiceCode: string): void => void orm.delete(jkSeats).where(eq(jkSeats.choiceCode, choiceCode)).run(),
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

    /** The published final merit list in force; undefined before there is one. */
    meritEdition: (): number | undefined =>
      orm
        .select({ id: meritEditions.id })
        .from(meritEditions)
        .where(and(eq(meritEditions.stage, 'final'), eq(meritEditions.state, 'published')))
        .orderBy(desc(meritEditions.number))
        .limit(1)
        .get()?.id,
    /** The J&K list of an edition, in order of merit. */
    listed: (edition: number): Listed[] =>
      orm
        .select({
          candidateId: meritEntries.candidateId,
          userId: meritEntries.userId,
          fullName: meritEntries.fullName,
          merit: meritEntries.meritNumber,
          choices: jkChoices.choices,
        })
        .from(meritEntries)
        .leftJoin(jkChoices, eq(jkChoices.candidateId, meritEntries.candidateId))
        .where(and(eq(meritEntries.editionId, edition), eq(meritEntries.list, 'jk')))
        .orderBy(asc(meritEntries.meritNumber))
        .all(),
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
    /** The prepared and the released one, with the names of who had a hand in them. */
    seatings: (): NamedSeating[] =>
      orm
        .select({ seating: jkSeatings, preparedByName: staff.fullName, releasedByName: releaser.fullName })
        .from(jkSeatings)
        .innerJoin(staff, eq(staff.id, jkSeatings.preparedBy))
        .leftJoin(releaser, eq(releaser.id, jkSeatings.releasedBy))
        .where(inArray(jkSeatings.state, [...inForce]))
        .orderBy(desc(jkSeatings.id))
        .all()
        .map(({ seating, ...names }) => ({ ...seating, ...names })),
    seating: (id: number): SeatingRow | undefined => orm.select().from(jkSeatings).where(eq(jkSeatings.id, id)).get(),
    change: (id: number, facts: Partial<Omit<SeatingRow, 'id'>>): void =>
      void orm.update(jkSeatings).set(facts).where(eq(jkSeatings.id, id)).run(),
    /** What was in a state before goes to another one. */
    moveAll: (from: 'prepared' | 'released', to: 'superseded' | 'discarded'): void =>
      void orm.update(jkSeatings).set({ state: to }).where(eq(jkSeatings.state, from)).run(),
    /** By merit. */
    seated: (seatingId: number): SeatedPerson[] =>
      orm
        .select({ seat: jkAllotments, userId: candidates.userId, fullName: candidates.fullName })
        .from(jkAllotments)
        .innerJoin(candidates, eq(candidates.id, jkAllotments.candidateId))
        .where(eq(jkAllotments.seatingId, seatingId))
        .orderBy(asc(jkAllotments.meritNumber))
        .all()
        .map(({ seat, ...person }) => ({ ...seat, ...person })),
    /** The seat that a candidate has by the released seating. */
    seatOf: (candidateId: number): (JkAllotmentRow & { releasedAt: number | null }) | undefined => {
      const found = orm
        .select({ seat: jkAllotments, releasedAt: jkSeatings.releasedAt })
        .from(jkAllotments)
        .innerJoin(jkSeatings, eq(jkSeatings.id, jkAllotments.seatingId))
        .where(and(eq(jkAllotments.candidateId, candidateId), eq(jkSeatings.state, 'released')))
        .get()
      return found && { ...found.seat, releasedAt: found.releasedAt }
    },
    contact: (candidateId: number): { userId: string; mobile: string; email: string; language: Language } =>
      orm
        .select({
          userId: candidates.userId,
          mobile: candidates.mobile,
          email: candidates.email,
          language: candidates.language,
        })
        .from(candidates)
        .where(eq(candidates.id, candidateId))
        .get()!,
  }
}
