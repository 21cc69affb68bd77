import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import type { Instant } from '#server/kernel/time.ts'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { publishSeats } from '#tests/support/options.ts'
import { openPortal, viewOf } from '#tests/support/portal.ts'

type Row = { title: string; note: string; href: string }
type Found = { pages: { route: string }[]; open: Row[]; isOpenFirst: boolean; messages: Row[]; seats: Row[] }

test.each([
  ['sms of an allotted seat', 'seat-allotted'],
  ['allotment sms', 'seat-allotted'],
  ['message payment received', 'payment-captured'],
  ['otp of the login sms', 'login-otp'],
  ['एसएमएस जागा मिळाली', 'seat-allotted'],
])('an admin who asks for “%s” gets the message itself, ready to change', async (asked, template) => {
  const admin = await atDesk(await openPortal(), 'admin')
  const { messages } = viewOf<View<Found>>(await admin.get(`search?q=${encodeURIComponent(asked)}`)).data
  const at = messages.findIndex(({ href }) => href === `/mbale/cell/templates/${template}`)
  expect(at, messages.map(({ note }) => note).join(' ')).toBe(0)
  expect((await admin.get(messages[at]!.href)).status).toBe(200)
})

test('no message is offered to whoever may not change its words, nor for a search that means no message', async () => {
  const portal = await openPortal()
  const [admin, officer] = [await atDesk(portal, 'admin'), await atDesk(portal, 'so')]
  expect(viewOf<View<Found>>(await officer.get('search?q=sms%20of%20an%20allotted%20seat')).data.messages).toEqual([])
  expect(viewOf<View<Found>>(await admin.get('search?q=merit%20list')).data.messages).toEqual([])
})

test('an institute leads an admin to its seats in force and to their correction, and nobody else', async () => {
  const portal = await openPortal()
  publishSeats(portal.services)
  const [admin, officer] = [await atDesk(portal, 'admin'), await atDesk(portal, 'so')]
  const [course] = portal.services.seats.inForce()!.courses
  const code = course!.instituteCode
  const { seats } = viewOf<View<Found>>(await admin.get(`search?q=${code}`)).data
  for (const asked of [`institute ${code}`, `seats ${code}`, `${code} seats`])
    expect(
      viewOf<View<Found & { isCode: boolean }>>(await admin.get(`search?q=${asked.replace(' ', '%20')}`)).data,
    ).toMatchObject({ isCode: true, seats })
  expect(seats).toMatchObject([{ title: expect.stringContaining(code), href: `/mbale/cell/seat-matrix?q=${code}` }])
  const page = await admin.get(seats[0]!.href)
  const { found } = viewOf<View<{ found: { lines: { choiceCode: string; instituteCode: string }[] } }>>(page).data
  expect(found.lines.map(({ choiceCode }) => choiceCode)).toContain(course!.choiceCode)
  expect(new Set(found.lines.map(({ instituteCode }) => instituteCode))).toEqual(new Set([code]))
  expect(page.text).toContain('/mbale/candidate/seat-matrix.csv')
  expect((await admin.get('seat-matrix?q=nowhere')).text).toContain('Nothing matches this search')
  expect(viewOf<View<Found>>(await officer.get(`search?q=${code}`)).data.seats).toEqual([])
})

test('the schedule folds what is over, unless it is being changed', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  type Rows = { rows: { key: string; isOver: boolean }[] }
  const over = async () =>
    viewOf<View<Rows>>(await admin.get('schedule')).data.rows.flatMap(({ key, isOver }) => (isOver ? [key] : []))
  const keys = viewOf<View<Rows>>(await admin.get('schedule')).data.rows.map(({ key }) => key)
  const last = portal.services.notices.activity('scrutiny')!.closesAt as Instant
  portal.clock.set(last)
  expect(await over()).not.toContain('scrutiny')
  portal.clock.set((last + 1) as Instant)
  expect(await over()).toEqual(expect.arrayContaining(['registration', 'scrutiny']))
  expect((await over()).length).toBeLessThan(keys.length)
  expect((await admin.get('schedule')).text).toContain('name="closes-scrutiny"')
})

test('a search for a new account opens Staff where accounts are made, and one for an account its list', async () => {
  const admin = await atDesk(await openPortal(), 'admin')
  const staffIn = async (asked: string) =>
    viewOf<View<{ pages: { route: string; href: string }[] }>>(await admin.get(`search?q=${asked}`)).data.pages.find(
      ({ route }) => route === 'staff',
    )?.href
  expect(await staffIn('new%20officer')).toBe('/mbale/cell/staff#new')
  expect(await staffIn('staff%20login')).toBe('/mbale/cell/staff')
  expect((await admin.get('staff')).text).toMatch(/<section[^>]* id="new"/)
})

test('an activity is found by its words and leads to its row, whoever may change it', async () => {
  const portal = await openPortal()
  const [admin, officer] = [await atDesk(portal, 'admin'), await atDesk(portal, 'so')]
  const datesIn = async (staff: typeof admin, asked: string) =>
    viewOf<View<{ dates: Row[] }>>(await staff.get(`search?q=${encodeURIComponent(asked)}`)).data.dates
  const [first, ...others] = await datesIn(admin, 'accept seat round 1')
  expect(first).toMatchObject({ href: '/mbale/cell/schedule#on-round-1-acceptance' })
  expect(others).toHaveLength(2)
  expect((await admin.get('schedule')).text).toContain('id="on-round-1-acceptance"')
  expect((await datesIn(admin, 'जागा स्वीकारणे')).map(({ href }) => href)).toContain(first!.href)
  expect((await datesIn(admin, 'round 1 accept last date')).map(({ href }) => href)).toContain(first!.href)
  // One word alone is more often about something else: such dates come after the pages.
  const order = async (asked: string) =>
    viewOf<View<{ areDatesFirst: boolean }>>(await admin.get(`search?q=${encodeURIComponent(asked)}`)).data
      .areDatesFirst
  expect([await order('accept seat'), await order('not accepted')]).toEqual([true, false])
  for (const asked of ['refund', 'extend the deadline', 'change a date', 'तारीख बदला'])
    expect(await datesIn(admin, asked), asked).toEqual([])
  expect(await datesIn(officer, 'accept seat round 1')).toEqual([])
  // A date that is all there is is something, and it is not opened unasked.
  for (const asked of ['confirmation', 'pending', 'प्रलंबित']) {
    const page = viewOf<View<{ isNothing: boolean; pages: Row[]; dates: Row[] }>>(
      await admin.get(`search?q=${encodeURIComponent(asked)}`),
    ).data
    expect([asked, page.isNothing, page.pages]).toEqual([asked, false, []])
    expect(page.dates.length, asked).toBeGreaterThan(0)
  }
})

test('an Application ID opens its candidate, with other words beside it too', async () => {
  const { portal, owner } = await openWithApplicant()
  const admin = await atDesk(portal, 'admin')
  const record = `/mbale/cell/help-desk/${owner.userId}`
  for (const [asked, to] of [
    [owner.userId, record],
    [`${owner.userId} xyz`, record],
    [`${owner.userId} payments`, `${record}?tab=payments#record`],
    [`she paid twice ${owner.userId}`, `${record}?tab=payments#record`],
    [`who opened ${owner.userId.toLowerCase()}`, `${record}?tab=history#record`],
  ] as const)
    expect((await admin.get(`search?q=${encodeURIComponent(asked)}`)).headers.location, asked).toBe(to)
})
