import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about the database itself: whether it holds demo data, where the demo clock stands. */
export const portalFacts = sqliteTable('portal_facts', { key: text().primaryKey(), value: text().notNull() })
