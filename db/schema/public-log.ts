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

/** The newest head of a log that each witness has signed. Written by `public-log`. */
export const publicLogCosignatures = sqliteTable(
  'public_log_cosignatures',
  {
    logId: integer()
      .notNull()
      .references(() => publicLogs.id),
    /** The witness's key, in one line. */
    verifierKey: text().notNull(),
    /** How many entries it has signed, and when by its clock. */
    size: integer().notNull(),
    at: integer().notNull(),
    /** The head with the log's signature and the witness's, as everybody gets it. */
    note: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.logId, t.verifierKey] })],
)

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
