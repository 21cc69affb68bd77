import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The closing merits of earlier seasons: how far a round reached at a choice code by a type of seat. Written by
 * `past-seasons`, and by the command that begins a season.
 */
export const pastClosings = sqliteTable(
  'past_closings',
  {
    /** `2023-2024`. */
    academicYear: text().notNull(),
    choiceCode: text().notNull(),
    seatType: text().notNull(),
    round: integer().notNull(),
    /** The last merit number admitted, on the list that ranks this type; null if nobody was. */
    merit: integer(),
    /** How many candidates were on that list. */
    listed: integer().notNull(),
    admitted: integer().notNull(),
    /** Seats that the round left vacant as this type. */
    vacant: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.academicYear, t.choiceCode, t.seatType, t.round] })],
)
