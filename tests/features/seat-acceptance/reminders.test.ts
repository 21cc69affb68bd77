import { beforeEach, expect, test } from 'vitest'
import { ist } from '#server/kernel/time.ts'
import { runOf, somebody } from '#tests/features/allotment/published-round.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { openPortal, type TestPortal } from '#tests/support/portal.ts'

/** Round 1 of `mbale`: accept by 1 Sep 15:00, report by 4 Sep 17:00. */
const published = ist('2024-08-29 17:00')
const code = '301510110'

let portal: TestPortal
let ids: number[]

beforeEach(async () => {
  portal = await openPortal({ at: published })
  const people = [1, 2, 3].map((n) => somebody(portal, `ML2490000${n}`, `Somebody ${n}`))
  ids = people.map(({ id }) => id)
  runOf(portal, {
    courses: [{ choiceCode: code, seats: { GOPENS: 3 } }],
    placed: people.map((person, place) => ({
      ...person,
      state: place + 1,
      allIndia: place + 1,
      seat: { choiceCode: code, seatType: 'GOPENS', preference: place + 1 },
    })),
  })
})

/** Moves the clock, runs the job and returns the new reminders: the candidate's place, the name and the hours. */
async function reminded(at: string): Promise<string[]> {
  portal.clock.set(ist(at))
  await portal.services.messages.deliverDue()
  await portal.services.reminders.remind()
  const rows = portal.services.db.sqlite
    .prepare(
      `SELECT r.candidate_id AS id, t.name, t.hours FROM reminders r JOIN reminder_times t ON t.id = r.time_id
       WHERE r.at = ? AND r.candidate_id IN (SELECT value FROM json_each(?)) ORDER BY r.candidate_id`,
    )
    .all(portal.clock.portal(), JSON.stringify(ids)) as { id: number; name: string; hours: number }[]
  return rows.map(({ id, name, hours }) => `${ids.indexOf(id) + 1} ${name} ${hours}`)
}

/** The texts sent to a candidate by SMS, oldest first. */
async function smsTo(place: number): Promise<string[]> {
  await portal.services.messages.deliverDue()
  return portal.services.messages
    .phoneLog({ candidateId: ids[place - 1]! })
    .lines.map(({ text }) => text)
    .reverse()
}

test('reminders go out 48, 24, 6 and 1 hours before the deadline, once each, with the act of the moment', async () => {
  expect(await reminded('2024-08-30 14:59')).toEqual([])
  expect(await reminded('2024-08-30 15:00')).toEqual(['1 seat 48', '2 seat 48', '3 seat 48'])
  expect(await reminded('2024-08-30 15:01')).toEqual([])
  acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', ist('2024-08-31 09:00'))
  expect(await reminded('2024-08-31 15:00')).toEqual(['2 seat 24', '3 seat 24'])
  expect(await reminded('2024-09-01 09:00')).toEqual(['2 seat 6', '3 seat 6'])
  expect(await reminded('2024-09-01 14:00')).toEqual(['2 seat 1', '3 seat 1'])
  expect(await reminded('2024-09-01 15:00')).toEqual(['2 seat-lapsed 0', '3 seat-lapsed 0'])
  // The first candidate has accepted, and has to report two days later.
  expect(await reminded('2024-09-02 17:00')).toEqual(['1 report 48'])
  expect(await smsTo(1)).toEqual([
    'ML24900001: Check your facts to keep your CAP Round 1 seat, by 1 Sep 2024, 15:00. Otherwise you will lose the seat and leave the rounds.',
    'ML24900001: Report to the institute to keep your CAP Round 1 seat, by 4 Sep 2024, 17:00. Otherwise you will lose the seat and leave the rounds.',
  ])
  expect((await smsTo(2))[0]).toContain('Otherwise you will lose the seat.')
})

test('who misses a deadline is told once that the seat is gone, and what is left of the rounds', async () => {
  acceptSeat(portal.services.db, ids[2]!, 1, 'freeze', ist('2024-08-31 09:00'))
  // The first preference has to freeze, so missing it costs the later rounds too.
  expect(await reminded('2024-09-01 15:00')).toEqual(['1 seat-lapsed 0', '2 seat-lapsed 0'])
  expect(await reminded('2024-09-01 15:10')).toEqual([])
  expect(await smsTo(1)).toEqual([
    `ML24900001: the seat at ${code} is no longer yours. You did not accept it by 1 Sep 2024, 15:00. You have left the CAP rounds.`,
  ])
  expect(await smsTo(2)).toEqual([
    `ML24900002: the seat at ${code} is no longer yours. You did not accept it by 1 Sep 2024, 15:00. You can take part in CAP Round 2: its option form opens on 6 Sep 2024, 10:00.`,
  ])
  expect(await reminded('2024-09-04 17:00')).toEqual(['3 seat-lapsed 0'])
  expect((await smsTo(3)).at(-1)).toBe(
    `ML24900003: the seat at ${code} is no longer yours. The institute did not record by 4 Sep 2024, 17:00 that you reported. You have left the CAP rounds.`,
  )
})

