import { describe, expect, test } from 'vitest'
import { minutes, plus, seconds } from '../../server/kernel/time'
import { openPayingPortal, post } from '../features/payments/payers'
import { acceptance, seated } from '../support/seated'

/** Asha with a seat, and the gateway at which she pays. */
async function withASeat(options: Parameters<typeof seated>[0] = {}) {
  const { portal, gateway } = await openPayingPortal()
  const at = await seated({ ...options, portal })
  const { services } = portal
  const { actor } = at.owner
  return {
    ...at,
    gateway,
    verifies: () => services.selfVerification.verifyUnasked(actor, 1),
    decides: (decision: 'freeze' | 'betterment' = 'freeze') =>
      services.seatAcceptance.decideUnasked(actor, 1, decision),
    begins: (arrivedAt?: Parameters<typeof services.payments.begin>[2]) =>
      services.payments.begin(actor, 'seat-acceptance', arrivedAt),
    async order() {
      const begun = await services.payments.begin(actor, 'seat-acceptance')
      if (!begun.ok) throw new Error(begun.refusal.code)
      return begun.value.payment.orderId!
    },
    captured: (order: string) => post(portal, gateway.webhook(gateway.pays(order))),
    state: () => services.seatAcceptance.current(actor)!.state,
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
    const order = await at.order()
    at.portal.clock.set(plus(closes, minutes(20)))
    await at.captured(order)
    expect(at.state()).toBe('to-report')
    expect(at.refunds()).toEqual([])
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
    expect(at.portal.services.payments.checkout(at.owner.actor, begun.value.payment.id)).toBeNull()
    expect(at.state()).toBe('not-accepted')
  })

  test('case 45: captured after a cancellation, the money goes back', async () => {
    const at = await withASeat()
    at.verifies()
    at.decides()
    const order = await at.order()
    at.cancels()
    await at.captured(order)
    expect(at.refunds()).toEqual([{ reason: 'not-due', amount: 100_000, status: 'requested' }])
    expect(at.portal.services.payments.seatFee(at.owner.actor).isPaid).toBe(false)
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
