import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { meritEditions } from './merit-lists'
import { releaseColumns } from './release'
import { staff } from './staff'

/** The cell's seats for J&K migrants, in addition to the seat matrix. Written by `jk-seats`. */
export const jkSeats = sqliteTable('jk_seats', {
  choiceCode: text().primaryKey(),
  institute: text().notNull(),
  course: text().notNull(),
  count: integer().notNull(),
  recordedBy: integer()
    .notNull()
    .references(() => staff.id),
})

/** A J&K migrant's choices as given to the desk, best first. Written by `jk-seats`. */
export const jkChoices = sqliteTable('jk_choices', {
  candidateId: integer()
    .primaryKey()
    .references(() => candidates.id),
  /** Choice codes, separated by commas. */
  choices: text().notNull(),
  /** The choices that these replaced, and why; null for the first ones. */
  was: text(),
  reason: text(),
  recordedAt: integer().notNull(),
  recordedBy: integer()
    .notNull()
    .references(() => staff.id),
})

/** A seating of the J&K list: prepared by one person, in force once another has released it. Written by `jk-seats`. */
export const jkSeatings = sqliteTable(
  'jk_seatings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    meritEditionId: integer()
      .notNull()
      .references(() => meritEditions.id),
    ...releaseColumns,
  },
  (t) => [index('jk_seatings_state').on(t.state)],
)

/** The allotted seats of a seating, with the names of that time. Written by `jk-seats`. */
export const jkAllotments = sqliteTable(
  'jk_allotments',
  {
    seatingId: integer()
      .notNull()
      .references(() => jkSeatings.id),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    meritNumber: integer().notNull(),
    choiceCode: text().notNull(),
    institute: text().notNull(),
    course: text().notNull(),
    preference: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.seatingId, t.candidateId] }),
    index('jk_allotments_candidate').on(t.candidateId, t.seatingId),
  ],
)

/** A J&K migrant whom the institute of the seat has admitted. Counts while the seat in force is the same. Written by `jk-seats`. */
export const jkAdmissions = sqliteTable('jk_admissions', {
  candidateId: integer()
    .primaryKey()
    .references(() => candidates.id),
  choiceCode: text().notNull(),
  admittedAt: integer().notNull(),
  admittedBy: integer()
    .notNull()
    .references(() => staff.id),
})
