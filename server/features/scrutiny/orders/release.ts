import { isAboutCandidature } from '#server/domain/admission/exclusion.ts'
import { isSeatOrder } from '#server/domain/admission/seat-orders.ts'
import { steps as stepSlugs } from '#server/domain/terms/journey.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { OrdersDeps } from './deps'
import type { Exclusions } from './exclusions'
import { mayCorrect, type Order } from './order'
import type { Outages } from './outage'
import type { SeatOrders } from './seat-orders'
import type { NamedOrder } from './store'

/** A second person releases an order, which carries it out in the same transaction. Source: rules §12.2. */
export function createReleasing(
  { store, clock, application, messages, releases }: OrdersDeps,
  {
    orderOf,
    outages,
    seatOrders,
    exclusions,
  }: {
    orderOf(row: NamedOrder): Order
    outages: Outages
    seatOrders: SeatOrders
    exclusions: Exclusions
  },
) {
  /** Tells the candidate of an order what they may do now, and until when. */
  function tell(order: Order): void {
    if (order.until === null) return
    if (order.candidateId === null) {
      // The portal does not know their language yet.
      for (const language of languages) {
        const by = formatDateTime(order.until, language)
        const params = { reference: order.orderNumber, by }
        messages.send({
          candidateId: null,
          channel: 'sms',
          to: order.mobile!,
          template: 'late-admission',
          language,
          params,
        })
      }
      return
    }
    const { until } = order
    messages.tell(order.candidateId, 'special-order', (language) => {
      const steps = order.correctSteps
        .map((step) => translate(language, `signedin:menu.${stepSlugs[step]!}`))
        .join(', ')
      const next =
        order.kind === 'correct'
          ? translate(language, 'orders:next.correct', { steps })
          : translate(language, 'orders:next.extend')
      return { reference: order.orderNumber, by: formatDateTime(until, language), next }
    })
  }

  /** Carries out a released order, in the transaction of the release. */
  function carryOut(order: Order): Result<undefined> {
    if (order.kind === 'outage') return outages.carryOut(order)
    if (order.until! <= clock.portal()) return refuse('order-lapsed', 409)
    if (order.kind === 'correct') {
      const may = mayCorrect({ application }, order.candidateId!)
      if (!may.ok) return may
      application.revert(order.candidateId!, order.correctSteps, 'open-by-order')
    }
    if (order.kind === 'admit-late' && store.hasAccount(order.mobile!)) return refuse('order-registered', 409)
    return ok()
  }

  return releases.of<NamedOrder>({
    kind: 'order',
    find: store.order,
    refusals: { unknown: 'unknown-order', decided: 'order-decided' },
    acts: { release: 'orders.released', discard: 'orders.refused' },
    subject: ({ id, candidateId }) => (candidateId === null ? { of: `order:${id}` } : { candidateId }),
    detail: ({ id, kind, orderNumber }) => ({ order: id, kind, orderNumber }),
    onRelease(row, by) {
      if (isSeatOrder(row.kind))
        return row.until !== null && row.until <= clock.portal()
          ? refuse('order-lapsed', 409)
          : seatOrders.carryOut(row, by)
      if (isAboutCandidature(row.kind)) return exclusions.carryOut(row, row.kind, by)
      const order = orderOf(row)
      const done = carryOut(order)
      if (done.ok && order.kind === 'outage') outages.tellEverybody(order, by.id)
      else if (done.ok) tell(order)
      return done
    },
  })
}

export type Releasing = ReturnType<typeof createReleasing>
