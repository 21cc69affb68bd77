import { describe, expect, test } from 'vitest'
import { formatDateTime } from '#server/i18n/format.ts'
import { days, hours, minutes, plus, seconds } from '#server/kernel/time.ts'
import { payingAtGateway, post } from '#tests/features/payments/payers.ts'
import { asha, browser } from '#tests/support/portal.ts'
import { acceptance, seated } from '#tests/support/seated.ts'

/** Asha with a seat, and the gateway at which she pays. */
async function withASeat(options: Parameters<typeof seated>[0] = {}) {
  const at = await payingAtGateway((gateway) => seated({ ...options, gateway }))
  const { portal, gateway } = at
  const { services } = portal
  const { actor } = at.owner
  return {
    ...at,
    verifies: () => services.selfVerification.verifyUnasked(actor.candidateId, 1),
    decides: (decision: 'freeze' | 'betterment' = 'freeze') =>
      services.seatAcceptance.decideUnasked(actor.candidateId, 1, decision),
    begins: (arrivedAt?: Parameters<typeof services.payments.begin>[2]) =>
      services.payments.begin(actor.candidateId, 'seat-acceptance', arrivedAt),
    async order() {
      const begun = await services.payments.begin(actor.candidateId, 'seat-acceptance')
      if (!begun.ok) throw new Error(begun.refusal.code)
      return begun.value.payment.orderId!
    },
    captured: (order: string) => post(portal, gateway.webhook(gateway.pays(order))),
    state: () => services.seatAcceptance.current(actor.candidateId)!.state,
    refunds: () =>
      services.db.sqlite.prepare('SELECT reason, amount, status FROM refunds ORDER BY id').all() as object[],
    cancels() {
      services.db.sqlite
        .prepare(
          `INSERT INTO cancellations (candidate_id, case_number, round, choice_code, institute_code, reason, requested_at)
           VALUES (?, 1, 1, '301510110', '3015', 'Another seat', ?)`,
        )
        .run(actor.candidateId, portal.clock.portal())
    },
  }
}
const closes = acceptance.closes

