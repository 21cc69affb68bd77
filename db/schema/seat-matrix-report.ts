import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { seatMatrixEditions } from './seat-matrix'
import { staff } from './staff'

/** The numbers of an edition that do not add up, with their lines in the file. Written by `seat-matrix`. */
export const seatMatrixBreaches = sqliteTable(
  'seat_matrix_breaches',
  {
    editionId: integer()
      .notNull()
      .references(() => seatMatrixEditions.id),
    line: integer().notNull(),
    choiceCode: text().notNull(),
    rule: text().notNull(),
    expected: integer().notNull(),
    found: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.editionId, t.choiceCode, t.rule, t.line] })],
)

/** An institute's answer to its lines of an edition; the newest one counts. Written by `seat-matrix`. */
export const seatAttestations = sqliteTable(
  'seat_attestations',
  {
    editionId: integer()
      .notNull()
      .references(() => seatMatrixEditions.id),
    instituteCode: text().notNull(),
    verdict: text({ enum: ['signed', 'objected'] }).notNull(),
    at: integer().notNull(),
    /** The institute's officer, or the admin who recorded an answer on paper. */
    by: integer()
      .notNull()
      .references(() => staff.id),
  },
  (t) => [primaryKey({ columns: [t.editionId, t.instituteCode] })],
)

/** The lines to which institutes object. Written by `seat-matrix`. */
export const seatObjections = sqliteTable(
  'seat_objections',
  {
    editionId: integer()
      .notNull()
      .references(() => seatMatrixEditions.id),
    choiceCode: text().notNull(),
    reason: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.editionId, t.choiceCode] })],
)
