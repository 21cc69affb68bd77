import { isSeatOrder } from '#server/domain/admission/seat-orders.ts'
import type { OrdersDeps } from './deps'
import { createExclusions } from './exclusions'
import { createOrderLists, readOrder } from './order'
import { createOutages } from './outage'
import { createPreparing } from './prepare'
import { createSeatPreparing } from './prepare-seat'
import { createReleasing } from './release'
import { createSeatOrders } from './seat-orders'

/**
 * Special orders: with number, authority and reason, prepared by one person, in force once another has released them.
 * Every deadline of a candidate respects them. Source: rules §12.2.
 */
export function createOrders(deps: OrdersDeps) {
  const seatOrders = createSeatOrders(deps)
  const exclusions = createExclusions(deps, seatOrders)
  const outages = createOutages(deps)
  const preparing = createPreparing(deps, outages)
  const orderOf = readOrder(seatOrders)
  const { release, discard, mayRelease } = createReleasing(deps, { orderOf, outages, seatOrders, exclusions })
  return {
    ...createOrderLists(deps, orderOf, mayRelease, (row) => {
      const { candidateId, kind } = row
      if (row.zone === null || candidateId === null) return { withdrawal: null, given: null }
      return {
        withdrawal: kind === 'restore-allotment' ? null : seatOrders.withdrawalOf(candidateId),
        given: isSeatOrder(kind) ? seatOrders.given(candidateId, { ...row, kind }) : null,
      }
    }),
    preview: outages.preview,
    ...preparing.verbs,
    ...createSeatPreparing(deps, preparing, seatOrders, exclusions),
    release,
    /** Any officer may refuse an order that is not in force. */
    refuse: discard,
  }
}
