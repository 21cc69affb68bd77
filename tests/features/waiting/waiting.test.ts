import { expect, test } from 'vitest'
import { releasePages, type WaitingKind, waitsOn } from '#server/domain/desk/waiting.ts'
import type { View } from '#server/domain/site/view.ts'
import { cellRoutes } from '#server/domain/terms/routes.ts'
import { mayDo, type Officer, type StaffRole, staffRoles } from '#server/domain/terms/staff.ts'
import texts from '#server/i18n/locales/en/staff.json' with { type: 'json' }
import { hours, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asha, openPortal, viewOf } from '#tests/support/portal.ts'
import { acceptance, seated } from '#tests/support/seated.ts'

type Home = { work: { kind: string; count: number; isOverdue: boolean; href: string }[]; alarms: { fault: string }[] }

const homeOf = async (screen: Pick<DeskBrowser, 'get'>): Promise<Home> =>
  viewOf<View<Home>>(await screen.get('home')).data
/** Every portal of these tests lacks the ids of its provider and the rules, and has example addresses: each waits for the admins. */
const ofEach = ['message-ids', 'rule-pdf', 'example-value']
const workOf = async (screen: Pick<DeskBrowser, 'get'>) =>
  (await homeOf(screen)).work.filter(({ kind }) => !ofEach.includes(kind))
const kindsOf = async (screen: Pick<DeskBrowser, 'get'>) => (await workOf(screen)).map(({ kind }) => kind)

test('a submitted form waits for the officers, not for the cell', async () => {
  const { portal } = await openWithApplicant()
  const [line] = (await homeOf(await atDesk(portal, 'so'))).work
  expect(line).toMatchObject({ kind: 'scrutiny', count: 1, isOverdue: false })
  expect(line!.href).toContain('scrutiny?queue=new')
  // It was handed in while there was no officer, which the cell sees to.
  expect(await kindsOf(await atDesk(portal, 'admin'))).toEqual(['form-of-nobody'])
})

test('what a portal was opened without waits for its admins until it is there', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const standing = async (screen: DeskBrowser) =>
    (await homeOf(screen)).work.filter(({ kind }) => kind === 'rule-pdf' || kind === 'example-value')
  const before = await standing(admin)
  expect(before).toEqual([
    expect.objectContaining({ kind: 'rule-pdf', count: 8, href: '/mbale/cell/downloads' }),
    expect.objectContaining({ kind: 'example-value', count: 2, href: '/mbale/cell/settings' }),
  ])
  expect((await admin.get('settings')).text.split('Still an example')).toHaveLength(3)
  portal.services.db.sqlite
    .prepare(
      "INSERT INTO public_files (address, title_en, title_mr, hash, bytes, published_at) VALUES ('rule2019.pdf', 'R', 'R', 'h', 1, 1)",
    )
    .run()
  expect((await standing(admin))[0]).toMatchObject({ kind: 'rule-pdf', count: 7 })
  for (const role of ['so', 'ro'] as const) expect(await standing(await atDesk(portal, role))).toEqual([])
})

test('accounts that nobody can log in with wait for the admins once the portal is open', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await atDesk(portal, 'so')
  expect(await kindsOf(admin)).not.toContain('no-password')
  portal.services.db.sqlite
    .prepare("UPDATE staff SET password_hash = '' WHERE role <> 'admin' AND id <> (SELECT min(id) FROM staff)")
    .run()
  const { all } = portal.services.staff.withoutPassword()
  expect(all).toBeGreaterThan(0)
  const line = (await workOf(admin)).find(({ kind }) => kind === 'no-password')
  expect(line).toMatchObject({ count: all, href: '/mbale/cell/staff' })
  expect(portal.services.staff.waiting({ role: 'so' })).toEqual([])
})

test('every queue of the desk has its line on the home page of those who work on it', async () => {
  const frame = ['title', 'none', 'kind', 'count', 'since', 'due', 'overdue']
  const named = Object.keys(texts).flatMap((key) => (key.startsWith('inbox.') ? [key.slice('inbox.'.length)] : []))
  const kinds: WaitingKind[] = Object.values(waitsOn).flat()
  expect([...new Set<string>(kinds)].sort()).toEqual(named.filter((name) => !frame.includes(name)).sort())
  for (const [kind, page] of Object.entries(releasePages))
    for (const one of [page].flat()) expect(waitsOn[one]).toContain(kind)
  // A list that opens on the part which is not done is a queue.
  const portal = await openPortal()
  const lists = Object.entries(portal.services.deskLists.lists)
  const queues = lists.filter(([, list]) => Object.keys(list.opensWith ?? {}).length > 0).map(([name]) => name)
  expect(queues).toEqual(expect.arrayContaining(['scrutiny', 'grievances', 'duplicates', 'settlements']))
  for (const name of queues) expect(waitsOn[name as keyof typeof waitsOn], name).not.toEqual([])
})

