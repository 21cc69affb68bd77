import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Instant } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { payingAtGateway, post } from '#tests/features/payments/payers.ts'
import { asha, browser, faultsOf, viewOf } from '#tests/support/portal.ts'
import { acceptance, type Seated, seated } from '#tests/support/seated.ts'

let at: Seated
let pays: (order: string) => Promise<unknown>
const prepare = async (options: Parameters<typeof seated>[0] = {}) => {
  const { gateway, ...opened } = await payingAtGateway((gateway) => seated({ ...options, gateway }))
  at = opened
  pays = (order) => post(at.portal, gateway.webhook(gateway.pays(order)))
}
const begin = async (): Promise<string> => {
  const begun = await at.portal.services.payments.begin(at.owner.actor.candidateId, 'seat-acceptance')
  if (!begun.ok) throw new Error(begun.refusal.code)
  return begun.value.payment.orderId!
}

describe('accepting a seat through the API', () => {
  beforeEach(() => prepare())

  test('verify, decide, pay: each step opens the next one', async () => {
    expect(await at.seat()).toMatchObject({ state: 'to-verify', next: { act: 'verify' } })
    expect(await at.decide('freeze')).toMatchObject({ status: 409, body: { code: 'verify-first' } })
    expect((await at.verify()).body.data).toEqual({ round: 1, corrected: [], grievance: null })
    expect(await at.seat()).toMatchObject({ state: 'to-decide', recorded: { decision: null, fee: 'unpaid' } })
    expect((await at.call('POST', 'payments', { due: 'seat-acceptance' })).body.code).toBe('decide-first')

    expect(await at.decide('freeze')).toMatchObject({ status: 200, body: { data: { state: 'to-pay' } } })
    expect(await at.portal.sentTo(asha.mobile, 'seat-decided')).toBe(1)
    expect((await at.call('GET', 'dues')).body.data).toMatchObject([{ due: 'seat-acceptance', amount: 1000 }])

    await pays(await begin())
    expect(await at.seat()).toMatchObject({ state: 'to-report', next: { act: 'report' }, recorded: { fee: 'paid' } })
    expect(await at.portal.sentTo(asha.mobile, 'seat-accepted')).toBe(1)
    expect(await at.portal.sentTo(asha.mobile, 'payment-captured')).toBe(0)
    expect((await at.call('GET', 'dues')).body.data).toEqual([])
  })

  test('the answer says what follows from each decision, and from none', async () => {
    expect(await at.seat()).toMatchObject({
      seat: { institute: 'Sahyadri Institute', preference: 2, autonomy: 'Non-autonomous' },
      decisions: [
        { decision: 'freeze', seat: 'final', takesPartNext: false, reports: true, refused: { code: 'verify-first' } },
        { decision: 'betterment', seat: 'kept', takesPartNext: true, reports: false },
      ],
      withoutDecision: { seat: 'released', takesPartNext: true, reports: false },
      acceptBy: new Date(acceptance.closes).toISOString(),
    })
  })

  test('the decision changes until the fee is captured, and not afterwards', async () => {
    await at.verify()
    await at.decide('freeze')
    expect(await at.decide('betterment')).toMatchObject({ body: { data: { recorded: { decision: 'betterment' } } } })
    await pays(await begin())
    expect(await at.decide('freeze')).toMatchObject({ status: 409, body: { code: 'already-accepted' } })
    expect(await at.seat()).toMatchObject({ state: 'held', next: { act: 'await-round', by: null } })
  })

  test('a round without a seat, and a round that is none, are not found', async () => {
    expect(await at.call('GET', 'seat-acceptance/2')).toMatchObject({ status: 404, body: { code: 'no-seat' } })
    expect(await at.call('GET', 'seat-acceptance/9')).toMatchObject({ status: 404, body: { code: 'unknown-round' } })
    expect(await at.call('GET', 'self-verification/x')).toMatchObject({ status: 404, body: { code: 'unknown-round' } })
  })

  test('a decision needs an OTP of its purpose', async () => {
    await at.verify()
    const proof = await at.proof('self-verify')
    expect((await at.call('POST', 'seat-acceptance/1/freeze', proof)).status).toBe(422)
    expect(await at.seat()).toMatchObject({ recorded: { decision: null } })
  })

  test('a wrong fact comes back with its right value and its grievance', async () => {
    const data = (await at.call('GET', 'self-verification/1')).body.data
    expect(data.facts).toHaveLength(17)
    expect(data.facts.find(({ fact }: { fact: string }) => fact === 'gender')).toMatchObject({
      label: 'Gender',
      value: 'Female',
      hasBenefit: true,
      documents: ['ssc-marksheet', 'nationality'],
      questions: [{ name: 'gender', options: expect.arrayContaining([{ value: 'male', label: 'Male' }]) }],
    })
    expect(await at.verify({ gender: 'incorrect' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'right-gender' }] },
    })
    expect((await at.verify({ gender: 'incorrect' }, { gender: 'male' })).body.data).toMatchObject({
      grievance: 'ML24-G00001',
    })
    expect(await at.seat()).toMatchObject({ state: 'in-grievance', next: { act: 'await-grievance', by: null } })

    // Until officers have decided, the page asks for no step.
    const page = (await browser(at.portal, at.owner.cookies).get('self-arc-home')).text
    expect(page).toContain('Check your facts')
    expect(page).not.toContain('aria-current="step"')
  })
})

