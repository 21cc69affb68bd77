import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { minutes, plus } from '#server/kernel/time.ts'
import { openPayingPortal, payer, post } from '#tests/features/payments/payers.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asha, viewOf } from '#tests/support/portal.ts'

const reason = 'The commissioner ordered it, letter 12.'
const formOf = (answer: Parameters<typeof viewOf>[0]) => viewOf<View>(answer).form

/** Asha has paid her application fee, and two admins are at the desk. */
async function paid() {
  const { portal, gateway } = await openPayingPortal()
  const candidate = await payer(portal)
  const payment = gateway.pays(await candidate.begins())
  await post(portal, gateway.webhook(payment))
  const first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  const { prefix } = { prefix: candidate.userId.slice(0, 4) }
  const number = (id = 1) => `${prefix}-${String(id).padStart(6, '0')}`
  const begin = (more: Record<string, string> = {}, desk: DeskBrowser = first) =>
    desk.post('refunds', { intent: 'begin', payment: number(), reason, agreed: 'true', ...more })
  const decide = (intent: 'release' | 'refuse', desk: DeskBrowser = second, request = '1') =>
    desk.post('refunds', { intent, request })
  const refunds = () =>
    portal.services.db.sqlite.prepare('SELECT reason, status, attempts FROM refunds ORDER BY id').all()
  const ask = () => candidate.browser().get('/mbale/candidate/transactions-logs')
  return { portal, gateway, candidate, payment, first, second, number, begin, decide, refunds, ask }
}

test('two people begin a refund; the gateway makes it once, the ledger follows, and the candidate reads each state', async () => {
  const { portal, gateway, candidate, second, first, number, begin, decide, refunds, ask } = await paid()
  const shown = await first.post('refunds', { intent: 'begin', payment: number(), reason })
  expect([shown.status, formOf(shown)?.confirm?.title]).toEqual([409, expect.stringContaining(candidate.userId)])
  expect((await begin()).status).toBe(303)
  expect(refunds()).toEqual([])
  expect((await decide('release', first)).status).toBe(403)
  expect((await second.get('refunds')).text).toContain(reason)
  expect((await decide('release')).status).toBe(303)
  expect([refunds(), candidate.paid()[0]]).toEqual([[{ reason: 'by-desk', status: 'requested', attempts: 0 }], 0])
  expect((await ask()).text).toContain('The cell decided to return this payment.')
  await portal.services.payments.refundDue()
  await portal.services.payments.refundDue()
  expect([gateway.refunds.length, candidate.statuses()]).toEqual([1, ['refunded']])
  expect(await portal.sentTo(asha.mobile, 'refund-made')).toBe(1)
  expect((await first.get('refunds')).text).toContain('Begun by two people of the cell')
  const acts = portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'refunds.%'").pluck().all()
  expect(acts).toEqual(['refunds.prepared', 'refunds.released'])
  expect(formOf(await begin())?.message).toContain('has gone back already')
})

test('begun twice at the same moment, or while one waits, it is begun once', async () => {
  const { begin, decide, refunds, first, second } = await paid()
  const answers = await Promise.all([begin({}, first), begin({}, second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const released = await Promise.all([decide('release', first), decide('release', second), decide('release', second)])
  expect(released.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(refunds()).toHaveLength(1)
  expect(formOf(await begin())?.message).toContain('on its way back already')
})

test('a number that nobody has, another portal’s, and money that never came are refused by name', async () => {
  const { portal, candidate, begin, number } = await paid()
  for (const payment of [number(77), 'SC24-000001', `${number()}9`])
    expect(formOf(await begin({ payment }))?.errors, payment).toMatchObject([{ field: 'payment' }])
  expect(formOf(await begin({ payment: 'DROP TABLE' }))?.errors).toMatchObject([{ field: 'payment' }])
  portal.services.db.sqlite.prepare("UPDATE payments SET status = 'pending', captured_at = NULL").run()
  expect(formOf(await begin({ payment: number(candidate.rows()[0]!.id) }))?.message).toContain('No money was received')
  for (const role of ['fc', 'so', 'ro', 'institute'] as const)
    expect((await begin({}, await atDesk(portal, role))).status, role).toBe(403)
})

test('money that the gateway returned by hand meanwhile is not sent again', async () => {
  const { portal, gateway, payment, begin, decide, refunds, candidate } = await paid()
  await begin()
  portal.services.payments.recordRefund({ paymentId: 1, gatewayRefundId: 'rfnd_byhand' })
  expect(formOf(await decide('release'))?.message).toContain('has gone back already')
  expect((await decide('refuse')).status).toBe(303)
  expect([refunds().length, gateway.refunds, candidate.statuses()]).toEqual([1, [], ['refunded']])
  expect(payment.status).toBe('captured')
})

test('a refund that the gateway refuses is in the register, and two people may begin it again', async () => {
  const { portal, gateway, payment, begin, decide, refunds, candidate, ask } = await paid()
  await begin()
  await decide('release')
  payment.status = 'failed'
  await portal.services.payments.refundDue()
  expect(refunds()).toMatchObject([{ status: 'failed' }])
  expect((await ask()).status).toBe(200)
  payment.status = 'captured'
  const shown = await begin()
  expect(shown.status).toBe(303)
  expect((await decide('release', undefined, '2')).status).toBe(303)
  portal.clock.set(plus(portal.clock.portal(), minutes(5)))
  await portal.services.payments.refundDue()
  expect([refunds(), gateway.refunds.length]).toMatchObject([[{ status: 'done' }], 1])
  expect(candidate.statuses()).toEqual(['refunded'])
})

test('a gateway that is down keeps the refund waiting, and its answer after a lost one is the same refund', async () => {
  const { portal, gateway, begin, decide, refunds } = await paid()
  await begin()
  await decide('release')
  gateway.isDown = true
  await portal.services.payments.refundDue()
  expect(refunds()).toMatchObject([{ status: 'requested', attempts: 1 }])
  gateway.isDown = false
  portal.services.db.sqlite.prepare('UPDATE refunds SET next_attempt_at = 0').run()
  await portal.services.payments.refundDue()
  expect([refunds(), gateway.refunds.length]).toMatchObject([[{ status: 'done', attempts: 2 }], 1])
})

test('money that came late goes back by itself: the desk adds nothing to it', async () => {
  const { portal, gateway, candidate, number, begin, refunds } = await paid()
  // A second try of the order that is paid.
  await post(portal, gateway.webhook(gateway.pays(candidate.rows()[0]!.orderId!)))
  expect(refunds()).toMatchObject([{ reason: 'second-capture', status: 'requested' }])
  expect(formOf(await begin({ payment: number(2) }))?.message).toContain('on its way back already')
  await portal.services.payments.refundDue()
  expect([refunds().length, gateway.refunds.length]).toEqual([1, 1])
})

test('a refund that the gateway made and then lost is begun again as a new one of the gateway', async () => {
  const { portal, gateway, payment, begin, decide, refunds } = await paid()
  await begin()
  await decide('release')
  await portal.services.payments.refundDue()
  const [lost] = gateway.refunds
  portal.services.db.sqlite.prepare("UPDATE refunds SET status = 'failed'").run()
  lost!.status = 'failed'
  payment.status = 'captured'
  expect((await begin()).status).toBe(303)
  await decide('release', undefined, '2')
  await portal.services.payments.refundDue()
  expect([refunds(), gateway.refunds.length]).toMatchObject([[{ status: 'done' }], 2])
  expect(gateway.refunds[1]!.key).toBe(`${lost!.key}-${lost!.id.slice(-4)}`)
})
