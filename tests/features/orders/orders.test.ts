import { describe, expect, test } from 'vitest'
import { momentOf, movesOf, overtaken, withMoreTime } from '#server/domain/admission/orders.ts'
import type { View } from '#server/domain/site/view.ts'
import { ist } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant, confirmForm, openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { writeEdition } from '#tests/support/merit.ts'
import {
  asha,
  browser,
  calls,
  faultsOf,
  openPortal,
  ravi,
  register,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

const paper = { orderNumber: 'CELL/2024/118', authority: 'Commissioner of the cell', reason: 'Flood in the district.' }
const later = { date: '2024-08-20', time: '17:00' }
const closed = ist('2024-08-17 10:00')
const call = 'application/steps/type-of-candidature'
const claim = ashasAnswers['type-of-candidature']

/** Two admins: one prepares, the other releases. */
const twoAdmins = async (portal: TestPortal) =>
  [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')] as const
const release = (desk: DeskBrowser, order = 1) => desk.post('orders', { intent: 'release', order: String(order) })
const messageOf = (answer: Parameters<typeof viewOf>[0]) => viewOf<View>(answer).form?.message

describe('the rules', () => {
  test('a moment is a valid time of the Indian calendar', () => {
    expect(momentOf('2024-08-14', '17:00')).toBe(ist('2024-08-14 17:00'))
    expect(momentOf('2024-02-30', '17:00')).toBeNull()
  })

  test('more time extends the windows that close earlier, and shortens none', () => {
    const windows = {
      registration: { opensAt: 1, closesAt: 10 },
      scrutiny: { opensAt: 1, closesAt: 30 },
      grievances: undefined,
    }
    expect(withMoreTime(windows, 20)).toEqual({
      registration: { opensAt: 1, closesAt: 20 },
      scrutiny: { opensAt: 1, closesAt: 30 },
      grievances: undefined,
    })
    expect(withMoreTime(windows, null)).toBe(windows)
  })

  test('an outage moves every window open at any time during it, and names those that then begin too early', () => {
    const title = { en: '', mr: '' }
    const hour = 3_600_000
    const schedule = [
      { key: 'before', title, opensAt: 0, closesAt: 9 * hour },
      { key: 'open', title, opensAt: 0, closesAt: 11 * hour },
      { key: 'opened-meanwhile', title, opensAt: 12 * hour, closesAt: 20 * hour },
      { key: 'after', title, opensAt: 13 * hour, closesAt: 30 * hour },
      { key: 'instant', title, opensAt: 11 * hour, closesAt: null },
    ]
    const moves = movesOf(schedule, 10 * hour, 3)
    expect(moves).toEqual([
      { key: 'open', from: 11 * hour, to: 14 * hour },
      { key: 'opened-meanwhile', from: 20 * hour, to: 23 * hour },
    ])
    expect(overtaken(schedule, moves).map(({ key }) => key)).toEqual(['opened-meanwhile', 'after', 'instant'])
  })
})

describe('more time for one candidate', () => {
  test('after registration has closed only they may continue, until the moment that the order names', async () => {
    const portal = await openPortal()
    const her = await applicant(portal, asha)
    const him = await applicant(portal, ravi)
    const [first, second] = await twoAdmins(portal)
    portal.clock.set(closed)
    const save = async (who: typeof her, version: number) =>
      (await portal.api('PUT', call, { version, values: claim }, who.from)).status
    expect(await save(her, 0)).toBe(422)

    const prepared = await first.post('orders?kind=extend', {
      intent: 'extend',
      applicationId: her.userId,
      ...paper,
      ...later,
    })
    expect(prepared.status).toBe(303)
    expect(await save(her, 0), 'prepared, not released').toBe(422)
    expect((await release(second)).status).toBe(303)
    expect(await save(her, 0)).toBe(200)
    expect(await save(him, 0)).toBe(422)
    expect(await portal.sentTo(asha.mobile, 'special-order')).toBe(1)
    const dashboard = await browser(portal, her.cookies).get('dashboard')
    expect(dashboard.text).toContain('20 Aug 2024, 17:00')

    portal.clock.set(ist('2024-08-20 17:00'))
    expect(await portal.api('PUT', call, { version: 1, values: { ...claim, mode: '2' } }, her.from)).toMatchObject({
      status: 422,
      body: { code: 'registration-closed' },
    })
  })

  test('case 18: the admin who prepared an order does not release it, and only another admin does', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const [first] = await twoAdmins(portal)
    await first.post('orders?kind=extend', { intent: 'extend', applicationId: userId, ...paper, ...later })
    const own = await release(first)
    expect([own.status, messageOf(own)]).toEqual([403, expect.stringContaining('Another person has to release this.')])
    for (const role of ['fc', 'so', 'ro', 'institute'] as const) {
      expect((await release(await atDesk(portal, role))).status, role).toBe(403)
    }
    expect(portal.services.ordersInForce.moreTime(1)).toBeNull()
  })

  test('an order is decided once, and an expired one is not released', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const [first, second] = await twoAdmins(portal)
    const order = { intent: 'extend', applicationId: userId, ...paper, ...later }
    await first.post('orders?kind=extend', order)
    await first.post('orders?kind=extend', order)
    expect((await first.post('orders', { intent: 'refuse', order: '1' })).status).toBe(303)
    expect((await release(second)).status).toBe(409)
    portal.clock.set(ist('2024-08-21 10:00'))
    expect((await release(second, 2)).status).toBe(409)
    expect((await release(second, 99)).status).toBe(404)
    const acts = portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'orders.%'").all()
    expect(acts).toEqual([{ act: 'orders.prepared' }, { act: 'orders.prepared' }, { act: 'orders.refused' }])
  })

  test('whoever releases an order sees what else has its number, however it was written, but for what was refused', async () => {
    const portal = await openPortal()
    const [hers, his] = [await register(portal, asha), await register(portal, ravi)]
    const [first, second] = await twoAdmins(portal)
    const extend = (applicationId: string, orderNumber: string) =>
      first.post('orders?kind=extend', { intent: 'extend', applicationId, ...paper, orderNumber, ...later })
    const seen = async () =>
      viewOf<View<{ waiting: { id: number; namesakes: unknown[] }[] }>>(await second.get('orders')).data.waiting.map(
        ({ id, namesakes }) => [id, namesakes],
      )
    await extend(hers, 'CELL/2024/118')
    expect((await release(second)).status).toBe(303)
    await extend(his, 'cell/2024/११८')
    await extend(his, 'CELL/2024/1180')
    const hersIs = { id: 1, kind: 'extend', state: 'published', userId: hers }
    expect(await seen()).toEqual([
      [2, [hersIs]],
      [3, []],
    ])
    await extend(hers, ' CELL/2024/118 ')
    expect(await seen()).toEqual([
      [2, [hersIs, { id: 4, kind: 'extend', state: 'prepared', userId: hers }]],
      [3, []],
      [4, [hersIs, { id: 2, kind: 'extend', state: 'prepared', userId: his }]],
    ])
    expect((await first.post('orders', { intent: 'refuse', order: '2' })).status).toBe(303)
    expect((await seen())[1]).toEqual([4, [hersIs]])
    expect((await release(second, 4)).status).toBe(303)
  })

  test('the page offers no release of an order whose time is over, but its refusal', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const [first, second] = await twoAdmins(portal)
    await first.post('orders?kind=extend', { intent: 'extend', applicationId: userId, ...paper, ...later })
    const offered = async () =>
      [...(await second.get('orders')).text.matchAll(/name="intent" value="(release|refuse)"/g)].map(([, one]) => one)
    expect(await offered()).toEqual(['release', 'refuse'])
    portal.clock.set(ist('2024-08-20 17:00'))
    expect(await offered()).toEqual(['refuse'])
    expect((await second.post('orders', { intent: 'refuse', order: '1' })).status).toBe(303)
  })

  test('an unknown candidate, a past moment and a missing reason are reported at their fields', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const faults = async (more: Record<string, string>) =>
      faultsOf(
        await first.post('orders?kind=extend', {
          intent: 'extend',
          applicationId: 'ML24999999',
          ...paper,
          ...later,
          ...more,
        }),
      )
    expect(await faults({})).toEqual({ applicationId: 'Nobody has this Application ID' })
    expect(await faults({ date: '2024-07-01' })).toEqual({ date: 'This date and time have passed' })
    expect(await faults({ date: '2024-02-30' })).toEqual({ date: 'The calendar has no such day: 2024-02-30' })
    expect(await faults({ time: '25:00', reason: 'x' })).toMatchObject({
      time: expect.any(String),
      reason: expect.any(String),
    })
    expect(portal.rows().special_orders).toBe(0)
  })
})

