import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { releaseColumns } from './release'

/**
 * Special orders of the authority: one candidate is admitted late, given more time or allowed to correct locked steps;
 * or an outage moves every closing that it affected. Prepared by one person, in force once another has released it.
 * Written by `orders`.
 */
export const specialOrders = sqliteTable(
  'special_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['admit-late', 'extend', 'correct', 'outage'] }).notNull(),
    /** The candidate; for a late admission null until they have registered. */
    candidateId: integer().references(() => candidates.id),
    /** For a late admission: the number that may register. */
    mobile: text(),
    orderNumber: text().notNull(),
    authority: text().notNull(),
    reason: text().notNull(),
    /** The candidate's deadline; null for an outage. */
    until: integer(),
    /** Bit n is set when step n may be corrected. */
    steps: integer().notNull().default(0),
    /** For an outage: its start, its length, and the closings that it moves as `[{ key, from, to }]`. */
    since: integer(),
    hours: integer(),
    moves: text(),
    ...releaseColumns,
  },
  (t) => [
    index('special_orders_candidate').on(t.candidateId),
    index('special_orders_mobile').on(t.mobile),
    index('special_orders_state').on(t.state),
  ],
)
