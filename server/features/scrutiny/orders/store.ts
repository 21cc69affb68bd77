import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { candidates, specialOrders, staff } from '#db/schema/index.ts'
import type { ExclusionKind } from '#server/domain/admission/exclusion.ts'
import type { Instant } from '#server/kernel/time.ts'

type OrderRow = typeof specialOrders.$inferSelect
/** An order with the names of its people. */
export type NamedOrder = OrderRow & {
  userId: string | null
  fullName: string | null
  preparedByName: string
  decidedByName: string | null
  /** The other application of the same person, which goes on; null if there is none. */
  keptUserId: string | null
}
/** An order that keeps a candidate out of the admission. */
type Exclusion = Pick<OrderRow, 'id' | 'orderNumber' | 'authority' | 'reason'> & {
  kind: ExclusionKind
  decidedAt: number
  keptUserId: string | null
}
/** An order in the desk's list. */
type OrderLine = Pick<
  NamedOrder,
  'id' | 'orderNumber' | 'kind' | 'state' | 'authority' | 'reason' | 'until' | 'preparedAt' | 'decidedAt'
> & { userId: string | null; fullName: string | null; preparedByName: string; decidedByName: string | null }
/** The officer who confirmed a form. `isAtCentre`: at a facilitation centre. */
export type Verifier = { id: number; name: string; at: Instant; isAtCentre: 0 | 1 }
/** An order in force, by its kind and number. `decidedAt`: when it was released. */
export type NewestOrder = Pick<OrderRow, 'id' | 'kind' | 'orderNumber'> & { decidedAt: number }
/** Another order of the same number. */
export type Namesake = Pick<NamedOrder, 'id' | 'kind' | 'state' | 'userId'>
export type OrdersStore = ReturnType<typeof ordersStore>

