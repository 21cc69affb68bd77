import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../db/client'
import { candidates, specialOrders, staff } from '../../../db/schema'
import type { Language } from '../../kernel/languages'

export type OrderRow = typeof specialOrders.$inferSelect
/** With the names that stand behind the numbers. */
export type NamedOrder = OrderRow & {
  userId: string | null
  fullName: string | null
  preparedByName: string
  decidedByName: string | null
}
export type Addressee = {
  id: number
  userId: string
  fullName: string
  mobile: string
  email: string
  language: Language
}

export type OrdersStore = ReturnType<typeof ordersStore>

/** The only writer of `special_orders`. */
export function ordersStore({ orm, sqlite }: Database) {
  const decider = alias(staff, 'decider')
  const named = () =>
    orm
      .select({
        order: specialOrders,
        userId: candidates.userId,
        fullName: candidates.fullName,
        preparedByName: staff.fullName,
        decidedByName: decider.fullName,
      })
      .from(specialOrders)
      .innerJoin(staff, eq(staff.id, specialOrders.preparedBy))
      .leftJoin(decider, eq(decider.id, specialOrders.decidedBy))
      .leftJoin(candidates, eq(candidates.id, specialOrders.candidateId))
  type Joined = ReturnType<ReturnType<typeof named>['all']>[number]
  const flat = ({ order, ...names }: Joined): NamedOrder => ({ ...order, ...names })
  // Every decision about an application asks this.
  const moreTime = sqlite.prepare<[number], { until: number | null }>(
    "SELECT max(until) AS until FROM special_orders WHERE candidate_id = ? AND outcome = 'released'",
  )
  const addressee = {
    id: candidates.id,
    userId: candidates.userId,
    fullName: candidates.fullName,
    mobile: candidates.mobile,
    email: candidates.email,
    language: candidates.language,
  }

  return {
    candidate: (userId: string): Addressee | undefined =>
      orm.select(addressee).from(candidates).where(eq(candidates.userId, userId)).get(),
    candidateById: (id: number): Addressee =>
      orm.select(addressee).from(candidates).where(eq(candidates.id, id)).get()!,
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
      named().where(isNull(specialOrders.decidedAt)).orderBy(asc(specialOrders.id)).all().map(flat),
    /** Newest first. */
    decided: (limit: number): NamedOrder[] =>
      named()
        .where(isNotNull(specialOrders.decidedAt))
        .orderBy(desc(specialOrders.decidedAt), desc(specialOrders.id))
        .limit(limit)
        .all()
        .map(flat),
    decide: (id: number, change: { decidedBy: number; decidedAt: number; outcome: 'released' | 'refused' }) =>
      void orm.update(specialOrders).set(change).where(eq(specialOrders.id, id)).run(),

    /** Until when released orders give a candidate time; null: there is none. */
    moreTime: (candidateId: number): number | null => moreTime.get(candidateId)!.until,

    /** A released late admission of this number that nobody has used yet and that holds at `now`. */
    lateAdmission: (mobile: string, now: number): OrderRow | undefined =>
      orm
        .select()
        .from(specialOrders)
        .where(
          and(
            eq(specialOrders.mobile, mobile),
            eq(specialOrders.kind, 'admit-late'),
            eq(specialOrders.outcome, 'released'),
            isNull(specialOrders.candidateId),
            gt(specialOrders.until, now),
          ),
        )
        .orderBy(desc(specialOrders.until))
        .limit(1)
        .get(),
    bind: (id: number, candidateId: number) =>
      void orm.update(specialOrders).set({ candidateId }).where(eq(specialOrders.id, id)).run(),

    /** An outage gives those who had more time by an order as much more as everybody else. */
    moveOpenOrders: (since: number, by: number) =>
      void orm
        .update(specialOrders)
        .set({ until: sql`${specialOrders.until} + ${by}` })
        .where(and(eq(specialOrders.outcome, 'released'), gt(specialOrders.until, since)))
        .run(),
  }
}
