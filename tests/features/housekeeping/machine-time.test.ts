import { expect, test } from 'vitest'
import { judgeTime } from '#server/domain/operations/machine-time.ts'
import { createMachineTime } from '#server/features/operations/housekeeping/machine-time.ts'
import { housekeepingStore } from '#server/features/operations/housekeeping/store.ts'
import { runScheduled } from '#server/jobs.ts'
import { days, hours, ist, minutes, plus } from '#server/kernel/time.ts'
import { runOf, somebody } from '#tests/features/allotment/published-round.ts'
import { atDesk } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, register, type TestPortal } from '#tests/support/portal.ts'

const known = 1_800_000_000_000
const believed = { trustedAt: known, doubtedAt: null }

test.each([
  ['a correction of some minutes', minutes(7), minutes(7), true],
  ['a jump of five and a half hours', hours(5.5), hours(5.5), false],
  ['a start after a night', hours(14), 0, true],
  ['a start after three months', days(90), 0, false],
  ['a start four years ahead', days(1500), 0, false],
  ['a clock two hours behind', -hours(2), -hours(2), true],
  ['a clock two days behind', -days(2), -days(2), false],
  ['a clock back after it ran ahead for an hour', -hours(1), -hours(1), true],
  ['a clock that returns from two hours behind', minutes(3), hours(2), true],
])('%s', (_what, moved, jumped, isBelieved) => {
  expect(judgeTime(believed, known + moved, jumped).doubtedAt === null).toBe(isBelieved)
})

