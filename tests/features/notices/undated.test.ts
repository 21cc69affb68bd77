import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { courses } from '../../../server/courses/courses'
import { runDueJobs } from '../../../server/jobs'
import { ist } from '../../../server/kernel/time'
import { atDesk } from '../../support/desk'
import { browser, calls, folderOfTest, openPortal, type TestPortal } from '../../support/portal'

const pageOf = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text
const { schedule, rounds } = courses.find(({ slug }) => slug === 'mbale')!

describe('a new live portal has every activity and no date', () => {
  test('every page and document of the schedule says that the dates will be announced', async () => {
    const portal = await openPortal({ isDated: false, at: ist('2026-06-01 10:00') })
    const { notices } = portal.services
    expect(notices.schedule()).toEqual([])
    expect(notices.undated().map(({ key }) => key)).toEqual([
      ...schedule.map(({ key }) => key).filter((key) => key !== 'cancellation'),
      'cancellation',
    ])
    const dates = await pageOf(portal, 'importantdate')
    expect(dates.match(/To be announced/g)!.length).toBeGreaterThanOrEqual(schedule.length)
    expect(dates).toContain('The next dates have not been announced yet.')
    expect(await pageOf(portal, 'importantdate?lang=mr')).toContain('नंतर जाहीर होईल')
    expect(await pageOf(portal, 'home')).toContain('To be announced')
    expect(await pageOf(portal, 'registration')).toContain('The dates have not been announced yet.')
    for (const page of ['home', 'importantdate', 'notifications', 'news', 'faq'])
      expect(await pageOf(portal, page)).not.toMatch(/(Jul|Aug|Sep|Oct) 2024|12 July to 14 August/)
    const { data } = (await portal.api('GET', 'schedule')).body
    expect(data).toHaveLength(schedule.length)
    expect(data[0]).toEqual({
      key: 'registration',
      title: 'Registration and application form',
      opensAt: null,
      closesAt: null,
      state: 'later',
      changed: null,
    })
  })

  test('every activity is closed, nobody can register, and no job does anything', async () => {
    const portal = await openPortal({ isDated: false, at: ist('2026-06-01 10:00') })
    const { services } = portal
    expect(schedule.filter(({ key }) => services.notices.isOpen(key))).toEqual([])
    expect(services.notices.roundsNow()).toEqual({ running: null, next: null, areOver: false })
    const before = await portal.contents()
    const answer = await portal.api('POST', calls.register, {})
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await portal.contents()).toBe(before)
    await runDueJobs(portal.portals)
    expect(portal.box.sent).toEqual([])
    expect(services.notices.nextChange()).toBeNull()
  })
})

test('a round that the season gets later appears without dates in a portal that has a schedule', async () => {
  const dataDir = folderOfTest()
  const first = await openPortal({ dataDir })
  expect(first.services.notices.undated()).toEqual([])
  await first.close()
  const again = await openPortal({ dataDir, course: { rounds: [...rounds, rounds[0]!] } })
  const { notices } = again.services
  expect(notices.schedule()).toHaveLength(schedule.length)
  expect(notices.undated()).toEqual([
    {
      key: 'round-4-options',
      title: { en: 'Option form, CAP Round 4', mr: 'विकल्प अर्ज, कॅप फेरी 4' },
      isEvent: false,
    },
    { key: 'round-4-allotment', title: { en: 'Allotment, CAP Round 4', mr: 'जागावाटप, कॅप फेरी 4' }, isEvent: true },
    {
      key: 'round-4-acceptance',
      title: { en: 'Accepting the seat, CAP Round 4', mr: 'जागा स्वीकारणे, कॅप फेरी 4' },
      isEvent: false,
    },
    {
      key: 'round-4-reporting',
      title: { en: 'Reporting at the institute, CAP Round 4', mr: 'संस्थेत हजर होणे, कॅप फेरी 4' },
      isEvent: false,
    },
  ])
  const table = await (await atDesk(again, 'admin')).get('schedule')
  expect(table.text).toMatch(/name="opens-round-4-options"[^>]* value="2024-10-02T10:00"/)
  expect(table.text).toContain('Suggested after the round before')
  // The rounds are not over while one of them has no dates.
  again.clock.set(new Date('2025-01-01').getTime() as never)
  expect(notices.roundsNow().areOver).toBe(false)
})

test('the migration keeps the dates and the history of a portal', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'undated-'))
  const db = new Database(path.join(folder, 'db.sqlite'))
  db.pragma('foreign_keys = ON')
  db.exec(`
    CREATE TABLE activities (key text PRIMARY KEY NOT NULL, title_en text NOT NULL, title_mr text NOT NULL,
      opens_at integer NOT NULL, closes_at integer) STRICT;
    CREATE TABLE activity_changes (id integer PRIMARY KEY NOT NULL, activity text NOT NULL,
      opens_before integer NOT NULL, closes_before integer, reason_en text NOT NULL, reason_mr text NOT NULL,
      at integer NOT NULL, FOREIGN KEY (activity) REFERENCES activities(key)) STRICT;
    CREATE INDEX activity_changes_activity ON activity_changes (activity, id);
    INSERT INTO activities VALUES ('registration', 'Registration', 'नोंदणी', 10, 20), ('final-merit', 'List', 'यादी', 30, NULL);
    INSERT INTO activity_changes VALUES (1, 'registration', 5, 15, 'Rain in Konkan', 'पाऊस', 7);`)
  const sql = readFileSync('migrations/0039_undated-activities.sql', 'utf8')
  db.transaction(() => db.exec(sql.replaceAll('--> statement-breakpoint', '')))()
  expect(db.prepare('SELECT key, opens_at, closes_at, is_event, left_out_at FROM activities').raw().all()).toEqual([
    ['registration', 10, 20, 0, null],
    ['final-merit', 30, null, 1, null],
  ])
  expect(db.prepare('SELECT * FROM activity_changes').raw().all()).toEqual([
    [1, 'registration', 5, 15, 'Rain in Konkan', 'पाऊस', 7],
  ])
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(() => db.exec("INSERT INTO activity_changes VALUES (2, 'none', 1, 1, 'x', 'x', 1)")).toThrow(/FOREIGN KEY/)
  db.close()
  rmSync(folder, { recursive: true })
})
