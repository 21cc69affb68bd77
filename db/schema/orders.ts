import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/**
 * Special orders of the authority: one candidate is admitted late, given more time or let correct what is locked; or an
 * outage moves every closing that it touched. Prepared by one person, in force once another has released it. Written by
 * `orders`.
 */
export const specialOrders = sqliteTable(
  'special_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['admit-late', 'extend', 'correct', 'outage'] }).notNull(),
    /** Whom it is for; of a late admission null until they have registered. */
    candidateId: integer().references(() => candidates.id),
    /** Of a late admission: the number that may register. */
    mobile: text(),
    orderNumber: text().notNull(),
    authority: text().notNull(),
    reason: text().notNull(),
    /** Until when the candidate has time; null for an outage. */
    until: integer(),
    /** Bit n is set when step n may be corrected. */
    steps: integer().notNull().default(0),
    /** Of an outage: when it began, how long it was, and what it moves as `[{ key, from, to }]`. */
    since: integer(),
    hours: integer(),
    moves: text(),
    preparedBy: integer()
      .notNull()
      .references(() => staff.id),
    preparedAt: integer().notNull(),
    decidedBy: integer().references(() => staff.id),
    decidedAt: integer(),
    outcome: text({ enum: ['released', 'refused'] }),
  },
  (t) => [
    index('special_orders_candidate').on(t.candidateId),
    index('special_orders_mobile').on(t.mobile),
    index('special_orders_waiting').on(t.decidedAt),
  ],
)
