import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { type CellRule, cellRoutes } from '#server/domain/terms/routes.ts'
import { mayDo, staffRoles } from '#server/domain/terms/staff.ts'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { openPortal, viewOf } from '#tests/support/portal.ts'

type Line = { route: string; href: string; work: { kind: string; count: string; href: string }[]; due: string | null }
type Door = { door: string; lines: Line[]; more: { route: string }[] }
type Pages = { pages: { route: string; href: string }[] }

/** What a role may open without knowing a record. */
const openTo = (role: (typeof staffRoles)[number]) =>
  Object.entries(cellRoutes as Record<string, CellRule>)
    .filter(([route, rule]) => !/[:/]/.test(route) && rule.audience === 'staff' && mayDo(role, rule.permission))
    .map(([route]) => route)

test('every page that a role may open is behind a door of its menu and in the list of all pages, and opens', async () => {
  const portal = await openPortal()
  for (const role of staffRoles) {
    const staff = await atDesk(portal, role)
    const home = await staff.get('home')
    const doors = [...home.text.matchAll(/href="([^"]*\/door\/[a-z]+)"/g)].map(([, address]) => address!)
    const found = new Set<string>()
    for (const address of new Set(doors)) {
      const answer = await staff.get(address)
      expect([role, address, answer.status]).toEqual([role, address, 200])
      const { lines, more } = viewOf<View<Door>>(answer).data
      expect(lines.length, `${role} ${address}`).toBeLessThanOrEqual(12)
      for (const { route } of [...lines, ...more]) found.add(route)
    }
    const beside = ['home', 'search', 'account']
    expect([role, [...found, ...beside].sort()]).toEqual([role, openTo(role).sort()])
    const all = viewOf<View<Pages>>(await staff.get('search')).data.pages
    expect([role, [...all.map(({ route }) => route), 'search'].sort()]).toEqual([role, openTo(role).sort()])
    for (const { href } of all) expect([role, href, (await staff.get(href)).status]).toEqual([role, href, 200])
  }
})

test('a door without a page for a role is no page for it, and neither is a door that does not exist', async () => {
  const portal = await openPortal()
  const officer = await atDesk(portal, 'so')
  for (const door of ['money', 'prepare', 'cellar', '__proto__', 'RUN%00'])
    expect([door, (await officer.get(`door/${door}`)).status]).toEqual([door, 404])
  const clerk = await officer.get('door/run')
  expect(clerk.text).not.toMatch(/settlements|₹/)
  // The page that says so keeps the desk's menu.
  const lost = await officer.get('shedule')
  expect(lost.status).toBe(404)
  expect(lost.text).toContain('/mbale/cell/door/run')
})

test('work that waits comes first on its door, with its number and its link', async () => {
  const { portal } = await openWithApplicant()
  const door = viewOf<View<Door>>(await (await atDesk(portal, 'so')).get('door/run')).data
  expect(door.lines[0]).toMatchObject({
    route: 'scrutiny',
    work: [{ kind: 'scrutiny', count: '1', href: expect.stringContaining('queue=new') }],
    due: expect.stringMatching(/^\d+ \w{3} 2024, \d\d:\d\d · \w{3}, (in \d+ days?|today|tomorrow)$/),
  })
  const admins = viewOf<View<Door>>(await (await atDesk(portal, 'admin')).get('door/run')).data
  expect(admins.lines[0]).toMatchObject({ route: 'officers', work: [{ kind: 'form-of-nobody' }] })
})

