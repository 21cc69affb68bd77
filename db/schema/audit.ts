import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/**
 * The audit log: numbered lines without a gap; each carries the hash of the one before. Triggers of its migration
 * refuse to change or delete a line. Written by `audit`.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer().primaryKey(),
    /** The portal's clock. */
    at: integer().notNull(),
    actorKind: text({ enum: ['staff', 'candidate', 'system'] }).notNull(),
    actorId: integer(),
    actorName: text().notNull(),
    role: text(),
    act: text().notNull(),
    candidateId: integer().references(() => candidates.id),
    /** Any other subject: `staff:fc.pune`. */
    subject: text(),
    /** JSON. */
    detail: text().notNull(),
    previousHash: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    index('audit_log_candidate').on(t.candidateId, t.id),
    index('audit_log_act').on(t.act, t.id),
    index('audit_log_actor').on(t.actorName, t.id),
    index('audit_log_at').on(t.at),
  ],
)

/** The newest line, stored apart from the log: a log that ends before it was truncated. One row. Written by `audit`. */
export const auditHead = sqliteTable('audit_head', {
  id: integer().primaryKey(),
  line: integer().notNull(),
  hash: text().notNull(),
})