describe('a late admission', () => {
  const admit = { intent: 'admit-late', mobile: asha.mobile, ...paper, ...later }

  test('lets one number register once after the closing, and gives the account its time', async () => {
    const portal = await openPortal({ at: closed })
    const [first, second] = await twoAdmins(portal)
    expect((await portal.api('POST', calls.register, asha)).body.code).toBe('registration-closed')
    await first.post('orders?kind=admit-late', admit)
    expect((await portal.api('POST', calls.register, asha)).body.code).toBe('registration-closed')
    await release(second)
    expect(await portal.sentTo(asha.mobile, 'late-admission')).toBe(2)
    expect((await portal.api('POST', calls.register, ravi)).body.code).toBe('registration-closed')
    const her = await applicant(portal, asha)
    expect((await her.save('type-of-candidature', claim)).status).toBe(200)
    expect(portal.services.ordersInForce.isAdmittedLate(asha.mobile)).toBe(false)
    expect(portal.services.ordersInForce.moreTime(her.id)).toBe(ist('2024-08-20 17:00'))
  })

  test('the closed page leads a candidate admitted late to the form', async () => {
    const portal = await openPortal({ at: closed })
    const visitor = browser(portal)
    expect((await visitor.get('registration')).text).toContain('registration?late=1')
    expect((await visitor.get('registration?late=1')).text).toContain('name="mobile"')
    const { consent: _, ...fields } = asha
    const refused = await visitor.post('registration?late=1', { ...fields, consent: 'true' })
    expect(messageOf(refused)).toContain('Registration opens on 23 Aug 2024, 10:00')
  })

  test('a number that has an account needs more time instead', async () => {
    const portal = await openPortal()
    await register(portal, asha)
    const [first] = await twoAdmins(portal)
    expect(faultsOf(await first.post('orders?kind=admit-late', admit))).toHaveProperty('mobile')
  })
})