/**
 * The only writer of `special_orders`.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function ordersStore(db: Database) {
  const { orm, sqlite } = db
  const decider = alias(staff, 'decider')
  const kept = alias(candidates, 'kept')
  const named = () =>
    orm
      .select({
        order: specialOrders,
        userId: candidates.userId,
        fullName: candidates.fullName,
        preparedByName: staff.fullName,
        decidedByName: decider.fullName,
        keptUserId: kept.userId,
      })
      .from(specialOrders)
      .innerJoin(staff, eq(staff.id, specialOrders.preparedBy))
      .leftJoin(decider, eq(decider.id, specialOrders.decidedBy))
      .leftJoin(candidates, eq(candidates.id, specialOrders.candidateId))
      .leftJoin(kept, eq(kept.id, specialOrders.keptId))
  type Joined = ReturnType<ReturnType<typeof named>['all']>[number]
  const flat = ({ order, ...names }: Joined): NamedOrder => ({ ...order, ...names })
  // Read for every decision about an application. The plus keeps SQLite from walking through all orders of a state.
  const moreTime = sqlite
    .prepare<[number], number | null>(
      `SELECT max(until) FROM special_orders
       WHERE candidate_id = ? AND +state = 'published' AND kind IN ('admit-late', 'extend', 'correct')`,
    )
    .pluck()
  const longerTimes = sqlite.prepare<[number], { candidateId: number; until: Instant }>(
    `SELECT candidate_id AS candidateId, max(until) AS until FROM special_orders
     WHERE state = 'published' AND kind IN ('admit-late', 'extend', 'correct') AND candidate_id IS NOT NULL
     GROUP BY candidate_id HAVING max(until) > ?`,
  )
  // The newest order about a candidature decides. The plus as above.
  const candidature = sqlite.prepare<[number], Omit<Exclusion, 'kind'> & { kind: ExclusionKind | 'readmit' }>(
    `SELECT o.id, o.kind, o.order_number AS orderNumber, o.authority, o.reason, o.decided_at AS decidedAt,
       k.user_id AS keptUserId
     FROM special_orders o LEFT JOIN candidates k ON k.id = o.kept_id
     WHERE o.candidate_id = ? AND +o.state = 'published' AND o.kind IN ('cancel-application', 'debar', 'readmit')
     ORDER BY o.decided_at DESC, o.id DESC LIMIT 1`,
  )
  const newestOf = sqlite.prepare<[number], NewestOrder>(
    `SELECT id, kind, order_number AS orderNumber, decided_at AS decidedAt FROM special_orders
     WHERE candidate_id = ? AND +state = 'published' ORDER BY decided_at DESC, id DESC LIMIT 1`,
  )
  // Whoever types the number may write it in another way.
  const namesakes = sqlite.prepare<{ id: number; orderNumber: string }, Namesake>(
    `SELECT o.id, o.kind, o.state, c.user_id AS userId
     FROM special_orders o LEFT JOIN candidates c ON c.id = o.candidate_id
     WHERE folded(o.order_number) = folded(@orderNumber) AND o.id <> @id AND o.state IN ('prepared', 'published') ORDER BY o.id LIMIT 10`,
  )
  const waitingFor = sqlite
    .prepare<[number], 1>("SELECT 1 FROM special_orders WHERE candidate_id = ? AND +state = 'prepared' LIMIT 1")
    .pluck()
  const waitingNumber = sqlite
    .prepare<[number, string], string>(
      `SELECT order_number FROM special_orders WHERE candidate_id = ? AND +state = 'prepared'
         AND kind IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1`,
    )
    .pluck()
  // The plus keeps SQLite from walking through all confirmations.
  const confirmedBy = sqlite.prepare<[number], Verifier>(
    `SELECT s.id, s.full_name AS name, l.at, l.act = 'centres.confirmed' AS isAtCentre
     FROM audit_log l JOIN staff s ON s.id = l.actor_id
     WHERE l.candidate_id = ? AND l.actor_kind = 'staff' AND +l.act IN ('scrutiny.confirmed', 'centres.confirmed')
     ORDER BY l.id DESC LIMIT 1`,
  )
  const list = listReader<OrderLine>(db, {
    from: `special_orders o JOIN staff s ON s.id = o.prepared_by LEFT JOIN staff d ON d.id = o.decided_by
      LEFT JOIN candidates c ON c.id = o.candidate_id`,
    candidate: 'c.id',
    key: 'o.id',
    columns: {
      id: 'o.id',
      orderNumber: 'o.order_number',
      kind: 'o.kind',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      state: 'o.state',
      authority: 'o.authority',
      reason: 'o.reason',
      until: 'o.until',
      preparedAt: 'o.prepared_at',
      preparedByName: 's.full_name',
      decidedAt: 'o.decided_at',
      decidedByName: 'd.full_name',
    },
    filters: {
      orderNumber: 'instr(folded(o.order_number), folded(@orderNumber)) > 0',
      ofKind: 'o.kind = @ofKind',
      state: 'o.state = @state',
      applicationId: 'o.candidate_id = (SELECT id FROM candidates WHERE user_id = upper(@applicationId))',
    },
    always: 'true',
  })

  return {
    candidateId: (userId: string): number | undefined =>
      orm.select({ id: candidates.id }).from(candidates).where(eq(candidates.userId, userId)).get()?.id,
    userId: (candidateId: number): string =>
      orm.select({ id: candidates.userId }).from(candidates).where(eq(candidates.id, candidateId)).get()!.id,
    fullName: (candidateId: number): string =>
      orm.select({ name: candidates.fullName }).from(candidates).where(eq(candidates.id, candidateId)).get()!.name,
    hasAccount: (mobile: string): boolean =>
      orm.select({ id: candidates.id }).from(candidates).where(eq(candidates.mobile, mobile)).get() !== undefined,

    add: (row: Omit<typeof specialOrders.$inferInsert, 'id'>): number =>
      orm.insert(specialOrders).values(row).returning({ id: specialOrders.id }).get().id,
    order: (id: number): NamedOrder | undefined => {
      const row = named().where(eq(specialOrders.id, id)).get()
      return row && flat(row)
    },
    /** Oldest first. */
    waiting: (): NamedOrder[] =>
      named().where(eq(specialOrders.state, 'prepared')).orderBy(asc(specialOrders.id)).all().map(flat),
    /** The first ten other orders with the number of this one, but those that were refused. */
    namesakes: ({ id, orderNumber }: Pick<OrderRow, 'id' | 'orderNumber'>): Namesake[] =>
      namesakes.all({ id, orderNumber }),
    /** Pages and files of the orders. */
    list,

    /** Until when released orders give a candidate time for the application; null if there are none. */
    moreTime: db.remembered((candidateId: number): number | null => moreTime.get(candidateId) ?? null),

    /** The candidates whose time by such orders ends after an instant, each with its end. */
    longerTimes: (from: number) => longerTimes.all(from),

    /** The order that keeps a candidate out of the admission; null if there is none. */
    exclusion(candidateId: number): Exclusion | null {
      const newest = candidature.get(candidateId)
      return newest && newest.kind !== 'readmit' ? { ...newest, kind: newest.kind } : null
    },

    /** The number of an order of one of these kinds about the candidate that waits for a second person; null if none does. */
    waitingNumber: (candidateId: number, kinds: readonly string[]): string | null =>
      waitingNumber.get(candidateId, JSON.stringify(kinds)) ?? null,

    /** Who confirmed the candidate's form last; null if that is not on record. */
    confirmedBy: (candidateId: number): Verifier | null => confirmedBy.get(candidateId) ?? null,

    /** The order about a candidate that was released last; null if there is none. */
    newestOf: (candidateId: number): NewestOrder | null => newestOf.get(candidateId) ?? null,

    isWaitingFor: (candidateId: number): boolean => waitingFor.get(candidateId) !== undefined,

    /** A released late admission of this number that is unused and valid at `now`. */
    lateAdmission: (mobile: string, now: number): OrderRow | undefined =>
      orm
        .select()
        .from(specialOrders)
        .where(
          and(
            eq(specialOrders.mobile, mobile),
            eq(specialOrders.kind, 'admit-late'),
            eq(specialOrders.state, 'published'),
            isNull(specialOrders.candidateId),
            gt(specialOrders.until, now),
          ),
        )
        .orderBy(desc(specialOrders.until))
        .limit(1)
        .get(),
    bind: (id: number, candidateId: number) =>
      void orm.update(specialOrders).set({ candidateId }).where(eq(specialOrders.id, id)).run(),

    /** Adds the length of an outage to the extra time of orders, as for everybody else. */
    moveOpenOrders: (since: number, by: number) =>
      void orm
        .update(specialOrders)
        .set({ until: sql`${specialOrders.until} + ${by}` })
        .where(and(eq(specialOrders.state, 'published'), gt(specialOrders.until, since)))
        .run(),
  }
}
