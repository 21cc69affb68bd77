import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { seatMatrixEditions } from './seat-matrix'

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
