import type { Clock } from '#server/adapters/clock.ts'
import type { OrdersStore } from './store'

/** The rights that orders in force give candidates. */
export function createOrdersInForce({ store, clock }: { store: OrdersStore; clock: Pick<Clock, 'portal'> }) {
  return {
    /** Until when a candidate has more time; null if there is no such order. */
    moreTime: store.moreTime,
    longerTimes: store.longerTimes,

    /** The order that keeps a candidate out of the admission; null if there is none. */
    exclusion: store.exclusion,

    /** True if this number may register after registration has closed. */
    isAdmittedLate: (mobile: string): boolean => store.lateAdmission(mobile, clock.portal()) !== undefined,

    /** Binds a late admission to the account it created; from now on it gives that candidate time. */
    bind(candidateId: number, mobile: string): void {
      const order = store.lateAdmission(mobile, clock.portal())
      if (order) store.bind(order.id, candidateId)
    },
  }
}

export type OrdersInForce = ReturnType<typeof createOrdersInForce>
