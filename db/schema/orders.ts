import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { releaseColumns } from './release'

/**
 * Special orders of the authority: one candidate is admitted late, given more time or allowed to correct locked steps;
 * an outage moves every closing that it affected; a seat is changed after its allotment; or a candidate is taken out of
 * the admission or readmitted. Prepared by one person, in force once another has released it.
 * Written by `orders`.
 */
export const specialOrders = sqliteTable(
  'special_orders',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({
      enum: [
        'admit-late',
        'extend',
        'correct',
        'outage',
        'withdraw-acceptance',
        'cancel-allotment',
        'withdraw-admission',
        'restore-allotment',
        'cancel-application',
        'debar',
        'readmit',
      ],
    }).notNull(),
    /** The candidate; for a late admission null until they have registered. */
    candidateId: integer().references(() => candidates.id),
    /** For a late admission: the number that may register. */
    mobile: text(),
    orderNumber: text().notNull(),
    authority: text().notNull(),
    reason: text().notNull(),
    /** The candidate's deadline; null for an outage and for a seat that is taken back. */
    until: integer(),
    /** Bit n is set when step n may be corrected. */
    steps: integer().notNull().default(0),
    /** For an outage: its start, its length, and the closings that it moves as `[{ key, from, to }]`. */
    since: integer(),
    hours: integer(),
    moves: text(),
    /** For a seat: the round that allotted it, and if it is restored in addition to the matrix. */
    round: integer(),
    isSupernumerary: integer({ mode: 'boolean' }).notNull().default(false),
    /** For a seat: the question put to the engine and its answer, `{ question, zone }`; both null if nobody is affected. */
    zone: text(),
    /** For a cancelled application: the other application of the same person, which goes on; null if there is none. */
    keptId: integer().references(() => candidates.id),
    ...releaseColumns,
  },
  (t) => [
    index('special_orders_candidate').on(t.candidateId),
    index('special_orders_mobile').on(t.mobile),
    index('special_orders_state').on(t.state),
  ],
)
