import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { releaseColumns } from './release'

/** An edition of the seat matrix, from a file of the cell. A published one never changes. Written by `seat-matrix`. */
export const seatMatrixEditions = sqliteTable(
  'seat_matrix_editions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    number: integer().notNull(),
    /** The name of the file. */
    fileName: text().notNull(),
    /** sha-256 of the file, hexadecimal. */
    hash: text().notNull(),
    ...releaseColumns,
    /** Until when the institutes sign or object to their lines; null until they are asked. */
    attestBy: integer(),
    /** Why rows that break an identity are accepted, jumps are right and objections are answered: JSON, by finding. */
    overrides: text().notNull().default('{}'),
  },
  (t) => [uniqueIndex('seat_matrix_editions_number').on(t.number).where(sql`state <> 'discarded'`)],
)

/** One course of one institute in an edition, with the totals of its seats. Written by `seat-matrix`. */
export const seatMatrixCourses = sqliteTable(
  'seat_matrix_courses',
  {
    editionId: integer()
      .notNull()
      .references(() => seatMatrixEditions.id),
    /** Nine digits; tuition fee waiver codes also end in `T`. */
    choiceCode: text().notNull(),
    /** Its first line in the file; 0 if there was none. */
    line: integer().notNull().default(0),
    instituteCode: text().notNull(),
    institute: text().notNull(),
    university: text().notNull(),
    /** The code, `MH-pune`. */
    district: text().notNull(),
    /** Government, aided, unaided … as in the file. */
    status: text().notNull(),
    autonomy: text().notNull(),
    /** The institute's minority community; null for other institutes. */
    minority: text(),
    course: text().notNull(),
    /** The `total` lines of the file: sanctioned, Maharashtra, minority, All India, institute level. */
    sanctioned: integer().notNull(),
    maharashtra: integer().notNull(),
    minoritySeats: integer().notNull(),
    allIndia: integer().notNull(),
    instituteLevel: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.editionId, t.choiceCode] }),
    uniqueIndex('seat_matrix_courses_institute').on(t.editionId, t.instituteCode, t.choiceCode),
  ],
)

/** The number of seats of a type at a choice code in an edition. Written by `seat-matrix`. */
export const seatMatrixPools = sqliteTable(
  'seat_matrix_pools',
  {
    editionId: integer()
      .notNull()
      .references(() => seatMatrixEditions.id),
    choiceCode: text().notNull(),
    seatType: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.editionId, t.choiceCode, t.seatType] })],
)