describe('the page of the seat fills the button of the one act that is due', () => {
  /** The words of the filled buttons of the page; the bar's gives way to them by the style sheet. */
  const filled = async () => {
    const { text } = await browser(at.portal, at.owner.cookies).get(address)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    return [...main.matchAll(/<(a|button)[^>]* class="btn(?: small)?"[^>]*>(.*?)<\/\1>/g)].map(([, , words]) => words)
  }
  let address: string
  beforeEach(() => {
    address = 'self-arc-home'
  })

  test('where the seat can only be frozen, that decision', async () => {
    await prepare({ preference: 1 })
    await at.verify()
    expect(await filled()).toEqual(['Freeze: send the OTP'])
  })

  test('of two decisions the one for both, with none chosen; of the chosen one its proof, and then the fee', async () => {
    await prepare()
    await at.verify()
    expect(await filled()).toEqual(['Confirm my choice: send the OTP'])
    const unchosen = await browser(at.portal, at.owner.cookies).post(address, { choose: 'true' })
    expect([unchosen.status, viewOf<{ form: object }>(unchosen).form]).toMatchObject([
      422,
      { errors: [{ field: 'intent', message: 'Choose freeze or betterment' }] },
    ])
    const sent = await browser(at.portal, at.owner.cookies).post(address, { intent: 'betterment' })
    expect(sent.status).toBe(303)
    address = String(sent.headers.location)
    expect(await filled()).toEqual(['Confirm: Betterment'])
    await at.decide('betterment')
    address = 'self-arc-home'
    expect(await filled()).toEqual(['Pay ₹1,000'])
  })
})

test('case 62: a first preference can only be frozen', async () => {
  await prepare({ preference: 1 })
  await at.verify()
  expect((await at.seat()).decisions.map(({ decision }: { decision: string }) => decision)).toEqual(['freeze'])
  expect(await at.decide('betterment')).toMatchObject({ status: 422, body: { code: 'must-freeze' } })
  expect(await at.decide('freeze')).toMatchObject({ status: 200 })
})

