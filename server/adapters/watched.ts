import type { Trouble, Troubles } from '#server/kernel/troubles.ts'
import type { GatewayAnswer, PaymentGateway } from './payment-gateway/payment-gateway'
import type { Sender } from './sender'

/** Reports failures and successes of somebody outside. A refusal is an answer: they are there. */
type Watch = Pick<Troubles, 'failed' | 'mended'>

/** The sender, which reports whether its provider takes messages. */
export const watchedSender = (sender: Sender, channel: Trouble, watch: Watch): Sender => ({
  async send(message) {
    const delivery = await sender.send(message)
    if (delivery.kind === 'failed') watch.failed(channel, delivery.reason)
    else watch.mended(channel)
    return delivery
  },
  close: () => sender.close?.(),
})

/** The gateway, which reports whether it answers. */
export function watchedGateway(gateway: PaymentGateway, watch: Watch): PaymentGateway {
  async function watched<T>(asked: Promise<GatewayAnswer<T>>): Promise<GatewayAnswer<T>> {
    const answer = await asked
    if (answer.ok || answer.refused) watch.mended('gateway')
    else watch.failed('gateway', answer.reason)
    return answer
  }
  return {
    ...gateway,
    createOrder: (order) => watched(gateway.createOrder(order)),
    triesOf: (orderId) => watched(gateway.triesOf(orderId)),
    refund: (refund) => watched(gateway.refund(refund)),
  }
}