test('duplicates, forms of nobody and lines of settlement wait for the roles that open their pages', async () => {
  const portal = await openPortal()
  const people = []
  for (const candidate of [asha, { ...asha, mobile: '9876500001', email: 'asha.two@example.com' }]) {
    const one = await applicant(portal, candidate)
    await one.complete(ashasAnswers)
    await one.submit()
    people.push(one.userId)
  }
  const { sqlite } = portal.services.db
  sqlite.prepare("INSERT INTO shared_marks (kind, mark, found_at) VALUES ('name-and-birth', 'm', 5)").run()
  sqlite
    .prepare("INSERT INTO person_marks (candidate_id, kind, mark) SELECT id, 'name-and-birth', 'm' FROM candidates")
    .run()
  const admin = await atDesk(portal, 'admin')
  sqlite
    .prepare("INSERT INTO settlement_files (hash, name, imported_at, imported_by) VALUES ('h', 'f', 7, ?)")
    .run(admin.id)
  sqlite
    .prepare(
      `INSERT INTO settlement_lines (file_id, line, entity_id, type, debit, credit, amount, fee, tax, currency, settled_at,
         settlement_id, utr, state) VALUES (1, 1, 'pay_1', 'payment', 0, 1, 1, 0, 0, 'INR', 6, 's', 'u', ?)`,
    )
    .run('queued')
  const seen = async (screen: DeskBrowser) =>
    Object.fromEntries((await workOf(screen)).map(({ kind, count }) => [kind, count]))
  const all: Partial<Record<StaffRole, Record<string, number>>> = { admin: await seen(admin) }
  expect(all.admin).toMatchObject({ duplicate: 1, 'settlement-line': 1, 'form-of-nobody': 2 })
  for (const role of staffRoles.filter((one) => one !== 'admin')) all[role] = await seen(await atDesk(portal, role))
  expect(all.ro).toMatchObject({ duplicate: 1 })
  expect(all.fc).toEqual({})
  expect(all.institute).toEqual({})
  // Nobody is sent to a page that is closed to them.
  for (const role of staffRoles) {
    const officer = { id: 0, loginName: role, role, centre: null, region: null, institute: null } satisfies Officer
    for (const { page } of portal.services.waiting.for(officer))
      expect(mayDo(role, cellRoutes[page].permission), `${role} ${page}`).toBe(true)
  }
  // What is judged and resolved no longer waits.
  sqlite.prepare('UPDATE shared_marks SET dismissed_for = 2, dismissed_at = 9, dismissed_by = ?').run(admin.id)
  sqlite.prepare("UPDATE settlement_lines SET state = 'resolved', resolved_at = 9").run()
  const officer = await atDesk(portal, 'so', 'at-work')
  sqlite.prepare('UPDATE scrutinies SET officer_id = ?').run(officer.id)
  expect(await seen(admin)).toEqual({})
  const today = portal.clock.portal()
  sqlite
    .prepare(
      `INSERT INTO officer_leaves (staff_id, first_day, last_day, noted_at, noted_by)
       VALUES (?, date(? / 1000, 'unixepoch'), '2099-01-01', ?, ?)`,
    )
    .run(officer.id, today, today, admin.id)
  expect(await seen(admin)).toEqual({ 'form-of-nobody': 2 })
})

test('the cell sees forms that wait long though an officer has them, from the third day on, until somebody takes them up', async () => {
  const portal = await openPortal()
  await atDesk(portal, 'so', 'at-work')
  const one = await applicant(portal, asha)
  await one.complete(ashasAnswers)
  await one.submit()
  const { sqlite } = portal.services.db
  const submitted = sqlite.prepare<[], Instant>('SELECT submitted_at FROM applications').pluck().get()!
  const linesAt = async (at: Instant, name: string) => {
    portal.clock.set(at)
    return (await workOf(await atDesk(portal, 'admin', name))).filter(({ kind }) => kind.startsWith('form-'))
  }
  expect(await linesAt(plus(submitted, hours(72) - 1), 'early')).toEqual([])
  expect(await linesAt(plus(submitted, hours(72)), 'late')).toMatchObject([
    { kind: 'form-waits-long', count: 1, href: expect.stringContaining('officers') },
  ])
  // Nobody else is told of the work of others.
  expect(await kindsOf(await atDesk(portal, 'ro', 'pune', { region: 'pune' }))).toEqual([])
  sqlite.prepare('UPDATE applications SET picked_up_at = 1').run()
  expect(await linesAt(plus(submitted, hours(73)), 'taken')).toEqual([])
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
  // The list says what the alarm says.
  const due = (await homeOf(again)).work.find(({ kind }) => kind === 'publication')
  expect(due).toMatchObject({ count: 1, isOverdue: false, href: expect.stringContaining('merit-lists') })
  expect((await again.get('health')).text).toContain('cannot be published')
  portal.clock.set(ist('2024-08-17 17:00'))
  portal.services.waiting.tellAlarms()
  expect([portal.services.waiting.alarms()[0]!.isMissed, told()]).toEqual([true, 4])
})
