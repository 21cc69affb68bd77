import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { releaseColumns } from './release'

/** A lost mobile: one staff member checks the documents, another releases the new number. Written by `help-desk`. */
export const mobileRequests = sqliteTable(
  'mobile_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    newMobile: text().notNull(),
    /** The photo identity document that was checked. */
    seen: text().notNull(),
    /** The comparison, in the preparer's words. */
    note: text().notNull(),
    ...releaseColumns,
  },
  (t) => [
    uniqueIndex('mobile_requests_open').on(t.candidateId).where(sql`state = 'prepared'`),
    index('mobile_requests_state').on(t.state, t.preparedAt),
  ],
)
