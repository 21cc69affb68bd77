import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about the database itself, such as demo data and the time of the demo clock. */
export const portalFacts = sqliteTable('portal_facts', { key: text().primaryKey(), value: text().notNull() })
