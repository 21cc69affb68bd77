import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

/**
 * The columns of rows that one person prepares and another releases. The feature adds the row; from then on only
 * `release` writes these columns. The states and the events between them are in the rulebook (`domain/terms/release`).
 */
export const releaseColumns = {
  state: text({
    enum: ['preparing', 'prepared', 'released', 'published', 'superseded', 'discarded', 'failed'],
  }).notNull(),
  preparedAt: integer().notNull(),
  preparedBy: integer()
    .notNull()
    .references(() => staff.id),
  /** Who released or finally discarded it, and when; null while it waits. */
  decidedAt: integer(),
  decidedBy: integer().references(() => staff.id),
}

/**
 * Long preparations in progress, in any process: their progress, and the last sign of life of their process. A row is
 * deleted when its preparation ends. Written by `release`.
 */
export const preparations = sqliteTable(
  'preparations',
  {
    kind: text().notNull(),
    subject: integer().notNull(),
    /** The process that works on it. */
    owner: text().notNull(),
    step: text({ enum: ['waiting', 'reading', 'matching', 'verifying', 'writing'] }).notNull(),
    /** How much of the step is done, of how much; 0 of 0 if unknown. */
    done: integer().notNull(),
    total: integer().notNull(),
    /**
     * When the owner was last seen at work, by the machine's clock, because a movable clock says nothing about a
     * process.
     */
    beatAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
)