describe('a correction', () => {
  test('opens only the named steps of a locked form, until it is submitted again', async () => {
    const { portal, owner: her } = await openWithApplicant()
    const [first, second] = await twoAdmins(portal)
    portal.clock.set(closed)
    const correct = { intent: 'correct', applicationId: her.userId, step4: 'true', ...paper, ...later }
    expect((await first.post('orders?kind=correct', correct)).status).toBe(303)
    expect((await her.details()).lock_form).toBe(1)
    expect((await release(second)).status).toBe(303)
    expect(await her.details()).toMatchObject({ lock_form: 0, discrepancy: 1 })
    portal.clock.advance(60_000)
    const street = answersWith(ashasAnswers, { 'personal-details': { addressLine1: '9, Another Street' } })
    expect((await her.save('category-details', ashasAnswers['category-details']!)).status).toBe(423)
    expect((await her.save('personal-details', street['personal-details']!)).status).toBe(200)
    expect((await her.submit()).status).toBe(200)
    expect(await her.details()).toMatchObject({ lock_form: 1, discrepancy: 0 })
  })

  test('names the open pages, once, in the words of the menu', async () => {
    const { portal, owner: her } = await openWithApplicant()
    const [first, second] = await twoAdmins(portal)
    const correct = { intent: 'correct', applicationId: her.userId, step2: 'true', step4: 'true', ...paper, ...later }
    await first.post('orders?kind=correct', correct)
    await release(second)
    expect(await portal.sentTo(asha.mobile, 'special-order')).toBe(1)
    expect(await portal.sentTo(asha.mobile, 'application-reverted')).toBe(0)
    expect(portal.box.sent.findLast(({ template }) => template === 'special-order')?.text).toContain(
      'you can correct Category Details, Personal Details and submit again',
    )
  })

  test('of a form in the final merit list opens it as well, until it is confirmed again', async () => {
    const { portal, owner: her } = await openWithApplicant()
    confirmForm(portal, her.id)
    portal.clock.set(ist('2024-08-23 12:00'))
    const line = { candidateId: her.id, userId: her.userId, fullName: asha.fullName }
    writeEdition(portal, { stage: 'final', lists: { state: [line] } })
    expect(await her.details()).toMatchObject({ isCandidateinFinalMerit: true, permissions: { form: false } })
    const [first, second] = await twoAdmins(portal)
    const correct = { intent: 'correct', applicationId: her.userId, step4: 'true', ...paper, date: '2024-08-28' }
    await first.post('orders?kind=correct', { ...correct, time: '17:00' })
    expect((await release(second)).status).toBe(303)
    portal.clock.advance(60_000)
    const street = answersWith(ashasAnswers, { 'personal-details': { addressLine1: '9, Another Street' } })
    expect((await her.save('personal-details', street['personal-details']!)).status).toBe(200)
    expect((await her.submit()).status).toBe(200)
    confirmForm(portal, her.id)
    expect(await her.details()).toMatchObject({ isCandidateinFinalMerit: true, isarcconfirmed: 1 })
  })

  test('needs a submitted form and a step', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const [first] = await twoAdmins(portal)
    const correct = { intent: 'correct', applicationId: userId, ...paper, ...later }
    expect(faultsOf(await first.post('orders?kind=correct', correct))).toHaveProperty('step0')
    const early = await first.post('orders?kind=correct', { ...correct, step3: 'true' })
    expect([early.status, messageOf(early)]).toEqual([409, expect.stringContaining('has not submitted')])
  })
})

