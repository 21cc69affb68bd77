import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { hours, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asha, openPortal, viewOf } from '#tests/support/portal.ts'
import { acceptance, seated } from '#tests/support/seated.ts'

type Home = { work: { kind: string; count: number; isOverdue: boolean; href: string }[]; alarms: { fault: string }[] }

const homeOf = async (screen: Pick<DeskBrowser, 'get'>): Promise<Home> =>
  viewOf<View<Home>>(await screen.get('home')).data
const kindsOf = async (screen: Pick<DeskBrowser, 'get'>) => (await homeOf(screen)).work.map(({ kind }) => kind)

test('a submitted form waits for the officers, not for the cell', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  await one.complete(ashasAnswers)
  await one.submit()
  const [line] = (await homeOf(await atDesk(portal, 'so'))).work
  expect(line).toMatchObject({ kind: 'scrutiny', count: 1, isOverdue: false })
  expect(line!.href).toContain('scrutiny?queue=new')
  expect(await kindsOf(await atDesk(portal, 'admin'))).toEqual([])
})

test('a lost mobile waits for a second person within reach, and not for the first', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  const first = await atDesk(portal, 'admin', 'first')
  const candidateId = portal.services.db.sqlite
    .prepare<[string], number>('SELECT id FROM candidates WHERE user_id = ?')
    .pluck()
    .get(one.userId)!
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO mobile_requests (candidate_id, new_mobile, seen, note, state, prepared_by, prepared_at)
       VALUES (?, '9876500000', 'aadhaar', 'Came in person', 'prepared', ?, ?)`,
    )
    .run(candidateId, first.id, portal.clock.portal())
  expect(await kindsOf(first)).toEqual([])
  expect(await kindsOf(await atDesk(portal, 'admin', 'second'))).toEqual(['mobile-request'])
  // Her home is in the region of Pune.
  expect(await kindsOf(await atDesk(portal, 'ro', 'nagpur', { region: 'nagpur' }))).toEqual([])
  expect(await kindsOf(await atDesk(portal, 'so'))).toEqual([])
})

test('a candidate whose own time runs out is seen by the cell, and is overdue once it has', async () => {
  const portal = await openPortal()
  const one = await applicant(portal, asha)
  const admin = await atDesk(portal, 'admin', 'first')
  const until = ist('2024-08-20 17:00')
  const { sqlite } = portal.services.db
  const order = sqlite.prepare(
    `INSERT INTO special_orders (kind, candidate_id, mobile, order_number, authority, reason, until, state, prepared_by,
       prepared_at, decided_by, decided_at)
     VALUES (?, (SELECT id FROM candidates WHERE user_id = ?), ?, 'CELL/7', 'The cell', 'Flood', ?, 'published', ?, ?, ?, ?)`,
  )
  const now = portal.clock.portal()
  order.run('extend', one.userId, null, until, admin.id, now, admin.id, now)
  order.run('admit-late', null, '9876500000', until + 1000, admin.id, now, admin.id, now)
  const clocks = () => portal.services.specialClocks.list({ role: 'admin' })
  portal.clock.set(ist('2024-08-19 16:59'))
  expect(clocks()).toEqual([])
  portal.clock.set(ist('2024-08-19 17:01'))
  expect(clocks()).toMatchObject([
    { userId: one.userId, act: 'submit', reason: 'order', isOver: false },
    { userId: null, act: 'register', isOver: false },
  ])
  const lineAt = async (name: string) =>
    (await homeOf(await atDesk(portal, 'admin', name))).work.find(({ kind }) => kind === 'special-clock')
  expect(await lineAt('soon')).toMatchObject({ count: 2, isOverdue: false })
  expect((await (await atDesk(portal, 'admin', 'reader')).get('orders')).text).toContain('Not registered yet')
  portal.clock.set(ist('2024-08-20 17:00'))
  expect(await lineAt('over')).toMatchObject({ count: 2, isOverdue: true, href: expect.stringContaining('orders') })
  expect(await kindsOf(await atDesk(portal, 'ro', 'pune', { region: 'pune' }))).not.toContain('special-clock')
  // A longer order takes the place of the one that has run out.
  order.run('extend', one.userId, null, ist('2024-08-25 17:00'), admin.id, now, admin.id, now)
  expect(clocks()).toMatchObject([{ userId: null, isOver: false }])
  portal.clock.set(ist('2024-08-23 17:01'))
  expect(clocks()).toEqual([])
})

test('a seat with longer time of its own waits for the cell: after a late decision on a grievance, then after a reset', async () => {
  const { portal, owner } = await seated()
  const admin = await atDesk(portal, 'admin', 'first')
  const { sqlite } = portal.services.db
  const candidateId = owner.id
  const decidedAt = plus(acceptance.closes, hours(5))
  const grievance = sqlite
    .prepare(
      `INSERT INTO grievances (candidate_id, type, steps, state, filed_at, decided_at, decided_by)
       VALUES (?, 'self-verification', 1, 'refused', ?, ?, ?)`,
    )
    .run(candidateId, acceptance.open, decidedAt, admin.id).lastInsertRowid
  sqlite
    .prepare(
      `INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at, grievance_id)
       SELECT ?, id, '[]', ?, ? FROM allotment_runs WHERE state = 'published'`,
    )
    .run(candidateId, acceptance.open, grievance)
  const clocks = () => portal.services.specialClocks.list({ role: 'admin' })
  portal.clock.set(plus(decidedAt, minutes(1)))
  const ofGrievance = { userId: owner.userId, act: 'accept', reason: 'grievance', endsAt: plus(decidedAt, hours(24)) }
  expect(clocks()).toMatchObject([{ ...ofGrievance, isOver: false }])
  expect((await admin.get('orders')).text).toContain('a grievance')
  portal.clock.set(ofGrievance.endsAt)
  expect(clocks()).toMatchObject([{ ...ofGrievance, isOver: true }])

  const resetAt = plus(ofGrievance.endsAt, hours(2))
  sqlite
    .prepare('INSERT INTO seat_resets (candidate_id, round, fact, reason, at, reset_by) VALUES (?, 1, ?, ?, ?, ?)')
    .run(candidateId, 'category', 'Another certificate', resetAt, admin.id)
  const { reportBy } = portal.services.seatAcceptance.deadlinesOf(1)
  const endsAt = Math.max(reportBy!, plus(resetAt, hours(24))) as Instant
  portal.clock.set(plus(endsAt, -hours(25)))
  expect(clocks()).toEqual([])
  portal.clock.set(plus(endsAt, -hours(1)))
  const ofReset = { userId: owner.userId, act: 'accept', reason: 'reset', since: resetAt, endsAt }
  expect(clocks()).toMatchObject([{ ...ofReset, isOver: false }])
  const line = (await homeOf(await atDesk(portal, 'admin', 'second'))).work.find(({ kind }) => kind === 'special-clock')
  expect(line).toMatchObject({ count: 1, isOverdue: false })
})

test('a list for which nothing is released raises the alarm a day before, on home and by e-mail, once', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const told = () =>
    portal.services.db.sqlite
      .prepare<[], number>("SELECT count(*) FROM outbox WHERE template = 'publication-alarm'")
      .pluck()
      .get()
  portal.services.waiting.tellAlarms()
  expect([(await homeOf(admin)).alarms, told()]).toEqual([[], 0])
  // The provisional list is due on 17 August at 17:00.
  portal.clock.set(ist('2024-08-16 17:30'))
  portal.services.waiting.tellAlarms()
  portal.services.waiting.tellAlarms()
  expect(portal.services.waiting.alarms()).toMatchObject([{ fault: 'unreleased', isMissed: false }])
  // One e-mail in each language.
  expect(told()).toBe(2)
  const again = await atDesk(portal, 'admin', 'again')
  expect((await homeOf(again)).alarms).toMatchObject([{ fault: 'unreleased' }])
  expect((await again.get('health')).text).toContain('cannot be published')
  portal.clock.set(ist('2024-08-17 17:00'))
  portal.services.waiting.tellAlarms()
  expect([portal.services.waiting.alarms()[0]!.isMissed, told()]).toEqual([true, 4])
})
