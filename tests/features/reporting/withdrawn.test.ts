import { expect, test } from 'vitest'
import type { load as dashboardView } from '#pages/candidate/dashboard/page.server.ts'
import type { View } from '#server/domain/site/view.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, viewOf } from '#tests/support/portal.ts'
import { acceptance, seated, seatOfAsha } from '#tests/support/seated.ts'

const reason = 'The office named on the caste certificate did not issue it.'

/** Asha, admitted to her first preference, and then without the admission by an order of two people. */
async function withdrawn() {
  const { portal, owner } = await seated({ preference: 1 })
  const first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  const { choiceCode } = seatOfAsha
  acceptSeat(portal.services.db, owner.id, 1, 'freeze', acceptance.open)
  admitTo(portal.services.db, owner.id, 1, choiceCode, acceptance.open, first.id)
  const desk = await atDesk(portal, 'institute', undefined, { institute: choiceCode.slice(0, 4) })
  const admitted = (await desk.get('admitted')).text
  const prepared = await first.post('orders?kind=withdraw-admission', {
    intent: 'withdraw-admission',
    applicationId: owner.userId,
    orderNumber: 'CELL/2024/777',
    authority: 'Scrutiny committee, Nashik',
    reason,
    agreed: 'true',
  })
  expect(prepared.status).toBe(303)
  const toRelease = (await second.get('orders')).text
  expect((await second.post('orders', { intent: 'release', order: '1' })).status).toBe(303)
  return { portal, owner, first, desk, admitted, toRelease }
}

test('the institute reads who was admitted and by which order not any more, and no list of its counts them', async () => {
  const { portal, owner, desk, admitted } = await withdrawn()
  expect(admitted).toContain(owner.userId)
  const page = (await desk.get(`reporting/${owner.userId}`)).text
  for (const words of ['Order CELL/2024/777', reason, 'withdrawn by order', 'no longer has this seat'])
    expect(page).toContain(words)
  expect(page).not.toContain('has not accepted this seat')
  const home = (await desk.get('reporting')).text
  expect(home).toContain('An order withdrew 1 admission that you have not noted yet')
  expect(home).toContain('order CELL/2024/777')
  expect((await desk.get('admitted')).text).not.toContain(owner.userId)
  // It waits on the home page until the institute has noted it.
  const waits = async () =>
    viewOf<View<{ work: { kind: string; count: number }[] }>>(await desk.get('home')).data.work.find(
      ({ kind }) => kind === 'withdrawal',
    )?.count
  expect(await waits()).toBe(1)
  const elsewhere = await atDesk(portal, 'institute', 'institute.elsewhere', { institute: '9999' })
  expect((await elsewhere.get('home')).text).not.toContain('withdrawn by order, to be noted')
  const address = `reporting/${owner.userId}`
  expect((await elsewhere.post(address, { intent: 'note-withdrawal' })).status).toBe(404)
  const noted = () => desk.post(address, { intent: 'note-withdrawal' })
  expect((await noted()).status).toBe(303)
  expect(await waits()).toBeUndefined()
  expect((await noted()).status, 'twice is not a fault').toBe(303)
  expect((await desk.get(`reporting/${owner.userId}`)).text).not.toContain('We have noted the withdrawal')
  expect((await desk.get('reporting')).text).toContain('An order withdrew 1 admission of this round')
})

test('a seat that was only lost is not said to be open for acceptance', async () => {
  const { portal, owner, first } = await seated().then(async (one) => ({
    ...one,
    first: await atDesk(one.portal, 'admin'),
  }))
  acceptSeat(portal.services.db, owner.id, 1, 'freeze', acceptance.open)
  admitTo(portal.services.db, owner.id, 1, seatOfAsha.choiceCode, acceptance.open, first.id)
  const desk = await atDesk(portal, 'institute', undefined, { institute: seatOfAsha.choiceCode.slice(0, 4) })
  expect((await desk.get('admitted')).text).toContain(owner.userId)
  expect(portal.services.cancellation.cancelUnasked(owner.id, 'Another college').ok).toBe(true)
  expect((await desk.get(`reporting/${owner.userId}`)).text).not.toContain('has not accepted this seat')
  expect((await desk.get('admitted')).text).not.toContain(owner.userId)
})

test('the candidate reads the order and its reason where the seat was, and nothing of a first preference', async () => {
  const { portal, owner } = await withdrawn()
  const own = browser(portal, owner.cookies)
  const dashboard = viewOf<View<Awaited<ReturnType<typeof dashboardView>>>>(await own.get('dashboard')).data
  const said = dashboard.hero.state?.sentences.join('\n')
  expect(said).toContain('Order CELL/2024/777')
  expect(said).toContain('Scrutiny committee, Nashik')
  expect(said).toContain(reason)
  const allotment = (await own.get('allotment')).text
  expect(allotment).toContain(reason)
  expect(allotment).not.toContain('This is your first preference.')
})

test('who prepares or releases the order reads that the candidate stays, and the orders that keep them out', async () => {
  const { first, toRelease } = await withdrawn()
  expect(toRelease).toContain('The application stays, with the same papers')
  const form = (await first.get('orders?kind=withdraw-admission&applicationId=EN24000001')).text
  expect(form).toContain('orders?kind=debar&amp;applicationId=EN24000001')
  expect(form).toContain('orders?kind=cancel-application&amp;applicationId=EN24000001')
})