describe('case 45: the seat-acceptance fee is captured late', () => {
  test('case 45: a payment begun before 15:00 counts, although it is captured after it', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.portal.clock.set(plus(closes, -seconds(1)))
    const begun = at.gateway.pays(await at.order(), 'authorized')
    at.portal.clock.set(plus(closes, minutes(20)))
    begun.status = 'captured'
    await post(at.portal, at.gateway.webhook(begun))
    expect(at.state()).toBe('to-report')
    expect(at.refunds()).toEqual([])
  })

  // Acceptance closes at 15:00; a try may begin until ten minutes later; reporting closes on 5 Sep.
  test.each([
    ['began before 15:00, captured after an hour', -seconds(1), hours(1), 'to-report', null],
    ['began at the last moment of the grace', minutes(10) - seconds(1), minutes(10), 'to-report', null],
    ['began when the grace was over', minutes(10), minutes(10), 'not-accepted', 'too-late'],
    ['began half an hour late', minutes(30), minutes(31), 'not-accepted', 'too-late'],
    ['began three days late', days(3), days(3), 'not-accepted', 'too-late'],
    [
      'began before 15:00, captured when the seat was gone for want of reporting',
      -seconds(1),
      days(9),
      'not-accepted',
      'seat-gone',
    ],
    ['began nine days late', days(9), days(9), 'not-accepted', 'too-late'],
  ] as const)('case 45: a try of an order of 14:59:59 that %s', async (_, began, captured, state, why) => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.portal.clock.set(plus(closes, -seconds(1)))
    const order = await at.order()
    at.portal.clock.set(plus(closes, captured))
    if (captured > minutes(10)) expect(['not-accepted', 'not-reported']).toContain(at.state())
    await post(
      at.portal,
      at.gateway.webhook(at.gateway.pays(order, 'captured', { created_at: (closes + began) / 1000 })),
    )
    expect(at.state()).toBe(state)
    const { payments } = at.portal.services
    const [payment] = payments.payments(at.owner.actor.candidateId)
    expect(payment).toMatchObject({ why, situation: why ? 'going-back' : 'captured' })
    expect(at.refunds()).toEqual(why ? [{ reason: 'not-due', amount: 100_000, status: 'requested' }] : [])
    await payments.refundDue()
    expect(at.gateway.payments.map(({ status }) => status)).toEqual([why ? 'refunded' : 'captured'])
    expect(await at.portal.sentTo(asha.mobile, 'refund-made')).toBe(why ? 1 : 0)
  })

  test('case 45: while a try runs, the seat waits for one that began in time, and for no other', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const order = await at.order()
    at.portal.clock.set(plus(closes, minutes(30)))
    const late = at.gateway.pays(order, 'authorized')
    await post(at.portal, at.gateway.webhook(late))
    expect(at.state()).toBe('not-accepted')
    const page = () => browser(at.portal, at.owner.cookies).get('transactions-logs')
    expect((await page()).text).toContain('If the bank confirms the payment, we return the full amount')
    const inTime = at.gateway.pays(order, 'authorized', { created_at: (closes - 1000) / 1000 })
    await post(at.portal, at.gateway.webhook(inTime))
    expect(at.state()).toBe('paying')
    expect((await page()).text).toContain('it counts even if it is confirmed after the deadline')
  })

  test('case 45: a try that the gateway returns ends the payment at once, and the fee can be paid again', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const payment = at.gateway.pays(await at.order(), 'authorized')
    await post(at.portal, at.gateway.webhook(payment))
    expect(at.state()).toBe('paying')
    at.gateway.givesBack(payment)
    at.portal.clock.advance(minutes(1))
    await at.portal.services.payments.reconcileDue()
    expect(at.state()).toBe('to-pay')
    expect(await at.portal.sentTo(asha.mobile, 'seat-fee-failed')).toBe(1)
    await at.captured(await at.order())
    expect(at.state()).toBe('to-report')
  })

  test('case 45: no payment begins at 15:00, and the checkout of an earlier attempt is closed', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.portal.clock.set(plus(closes, -1))
    const begun = await at.begins()
    if (!begun.ok) throw new Error(begun.refusal.code)
    at.portal.clock.set(closes)
    expect(await at.begins()).toMatchObject({ refusal: { code: 'acceptance-closed' } })
    expect(at.portal.services.payments.checkout(at.owner.actor.candidateId, begun.value.payment.id)).toBeNull()
    expect(at.state()).toBe('in-grace')
    at.portal.clock.set(plus(closes, minutes(10)))
    expect(at.state()).toBe('not-accepted')
  })

  test.each([
    [
      'en',
      'before {} still counts',
      /you lost it|You did not accept your CAP Round 1 seat/,
      'This payment began at the gateway on {}. The time to pay had ended on',
    ],
    ['mr', '{} पूर्वी', /म्हणून ती गेली|जागा तुम्ही मुदतीत स्वीकारली नाही/, 'हा भरणा गेटवेवर {} वाजता सुरू झाला. शुल्क भरण्याची मुदत'],
  ] as const)(
    'in the grace every page says what still counts and until when, and then which deadline a payment missed: %s',
    async (language, counts, lost, began) => {
      const said = (words: string, late: number) =>
        words.replace('{}', formatDateTime(plus(closes, minutes(late)), language))
      const at = await withASeat()
      at.verifies()
      at.decides()
      at.portal.clock.set(plus(closes, -seconds(1)))
      const order = await at.order()
      const screen = browser(at.portal, at.owner.cookies)
      const read = async (place: string) => {
        const { text } = await screen.get(`${place}?lang=${language}`)
        return text.slice(0, text.indexOf('<script id="view"'))
      }
      at.portal.clock.set(plus(closes, minutes(5)))
      for (const place of ['dashboard', 'self-arc-home', 'allotment', 'transactions-logs']) {
        const text = await read(place)
        expect([place, text]).toEqual([place, expect.stringContaining(said(counts, 10))])
        expect([place, text]).not.toEqual([place, expect.stringMatching(lost)])
      }
      expect(await at.portal.sentTo(asha.mobile, 'seat-ended')).toBe(0)
      at.portal.clock.set(plus(closes, minutes(12)))
      await post(at.portal, at.gateway.webhook(at.gateway.pays(order)))
      const log = await read('transactions-logs')
      expect(log).toContain(`${said(began, 12)} ${formatDateTime(closes, language)}`)
      for (const place of ['dashboard', 'self-arc-home'])
        expect([place, await read(place)]).toEqual([place, expect.stringMatching(lost)])
    },
  )

  test('news that comes after the grace of a payment that began in it brings the seat back, as the dashboard said that it may', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const screen = browser(at.portal, at.owner.cookies)
    const told = /If you have paid at the gateway, we will tell you .* whether the payment counts or comes back/
    const dashboard = async () => {
      const { text } = await screen.get('dashboard?lang=en')
      return text.slice(0, text.indexOf('<script id="view"'))
    }
    at.portal.clock.set(plus(closes, -seconds(1)))
    const order = await at.order()
    at.portal.clock.set(plus(closes, minutes(12)))
    expect(at.state()).toBe('not-accepted')
    expect(await dashboard()).toMatch(told)
    await post(
      at.portal,
      at.gateway.webhook(at.gateway.pays(order, 'captured', { created_at: (closes + minutes(5)) / 1000 })),
    )
    expect(at.state()).toBe('to-report')
    expect(await dashboard()).not.toMatch(told)
  })

  test('whoever has no attempt to pay is promised nothing after the grace', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.portal.clock.set(plus(closes, minutes(12)))
    const { text } = await browser(at.portal, at.owner.cookies).get('dashboard?lang=en')
    expect(text).toContain('You did not accept your CAP Round 1 seat in time')
    expect(text).not.toContain('If you have paid at the gateway')
  })

  test('a payment that begins in the grace completes the acceptance', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.portal.clock.set(plus(closes, -seconds(1)))
    const order = await at.order()
    at.portal.clock.set(plus(closes, minutes(5)))
    await at.captured(order)
    expect(at.state()).toBe('to-report')
  })

  test('case 45: captured after a cancellation, the money goes back', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const order = await at.order()
    at.cancels()
    await at.captured(order)
    expect(at.refunds()).toEqual([{ reason: 'not-due', amount: 100_000, status: 'requested' }])
    expect(at.portal.services.payments.seatFee(at.owner.actor.candidateId).isPaid).toBe(false)
  })
})

