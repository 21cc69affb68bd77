import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** The browsers to which candidates let notifications come. Written by `push`. */
export const pushDevices = sqliteTable(
  'push_devices',
  {
    /** Never given twice: waiting messages name it. */
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** Its address at the push service. One browser is one person's. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The browser's name for itself. */
    device: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('push_devices_candidate').on(t.candidateId)],
)

/** The one pair of keys by which the portal proves itself to push services. Written by `push`. */
export const pushKeys = sqliteTable(
  'push_keys',
  {
    id: integer().primaryKey(),
    publicKey: text().notNull(),
    /** The private key, sealed under the server's secret. */
    sealed: text().notNull(),
  },
  (t) => [check('push_keys_one', sql`${t.id} = 1`)],
)
