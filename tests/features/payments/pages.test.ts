import { describe, expect, test } from 'vitest'
import { demoGateway } from '#server/adapters/payment-gateway/demo-gateway.ts'
import { demoSecret } from '#server/config.ts'
import { demoStore } from '#server/demo/store.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { days, minutes, seconds } from '#server/kernel/time.ts'
import { applicant } from '#tests/support/applicant.ts'
import { type Answer, asData, browser, logIn, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { seated } from '#tests/support/seated.ts'
import { claims, expectActFirst, openPayingPortal, payer, post } from './payers'

const leadsTo = ({ status, headers }: Answer) => (status === 303 ? String(headers.location) : status)
const policyOf = ({ headers }: Answer) => String(headers['content-security-policy'])

describe('without JavaScript', () => {
  test('a candidate pays in the demo: fails, tries again, waits, is paid', async () => {
    const portal = await openPortal({ mode: 'demo' })
    const screen = browser(portal)
    await screen.post('/demo/login', { course: 'mbale', key: 'half-filled' })
    const userId = viewOf<{ session: { details: { user_id: string } } }>(await screen.get('dashboard')).session.details
      .user_id
    claims(portal, userId)

    expect((await screen.get('transactions-logs')).text).toContain('You have not paid anything yet')
    const due = await screen.get('payment')
    for (const words of ['Pay ₹1,200', 'You pay ₹1,200 because you apply as Open.', 'Paying does not submit your form'])
      expect(due.text).toContain(words)
    const begin = async () => {
      const to = leadsTo(await screen.post('payment', { due: 'application-fee' }))
      expect(to).toMatch(/^\/mbale\/candidate\/payment\/checkout\/\d+$/)
      return viewOf<{ data: { checkout: { action: string } } }>(await screen.get(String(to))).data.checkout.action
    }
    const gateway = await begin()
    expect(gateway).toMatch(/^\/demo\/gateway\/mbale\/order_\w+$/)
    expect((await screen.get(gateway)).text).toContain('₹1,200')
    const back = async (page: string, outcome: string) => {
      const callback = leadsTo(await screen.post(page, { outcome }))
      return screen.get(String(leadsTo(await screen.get(String(callback)))))
    }
    const failed = await back(gateway, 'fail')
    // One sentence, once, and one filled button, which leads to the gateway.
    const main = failed.text.slice(failed.text.indexOf('<main'), failed.text.indexOf('</main>'))
    for (const words of ['Your last payment failed', 'Pay again. If money left', 'Pay again</button>'])
      expect(main.split(words)).toHaveLength(2)
    expect(main).not.toContain('Check status')
    expect(main.match(/class="btn"/g)).toHaveLength(1)
    const order = new URL(viewOf<{ url: string }>(failed).url, 'https://x').search
    const again = String(leadsTo(await screen.post(`payment/return${order}`, { due: 'application-fee' })))
    expect(again).toMatch(/^\/mbale\/candidate\/payment\/checkout\/\d+$/)
    const second = viewOf<{ data: { checkout: { action: string } } }>(await screen.get(again)).data.checkout.action
    expect(second).not.toBe(gateway)
    const waiting = await back(second, 'leave-pending')
    expect(waiting.text).toContain('the bank has not confirmed it yet')
    // One act while the bank decides.
    const waits = waiting.text.slice(waiting.text.indexOf('<main'), waiting.text.indexOf('</main>'))
    expect(waits.match(/class="btn( quiet)?"/g)).toHaveLength(1)
    expect(waits).toContain('Check again')
    expect((await screen.get('payment')).text).toContain('Do NOT pay again')
    // Nothing can be done meanwhile, and a step that is complete leads to the one that says so.
    expect((await screen.get('photo-details')).text).toContain('<a href="/mbale/candidate/payment" class="btn quiet">')
    // Nothing is left to do on the result's page: it leads to where the form is submitted, which says that the fee has come.
    const arrived = leadsTo(await back(second, 'succeed'))
    expect(arrived).toMatch(/^\/mbale\/candidate\/print-pdf\?order=order_\w+$/)
    const submitting = (await screen.get(String(arrived))).text
    for (const words of ['Payment received: ₹1,200', 'Your form is NOT submitted yet', 'transactions-logs/receipt-'])
      expect(submitting).toContain(words)
    expect((await screen.get('print-pdf?order=order_nobodys')).text).not.toContain('Payment received')
    const paid = await screen.get('payment')
    expect(paid.text).toContain('href="/mbale/candidate/print-pdf" class="btn"')
    // The demo's people have paid before; receipt and reference belong to this payment, whatever its number.
    const number = /\/mbale\/candidate\/transactions-logs\/receipt-(\d+)\.pdf/.exec(paid.text)?.[1]
    const log = await screen.get('transactions-logs?lang=mr')
    expect(log.text).toContain(`ML24-${number?.padStart(6, '0')}`)
    expect(log.text).toContain('अयशस्वी')
    expect(leadsTo(await screen.get(`payment/checkout/${number}`))).toBe('/mbale/candidate/transactions-logs')
    expect((await screen.get('payment/checkout/7777')).status).toBe(404)
    expect((await screen.get('/demo/gateway/mbale/order_nobodys', { accept: 'application/json' })).status).toBe(404)
  })

  test.each([
    ['en', 'This order is paid already'],
    ['mr', 'या ऑर्डरचे शुल्क आधीच भरले आहे'],
  ])(
    'a second decision at the demo gateway changes nothing and leads to what has happened (%s)',
    async (language, paid) => {
      const portal = await openPortal({ mode: 'demo' })
      const screen = browser(portal)
      await screen.post('/demo/login', { course: 'mbale', key: 'payment-pending' })
      const log = (await screen.get(`transactions-logs?lang=${language}`)).text
      const gateway = /href="(\/demo\/gateway\/mbale\/order_\w+)[^"]*"/.exec(log)![1]!
      // The gateway has the money, and the portal has not heard of it.
      const page = (await screen.get(gateway)).text
      expect(page).toContain(paid)
      expect(page.match(/name="outcome"/g)).toHaveLength(1)
      for (const outcome of ['succeed', 'fail', 'leave-pending', 'succeed']) {
        const callback = String(leadsTo(await screen.post(gateway, { outcome })))
        const to = String(leadsTo(await screen.get(callback)))
        expect([outcome, to]).toEqual([
          outcome,
          expect.stringMatching(/^\/mbale\/candidate\/payment\/return\?order=order_/),
        ])
        // Straight on to where the form is submitted, which says that the fee has come.
        expect(leadsTo(await screen.get(to))).toMatch(/^\/mbale\/candidate\/print-pdf\?order=order_/)
      }
      const own = viewOf<{ data: { attempts: { standing: string }[] } }>(await screen.get('transactions-logs'))
      expect(own.data.attempts.map(({ standing }) => standing)).toEqual(['captured'])
      expect((await screen.post(gateway, { outcome: 'nothing' })).status).toBe(400)
    },
  )

  test.each([
    ['en', 'by SMS'],
    ['mr', 'एसएमएसने'],
  ])('a pending payment promises the message once (%s)', async (language, bySms) => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    gateway.pays(order, 'authorized')
    portal.clock.advance(minutes(1))
    const { text } = await asha.browser().get(`payment/return?order=${order}&lang=${language}`)
    const banner = /<div role="status">([\s\S]*?)<\/section>|<div role="status">([\s\S]*?)<div class="actions">/.exec(
      text,
    )![0]
    const words = banner.replace(/<[^>]*>/g, '')
    expect(words.split(bySms)).toHaveLength(2)
    expect(words.match(/will tell you|कळव(तो|ू)/g)).toHaveLength(1)
  })

  test('"Check status" asks the gateway and shows its answer', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    const screen = asha.browser()
    const check = async () => {
      portal.clock.advance(minutes(1))
      const answer = await screen.post('transactions-logs', { intent: 'check', payment: '1' })
      expect(leadsTo(answer)).toBe('/mbale/candidate/transactions-logs')
      return (await screen.get('transactions-logs')).text
    }
    expect(await check()).toContain('has not reported a payment yet')
    const one = gateway.pays(order, 'authorized')
    expect(await check()).toContain('still being confirmed')
    one.status = 'captured'
    expect(await check()).toContain('Payment received')
  })
})