describe('case 61: freezing, cancelling and paying at once', () => {
  test('case 61: two decisions at one moment leave one, and one that the candidate is told of', async () => {
    const at = await withASeat()
    await at.verify()
    const proof = await at.proof('accept-seat')
    const answers = await Promise.all(
      (['freeze', 'betterment'] as const).map((decision) => at.call('POST', `seat-acceptance/1/${decision}`, proof)),
    )
    // The second press finds the OTP used.
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const { decision } = (await at.seat()).recorded
    const won = answers.find(({ status }) => status === 200)!
    expect(won.body.data.recorded.decision).toBe(decision)
  })

  test('case 61: a second capture of the fee is returned, and the seat stays accepted once', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const order = await at.order()
    await Promise.all([at.captured(order), at.captured(order)])
    expect(at.state()).toBe('to-report')
    expect(at.refunds()).toEqual([{ reason: 'second-capture', amount: 100_000, status: 'requested' }])
  })

  test('case 61: a decision made while the fee is captured is refused, and the paid one stays', async () => {
    const at = await withASeat()
    await at.verify()
    await at.decide('freeze')
    const order = await at.order()
    const proof = await at.proof('accept-seat')
    await at.captured(order)
    expect(await at.call('POST', 'seat-acceptance/1/betterment', proof)).toMatchObject({
      status: 409,
      body: { code: 'already-accepted' },
    })
    expect((await at.seat()).recorded).toMatchObject({ decision: 'freeze', fee: 'paid' })
  })

  test('case 61: a cancelled seat is neither decided nor paid for', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.cancels()
    expect(at.decides('betterment')).toMatchObject({ refusal: { code: 'seat-ended' } })
    expect(await at.begins()).toMatchObject({ refusal: { code: 'decide-first' } })
    expect(at.state()).toBe('ended')
  })
})

describe('case 92: acceptance at its deadline', () => {
  test('case 92: the last request before 15:00 counts, the first one at 15:00 does not', async () => {
    const at = await withASeat()
    at.portal.clock.set(plus(closes, -1))
    expect(at.verifies().ok).toBe(true)
    expect(at.decides().ok).toBe(true)
    expect(at.decides('betterment').ok).toBe(true)
    expect((await at.begins()).ok).toBe(true)
    at.portal.clock.set(closes)
    expect(at.decides()).toMatchObject({ refusal: { code: 'acceptance-closed' } })
    expect(await at.begins()).toMatchObject({ refusal: { code: 'acceptance-closed' } })
  })

  test('case 92: a request whose headers arrived before 15:00 counts, however long it took', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    at.portal.clock.set(plus(closes, seconds(40)))
    const begun = await at.begins(plus(closes, -1))
    if (!begun.ok) throw new Error(begun.refusal.code)
    await at.captured(begun.value.payment.orderId!)
    expect(at.state()).toBe('to-report')
    expect(at.refunds()).toEqual([])
  })

  test('case 92: two tabs that begin to pay get the same order', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const [one, other] = await Promise.all([at.order(), at.order()])
    expect(one).toBe(other)
  })
})

test('case 62: a seat that must freeze is lost at 15:00 without a decision, and its candidate leaves', async () => {
  const at = await withASeat({ preference: 1 })
  at.portal.clock.set(closes)
  expect(at.state()).toBe('not-accepted')
  expect(at.portal.services.seatAcceptance.entry(at.owner.id, 2)).toEqual({ kind: 'left', why: 'did-not-freeze' })
})

test('case 63: an undecided grievance blocks the decision, and is no way around the deadline of others', async () => {
  const at = await withASeat()
  await at.verify({ gender: 'incorrect' }, { gender: 'male' })
  expect(await at.decide('freeze')).toMatchObject({ status: 409, body: { code: 'grievance-undecided' } })
  at.portal.clock.set(plus(closes, minutes(5)))
  expect(at.state()).toBe('in-grievance')
  expect(await at.begins()).toMatchObject({ refusal: { code: 'decide-first' } })
})
