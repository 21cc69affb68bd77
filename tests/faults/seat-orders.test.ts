import { expect, test } from 'vitest'
import { atDesk } from '#tests/support/desk.ts'
import { seated } from '#tests/support/seated.ts'

/** Asha has verified her facts, and an admin has prepared an order about her seat. */
async function ordered(fields: Record<string, string>) {
  const at = await seated()
  const first = await atDesk(at.portal, 'admin', 'first')
  const second = await atDesk(at.portal, 'admin', 'second')
  const prepare = () =>
    first.post(`orders?kind=${fields.intent}`, {
      applicationId: at.owner.userId,
      orderNumber: 'CELL/2024/300',
      authority: 'Commissioner of the cell',
      reason: 'By order of the court.',
      agreed: 'true',
      ...fields,
    })
  const release = () => second.post('orders', { intent: 'release', order: '1' })
  const state = () => at.portal.services.seatAcceptance.current(at.owner.id)!.state
  return { ...at, prepare, release, state }
}

test.each([
  ['the order first', true],
  ['the decision first', false],
])(
  'case 92: a seat is cancelled by order while its candidate decides, %s: it is not accepted',
  async (_, isOrderFirst) => {
    const { verify, decide, prepare, release, state } = await ordered({ intent: 'cancel-allotment' })
    expect((await verify()).status).toBe(200)
    expect((await prepare()).status).toBe(303)
    const [decided, released] = isOrderFirst
      ? await Promise.all([release(), decide('freeze')]).then(([one, other]) => [other, one] as const)
      : await Promise.all([decide('freeze'), release()])
    expect(released.status).toBe(303)
    expect(decided.status === 200 || decided.body.code === 'seat-ended').toBe(true)
    expect(state()).toBe('ended')
    expect((await decide('betterment')).body.code).toBe('seat-ended')
  },
)

test('case 92: two releases of one order at the same moment cancel the seat once', async () => {
  const { portal, owner, prepare, release, state } = await ordered({ intent: 'cancel-allotment' })
  expect((await prepare()).status).toBe(303)
  const answers = await Promise.all([release(), release()])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(state()).toBe('ended')
  expect(await portal.sentTo(owner.person.mobile, 'seat-order')).toBe(1)
})

test('case 92: an order to withdraw an acceptance is refused once there is nothing left to withdraw', async () => {
  const { portal, owner, prepare, state } = await ordered({
    intent: 'withdraw-acceptance',
    date: '2024-09-05',
    time: '17:00',
  })
  expect((await prepare()).status).toBe(409)
  expect(state()).toBe('to-verify')
  expect(portal.services.seatAcceptance.seats(owner.id)).toHaveLength(1)
  expect(portal.services.db.sqlite.prepare('SELECT count(*) AS n FROM special_orders').get()).toEqual({ n: 0 })
})