test.each(languages)(
  'the fee stands above its explanation, with the attempt that is still open (%s)',
  async (language) => {
    const { portal } = await openPayingPortal()
    const asha = await payer(portal)
    const screen = asha.browser()
    const before = (await screen.get(`payment?lang=${language}`)).text
    expect(before).not.toContain(translate(language, 'payments:pay.open').split('{{at}}')[1])
    expect(before).toContain(`>${translate(language, 'payments:pay.go', { amount: '₹1,200' })}</button>`)
    await asha.begins()
    expectActFirst((await screen.get(`payment?lang=${language}`)).text, language, '₹1,200')
  },
)

describe('the dashboard says what became of the last attempt to pay a fee that is owed', () => {
  const mainOf = async (screen: ReturnType<typeof browser>, language = 'en') => {
    const { text } = await screen.get(`dashboard?lang=${language}`)
    return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  }
  const said = async (screen: ReturnType<typeof browser>, words: string) =>
    (await mainOf(screen)).split(words).length - 1
  const ours = 'Your payment of ₹'

  test('until another one is open or paid: that nobody paid in time, or that it failed', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const before = asha.browser()
    expect(await said(before, ours)).toBe(0)
    await asha.begins()
    expect(await said(before, ours), 'an open attempt').toBe(0)
    portal.clock.advance(days(1) + minutes(1))
    const screen = browser(portal, (await logIn(portal, asha.userId)).cookies)
    await portal.services.payments.reconcileDue()
    expect(asha.statuses()).toEqual(['expired'])
    for (const words of [
      'Your payment of ₹1,200, begun on',
      'Nobody paid in time, so this attempt has lapsed. Pay again.',
    ])
      expect(await said(screen, words), words).toBe(1)
    expect(await mainOf(screen, 'mr')).toContain('चा भरणा</b>')
    const second = await asha.begins()
    expect(await said(screen, ours), 'a newer one is open').toBe(0)
    await post(portal, gateway.webhook(gateway.pays(second, 'failed')))
    expect(asha.statuses()).toEqual(['expired', 'failed'])
    for (const [words, count] of [
      ['We have not received any money', 1],
      ['has lapsed', 0],
    ] as const)
      expect(await said(screen, words), words).toBe(count)
    await post(portal, gateway.webhook(gateway.pays(await asha.begins())))
    expect(asha.statuses()).toEqual(['expired', 'failed', 'captured'])
    expect(await said(screen, ours), 'the fee is paid').toBe(0)
  })

  /** Attempts in the order in which they began, as rows. */
  function tried({ services, clock }: TestPortal, candidateId: number, due: string, ...statuses: string[]): void {
    const add = services.db.sqlite.prepare(
      `INSERT INTO payments (candidate_id, due, amount, gateway, status, order_id, created_at, changed_at)
       VALUES (?, ?, 20000, 'razorpay', ?, ?, ?, ?)`,
    )
    for (const [n, status] of statuses.entries())
      add.run(candidateId, due, status, `order_of_${due}_${n}`, clock.portal() - 1000 + n, clock.portal())
  }

  test.each([
    ['expired', ['expired'], 1],
    ['several ended', ['expired', 'failed', 'expired'], 1],
    ['the bank decides', ['expired', 'pending'], 0],
    ['open at the gateway', ['failed', 'created'], 0],
  ])('for the fee of a converted claim and of a seat: %s', async (_, statuses, count) => {
    const portal = await openPortal()
    const candidate = await applicant(portal)
    portal.services.db.sqlite
      .prepare(
        'INSERT INTO applications (candidate_id, mode, submitted_at, confirmed_at, convert_fee) VALUES (?, 1, 1, 2, 20000)',
      )
      .run(candidate.id)
    candidate.pay(1000)
    tried(portal, candidate.id, 'conversion-fee', ...statuses)
    expect(await said(browser(portal, candidate.cookies), ours)).toBe(count)
    candidate.pay(200, 'conversion-fee')
    expect(await said(browser(portal, candidate.cookies), ours), 'a later success').toBe(0)

    const at = await seated()
    const { sqlite } = at.portal.services.db
    sqlite
      .prepare("INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at) VALUES (?, 1, '[]', 1)")
      .run(at.owner.id)
    sqlite.prepare("INSERT INTO seat_decisions VALUES (?, 1, 'freeze', 1)").run(at.owner.id)
    tried(at.portal, at.owner.id, 'seat-acceptance', ...statuses)
    expect(await said(browser(at.portal, at.owner.cookies), ours)).toBe(count)
  })
})

