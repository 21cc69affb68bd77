import { describe, expect, test } from 'vitest'
import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { days, hours, ist, minutes, seconds } from '#server/kernel/time.ts'
import { openPayingPortal, payer } from '#tests/features/payments/payers.ts'
import { atDesk } from '#tests/support/desk.ts'
import { inTurn } from '#tests/support/extent.ts'
import type { TestPortal } from '#tests/support/portal.ts'
import type { GatewayPayment, RazorpayServer, Webhook } from '#tests/support/razorpay-server.ts'

// Case 41: every order of events, each of them twice, minutes, hours or days apart. At each end the portal and the
// gateway agree about every rupee, and the candidate reads one true sentence in both languages.

type Told = Webhook[]

/** What happens at the gateway to one order; the webhooks in the order in which it sends them. */
const stories: Record<string, (gateway: RazorpayServer, order: string) => Told> = {
  'authorised, captured'(gateway, order) {
    const payment = gateway.pays(order, 'authorized')
    return [gateway.webhook(payment), moved(gateway, payment, 'captured')]
  },
  'authorised, failed'(gateway, order) {
    const payment = gateway.pays(order, 'authorized')
    return [gateway.webhook(payment), moved(gateway, payment, 'failed')]
  },
  'authorised, never captured, returned'(gateway, order) {
    const payment = gateway.pays(order, 'authorized')
    const begun = gateway.webhook(payment)
    gateway.givesBack(payment)
    return [begun, gateway.webhook(payment)]
  },
  'failed, captured late'(gateway, order) {
    const payment = gateway.pays(order, 'failed')
    return [gateway.webhook(payment), moved(gateway, payment, 'captured')]
  },
  'captured, returned by hand'(gateway, order) {
    const payment = gateway.pays(order, 'authorized')
    const told = [gateway.webhook(payment), moved(gateway, payment, 'captured')]
    const made = gateway.givesBack(payment)!
    return [...told, gateway.refundWebhook(made, 'created', payment), gateway.refundWebhook(made, 'processed', payment)]
  },
  'captured, returned by hand, told without the payment'(gateway, order) {
    const payment = gateway.pays(order)
    const told = gateway.webhook(payment)
    const made = gateway.givesBack(payment)!
    return [told, gateway.refundWebhook(made, 'created', null), gateway.refundWebhook(made, 'processed', null)]
  },
  'captured, the return failed'(gateway, order) {
    const payment = gateway.pays(order)
    const told = gateway.webhook(payment)
    const made = gateway.givesBack(payment)!
    const created = gateway.refundWebhook(made, 'created', payment)
    gateway.refunds.splice(gateway.refunds.indexOf(made), 1)
    Object.assign(payment, { status: 'captured', amount_refunded: 0 })
    return [told, created, gateway.refundWebhook({ ...made, status: 'failed' }, 'failed', payment)]
  },
  'one try failed, the next captured'(gateway, order) {
    const failed = gateway.pays(order, 'failed')
    const payment = gateway.pays(order, 'authorized')
    return [gateway.webhook(failed), gateway.webhook(payment), moved(gateway, payment, 'captured')]
  },
  'one try returned, the next captured'(gateway, order) {
    const first = gateway.pays(order, 'authorized')
    const begun = gateway.webhook(first)
    gateway.givesBack(first)
    return [begun, gateway.webhook(first), gateway.webhook(gateway.pays(order))]
  },
  'two tries captured'(gateway, order) {
    return [gateway.webhook(gateway.pays(order)), gateway.webhook(gateway.pays(order))]
  },
  'another sum captured'(gateway, order) {
    const payment = gateway.pays(order, 'authorized', { amount: 122_832 })
    return [gateway.webhook(payment), moved(gateway, payment, 'captured')]
  },
}

function moved(gateway: RazorpayServer, payment: GatewayPayment, status: GatewayPayment['status']): Webhook {
  payment.status = status
  return gateway.webhook(payment)
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]]
  return all.flatMap((one, place) => permutations(all.toSpliced(place, 1)).map((rest) => [one, ...rest]))
}

const start = ist('2024-08-01 12:00')
/** The time between two reports, of all that are to come. */
const delays: Record<string, (reports: number) => number> = {
  'at once': () => 0,
  'half an hour': () => minutes(30),
  'nine days in all': (reports) => days(9) / reports,
}

/** Removes what the run before left behind. */
function clear({ services }: TestPortal, gateway: RazorpayServer): void {
  for (const table of ['settlement_lines', 'settlement_files', 'refunds', 'payment_events', 'payments'])
    services.db.sqlite.exec(`DELETE FROM ${table}`)
  gateway.payments.length = 0
  gateway.refunds.length = 0
}

type Payer = Awaited<ReturnType<typeof payer>>