describe('the allotment letter', () => {
  beforeEach(async () => {
    await prepare()
    // Its picture has no bytes in these tests.
    at.owner.removeFile('photo')
  })
  const letter = async (language: 'en' | 'mr' = 'en') => {
    const { printables } = at.portal.services
    const printed = await printables.print(at.owner.actor, 'allotment-letter-1', language)
    if (!printed.ok) throw new Error(printed.refusal.code)
    return textOf(printed.value.bytes)
  }
  const code = (text: string) => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,}/.exec(text)?.[0]

  test('names the decision and the payment, in both languages', async () => {
    expect(await letter()).toContain('Not accepted')
    await at.verify()
    await at.decide('betterment')
    await pays(await begin())
    const text = await letter()
    for (const words of ['Accepted', 'Betterment', 'receipt ML24-']) expect(text).toContain(words)
    expect(await letter('mr')).toContain('बेटरमेंट')
  })

  test('a seat kept for betterment asks nobody to report yet: letter, page, dashboard and message say by when', async () => {
    const { services } = at.portal
    expect(await letter()).toContain('The institute')
    await at.verify()
    await at.decide('betterment')
    await pays(await begin())
    const last = services.notices.activity('round-3-reporting')!.closesAt as Instant
    for (const language of ['en', 'mr'] as const) {
      const words = translate(language, 'signedin:seat.report-later-by', {
        round: 3,
        by: formatDateTime(last, language),
      })
      const text = (await letter(language)).replace(/\s+/g, ' ')
      expect(text).toContain(words)
      for (const key of ['acceptance:report.at', 'acceptance:report.originals'] as const)
        expect(text).not.toContain(translate(language, key))
      for (const place of ['self-arc-home', 'dashboard']) {
        const page = (await browser(at.portal, at.owner.cookies).get(`${place}?lang=${language}`)).text
        expect([place, page]).toEqual([place, expect.stringContaining(words)])
        expect(page).not.toContain(translate(language, 'acceptance:ticket.originals', { count: 2 }).split('2')[1])
      }
    }
    await services.messages.deliverDue()
    const told = at.portal.box.sent.filter(({ template }) => template === 'seat-accepted')
    for (const { text } of told.filter(({ channel }) => channel !== 'whatsapp'))
      expect(text).toContain(
        translate('en', 'signedin:seat.report-later-by', { round: 3, by: formatDateTime(last, 'en') }),
      )
  })

  test('a frozen seat names where to report, by when and what to bring', async () => {
    await at.verify()
    await at.decide('freeze')
    await pays(await begin())
    const text = (await letter()).replace(/\s+/g, ' ')
    for (const key of ['acceptance:report.at', 'acceptance:report.originals'] as const)
      expect(text).toContain(translate('en', key))
    expect(text).not.toContain('You do not report yet')
  })

  test('has a code that says when the seat is gone', async () => {
    const found = code(await letter())
    expect(found).toBeDefined()
    const check = () => at.portal.services.printables.verify(found!, '127.0.0.1')
    expect(check()).toMatchObject({ value: { kind: 'allotment-letter', state: 'valid' } })
    at.portal.services.seatAcceptance.end({
      candidateId: at.owner.id,
      round: 1,
      ending: 'grievance-upheld',
      at: acceptance.open,
      orderId: null,
    })
    expect(check()).toMatchObject({ value: { state: 'seat-lost' } })
  })
})

test('the payment, its receipt and the log name the seat acceptance fee', async () => {
  await prepare()
  await at.verify()
  await at.decide('freeze')
  await pays(await begin())
  const { payments, printables } = at.portal.services
  const [payment] = payments.payments(at.owner.actor.candidateId)
  expect(payment).toMatchObject({ due: 'seat-acceptance', status: 'captured', amount: 100_000 })
  const receipt = await printables.print(at.owner.actor, `receipt-${payment!.id}`, 'en')
  if (!receipt.ok) throw new Error(receipt.refusal.code)
  expect(textOf(receipt.value.bytes)).toContain('Seat acceptance fee')
  const log = await browser(at.portal, at.owner.cookies).get('transactions-logs')
  expect(log.text).toContain('Seat acceptance fee')
})

