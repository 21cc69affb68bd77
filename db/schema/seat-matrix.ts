import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

/** An edition of the seat matrix, as a file of the cell stated it. What is published never changes. Written by `seat-matrix`. */
export const seatMatrixEditions = sqliteTable(
  'seat_matrix_editions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    number: integer().notNull(),
    state: text({ enum: ['imported', 'published', 'discarded'] }).notNull(),
    /** As the file was named. */
    fileName: text().notNull(),
    /** sha-256 of the file, hexadecimal. */
    hash: text().notNull(),
    importedAt: integer().notNull(),
    importedBy: integer()
      .notNull()
      .references(() => staff.id),
    publishedAt: integer(),
    publishedBy: integer().references(() => staff.id),
    /** Why rows that break an identity count all the same: JSON, by choice code. */
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
    /** Nine digits; those of tuition fee waiver end in `T`. */
    choiceCode: text().notNull(),
    instituteCode: text().notNull(),
    institute: text().notNull(),
    university: text().notNull(),
    /** Its code, `MH-pune`. */
    district: text().notNull(),
    /** Government, aided, unaided … as the file says. */
    status: text().notNull(),
    autonomy: text().notNull(),
    /** The institute's minority community; null outside minority institutes. */
    minority: text(),
    course: text().notNull(),
    /** The lines `total` of the file: sanctioned, Maharashtra, minority, All India, institute level. */
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

/** How many seats of a type a choice code has in an edition. Written by `seat-matrix`. */
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