describe('the way to the gateway', () => {
  test('leads a form only to the gateway, from this page only, which is always a document', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const order = await asha.begins()
    const screen = asha.browser()
    const origin = new URL(gateway.settings.url).origin
    const page = await screen.get('payment/checkout/1')
    expect(policyOf(page)).toContain(`form-action 'self' ${origin};`)
    expect(page.text).toContain(`action="${origin}/v1/checkout/embedded"`)
    expect(page.text).toContain(`name="order_id" value="${order}"`)
    expect(page.text).toContain('value="https://admissions.example.org/mbale/candidate/payment/callback"')
    expect(page.text).not.toContain(gateway.settings.keySecret)
    for (const path of ['payment', 'dashboard', 'transactions-logs']) {
      expect(policyOf(await screen.get(path)), path).toContain("form-action 'self';")
    }
    expect((await screen.get('payment/checkout/1', asData)).headers['content-type']).toContain('text/html')
  })

  test('back by the POST of another site, without cookies, and then with them', async () => {
    const { portal, gateway } = await openPayingPortal()
    const asha = await payer(portal)
    const payment = gateway.pays(await asha.begins(), 'authorized')
    const answer = await portal.ask('POST', `${portal.base}payment/callback`, {
      body: new URLSearchParams(gateway.returned(payment)).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'https://api.razorpay.com',
      },
    })
    expect(leadsTo(answer)).toBe(`/mbale/candidate/payment/return?order=${payment.order_id}`)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(asha.statuses()).toEqual(['pending'])
    const page = await asha.browser().get(String(leadsTo(answer)), { 'sec-fetch-site': 'cross-site' })
    expect(page.text).toContain('the bank has not confirmed it yet')
    expect(leadsTo(await browser(portal).get(String(leadsTo(answer))))).toMatch(/home\?next=/)
  })

  test('back without naming a payment', async () => {
    const { portal } = await openPayingPortal()
    const asha = await payer(portal)
    expect((await asha.browser().get('payment/return')).text).toContain('could not tell which payment')
  })
})

