import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** A lost mobile: one person of the staff saw the documents, another one releases the new number. Written by `help-desk`. */
export const mobileRequests = sqliteTable(
  'mobile_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    newMobile: text().notNull(),
    /** The photo identity document that was seen. */
    seen: text().notNull(),
    /** What was compared, in the words of whoever prepared it. */
    note: text().notNull(),
    preparedBy: integer()
      .notNull()
      .references(() => staff.id),
    preparedAt: integer().notNull(),
    decidedBy: integer().references(() => staff.id),
    decidedAt: integer(),
    outcome: text({ enum: ['released', 'refused'] }),
  },
  (t) => [
    uniqueIndex('mobile_requests_open').on(t.candidateId).where(sql`decided_at IS NULL`),
    index('mobile_requests_waiting').on(t.decidedAt, t.preparedAt),
  ],
)
