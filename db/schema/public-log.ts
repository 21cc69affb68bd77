import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The public logs of the portal: one, and another after each restore that could not go on with it. Written by `public-log`. */
export const publicLogs = sqliteTable('public_logs', {
  id: integer().primaryKey(),
  /** Its name, which no other log has. */
  origin: text().notNull(),
  /** The key that signs it now, in one line. */
  verifierKey: text().notNull(),
  /** The epoch of the database that it knows of. */
  epochTag: text().notNull(),
  /** The newest signed checkpoint; empty until there is one. */
  checkpoint: text().notNull(),
})

/** The entries of the public log, as published. Triggers of its migration refuse to change or delete one. Written by `public-log`. */
export const publicLogLeaves = sqliteTable(
  'public_log_leaves',
  {
    logId: integer()
      .notNull()
      .references(() => publicLogs.id),
    /** 0 for the first. */
    number: integer().notNull(),
    /** What was published: `merit-list:3`. */
    subject: text().notNull(),
    /** What tells that it has changed since. */
    state: text().notNull(),
    leaf: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.logId, t.number] }),
    index('public_log_leaves_subject').on(t.logId, t.subject, t.number),
  ],
)
