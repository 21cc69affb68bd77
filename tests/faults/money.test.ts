import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abandonedAfter } from '#server/domain/terms/payment-states.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { languages } from '#server/kernel/languages.ts'
import { days, ist, minutes, plus, seconds } from '#server/kernel/time.ts'
import { openPayingPortal, payer, post } from '#tests/features/payments/payers.ts'
import { ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'
import type { GatewayPayment, Webhook } from '#tests/support/razorpay-server.ts'
import { moveActivity } from '#tests/support/schedule.ts'

const eventsOf = (portal: TestPortal) =>
  (portal.services.db.sqlite.prepare('SELECT kind FROM payment_events ORDER BY id').all() as { kind: string }[]).map(
    ({ kind }) => kind,
  )

describe('case 39: a forged webhook', () => {
  test('case 39: a webhook with another key, an altered body, an altered amount or no signature is refused and changes nothing', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    const good = gateway.webhook(payment)
    const { 'x-razorpay-signature': signature, ...unsigned } = good.headers
    const forged: Record<string, Webhook> = {
      'another key': gateway.webhook(payment, { secret: 'guessed' }),
      "the API's key in place of the webhooks'": gateway.webhook(payment, { secret: 'key-secret' }),
      'an altered amount': { ...good, raw: Buffer.from(good.raw.toString().replace('120000', '100')) },
      'a space more': { ...good, raw: Buffer.concat([good.raw, Buffer.from(' ')]) },
      'the same JSON in other bytes': {
        ...good,
        raw: Buffer.from(JSON.stringify(JSON.parse(good.raw.toString()), null, 1)),
      },
      'no signature': { ...good, headers: unsigned as Record<string, string> },
      'half a signature': { ...good, headers: { ...good.headers, 'x-razorpay-signature': signature!.slice(0, 32) } },
      'a signature in capitals': {
        ...good,
        headers: { ...good.headers, 'x-razorpay-signature': signature!.toUpperCase() },
      },
      'an empty body': { ...good, raw: Buffer.alloc(0) },
    }
    const before = await portal.contents()
    for (const [kind, webhook] of Object.entries(forged)) {
      const answer = await post(portal, webhook)
      expect([kind, answer.status, answer.body.code]).toEqual([kind, 401, 'bad-signature'])
    }
    expect((await post(portal, good, 'demo')).status).toBe(401)
    expect(await portal.contents()).toBe(before)
    expect(asha.statuses()).toEqual(['created'])

    expect((await post(portal, good)).status).toBe(200)
    expect(asha.statuses()).toEqual(['captured'])
    expect(asha.paid()).toEqual([1200, 0])
  })

  test('case 39: a return that the gateway did not sign is refused; one without a signature shows a page and captures nothing', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins(), 'failed')
    const other = gateway.pays(payment.order_id, 'created')
    const before = await portal.contents()
    const forged = { ...gateway.returned(payment), razorpay_payment_id: other.id }
    for (const fields of [forged, { ...gateway.returned(payment), razorpay_signature: '00' }, {}]) {
      const body = new URLSearchParams(fields).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
      expect((await portal.ask('POST', `${portal.base}payment/callback`, { body, headers })).status).toBe(403)
      expect((await portal.ask('GET', `${portal.base}payment/callback?${body}`)).status).toBe(403)
    }
    const claimed = { 'error[metadata]': JSON.stringify({ order_id: payment.order_id, payment_id: payment.id }) }
    const answer = await portal.ask('POST', `${portal.base}payment/callback`, {
      body: new URLSearchParams(claimed).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/mbale/candidate/payment/return?order=${payment.order_id}`,
    ])
    expect(await portal.contents()).toBe(before)
  })

  test('case 39: a signed event of an unknown shape or payment is accepted and changes no payment', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    const strange = { ...payment, order_id: 'order_nobodys', amount: 'lots' as never }
    expect((await post(portal, gateway.webhook(strange))).status).toBe(200)
    expect((await post(portal, gateway.webhook({ ...payment, order_id: 'order_nobodys' }))).status).toBe(200)
    expect(asha.statuses()).toEqual(['created'])
    expect(eventsOf(portal)).toEqual(['created', 'ignored', 'ignored'])
  })
})

describe('case 39: a signed notice that belongs elsewhere', () => {
  const nobodys = {
    id: 'rfnd_nobodys',
    payment_id: 'pay_nobodys',
    amount: 120_000,
    status: 'processed',
    key: undefined,
  }
  /** Every record of money of a portal, but for notices that concern no payment of it. */
  const moneyOf = ({ db }: TestPortal['services']) =>
    ['payments', 'refunds', 'payment_events WHERE payment_id IS NOT NULL'].map((rows) =>
      db.sqlite.prepare(`SELECT count(*) FROM ${rows}`).pluck().get(),
    )

  test('case 39: of another course, it changes nothing there and counts where it belongs', async () => {
    const { portal, gateway } = await openPayingPortal({ slugs: ['mbale', 'scd'] })
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    const refund = { ...nobodys, id: 'rfnd_other', payment_id: payment.id }
    const scd = portal.portals[1]!
    for (const { raw, headers } of [
      gateway.webhook(payment),
      gateway.refundWebhook(refund, 'created', payment),
      gateway.refundWebhook(refund, 'processed', null),
      gateway.refundWebhook(refund, 'failed', payment),
    ]) {
      const answer = await portal.ask('POST', '/scd/candidate/api/payments/webhook/razorpay', {
        body: raw,
        headers: { 'content-type': 'application/json', ...headers },
      })
      expect(answer.status).toBe(200)
    }
    await scd.payments.reconcileDue()
    await scd.payments.refundDue()
    expect(moneyOf(scd)).toEqual([0, 0, 0])
    expect([asha.statuses(), gateway.refunds]).toEqual([['created'], []])
    expect((await post(portal, gateway.webhook(payment))).status).toBe(200)
    expect([asha.statuses(), asha.paid(), asha.receipts()]).toEqual([['captured'], [1200, 0], ['ML24-000001']])
  })

  test('case 39: a refund of a payment that nobody has begins and ends none', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    await post(portal, gateway.webhook(payment))
    const before = moneyOf(portal.services)
    for (const what of ['created', 'processed', 'failed'] as const)
      for (const about of [null, { ...payment, id: 'pay_nobodys', order_id: 'order_nobodys' }])
        expect((await post(portal, gateway.refundWebhook(nobodys, what, about))).status).toBe(200)
    expect(moneyOf(portal.services)).toEqual(before)
    expect([asha.paid(), asha.refunds()]).toEqual([[1200, 0], []])
  })
})

describe('case 41: a notice before the candidate', () => {
  test('case 41: captured before the browser has been led to the gateway, it is paid once, and the way there leads on', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    await post(portal, gateway.webhook(payment))
    const id = asha.rows()[0]!.id
    const screen = asha.browser()
    expect((await screen.get(`payment/checkout/${id}`)).text).not.toContain(payment.order_id)
    const back = await screen.get(`payment/return?order=${payment.order_id}`)
    expect(back.headers.location).toContain(`print-pdf?order=${payment.order_id}`)
    expect((await screen.get(`print-pdf?order=${payment.order_id}`)).text).toContain('ML24-000001')
    expect(await asha.refusedToBegin()).toBe('nothing-due')
    expect([asha.statuses(), asha.receipts(), asha.refunds()]).toEqual([['captured'], ['ML24-000001'], []])
  })

  test('case 41: captured before the portal itself knows the order, the job finds the money, and it counts once', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const early: Webhook[] = []
    gateway.onOrder = async (order) => {
      early.push(gateway.webhook(gateway.pays(order)))
      expect((await post(portal, early[0]!)).status).toBe(200)
    }
    await asha.begins()
    expect(eventsOf(portal)).toEqual(['ignored', 'created'])
    // The gateway tells it again, as the same event.
    expect((await post(portal, early[0]!)).status).toBe(200)
    portal.clock.advance(minutes(2))
    await portal.services.payments.reconcileDue()
    expect([asha.statuses(), asha.paid(), asha.receipts()]).toEqual([['captured'], [1200, 0], ['ML24-000001']])
    expect(asha.refunds()).toEqual([])
  })
})

test('case 40: three copies of an event and the return give one capture, one receipt and one message', async () => {
  const { portal, gateway } = await openPayingPortal()
  const asha = await payer(portal)
  const payment = gateway.pays(await asha.begins())
  const webhook = gateway.webhook(payment)
  const body = new URLSearchParams(gateway.returned(payment)).toString()
  const comeBack = () =>
    portal.ask('POST', `${portal.base}payment/callback`, {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const look = () => asha.browser().get(`payment/return?order=${payment.order_id}`)
  const answers = await Promise.all([
    post(portal, webhook),
    comeBack(),
    post(portal, webhook),
    look(),
    post(portal, webhook),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 303, 200, 200, 200])
  await post(portal, gateway.webhook(payment))
  await portal.services.payments.reconcileDue()

  expect(asha.statuses()).toEqual(['captured'])
  expect(asha.receipts()).toEqual(['ML24-000001'])
  expect(asha.refunds()).toEqual([])
  expect(await portal.sentTo(asha.person.mobile, 'payment-captured')).toBe(1)
  expect(await portal.sentTo(asha.person.email, 'payment-captured')).toBe(1)
})

describe('case 41: out of order', () => {
  test('case 41: an earlier event that arrives after the capture changes nothing', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    for (const status of ['captured', 'authorized', 'failed'] as const) {
      await post(portal, gateway.webhook(payment, { status }))
      expect(asha.statuses()).toEqual(['captured'])
    }
    expect(await portal.sentTo(asha.person.mobile, 'payment-failed')).toBe(0)
  })

  test('case 41: a payment captured after it failed counts', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    await post(portal, gateway.webhook(payment, { status: 'failed' }))
    expect(asha.statuses()).toEqual(['failed'])
    expect(await portal.sentTo(asha.person.mobile, 'payment-failed')).toBe(1)
    await post(portal, gateway.webhook(payment))
    expect(asha.statuses()).toEqual(['captured'])
    expect(asha.paid()).toEqual([1200, 0])
  })

  test('case 41: while another attempt at the same order runs, a failed one does not ask for payment again', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    const [failed, running] = [gateway.pays(order, 'failed'), gateway.pays(order, 'authorized')]
    await post(portal, gateway.webhook(running))
    await post(portal, gateway.webhook(failed))
    expect(asha.statuses()).toEqual(['pending'])
    expect(await asha.refusedToBegin()).toBe('payment-pending')
    running.status = 'failed'
    await post(portal, gateway.webhook(running))
    expect(asha.statuses()).toEqual(['failed'])
  })

  test('case 41: events in any order, repeated at will, end in the same state', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const { sqlite } = portal.services.db
    const way = ['authorized', 'failed', 'captured'] as const
    const told = fc.record({
      ends: fc.array(fc.constantFrom('failed', 'captured'), { minLength: 1, maxLength: 3 }),
      noise: fc.array(fc.nat({ max: 8 }), { maxLength: 8 }),
      seed: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(told, async ({ ends, noise, seed }) => {
        sqlite.exec('DELETE FROM refunds; DELETE FROM payment_events; DELETE FROM payments; DELETE FROM outbox')
        portal.clock.advance(seconds(6))
        const order = await asha.begins()
        const tries = ends.map((end) => gateway.pays(order, end as 'failed'))
        const last = tries.map((one) => gateway.webhook(one))
        const before = noise.flatMap((n) => {
          const one = tries[n % tries.length]!
          // A failed attempt sends no message while the order can still be paid.
          const stages = one.status === 'captured' ? way : (['authorized', 'failed'] as const)
          return [gateway.webhook(one, { status: stages[n % stages.length]! })]
        })
        const all = [...last, ...before, ...last]
        const shuffled = all
          .map((webhook, n) => ({ webhook, at: seed[n % seed.length]! + n / 100 }))
          .sort((a, b) => a.at - b.at)
        for (const { webhook } of shuffled) expect((await post(portal, webhook)).status).toBe(200)
        await portal.services.payments.refundDue()

        const captured = ends.filter((end) => end === 'captured').length
        const statuses = asha.statuses().sort()
        const expected = captured ? ['captured', ...Array(captured - 1).fill('refunded')] : ['failed']
        expect(statuses).toEqual(expected)
        expect(asha.receipts()).toHaveLength(captured ? 1 : 0)
        expect(asha.paid()).toEqual([captured ? 1200 : 0, 0])
        for (const one of tries.filter(({ status }) => status === 'captured').slice(1)) one.status = 'refunded'
      }),
      { numRuns: 40 },
    )
  })
})

describe('case 42: a captured amount that differs from the order', () => {
  const wrong: [string, Partial<GatewayPayment>][] = [
    ['the amount', { amount: 100 }],
    ['the currency', { currency: 'USD' }],
    ["another candidate's payment", { notes: { reference: 'ML24-000002' } }],
  ]
  test.each(wrong)('case 42: %s', async (_, more) => {
    const { portal, gateway } = await openPayingPortal({ config: { logLevel: 'error' } })
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins(), 'captured', more)
    await post(portal, gateway.webhook(payment))
    portal.clock.advance(minutes(2))
    await portal.services.payments.reconcileDue()
    expect(asha.paid()).toEqual([0, 0])
    expect(asha.receipts()).toEqual([])
    expect(portal.logs.join()).toContain('what was told is not ours')
    // What the portal can return it returns in full; money in another currency waits for the cell.
    const isInRupees = payment.currency === 'INR'
    expect(asha.rows()).toMatchObject([{ status: isInRupees ? 'captured' : 'failed', failure: 'mismatch' }])
    await portal.services.payments.refundDue()
    expect(gateway.refunds.map(({ payment_id, amount }) => [payment_id, amount])).toEqual(
      isInRupees ? [[payment.id, payment.amount]] : [],
    )
    expect(await portal.sentTo(asha.person.mobile, 'refund-made')).toBe(isInRupees ? 1 : 0)
    // The truth page shows it, and the candidate can still pay.
    expect((await asha.browser().get('transactions-logs')).text).toContain('does not match the order')
    // The same order is not trusted again, whatever comes.
    if (isInRupees)
      await post(portal, gateway.webhook(gateway.pays(payment.order_id, 'captured', { notes: payment.notes })))
    expect(asha.paid()).toEqual([0, 0])
    const right = gateway.pays(await asha.begins())
    await post(portal, gateway.webhook(right))
    expect(asha.paid()).toEqual([1200, 0])
  })

  test.each(['processed', 'created', 'failed'] as const)(
    'case 42: a refund (%s) of a payment in another currency books and closes nothing that is ours',
    async (what) => {
      const { portal, gateway } = await openPayingPortal({ config: { logLevel: 'error' } })
      const asha = await payer(portal)
      const payment = gateway.pays(await asha.begins(), 'captured', { currency: 'USD' })
      const refund = { id: 'rfnd_usd', payment_id: payment.id, amount: payment.amount, status: what, key: undefined }
      // The refund comes before any news of its payment, and again after it.
      for (const webhook of [
        gateway.refundWebhook(refund, what, payment),
        gateway.refundWebhook(refund, what, { ...payment, status: 'refunded' }),
        gateway.webhook(payment),
      ])
        expect((await post(portal, webhook)).status).toBe(200)
      await portal.services.payments.refundDue()
      expect([asha.paid(), asha.receipts(), gateway.refunds]).toEqual([[0, 0], [], []])
      expect(asha.rows()).toMatchObject([{ status: 'failed', failure: 'mismatch' }])
      expect(new Set(eventsOf(portal))).toEqual(new Set(['created', 'mismatch']))
      expect(portal.logs.join()).toContain('what was told is not ours')
      await post(portal, gateway.webhook(gateway.pays(await asha.begins())))
      expect(asha.paid()).toEqual([1200, 0])
    },
  )

  test('case 42: one payment reported for two orders counts only for the first', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const other = await payer(portal, ravi)
    const payment = gateway.pays(await asha.begins())
    const theirs = await other.begins()
    await post(portal, gateway.webhook(payment))
    await post(portal, gateway.webhook({ ...payment, order_id: theirs, notes: [] }))
    expect(asha.statuses()).toEqual(['captured'])
    expect(other.paid()).toEqual([0, 0])
  })

  test("case 42: a candidate cannot see, check or continue another's payment", async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const other = await payer(portal, ravi)
    const order = await asha.begins()
    gateway.pays(order)
    const id = asha.rows()[0]!.id
    expect((await portal.api('POST', `payments/${id}/check`, {}, { token: other.token })).status).toBe(404)
    expect((await portal.api('GET', 'payments', undefined, { token: other.token })).body.data).toEqual([])
    const screen = other.browser()
    expect((await screen.get(`payment/checkout/${id}`)).status).toBe(404)
    expect(
      viewOf<{ data: { attempt: unknown } }>(await screen.get(`payment/return?order=${order}`)).data.attempt,
    ).toBeNull()
    expect(portal.services.payments.receipt(other.actor.candidateId, id)).toBeNull()
    expect(asha.statuses()).toEqual(['created'])
  })
})

describe('case 43: two tabs, a double click, two orders', () => {
  test('case 43: two simultaneous beginnings lead to one order', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const begun = await Promise.all([asha.begins(), asha.begins(), asha.begins()])
    expect(new Set([...begun, await asha.begins()]).size).toBe(1)
    expect(gateway.orders.size).toBe(1)
    expect(asha.statuses()).toEqual(['created'])
  })

  test('case 43: page and API begin nothing while a payment is undecided', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins(), 'authorized')
    await post(portal, gateway.webhook(payment))
    const refused = await portal.api('POST', 'payments', { due: 'application-fee' }, { token: asha.token })
    expect([refused.status, refused.body.code]).toEqual([409, 'payment-pending'])
    const screen = asha.browser()
    expect((await screen.post('payment', { due: 'application-fee' })).status).toBe(409)
    const page = await screen.get('payment')
    expect(page.text).not.toContain('name="due"')
    expect(page.text).toContain('Do NOT pay again')
    expect(gateway.orders.size).toBe(1)
  })

  test('case 43: an earlier attempt that is running or paid is found before a second one begins', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    await post(portal, gateway.webhook(gateway.pays(order, 'failed')))
    const second = gateway.pays(order, 'authorized')
    portal.clock.advance(minutes(1))
    expect(await asha.refusedToBegin()).toBe('payment-pending')
    second.status = 'captured'
    portal.clock.advance(minutes(1))
    expect(await asha.refusedToBegin()).toBe('nothing-due')
    expect(asha.statuses()).toEqual(['captured'])
  })

  test('case 43: if two orders are paid all the same, the second is refunded in full automatically', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const first = await asha.begins()
    await post(portal, gateway.webhook(gateway.pays(first, 'failed')))
    const second = await asha.begins()
    expect(second).not.toBe(first)
    await post(portal, gateway.webhook(gateway.pays(second)))
    await post(portal, gateway.webhook(gateway.pays(first)))
    expect(asha.paid()).toEqual([1200, 0])
    expect(asha.receipts()).toEqual(['ML24-000002'])
    expect((await asha.browser().get('transactions-logs')).text).toContain('Refund on its way')
    await portal.services.payments.refundDue()
    expect(asha.statuses()).toEqual(['refunded', 'captured'])
    expect(gateway.refunds).toMatchObject([{ amount: 120_000, status: 'processed' }])
    expect(await portal.sentTo(asha.person.mobile, 'refund-made')).toBe(1)
  })
})

describe('case 44: the callback is lost', () => {
  test('case 44: the job finds the money when neither webhook nor return arrives', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    gateway.pays(await asha.begins())
    portal.clock.advance(seconds(20))
    await portal.services.payments.reconcileDue()
    expect(asha.statuses()).toEqual(['captured'])
    expect(await portal.sentTo(asha.person.mobile, 'payment-captured')).toBe(1)
  })

  test('case 44: the job asks less often about an older payment, and gives up an unpaid one after a day', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    await asha.begins()
    const asked = () => gateway.requests.filter((line) => line.includes('/payments')).length
    for (let minute = 0; minute < 60; minute++) {
      portal.clock.advance(minutes(1))
      await portal.services.payments.reconcileDue()
    }
    expect(asked()).toBeGreaterThan(5)
    expect(asked()).toBeLessThan(25)
    portal.clock.advance(abandonedAfter)
    await portal.services.payments.reconcileDue()
    expect(asha.statuses()).toEqual(['expired'])
  })

  test('case 44: money that arrives after that still counts', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    portal.clock.advance(abandonedAfter + minutes(1))
    await portal.services.payments.reconcileDue()
    gateway.pays(order)
    portal.clock.advance(days(2))
    await portal.services.payments.lookForLateMoney()
    expect(asha.statuses()).toEqual(['captured'])
    expect(asha.paid()).toEqual([1200, 0])
  })

  test('case 44: while the gateway is down, open payments stay open and are checked again later', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    gateway.pays(await asha.begins())
    gateway.isDown = true
    portal.clock.advance(seconds(20))
    await portal.services.payments.reconcileDue()
    expect(asha.statuses()).toEqual(['created'])
    const id = asha.rows()[0]!.id
    portal.clock.advance(seconds(20))
    const check = await portal.api('POST', `payments/${id}/check`, {}, { token: asha.token })
    expect([check.status, check.body.code, check.headers['retry-after']]).toEqual([503, 'gateway-away', '30'])
    gateway.isDown = false
    portal.clock.advance(minutes(1))
    expect((await portal.api('POST', `payments/${id}/check`, {}, { token: asha.token })).body.data.status).toBe(
      'captured',
    )
  })
})

describe('case 45: captured after the deadline', () => {
  const closing = ist('2024-08-14 17:00')

  test('case 45: a payment begun before the deadline counts', async () => {
    const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins(), 'authorized')
    portal.clock.set(closing)
    payment.status = 'captured'
    await post(portal, gateway.webhook(payment))
    expect(asha.statuses()).toEqual(['captured'])
    expect(asha.paid()).toEqual([1200, 0])
  })

  // The form closes at 17:00 on 14 Aug; a try may begin until ten minutes later; scrutiny ends at 17:00 on 16 Aug.
  test.each([
    ['began in time, captured half an hour after it', -minutes(1), minutes(30), null],
    ['began in time, captured the next day', -minutes(1), days(1), null],
    ['began within the grace', minutes(9), minutes(20), null],
    ['began when the grace was over', minutes(10), minutes(10), 'too-late'],
    ['began half an hour late', minutes(30), minutes(30), 'too-late'],
    ['began in time, captured when scrutiny was over', -minutes(1), days(5), 'form-gone'],
    ['began in time, captured when late registration was open', -minutes(1), days(9), null],
  ] as const)('case 45: a try that %s', async (_, began, captured, why) => {
    const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
    const asha = await payer(portal)
    const order = await asha.begins()
    portal.clock.set(plus(closing, captured))
    const payment = gateway.pays(order, 'captured', { created_at: (closing + began) / 1000 })
    await post(portal, gateway.webhook(payment))
    const { application, payments } = portal.services
    expect(payments.payments(asha.actor.candidateId)).toMatchObject([
      { why, situation: why ? 'going-back' : 'captured' },
    ])
    // Whoever has paid in time has an hour to submit, and reads it.
    const until = plus(closing, captured + minutes(60))
    const isOpen = portal.services.notices.registration()?.isOpen === true
    const at = [portal.clock.portal(), plus(until, -1), until].map(
      (now) => application.maySubmit(asha.actor.candidateId, now).ok,
    )
    expect(at).toEqual(why ? [false, false, false] : [true, true, isOpen])
    await payments.refundDue()
    expect(gateway.payments.map(({ status }) => status)).toEqual([why ? 'refunded' : 'captured'])
    expect(asha.paid()).toEqual([why ? 0 : 1200, 0])
    expect(await portal.sentTo(asha.person.mobile, why ? 'refund-made' : 'payment-captured')).toBe(1)
    const screen = asha.browser()
    if (why || isOpen) return
    for (const address of ['dashboard', 'payment'])
      expect((await screen.get(address)).text, address).toContain(formatDateTime(until, 'en'))
    // It may still be submitted for seats outside the rounds, so no page says that it cannot be submitted.
    portal.clock.set(until)
    for (const address of ['dashboard', 'payment'])
      expect((await screen.get(address)).text, address).toMatch(/missed the CAP rounds[\s\S]*not returned/)
  })

  test('case 45: while the bank decides about a try that began in time, no page says that the form is lost', async () => {
    const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
    const asha = await payer(portal)
    await post(portal, gateway.webhook(gateway.pays(await asha.begins(), 'authorized')))
    portal.clock.set(plus(closing, minutes(5)))
    const screen = asha.browser()
    for (const address of ['dashboard', 'payment']) {
      const { text } = await screen.get(address)
      expect(text, address).toContain('you have 60 minutes to submit the form, even if the deadline has passed')
      expect(text, address).toContain(portal.services.course.contact.phone)
      expect(text, address).not.toContain('can no longer be submitted')
    }
    // Once scrutiny is over, the money could only come back.
    portal.clock.set(plus(closing, days(3)))
    expect((await screen.get('dashboard')).text).toContain('we return the full amount')
  })

  // Registration ends at 17:00 on 14 Aug and scrutiny on 16 Aug; here late registration opens two days later.
  test.each(languages)(
    'case 45: what every page says of money that the bank has not confirmed holds when it comes (%s)',
    async (language) => {
      const ends = ist('2024-08-16 17:00')
      const opens = ist('2024-08-18 10:00')
      for (const [comes, kept] of [
        [plus(ends, -1), true],
        [ends, false],
        [plus(opens, -1), false],
        [opens, true],
      ] as const) {
        const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
        moveActivity(portal, 'late-registration', { opensAt: opens })
        const asha = await payer(portal)
        // Whoever has the gateway's page still open can begin on it days later.
        const begun = comes <= ends ? plus(closing, -30_000) : plus(opens, -days(1))
        const order = await asha.begins()
        portal.clock.set(plus(begun, 1000))
        const payment = gateway.pays(order, 'authorized', { created_at: begun / 1000 })
        await post(portal, gateway.webhook(payment))
        const screen = asha.browser()
        const said = new Set<string>()
        for (const address of ['dashboard', 'payment', 'transactions-logs']) {
          const { text } = await screen.get(`${address}?lang=${language}`)
          const date = formatDateTime(begun < ends ? ends : opens, language)
          const sentence = new RegExp(`[^.>]*${date}[^<]*${portal.services.course.contact.phone}`).exec(text)?.[0]
          expect(sentence, `${address} names ${date}`).toBeDefined()
          said.add(sentence!.trim())
        }
        expect(said.size, 'one sentence').toBe(1)
        portal.clock.set(comes)
        payment.status = 'captured'
        await post(portal, gateway.webhook(payment))
        await portal.services.payments.refundDue()
        expect([asha.paid()[0] === 1200, payment.status]).toEqual([kept, kept ? 'captured' : 'refunded'])
      }
    },
  )

  test('case 45: whoever may submit because the fee came late goes on from the step of the payment, and changes nothing else', async () => {
    const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins(), 'captured', { created_at: (closing - 2000) / 1000 })
    const goesOn = (step: string) =>
      portal.api('PUT', `application/steps/${step}`, { version: 1 }, { token: asha.token })
    portal.clock.set(plus(closing, minutes(20)))
    expect((await goesOn('payment')).body.code).toBe('registration-closed')
    await post(portal, gateway.webhook(payment))
    const done = await goesOn('payment')
    expect([done.status, done.body.data?.next]).toEqual([200, 'print-pdf'])
    const held = await portal.api('GET', 'application/steps/payment', undefined, { token: asha.token })
    expect(held.body.data.locked).toBeNull()
    for (const step of ['photo-details', 'documents-details'])
      expect((await goesOn(step)).body.code, step).toBe('registration-closed')
    portal.clock.set(plus(closing, minutes(80) - 1))
    expect((await goesOn('payment')).status).toBe(200)
    portal.clock.set(plus(closing, minutes(80)))
    expect((await goesOn('payment')).body.code).toBe('registration-closed')
  })

  test('case 45: no payment begins after it', async () => {
    const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
    const asha = await payer(portal)
    portal.clock.set(closing)
    expect(await asha.refusedToBegin()).toBe('registration-closed')
    expect((await portal.api('GET', 'dues', undefined, { token: asha.token })).body.data).toEqual([
      { due: 'application-fee', amount: 1200, payment: null, payable: false },
    ])
    expect(gateway.orders.size).toBe(0)
  })

  test('case 45: nor does a payment of the difference begin for a form that can no longer be submitted', async () => {
    const { portal, gateway } = await openPayingPortal({ at: ist('2024-08-14 16:59') })
    const asha = await payer(portal, undefined, { category: 'OBC' })
    await post(portal, gateway.webhook(gateway.pays(await asha.begins())))
    asha.claims({ category: 'OPEN' })
    portal.clock.set(closing)
    expect(await asha.refusedToBegin('difference-fee')).toBe('registration-closed')
    expect((await portal.api('GET', 'dues', undefined, { token: asha.token })).body.data).toEqual([
      { due: 'difference-fee', amount: 200, payment: null, payable: false },
    ])
  })
})

describe('case 46: the fee changes between order and capture', () => {
  test('case 46: if the fee rises, the captured amount counts and the difference is due', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal, undefined, { category: 'OBC' })
    const payment = gateway.pays(await asha.begins())
    asha.claims({ category: 'OPEN' })
    await post(portal, gateway.webhook(payment))
    expect(asha.paid()).toEqual([1000, 0])
    expect((await portal.api('GET', 'dues', undefined, { token: asha.token })).body.data).toEqual([
      { due: 'difference-fee', amount: 200, payment: null, payable: true },
    ])
    await post(portal, gateway.webhook(gateway.pays(await asha.begins('difference-fee'))))
    expect(asha.paid()).toEqual([1000, 200])
    expect((await portal.api('GET', 'dues', undefined, { token: asha.token })).body.data).toEqual([])
  })

  test('case 46: if the fee falls, the captured amount counts and nothing is refunded', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins())
    asha.claims({ category: 'OBC' })
    await post(portal, gateway.webhook(payment))
    expect(asha.paid()).toEqual([1200, 0])
    expect(portal.services.payments.dues(asha.actor.candidateId).due).toBeNull()
    expect(asha.refunds()).toEqual([])
    expect((await asha.browser().get('payment')).text).toContain('is not returned')
  })

  test('case 46: if no payment of the old sum has begun, the next order has the new one', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const first = await asha.begins()
    asha.claims({ category: 'OBC' })
    const second = await asha.begins()
    expect([gateway.orders.get(first)!.amount, gateway.orders.get(second)!.amount]).toEqual([120_000, 100_000])
    expect(asha.statuses()).toEqual(['expired', 'created'])
  })
})

test('a payment under refund counts for nothing, and its fee is due again', async () => {
  const { portal, gateway } = await openPayingPortal()
  const asha = await payer(portal)
  await post(portal, gateway.webhook(gateway.pays(await asha.begins())))
  const { application, payments, db } = portal.services
  const standing = () => ({
    stated: asha.paid()[0],
    due: [application.due(asha.actor.candidateId), payments.dues(asha.actor.candidateId).due],
  })
  expect(standing()).toEqual({ stated: 1200, due: [null, null] })
  db.sqlite.exec(`INSERT INTO refunds (payment_id, amount, status, reason, next_attempt_at, created_at, changed_at)
    SELECT id, amount, 'requested', 'duplicate', 1, 1, 1 FROM payments`)
  const fee = { due: 'application-fee', amount: 120_000 }
  expect(standing()).toEqual({ stated: 0, due: [fee, fee] })
})

describe('case 47: a double refund', () => {
  async function paidTwice() {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    const [first, second] = [gateway.pays(order), gateway.pays(order)]
    await post(portal, gateway.webhook(first))
    await post(portal, gateway.webhook(second))
    return { portal, gateway, asha, first, second }
  }

  test('case 47: a second capture of one order is refunded once, however often it is reported and the job runs', async () => {
    const { portal, gateway, asha, second } = await paidTwice()
    const { payments } = portal.services
    await Promise.all([payments.refundDue(), payments.refundDue()])
    await post(portal, gateway.webhook(second, { status: 'captured' }))
    await payments.refundDue()
    portal.clock.advance(days(1))
    await payments.refundDue()
    expect(gateway.refunds).toMatchObject([{ payment_id: second.id, amount: 120_000 }])
    expect(asha.refunds()).toMatchObject([{ amount: 120_000, status: 'done' }])
    expect(asha.statuses()).toEqual(['captured', 'refunded'])
    expect(asha.paid()).toEqual([1200, 0])
  })

  test('case 47: if the gateway does not answer, the refund is requested again under the same key', async () => {
    const { portal, gateway, asha } = await paidTwice()
    gateway.isDown = true
    await portal.services.payments.refundDue()
    expect(asha.refunds()).toMatchObject([{ status: 'requested' }])
    expect(asha.paid()).toEqual([1200, 0])
    gateway.isDown = false
    await portal.services.payments.refundDue()
    expect(gateway.refunds).toEqual([])
    portal.clock.advance(minutes(2))
    await portal.services.payments.refundDue()
    expect(gateway.refunds).toHaveLength(1)
    expect(gateway.refunds[0]!.key).toMatch(/^[\w-]{10,}$/)
    expect(asha.refunds()).toMatchObject([{ status: 'done' }])
  })

  test('case 47: a refund that the cell made by hand is not repeated', async () => {
    const { portal, gateway, asha, second } = await paidTwice()
    gateway.refunds.push({
      id: 'rfnd_byhand',
      payment_id: second.id,
      amount: 120_000,
      status: 'processed',
      key: undefined,
    })
    gateway.payments.find(({ id }) => id === second.id)!.status = 'refunded'
    await portal.services.payments.refundDue()
    expect(gateway.refunds).toHaveLength(1)
    expect(asha.refunds()).toMatchObject([{ status: 'done' }])
  })
})