/** Where each payment at the gateway is, and where the portal says it is. */
function agree(gateway: RazorpayServer, asha: Payer, what: string): void {
  const rows = asha.rows()
  const refunds = asha.refunds()
  const refundOf = (id: number) => refunds.find(({ paymentId }) => paymentId === id)
  for (const payment of gateway.payments) {
    const booked = rows.filter(({ gatewayPaymentId }) => gatewayPaymentId === payment.id)
    if (payment.status === 'captured') {
      // The money is here: it counts, or the register of refunds asks the cell to return it.
      expect(booked, what).toHaveLength(1)
      const refund = refundOf(booked[0]!.id)
      expect(refund?.status ?? 'counts', what).toBe(refund ? 'failed' : 'counts')
      expect(booked[0]!.amount, what).toBe(payment.amount)
    } else if (payment.status === 'refunded') {
      // It went back: the portal never booked it, or booked its return.
      const states = booked.map(({ id, status }) => [status, refundOf(id)?.status])
      expect([[], [['refunded', 'done']]], what).toContainEqual(states)
    } else expect(booked, what).toEqual([])
  }
  const counted = rows.filter(({ id, status }) => status === 'captured' && !refundOf(id))
  expect(counted.length, what).toBeLessThan(2)
  expect(asha.paid(), what).toEqual([counted.length ? 1200 : 0, 0])
  expect(asha.receipts(), what).toHaveLength(counted.length)
}

/** One sentence about what is known and one about what is next, in both languages, for every attempt. */
function speaks({ services }: TestPortal, asha: Payer, what: string): void {
  for (const payment of services.payments.payments(asha.actor.candidateId))
    for (const language of languages) {
      const t = ((key: string, values?: object) =>
        translate(language, key as 'payments:pay.all', values as never)) as never
      const { known, next } = attemptOf(payment, { base: '/mbale/candidate/', language, services, session: null, t })
      for (const words of [known, next]) {
        expect(words.trim(), what).not.toBe('')
        expect(words, what).not.toMatch(/payments:|\{\{/)
      }
      const counts = payment.situation === 'captured'
      expect(payment.receiptNumber !== null, what).toBe(counts)
    }
}

/** The gateway's report of everything that it captured and returned. */
function reportOf(gateway: RazorpayServer, captured: ReadonlySet<string>): string {
  const columns =
    'entity_id,type,debit,credit,amount,currency,fee,tax,settled,created_at,settled_at,settlement_id,payment_id,settlement_utr,order_id,order_receipt'
  const at = 1_722_500_000
  const lines = [
    ...gateway.payments
      .filter(({ id }) => captured.has(id))
      .map(({ id, amount, order_id }) =>
        [id, 'payment', 0, amount, amount, 'INR', 0, 0, 1, at, at, 'setl_1', '', 'utr1', order_id, ''].join(),
      ),
    ...gateway.refunds.map(({ id, amount, payment_id }) => {
      const { order_id } = gateway.payments.find((payment) => payment.id === payment_id)!
      return [
        id,
        'refund',
        amount,
        0,
        amount,
        'INR',
        0,
        0,
        1,
        at,
        at,
        'setl_1',
        payment_id,
        'utr1',
        order_id,
        '',
      ].join()
    }),
  ]
  return [columns, ...lines].join('\r\n')
}

describe.each(Object.keys(stories))('case 41: %s', (story) => {
  test('case 41: in any order, twice, and up to nine days late', async () => {
    const { portal, gateway } = await openPayingPortal({ at: start, config: { logLevel: 'silent' as 'error' } })
    const asha = await payer(portal)
    const { payments, settlement, db } = portal.services
    await atDesk(portal, 'admin')
    const officer = db.sqlite
      .prepare("SELECT id, login_name AS loginName, role FROM staff WHERE role = 'admin'")
      .get() as {
      id: number
      loginName: string
      role: 'admin'
    }
    const count = stories[story]!(gateway, await asha.begins()).length
    const orders = permutations(Array.from({ length: count }, (_, place) => place))
    for (const [turn, order] of orders.entries())
      for (const [delay, wait] of inTurn(Object.entries(delays), turn)) {
        const what = `${story}: ${order.join()}, ${delay}`
        clear(portal, gateway)
        portal.clock.set(start)
        portal.clock.advance(seconds(6))
        const orderId = await asha.begins()
        const told = stories[story]!(gateway, orderId)
        const captured = new Set(gateway.payments.filter(({ status }) => status === 'captured').map(({ id }) => id))
        for (const { payment_id } of gateway.refunds) captured.add(payment_id)
        for (const place of [...order, ...order.toReversed()]) {
          payments.onWebhook(told[place]!.raw, told[place]!.headers)
          speaks(portal, asha, what)
          portal.clock.advance(wait(2 * count))
        }
        for (let times = 0; times < 2; times++) {
          portal.clock.advance(hours(2))
          await payments.reconcileDue()
          await payments.lookForLateMoney()
          await payments.refundDue()
        }
        agree(gateway, asha, what)
        speaks(portal, asha, what)
        for (const { payment_id } of gateway.refunds) captured.add(payment_id)
        if (captured.size) {
          settlement.importText(officer, 'recon.csv', reportOf(gateway, captured))
          expect(settlement.view().queued, what).toBe(0)
        }
        // Nobody is locked out of paying, and nobody pays twice.
        expect(await asha.refusedToBegin(), what).toBe(asha.receipts().length ? 'nothing-due' : null)
        agree(gateway, asha, what)
      }
  })
})
