import { beforeEach, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { ist } from '#server/kernel/time.ts'
import { runOf, somebody } from '#tests/features/allotment/published-round.ts'
import { acceptSeat } from '#tests/support/acceptance.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asData, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

const sahyadri = '301510110'
const kaveri = '402610110'

let portal: TestPortal
let admin: DeskBrowser
let people: { id: number; userId: string }[]

beforeEach(async () => {
  portal = await openPortal({ at: ist('2024-08-29 17:00') })
  admin = await atDesk(portal, 'admin')
  const named = Array.from({ length: 4 }, (_, n) => somebody(portal, `ML2490000${n + 1}`, `Somebody ${n + 1}`))
  people = named
  runOf(portal, {
    courses: [
      { choiceCode: sahyadri, seats: { GOPENS: 3 } },
      { choiceCode: kaveri, instituteCode: '4026', institute: 'Kaveri College', seats: { GOPENS: 1 } },
    ],
    placed: named.map((person, place) => ({
      ...person,
      state: place + 1,
      allIndia: place + 1,
      seat: { choiceCode: place === 3 ? kaveri : sahyadri, seatType: 'GOPENS', preference: place + 1 },
    })),
  })
  acceptSeat(portal.services.db, named[0]!.id, 1, 'freeze', ist('2024-08-30 12:00'))
  portal.clock.set(ist('2024-08-31 16:00'))
})

type Bands = Record<'1' | '6' | '24' | '48' | 'more', number>
type Shown = {
  counts: { total: number; acts: { act: string; bands: Bands; total: number }[] }
  institutes: { code: string; bands: Bands; total: number }[]
  calls: { id: number; userId: string; mobile: string }[]
  list: {
    rows: { userId: string; act: string; mobile: string; call: number; note: string | null; isOwn: 0 | 1 }[]
    next: string | null
  }
}
const shown = async (desk: DeskBrowser, search = ''): Promise<Shown> => {
  type Data = { counted: Omit<Shown, 'calls'>; calls: Shown['calls'] }
  const { counted, calls } = viewOf<View<Data>>(await desk.get(`not-acted${search}`, asData)).data
  return { ...counted, calls }
}
const namesIn = ({ list }: Shown) => list.rows.map(({ userId }) => userId.slice(-1)).join('')
const call = (desk: DeskBrowser, userId: string, seen = 0) =>
  desk.post('not-acted', { intent: 'call', userId, seen: String(seen) })

test('candidates are counted by act, time left and institute', async () => {
  const { counts, institutes } = await shown(admin, '?act=verify')
  expect(counts.total).toBe(4)
  expect(counts.acts.map(({ act, bands, total }) => [act, bands['24'], bands.more, total])).toEqual([
    ['verify', 3, 0, 3],
    ['decide', 0, 0, 0],
    ['pay', 0, 0, 0],
    ['report', 0, 1, 1],
  ])
  expect(institutes).toMatchObject([
    { code: '3015', bands: { 24: 2, more: 0 }, total: 2 },
    { code: '4026', bands: { 24: 1, more: 0 }, total: 1 },
  ])
  expect((await shown(admin)).institutes).toMatchObject([
    { code: '3015', bands: { 24: 2, more: 1 }, total: 3 },
    { code: '4026', total: 1 },
  ])
})

test('the list begins with the next deadline and is filtered by act, institute, time left and call', async () => {
  expect(namesIn(await shown(admin))).toBe('2341')
  expect(namesIn(await shown(admin, '?act=report'))).toBe('1')
  expect(namesIn(await shown(admin, '?institute=4026'))).toBe('4')
  expect(namesIn(await shown(admin, '?left=24'))).toBe('234')
  expect(namesIn(await shown(admin, '?left=1'))).toBe('')
  expect(namesIn(await shown(admin, '?sort=-dueAt'))).toBe('1432')
  await call(admin, people[1]!.userId)
  expect(namesIn(await shown(admin, '?called=yes'))).toBe('2')
  expect(namesIn(await shown(admin, '?called=no'))).toBe('341')
  expect(namesIn(await shown(admin, '?sort=dance&size=2&after=x'))).toBe('2341')
})

test('the list has pages, each of which begins after the last line of the one before', async () => {
  const allot = portal.services.db.sqlite.prepare(
    `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference, stage, retained)
     VALUES (1, ?, ?, 'GOPENS', 2, 'I', 0)`,
  )
  for (let n = 0; n < 60; n++) allot.run(somebody(portal, `ML24${800_000 + n}`, `Somebody ${n}`).id, sahyadri)
  const seen = new Set<string>()
  const sizes: number[] = []
  for (let search: string | null = '?size=25'; search; ) {
    const { list }: Shown = await shown(admin, search)
    sizes.push(list.rows.length)
    for (const { userId } of list.rows) seen.add(userId)
    search = list.next && new URL(list.next, 'https://x').search
  }
  expect([sizes, seen.size]).toEqual([[25, 25, 14], 64])
  const file = await admin.post('list.csv', { list: 'not-acted', search: 'act=verify' })
  expect([file.status, file.text.trim().split('\n').length]).toEqual([200, 64])
  expect(file.text).not.toMatch(/\b7\d{9}\b/)
})

test('the first count of a large season goes on behind the page, which says so', async () => {
  const { db, seatCalls } = portal.services
  const allot = db.sqlite.prepare(
    `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference, stage, retained)
     VALUES (1, ?, ?, 'GOPENS', 2, 'I', 0)`,
  )
  db.transact(() => {
    for (let n = 0; n < 1100; n++) allot.run(somebody(portal, `ML24${800_000 + n}`, `Somebody ${n}`).id, sahyadri)
  })
  const first = await admin.get('not-acted')
  expect([first.status, first.text.includes('The candidates are being counted')]).toEqual([200, true])
  await seatCalls.countDue()
  expect((await shown(admin)).counts.total).toBe(1104)
})

test('a candidate who has acted since the count leaves the list at once', async () => {
  await shown(admin)
  acceptSeat(portal.services.db, people[1]!.id, 1, 'betterment', ist('2024-08-31 15:00'))
  const after = await shown(admin)
  expect([namesIn(after), after.counts.total]).toEqual(['341', 4])
  expect((await call(admin, people[1]!.userId)).status).toBe(409)
  portal.clock.advance(16 * 60_000)
  expect((await shown(admin)).counts.total).toBe(3)
  // The job counts beside the pages.
  acceptSeat(portal.services.db, people[2]!.id, 1, 'betterment', ist('2024-08-31 15:00'))
  await portal.services.seatCalls.countDue()
  expect((await shown(admin)).counts.total).toBe(2)
})

test('a call shows its caller the number, and a second officer sees that the candidate was called', async () => {
  const other = await atDesk(portal, 'admin', 'other')
  const { userId } = people[1]!
  const lineFor = async (desk: DeskBrowser) => (await shown(desk)).list.rows.find((line) => line.userId === userId)!
  const masked = (await lineFor(admin)).mobile
  expect(masked).toMatch(/^•+\d{4}$/)

  expect((await call(admin, userId)).status).toBe(303)
  const own = (await shown(admin)).calls
  expect(own).toMatchObject([{ userId, mobile: expect.stringMatching(/^\d{10}$/) }])
  expect(await lineFor(admin)).toMatchObject({ mobile: masked, isOwn: 1 })
  expect((await shown(other)).calls).toEqual([])
  // The other officer's page is older than the call.
  const late = await call(other, userId)
  expect([late.status, late.text.includes('Somebody else has just phoned this candidate')]).toEqual([409, true])

  const id = String(own[0]!.id)
  expect((await other.post('not-acted', { intent: 'note', call: id, note: 'x y' })).status).toBe(404)
  const note = { intent: 'note', call: id, note: 'Will verify tonight' }
  expect((await admin.post('not-acted', note)).status).toBe(303)
  expect((await admin.post('not-acted', note)).status).toBe(404)
  expect(await lineFor(other)).toMatchObject({ mobile: masked, note: 'Will verify tonight' })
  expect((await shown(admin)).calls).toEqual([])
  expect((await call(other, userId, own[0]!.id)).status).toBe(303)
  const acts = portal.services.db.sqlite
    .prepare("SELECT act FROM audit_log WHERE act LIKE 'seat-calls.%' ORDER BY id")
    .pluck()
    .all()
  expect(acts).toEqual(['seat-calls.begun', 'seat-calls.noted', 'seat-calls.begun'])
})

test('case 18: a regional office and a centre see and call only the candidates of their place', async () => {
  const near = await atDesk(portal, 'ro', 'near', { region: 'pune' })
  const far = await atDesk(portal, 'ro', 'far', { region: 'nagpur' })
  expect(namesIn(await shown(near))).toBe('2341')
  const nothing = await shown(far)
  expect([namesIn(nothing), nothing.counts.total, nothing.institutes]).toEqual(['', 0, []])
  expect((await call(far, people[1]!.userId)).status).toBe(404)
  const centre = await atDesk(portal, 'fc', 'centre')
  expect((await shown(centre)).counts.total).toBe(0)
})

test('case 15: a call is named by its number alone, and anything else in its place is refused', async () => {
  for (const id of ['-1', '1 OR 1=1', '1e3', '99999', '']) {
    const noted = await admin.post('not-acted', { intent: 'note', call: id, note: 'no answer' })
    expect([404, 422], id).toContain(noted.status)
    const begun = await admin.post('not-acted', { intent: 'call', userId: people[1]!.userId, seen: id })
    expect([409, 422], id).toContain(begun.status)
  }
  expect((await call(admin, 'ML24999999')).status).toBe(404)
  expect(portal.rows().seat_calls).toBe(0)
})

test('case 16: a call refuses a field that its form does not have', async () => {
  for (const extra of [{ calledBy: '2' }, { calledAt: '1' }, { note: 'x y' }, { act: 'pay' }] as Record<
    string,
    string
  >[]) {
    const begun = await admin.post('not-acted', { intent: 'call', userId: people[1]!.userId, seen: '0', ...extra })
    expect([400, 422], Object.keys(extra)[0]).toContain(begun.status)
  }
  expect(portal.rows().seat_calls).toBe(0)
})

test('case 17: only a call that goes on takes a note', async () => {
  expect((await admin.post('not-acted', { intent: 'note', call: '1', note: 'no answer' })).status).toBe(404)
  await call(admin, people[1]!.userId)
  expect((await admin.post('not-acted', { intent: 'note', call: '1', note: 'no answer' })).status).toBe(303)
  expect((await admin.post('not-acted', { intent: 'note', call: '1', note: 'another one' })).status).toBe(404)
})