test('the API: dues, beginning, the list, and the status', async () => {
  const { portal, gateway } = await openPayingPortal()
  const asha = await payer(portal, undefined, { category: 'SC' })
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    portal.api(method, path, body, { token: asha.token })
  expect((await call('GET', 'dues')).body.data).toEqual([
    { due: 'application-fee', amount: 1000, payment: null, payable: true },
  ])
  expect((await call('POST', 'payments', { due: 'everything' })).status).toBe(422)
  expect((await call('POST', 'payments', { due: 'seat-acceptance' })).body.code).toBe('no-seat')
  const begun = await call('POST', 'payments', { due: 'application-fee' })
  expect(begun.body.data).toMatchObject({
    payment: { id: 1, reference: 'ML24-000001', amount: 1000, status: 'created', receiptNumber: null, refund: null },
    checkout: { action: `${gateway.settings.url}/v1/checkout/embedded`, method: 'post', fields: { currency: 'INR' } },
  })
  const orderId = begun.body.data.checkout.fields.order_id
  await post(portal, gateway.webhook(gateway.pays(orderId)))
  const [payment] = (await call('GET', 'payments')).body.data
  expect(payment).toMatchObject({
    status: 'captured',
    receiptNumber: 'ML24-000001',
    capturedAt: '2024-08-01T06:30:00.000Z',
  })
  expect((await call('POST', 'payments/1/check')).body.data).toEqual(payment)
  expect((await call('POST', 'payments/one/check')).status).toBe(404)
  expect((await call('GET', 'dues')).body.data).toEqual([])
  const details = await call('POST', 'candidateLoginController/getCandidateDetails', {})
  expect(details.body.data).toMatchObject({ paid_amt: 1000, diff_amt_paid: 0, isconvert_fee: 0, isconvert_paid_amt: 0 })
  expect(portal.services.payments.receipt(asha.actor.candidateId, 1)).toMatchObject({
    receiptNumber: 'ML24-000001',
    amount: 100_000,
    due: 'application-fee',
    gateway: 'razorpay',
    userId: asha.userId,
    fullName: asha.person.fullName,
  })
})

test('if the gateway does not answer, nothing begins, and the next try continues the same attempt', async () => {
  const { portal, gateway } = await openPayingPortal()
  const asha = await payer(portal)
  gateway.isDown = true
  expect(await asha.refusedToBegin()).toBe('gateway-away')
  expect(asha.rows()).toMatchObject([{ status: 'created', orderId: null }])
  gateway.isDown = false
  const order = await asha.begins()
  expect(asha.rows()).toMatchObject([{ status: 'created', orderId: order }])
})

test('the demo gateway keeps its orders in the database: a new process knows their outcome', async () => {
  const portal = await openPortal({ mode: 'demo' })
  const { services } = portal
  claims(portal, 'ML24100002')
  const begun = await services.payments.begin(2, 'application-fee')
  const orderId = begun.ok ? begun.value.payment.orderId! : ''
  services.demoGateway!.decide(orderId, 'succeed')
  const again = demoGateway({
    orders: demoStore(services.db).gatewayOrders,
    secret: demoSecret,
    pageOf: (id) => id,
    now: portal.clock.portal,
  })
  expect(await again.triesOf(orderId)).toMatchObject({ ok: true, value: [{ state: 'captured', amount: 120_000 }] })
  // The webhook was lost with the old process; the job finds the payment.
  portal.clock.advance(seconds(20))
  await services.payments.reconcileDue()
  expect(services.payments.dues(2)).toMatchObject({ paid: 120_000, due: null })
})
