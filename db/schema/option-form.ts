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
    /** Grows with every save; a save that names an older one is refused. */
    version: integer().notNull(),
    savedAt: integer().notNull(),
    confirmedAt: integer(),
    /** sha-256 of what was confirmed, hexadecimal; null while it is not. */
    fingerprint: text(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.round] }),
    index('option_forms_round').on(t.round, t.confirmedAt, t.candidateId),
  ],
)

/** The choices of an option form as they stand, best liked first. Written by `option-form`. */
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
    /** Choice codes in order, by comma. */
    choices: text().notNull(),
    at: integer().notNull(),
    /** "Chrome on Android", as the session names it. */
    device: text().notNull(),
  },
  (t) => [index('option_history_form').on(t.candidateId, t.round, t.id)],
)
