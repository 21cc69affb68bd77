import type { Headers } from '#server/adapters/payment-gateway/payment-gateway.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { PaymentsDeps } from './deps'
import type { Ledger } from './ledger'

/** News that reaches us unasked: from the gateway itself, and by the candidate's browser. Source: rules §4.3. */
export function createWebhook({ db, store, gateway, clock }: PaymentsDeps, ledger: Ledger) {
  return {
    /** The data that the candidate's browser brought back from the gateway. It captures nothing. */
    onReturn(fields: Readonly<Record<string, unknown>>): Result<{ orderId: string | null }> {
      const back = gateway.readReturn(fields)
      if (back.kind === 'strange') return refuse('strange-return', 403)
      if (back.kind === 'proved') db.transact(() => ledger.cameBack(back.orderId, back.paymentId))
      return ok({ orderId: back.orderId })
    },

    /** The gateway's webhook: the exact bytes received. Refusal: `bad-signature` (401). */
    onWebhook(raw: Buffer, headers: Headers): Result<undefined> {
      const event = gateway.readWebhook(raw, headers)
      if (!event) return refuse('bad-signature', 401)
      db.transact(() => {
        const at = clock.portal()
        if (event.kind === 'try') ledger.apply(event.told, event.id, 'webhook')
        else if (event.kind === 'refund') ledger.applyRefund(event.refund, event.id)
        else {
          const detail = JSON.stringify({ event: event.name })
          store.addEvent({ paymentId: null, eventId: event.id, kind: 'ignored', detail, at })
        }
      })
      return ok()
    },
  }
}