/** Words of a task, as somebody would write them who does not know the desk. */
const tasks: [asked: string, route: string][] = [
  ['shift dates', 'schedule'],
  ['extend last date', 'schedule'],
  ['holiday', 'schedule'],
  ['new officer password', 'staff'],
  ['dlt id', 'message-ids'],
  ['officer on leave', 'officers'],
  ['lost phone', 'help-desk'],
  ['false certificate', 'orders'],
  ['bank reconcile', 'settlements'],
  ['erase personal data', 'data-requests'],
  ['data leak', 'breaches'],
  ['backup', 'health'],
  ['fees', 'settings'],
  ['annual return', 'stage-report'],
  ['who did what', 'audit'],
  ['Register of processing', 'data-register'],
  ['संदेश पाठवणे', 'bulk-message'],
  ['सुट्टी', 'schedule'],
  ['put off a date by two days', 'schedule'],
  ['the last day must be later', 'schedule'],
  ['see why a payment is not settled', 'settlements'],
  ['payment not settled', 'settlements'],
  ['tell all with an unconfirmed option form', 'bulk-message'],
  ['a candidate lost the mobile number', 'help-desk'],
  ['print the approval list', 'approvals'],
  ['give back a fee', 'refunds'],
  ['see which officers confirm wrongly', 'officers'],
  ["add an institute's seats by file", 'seat-matrix'],
  ['see how many seats were lost and why, and who the people are', 'yield'],
  ['somebody was admitted with a forged certificate', 'orders'],
  ['who changed this setting', 'audit'],
  ['तारीख दोन दिवस पुढे ढकलायची आहे', 'schedule'],
  ['शुल्क परत करा', 'refunds'],
  ['उमेदवाराचा मोबाइल हरवला', 'help-desk'],
  ['जागा का गेल्या', 'yield'],
  ["undo yesterday's erasure", 'data-requests'],
  ['deleted by mistake', 'data-requests'],
  ['institute says candidate came but system does not show', 'reporting-days'],
  ['restore', 'orders'],
  ['clock wrong', 'health'],
  ['चुकीने घेतलेले शुल्क परत करायचे', 'refunds'],
  ['पुसलेली माहिती परत आणायची', 'data-requests'],
  ['मिटवलेला डेटा', 'data-requests'],
  ['विद्यार्थ्याला निरोप पाठवणे', 'bulk-message'],
  ['घड्याळ चुकले', 'health'],
]

test('a page is found by the words of a task, in either language, among the first three', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  for (const [asked, route] of tasks) {
    const answer = await admin.get(`search?q=${encodeURIComponent(asked)}`)
    // The only page that is meant opens at once.
    const opened = String(answer.headers.location ?? '').split('/cell/')[1]
    const found = opened ? [opened] : viewOf<View<Pages>>(answer).data.pages.map((page) => page.route)
    expect(found.slice(0, 3), asked).toContain(route)
  }
})

test('a search that finds nothing says so and leads to every page of this person, and to none that is closed to them', async () => {
  const portal = await openPortal()
  for (const [role, asked] of [
    ['admin', 'Kulkarni'],
    ['so', 'xyzzy'],
  ] as const) {
    const staff = await atDesk(portal, role)
    const shown = viewOf<View<Pages & { isNothing: boolean }>>(await staff.get(`search?q=${asked}`)).data
    const all = viewOf<View<Pages>>(await staff.get('search')).data.pages
    expect([shown.isNothing, shown.pages]).toEqual([true, all])
  }
  const closed = viewOf<View<Pages>>(await (await atDesk(portal, 'so', 'other')).get('search?q=settlements')).data.pages
  expect(closed.map(({ route }) => route)).not.toContain('settlements')
})

test('the only page that is meant opens at once; with another beside it both are listed', async () => {
  const admin = await atDesk(await openPortal(), 'admin')
  expect((await admin.get('search?q=razorpay')).headers.location).toBe('/mbale/cell/settlements')
  expect((await admin.get(`search?q=${encodeURIComponent('गेटवे')}`)).headers.location).toBe('/mbale/cell/settlements')
  const both = await admin.get('search?q=password')
  expect(both.status).toBe(200)
  expect(viewOf<View<Pages>>(both).data.pages.length).toBeGreaterThan(1)
})

test('the menu names a page that is seldom needed under its door while it is open', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const page = await admin.get('jk-seats')
  expect(page.text).toMatch(/href="\/mbale\/cell\/jk-seats" aria-current="page"/)
  expect((await admin.get('orders')).text).not.toContain('href="/mbale/cell/jk-seats"')
})