describe('an outage', () => {
  const outage = { intent: 'outage', date: '2024-08-13', time: '12:00', hours: '6', ...paper }
  const closingOf = (portal: TestPortal, key: string) => portal.services.notices.activity(key)!.closesAt

  test('is previewed, prepared by one admin and released by another; everything open then closes later', async () => {
    const portal = await openPortal({ at: ist('2024-08-14 18:00') })
    const [first, second] = await twoAdmins(portal)
    const before = closingOf(portal, 'registration')!
    const asked = await first.post('orders?kind=outage', outage)
    expect(asked.status).toBe(409)
    const shown = viewOf<View>(asked).form!.confirm!.lines.join('\n')
    expect(shown).toContain('14 Aug 2024, 17:00 → 14 Aug 2024, 23:00')
    expect(shown).toContain('16 Aug 2024, 17:00 → 16 Aug 2024, 23:00')
    expect(portal.rows().special_orders).toBe(0)
    expect((await first.post('orders?kind=outage', { ...outage, agreed: 'true' })).status).toBe(303)
    expect(closingOf(portal, 'registration')).toBe(before)
    expect((await release(first)).status).toBe(403)
    expect((await release(second)).status).toBe(303)
    expect(closingOf(portal, 'registration')).toBe(ist('2024-08-14 23:00'))
    expect(closingOf(portal, 'scrutiny')).toBe(ist('2024-08-16 23:00'))
    expect(portal.services.notices.isOpen('registration')).toBe(true)
    expect((await release(second)).status).toBe(409)
    expect(closingOf(portal, 'registration')).toBe(ist('2024-08-14 23:00'))
  })

  test('is announced by a notice in both languages, and a message to each candidate in their language', async () => {
    const portal = await openPortal()
    await register(portal, asha)
    portal.clock.set(ist('2024-08-14 18:00'))
    const [first, second] = await twoAdmins(portal)
    const shown = viewOf<View>(await first.post('orders?kind=outage', outage)).form!.confirm!.lines.join('\n')
    expect(shown).toContain('a notice is published and 1 candidate is told')
    await first.post('orders?kind=outage', { ...outage, agreed: 'true' })
    expect((await browser(portal).get('notifications')).text).not.toContain('New dates')
    await release(second)
    expect(viewOf<View>(await second.get('orders')).flash).toMatchObject({
      text: 'The dates have moved. A notice is out, and every candidate is being told.',
    })
    for (const page of ['notifications', 'home'])
      expect((await browser(portal).get(page)).text, page).toContain('New dates after an interruption')
    const notice = (await browser(portal).get('notifications?lang=mr')).text
    expect(notice).toContain('सेवा खंडित झाल्यामुळे नव्या तारखा')
    expect(notice).toContain('14 ऑगस्ट 2024, 23:00')
    portal.services.bulkMessages.sendDue()
    portal.services.bulkMessages.sendDue()
    expect(await portal.sentTo(asha.mobile, 'from-the-cell')).toBe(1)
    expect(await portal.sentTo(asha.email, 'from-the-cell')).toBe(1)
    expect(
      portal.box.sent.find(({ to, template }) => to === asha.email && template === 'from-the-cell')?.text,
    ).toContain('Registration and application form: until 14 Aug 2024, 23:00')
  })

  test('extends an order for more time by as much', async () => {
    const portal = await openPortal({ at: ist('2024-08-14 18:00') })
    const her = await (async () => {
      portal.clock.set(ist('2024-08-14 10:00'))
      const one = await applicant(portal, asha)
      portal.clock.set(ist('2024-08-14 18:00'))
      return one
    })()
    const [first, second] = await twoAdmins(portal)
    await first.post('orders?kind=extend', { intent: 'extend', applicationId: her.userId, ...paper, ...later })
    await release(second)
    await first.post('orders?kind=outage', { ...outage, agreed: 'true' })
    await release(second, 2)
    expect(portal.services.ordersInForce.moreTime(her.id)).toBe(ist('2024-08-20 23:00'))
  })

  test('is not released if the schedule has changed since', async () => {
    const portal = await openPortal({ at: ist('2024-08-14 18:00') })
    const [first, second] = await twoAdmins(portal)
    for (let n = 0; n < 2; n++) await first.post('orders?kind=outage', { ...outage, agreed: 'true' })
    expect((await release(second, 1)).status).toBe(303)
    const again = await release(second, 2)
    expect([again.status, messageOf(again)]).toEqual([409, expect.stringContaining('The schedule has changed')])
    expect(closingOf(portal, 'registration')).toBe(ist('2024-08-14 23:00'))
  })

  test('in the future, or without effect, is refused', async () => {
    const portal = await openPortal({ at: ist('2024-08-14 18:00') })
    const [first] = await twoAdmins(portal)
    expect(faultsOf(await first.post('orders?kind=outage', { ...outage, date: '2024-08-15' }))).toHaveProperty('date')
    expect(messageOf(await first.post('orders?kind=outage', { ...outage, date: '2024-06-01' }))).toContain(
      'Nothing was open',
    )
  })
})
