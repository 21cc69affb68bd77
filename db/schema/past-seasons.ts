import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

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

/**
 * Earlier seasons as they were played, from which a rehearsal plays them again: no names, as in the dossiers. Written by
 * `rehearsal`, and by the command that begins a season.
 */
export const playedSeasons = sqliteTable('played_seasons', {
  /** `2023-2024`. */
  academicYear: text().primaryKey(),
  people: integer().notNull(),
  /** Seats that playing it again under its own rules would give to others; 0 where it plays exactly. */
  differing: integer().notNull(),
  /** Its rounds and criteria, so that a page need not read the record: JSON. */
  rules: text().notNull(),
  /** sha-256 of `record`, hexadecimal. */
  hash: text().notNull(),
  /** A `PlayedSeason` as JSON, compressed. */
  record: blob({ mode: 'buffer' }).notNull(),
})

/** Rehearsals: an earlier season under other rules. Nothing follows from one. Written by `rehearsal`. */
export const rehearsals = sqliteTable('rehearsals', {
  id: integer().primaryKey({ autoIncrement: true }),
  academicYear: text().notNull(),
  /** The rules as typed, by field: JSON. */
  typed: text().notNull(),
  /** `refused`: no engine can play these rules on this season. */
  state: text({ enum: ['running', 'done', 'refused', 'failed'] }).notNull(),
  madeBy: integer()
    .notNull()
    .references(() => staff.id),
  madeAt: integer().notNull(),
  /** A `Comparison`, or the fault: JSON; null while it runs. */
  outcome: text(),
})