describe('the page without script', () => {
  beforeEach(() => prepare())
  const here = 'self-arc-home'

  test('verify, decide and pay, with a proof for the first two', async () => {
    const page = browser(at.portal, at.owner.cookies)
    expect((await page.get(here)).text).toContain('Check your facts')
    const facts = { rest: 'correct' }
    const missing = await page.post(here, { intent: 'check-facts' })
    expect(missing.status).toBe(422)
    expect(faultsOf(missing)['paper-ssc-marksheet']).toBe('Say if all of it is correct')

    at.portal.clock.advance(31_000)
    const asked = await page.post(here, { ...facts, intent: 'check-facts' })
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('name="otp"')
    // The form already says what it does; the button for another OTP adds its own word.
    at.portal.clock.advance(31_000)
    const again = await page.post(here, { ...facts, intent: 'verify', password: '', otp: '', again: 'resend' })
    expect(again.status).toBe(200)
    expect(again.text).toContain('name="otp"')
    const otp = await at.portal.otpFor(asha.mobile)
    const proof = { password: asha.password, otp }
    expect((await page.post(here, { ...facts, intent: 'verify', ...proof })).status).toBe(303)

    const decide = await page.get(here)
    for (const words of ['Freeze', 'Betterment', 'If you do nothing', '₹1,000']) expect(decide.text).toContain(words)
    at.portal.clock.advance(31_000)
    expect((await page.post(here, { intent: 'freeze' })).headers.location).toMatch(/decide=freeze$/)
    const proved = { password: asha.password, otp: await at.portal.otpFor(asha.mobile) }
    expect((await page.post(`${here}?decide=freeze`, proved)).status).toBe(303)
    expect((await page.post(here, { due: 'seat-acceptance' })).headers.location).toContain('payment/checkout')
    expect(await at.seat()).toMatchObject({ state: 'to-pay', recorded: { decision: 'freeze' } })
  })

  test('whoever left after the OTP was sent comes back to its place, and no other is sent', async () => {
    const page = browser(at.portal, at.owner.cookies)
    expect((await page.get(here)).text).not.toContain('name="typed"')
    await page.post(here, { rest: 'correct', intent: 'check-facts' })
    const otp = await at.portal.otpFor(asha.mobile)
    at.portal.clock.advance(31_000)
    expect((await page.get(here)).text).toContain('name="typed"')
    const back = await page.post(here, { rest: 'correct', intent: 'check-facts', typed: 'true' })
    expect([back.status, back.text.includes('name="otp"')]).toEqual([200, true])
    const proof = { password: asha.password, otp }
    expect((await page.post(here, { rest: 'correct', intent: 'verify', ...proof })).status).toBe(303)
  })

  test('a second press says of the grievance what the first one said, and does not go on to a decision', async () => {
    const page = browser(at.portal, at.owner.cookies)
    const wrong = {
      ...{ rest: 'correct', 'paper-degree-marksheet': 'incorrect', 'wrong-degree': 'true' },
      ...{ 'right-degreeMarks': '1808', 'right-degreeOutOf': '4000' },
    }
    expect((await page.post(here, { ...wrong, intent: 'check-facts' })).status).toBe(200)
    const proof = { password: asha.password, otp: await at.portal.otpFor(asha.mobile) }
    const press = async () => {
      const { status, headers } = await page.post(here, { ...wrong, intent: 'verify', ...proof })
      const told = viewOf<View<unknown>>(await page.get(here)).flash
      return [status, headers.location, told?.type, told?.text]
    }
    const first = await press()
    expect(first).toEqual([303, '/mbale/candidate/self-arc-home', 'warning', expect.stringContaining('ML24-G00001')])
    expect(await press()).toEqual(first)
  })

  test('an OTP is sent only for a decision that is possible', async () => {
    const page = browser(at.portal, at.owner.cookies)
    expect((await page.post(here, { intent: 'freeze' })).status).toBe(409)
    expect((await page.post(here, { intent: 'anything' })).status).toBe(400)
    expect(await at.portal.sentTo(asha.mobile, 'step-up-otp')).toBe(1)
  })
})
