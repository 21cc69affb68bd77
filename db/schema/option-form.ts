import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** A candidate's option form of a round; only a confirmed one counts. Written by `option-form`. */
export const optionForms = sqliteTable(
  'option_forms',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    /** Increases with every save; a save based on an older version is refused. */
    version: integer().notNull(),
    savedAt: integer().notNull(),
    confirmedAt: integer(),
    /** sha-256 of the confirmed list, hexadecimal; null while it is not confirmed. */
    fingerprint: text(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.round] }),
    index('option_forms_round').on(t.round, t.confirmedAt, t.candidateId),
  ],
)

/** The present choices of an option form, best first. Written by `option-form`. */
export const optionChoices = sqliteTable(
  'option_choices',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    /** 1 for the first preference. */
    position: integer().notNull(),
    choiceCode: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.round, t.position] })],
)

/** Every list that was saved, confirmed or unlocked, with time and device. Written by `option-form`. */
export const optionHistory = sqliteTable(
  'option_history',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    version: integer().notNull(),
    act: text({ enum: ['saved', 'imported', 'confirmed', 'unlocked'] }).notNull(),
    /** Choice codes in order, separated by commas. */
    choices: text().notNull(),
    at: integer().notNull(),
    /** "Chrome on Android", as in the list of sessions. */
    device: text().notNull(),
  },
  (t) => [index('option_history_form').on(t.candidateId, t.round, t.id)],
)

/** Courses that a candidate has starred, before a round or in it. Written by `option-form`. */
export const starredChoices = sqliteTable(
  'starred_choices',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    choiceCode: text().notNull(),
    starredAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.choiceCode] })],
)
