import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Counters of tries in fixed windows; they survive a restart. Written by `limits`. */
export const rateLimits = sqliteTable(
  'rate_limits',
  { key: text().primaryKey(), count: integer().notNull(), resetsAt: integer().notNull() },
  (t) => [index('rate_limits_resets').on(t.resetsAt)],
)