test('a doubt ends by itself only when the clock is back where it was', () => {
  const ahead = judgeTime(believed, known + days(1500), days(1500))
  const later = (at: number) => judgeTime(ahead, known + at, 0).doubtedAt === null
  expect([later(days(1500) + hours(9)), later(days(700)), later(-hours(1)), later(days(2))]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([later(minutes(20)), later(hours(20))]).toEqual([true, true])
  const behind = judgeTime(believed, known - days(30), -days(30))
  expect(judgeTime(behind, known - days(29), 0).doubtedAt).not.toBeNull()
  expect(judgeTime(behind, known + hours(1), days(30)).doubtedAt).toBeNull()
  const sixHours = judgeTime(believed, known + hours(6), hours(6))
  expect(judgeTime(sixHours, known + hours(7), 0).doubtedAt).not.toBeNull()
  expect(judgeTime(sixHours, known + minutes(30), -hours(5.5)).doubtedAt).toBeNull()
})

const erased = ({ services }: TestPortal) =>
  services.db.sqlite.prepare('SELECT count(*) FROM data_states WHERE erased_at IS NOT NULL').pluck().get()
const log = {
  warn() {},
  error(details: object, line: string) {
    throw new Error(`${line}: ${JSON.stringify(details)}`)
  },
}
/** One tick of every job, as the scheduler runs them. */
const tick = (portal: TestPortal) => runScheduled(portal.portals, log)

test('a clock that is years ahead erases, publishes and tells nothing until an admin confirms it; pages go on', {
  timeout: 60_000,
}, async () => {
  const portal = await openPortal()
  const { machineTime, housekeeping } = portal.services
  await register(portal)
  await tick(portal)
  const told = async () => portal.sentTo(portal.services.course.contact.email, 'checks-failed')

  for (let night = 0; night < 3; night++) {
    portal.clock.advance(night === 0 ? days(1500) : days(1))
    await tick(portal)
  }
  expect([erased(portal), await told()]).toEqual([0, 2])
  const doubted = "SELECT count(*) FROM audit_log WHERE act = 'housekeeping.time-doubted'"
  expect(portal.services.db.sqlite.prepare(doubted).pluck().get()).toBe(1)
  const admin = await atDesk(portal, 'admin')
  for (const page of ['home', 'health']) {
    const { text } = await admin.get(page)
    expect([page, text.includes('Work that cannot be undone waits')]).toEqual([page, true])
  }
  expect(housekeeping.view().runs.map(({ job }) => job)).not.toContain('retention')
  expect((await portal.ask('GET', '/mbale/candidate/home')).status).toBe(200)

  const confirm = (at: number) => {
    const watch = new Date(at + 5.5 * 3_600_000).toISOString()
    const [watchDate, watchTime] = [watch.slice(0, 10), watch.slice(11, 16)]
    return admin.post('health', { intent: 'confirm-time', watchDate, watchTime })
  }
  expect((await admin.post('health', { intent: 'confirm-time', watchDate: '', watchTime: '' })).status).toBe(422)
  expect(machineTime.doubt()).not.toBeNull()
  const moved = await confirm(portal.clock.real() - hours(1))
  expect([moved.status, moved.text.includes('Your watch and this server differ')]).toEqual([409, true])
  expect((await confirm(portal.clock.real())).status).toBe(303)
  expect(machineTime.doubt()).toBeNull()
  expect((await confirm(portal.clock.real())).status).toBe(409)
  const acts = portal.services.db.sqlite.prepare('SELECT act FROM audit_log').pluck().all()
  expect(acts).toContain('housekeeping.time-confirmed')
  await tick(portal)
  expect(machineTime.isTrusted()).toBe(true)
})

test('a clock that is put right needs nobody, and only those who keep the settings confirm it', async () => {
  const portal = await openPortal()
  await register(portal)
  await tick(portal)
  portal.clock.advance(days(40))
  await tick(portal)
  expect(portal.services.machineTime.doubt()).not.toBeNull()
  const officer = await atDesk(portal, 'so')
  const answer = await officer.post('health', { intent: 'confirm-time', watchDate: '2026-01-01', watchTime: '10:00' })
  expect(answer.status).toBe(403)
  portal.clock.advance(-days(40) + minutes(2))
  await tick(portal)
  expect([portal.services.machineTime.doubt(), erased(portal)]).toEqual([null, 0])
})

test('of two processes, each notices a jump of hours, so that the one that takes the jobs over does not believe it', async () => {
  const portal = await openPortal()
  const { db, clock } = portal.services
  let passed = 0
  const process = () =>
    createMachineTime({
      db,
      store: housekeepingStore(db),
      clock,
      isDemo: false,
      newest: () => null,
      passed: () => passed,
      tellCell() {},
      record() {},
      log: { warn() {}, error() {} },
      slug: 'mbale',
    })
  const [one, other] = [process(), process()]
  const after = (ms: number, shown = ms) => {
    passed += ms
    portal.clock.set(plus(portal.clock.portal(), shown))
    portal.clock.advance(shown)
    return [one.isTrusted(), other.isTrusted()]
  }
  expect(after(minutes(1))).toEqual([true, true])
  // The machine slept, and its steady clock counted on.
  expect(after(hours(3))).toEqual([true, true])
  expect(after(minutes(1), hours(6))).toEqual([false, false])
  expect(after(minutes(1), minutes(1) - hours(6))).toEqual([true, true])
  expect(process().isTrusted()).toBe(true)
})

const seat = { choiceCode: '301510110', seatType: 'GOPENS', preference: 1 }
/** A seat of round 1 to be accepted by 1 Sep 15:00; round 2 and a message to many, each released for a later day. */
function withWork(portal: TestPortal): { id: number } {
  const person = somebody(portal, 'ML24900001', 'Somebody One')
  const placed = [{ ...person, state: 1, allIndia: 1, seat }]
  const courses = [{ choiceCode: seat.choiceCode, seats: { GOPENS: 1 } }]
  runOf(portal, { courses, placed })
  runOf(portal, { round: 2, state: 'released', courses, placed })
  const { sqlite } = portal.services.db
  sqlite.exec("UPDATE allotment_runs SET decided_at = 1, decided_by = prepared_by WHERE state = 'released'")
  sqlite
    .prepare(
      `INSERT INTO bulk_messages (by_sms, by_whatsapp, by_email, title_en, title_mr, body_en, body_mr, sms_en, sms_mr, state,
         prepared_at, prepared_by, decided_at, decided_by, send_at)
       SELECT 1, 0, 0, 'Words', 'शब्द', 'Words', 'शब्द', 'Words', 'शब्द', 'released', 1, id, 1, id, ? FROM staff LIMIT 1`,
    )
    .run(ist('2024-09-20 10:00'))
  return person
}
/** What has been published, told and sent of it. */
async function doneOf(portal: TestPortal) {
  await portal.services.messages.deliverDue()
  const { sqlite } = portal.services.db
  const one = (sql: string) => sqlite.prepare(sql).pluck().get()
  return {
    round: one('SELECT state FROM allotment_runs WHERE round = 2'),
    lapsed: one("SELECT count(*) FROM outbox WHERE template = 'seat-ended' AND channel = 'sms'"),
    bulk: one("SELECT count(*) FROM outbox WHERE template = 'from-the-cell' AND channel = 'sms'"),
  }
}
const nothing = { round: 'released', lapsed: 0, bulk: 0 }

test.each([
  ['years ahead', days(1500)],
  ['ten days ahead', days(10)],
  ['a month ahead', days(30)],
])('no seat lapses, no round is published and no message to many is sent by a clock that jumps %s', async (_, jump) => {
  const portal = await openPortal({ at: ist('2024-08-30 10:00') })
  withWork(portal)
  await tick(portal)
  expect(await doneOf(portal)).toEqual(nothing)
  for (let hour = 0; hour < 5; hour++) {
    portal.clock.advance(hour === 0 ? jump : hours(1))
    await tick(portal)
  }
  expect(await doneOf(portal)).toEqual(nothing)
  // Put right, what is due by the right time goes on, and nothing else.
  portal.clock.advance(-jump - hours(4) + minutes(1))
  await tick(portal)
  expect([portal.services.machineTime.doubt(), await doneOf(portal)]).toEqual([null, nothing])
  for (let day = 0; day < 25; day++) {
    portal.clock.advance(hours(23))
    // A test's clock moves in jumps.
    portal.services.machineTime.confirm(null, portal.clock.real())
    await tick(portal)
  }
  expect(await doneOf(portal)).toMatchObject({ lapsed: 1, bulk: 1 })
})

test.each([
  ['three days ahead of', days(3), { lapsed: 1 }],
  ['a month ahead of', days(30), { bulk: 1 }],
  ['a month behind', -days(30), nothing],
])(
  'nor by a start %s the newest time that the database knows, until somebody confirms the time',
  async (_, off, due) => {
    const dataDir = folderOfTest()
    const at = ist('2024-08-30 10:00')
    const first = await openPortal({ dataDir, at })
    withWork(first)
    await tick(first)
    await first.close()
    const portal = await openPortal({ dataDir, at: plus(at, off) })
    for (let hour = 0; hour < 3; hour++, portal.clock.advance(hours(1))) await tick(portal)
    expect(await doneOf(portal)).toEqual(nothing)
    expect(portal.services.machineTime.confirm(null, portal.clock.real()).ok).toBe(true)
    await tick(portal)
    expect(await doneOf(portal)).toMatchObject(due)
  },
)

test('nor at a first start of this version on a database that an earlier one made, which knows no believed time', async () => {
  const dataDir = folderOfTest()
  const at = ist('2024-08-30 10:00')
  const first = await openPortal({ dataDir, at })
  withWork(first)
  await register(first)
  first.services.db.sqlite.exec('DELETE FROM machine_time')
  await first.close()
  const portal = await openPortal({ dataDir, at: plus(at, days(30)) })
  await tick(portal)
  expect([portal.services.machineTime.doubt() === null, await doneOf(portal)]).toEqual([false, nothing])
})
