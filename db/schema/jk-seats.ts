import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { meritEditions } from './merit-lists'
import { staff } from './staff'

/** The seats that the cell has for J&K migrants, beside the seat matrix. Written by `jk-seats`. */
export const jkSeats = sqliteTable('jk_seats', {
  choiceCode: text().primaryKey(),
  institute: text().notNull(),
  course: text().notNull(),
  count: integer().notNull(),
})

/** What a J&K migrant has told the desk, best liked first. Written by `jk-seats`. */
export const jkChoices = sqliteTable('jk_choices', {
  candidateId: integer()
    .primaryKey()
    .references(() => candidates.id),
  /** Choice codes by comma. */
  choices: text().notNull(),
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
    state: text({ enum: ['prepared', 'released', 'superseded', 'discarded'] }).notNull(),
    meritEditionId: integer()
      .notNull()
      .references(() => meritEditions.id),
    preparedAt: integer().notNull(),
    preparedBy: integer()
      .notNull()
      .references(() => staff.id),
    releasedAt: integer(),
    releasedBy: integer().references(() => staff.id),
  },
  (t) => [index('jk_seatings_state').on(t.state)],
)

/** Who got which seat in a seating, as it was named then. Written by `jk-seats`. */
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
