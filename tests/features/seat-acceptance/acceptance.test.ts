import { beforeEach, describe, expect, test } from 'vitest'
import { asha } from '../../support/portal'
import { acceptance, type Seated, seated } from '../../support/seated'
import { openPayingPortal, post } from '../payments/payers'

let at: Seated
let pays: (order: string) => Promise<unknown>
const prepare = async (options: Parameters<typeof seated>[0] = {}) => {
  const { portal, gateway } = await openPayingPortal()
  at = await seated({ ...options, portal })
  pays = (order) => post(portal, gateway.webhook(gateway.pays(order)))
}
const begin = async (): Promise<string> => {
  const begun = await at.portal.services.payments.begin(at.owner.actor, 'seat-acceptance')
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
  })
})

test('case 62: a first preference can only be frozen', async () => {
  await prepare({ preference: 1 })
  await at.verify()
  expect((await at.seat()).decisions.map(({ decision }: { decision: string }) => decision)).toEqual(['freeze'])
  expect(await at.decide('betterment')).toMatchObject({ status: 422, body: { code: 'must-freeze' } })
  expect(await at.decide('freeze')).toMatchObject({ status: 200 })
})
