import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/**
 * Grievances, filed between the provisional and the final merit list, complaints about the process, and what
 * self-verification raises; one of each kind may be open. Written by `grievances`.
 */
export const grievances = sqliteTable(
  'grievances',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    type: text().notNull(),
    /** The steps it names: bit n for step n. */
    steps: integer().notNull(),
    state: text({ enum: ['open', 'approved', 'refused'] }).notNull(),
    filedAt: integer().notNull(),
    decidedAt: integer(),
    decidedBy: integer().references(() => staff.id),
    /** When a refused one was reopened, once. */
    reopenedAt: integer(),
  },
  (t) => [
    uniqueIndex('grievances_one_open')
      .on(t.candidateId)
      .where(sql`state = 'open' AND type NOT IN ('process', 'self-verification')`),
    uniqueIndex('grievances_one_open_of_seat')
      .on(t.candidateId)
      .where(sql`state = 'open' AND type = 'self-verification'`),
    uniqueIndex('grievances_one_open_complaint').on(t.candidateId).where(sql`state = 'open' AND type = 'process'`),
    index('grievances_of_type').on(t.type, t.state, t.filedAt),
    index('grievances_candidate').on(t.candidateId, t.id),
    index('grievances_state').on(t.state, t.id),
  ],
)

/** The thread of a grievance, in order. Written by `grievances`. */
export const grievanceMessages = sqliteTable(
  'grievance_messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    grievanceId: integer()
      .notNull()
      .references(() => grievances.id),
    /** Null: written by the candidate. */
    staffId: integer().references(() => staff.id),
    entry: text({ enum: ['filed', 'message', 'approved', 'refused', 'reopened'] }).notNull(),
    text: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('grievance_messages_thread').on(t.grievanceId, t.id)],
)

/** Attachments of candidates; the bytes are beside the documents, under their hash. Written by `grievances`. */
export const grievanceFiles = sqliteTable(
  'grievance_files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    messageId: integer()
      .notNull()
      .references(() => grievanceMessages.id),
    hash: text().notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    pages: integer().notNull(),
    /** The name on the device. */
    originalName: text().notNull(),
  },
  (t) => [index('grievance_files_message').on(t.messageId), index('grievance_files_hash').on(t.hash)],
)