test('who was admitted and loses it by a correction is not told that nothing was recorded', async () => {
  const staff = portal.services.db.sqlite.prepare('SELECT id FROM staff').pluck().get() as number
  for (const id of ids) acceptSeat(portal.services.db, id, 1, 'freeze', ist('2024-08-31 09:00'))
  admitTo(portal.services.db, ids[0]!, 1, code, ist('2024-09-02 12:00'), staff)
  admitTo(portal.services.db, ids[1]!, 1, code, ist('2024-09-02 12:00'), staff)
  const withdraw = portal.services.db.sqlite.prepare('UPDATE admissions SET undone_at = ? WHERE candidate_id = ?')
  withdraw.run(ist('2024-09-04 18:00'), ids[0]!)
  // Withdrawn in time, so that the candidate could still report.
  withdraw.run(ist('2024-09-03 12:00'), ids[1]!)
  await reminded('2024-09-04 18:00')
  expect(await smsTo(1)).toEqual([])
  expect((await smsTo(2)).length).toBe(1)
})

test('nobody is reminded of an act that is recorded', async () => {
  acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', ist('2024-08-30 12:00'))
  acceptSeat(portal.services.db, ids[1]!, 1, 'betterment', ist('2024-08-30 12:00'))
  expect(await reminded('2024-08-30 15:00')).toEqual(['3 seat 48'])
  const staff = portal.services.db.sqlite.prepare('SELECT id FROM staff').pluck().get() as number
  admitTo(portal.services.db, ids[0]!, 1, code, ist('2024-09-02 12:00'), staff)
  expect(await reminded('2024-09-02 17:00')).toEqual(['3 seat-lapsed 0'])
  expect(await reminded('2024-09-04 16:00')).toEqual([])
})

test('after an interruption only the latest reminder goes out', async () => {
  expect(await reminded('2024-09-01 10:00')).toEqual(['1 seat 6', '2 seat 6', '3 seat 6'])
  expect(await reminded('2024-09-01 10:30')).toEqual([])
  expect((await smsTo(2)).length).toBe(1)
})

test('a candidate who goes on to the next act is not reminded of the same deadline again', async () => {
  expect((await reminded('2024-08-31 15:00')).length).toBe(3)
  portal.services.db.sqlite
    .prepare("INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at) VALUES (?, 1, '[]', ?)")
    .run(ids[1], ist('2024-08-31 16:00'))
  expect(await reminded('2024-08-31 17:00')).toEqual([])
  expect(await reminded('2024-09-01 09:00')).toEqual(['1 seat 6', '2 seat 6', '3 seat 6'])
})

test('a moved deadline is reminded of again', async () => {
  expect((await reminded('2024-08-30 15:00')).length).toBe(3)
  portal.services.notices.moveClosings([{ key: 'round-1-acceptance', to: ist('2024-09-01 16:00') }])
  expect(await reminded('2024-08-30 15:01')).toEqual([])
  expect((await reminded('2024-08-30 16:00')).length).toBe(3)
})

test.each([
  ['reminders', '2024-08-30 15:00'],
  ['words about a lost seat', '2024-09-01 15:00'],
])('%s: the next piece waits until the previous messages are delivered, and nobody is left out', async (_, at) => {
  const crowd = Array.from({ length: 620 }, (_, n) => somebody(portal, `ML24${800_000 + n}`, `Somebody ${n}`))
  const allot = portal.services.db.sqlite.prepare(
    `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference, stage, retained)
     VALUES (1, ?, ?, 'GOPENS', 1, 'I', 0)`,
  )
  for (const { id } of crowd) allot.run(id, code)
  portal.clock.set(ist(at))
  const count = () => portal.services.db.sqlite.prepare('SELECT count(*) FROM reminders').pluck().get()
  await portal.services.reminders.remind()
  expect(count()).toBe(500)
  await portal.services.reminders.remind()
  expect(count()).toBe(500)
  await portal.services.messages.deliverDue()
  await portal.services.reminders.remind()
  expect(count()).toBe(623)
})
