import { describe, expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { runDueJobs } from '#server/jobs.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, calls, folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'

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
  expect(table.text).toMatch(/name="opens-round-4-options"[^>]* value="2 Oct 2024, 10:00"/)
  expect(table.text).toContain('Suggested after the round before')
  // The rounds are not over while one of them has no dates.
  again.clock.set(new Date('2025-01-01').getTime() as never)
  expect(notices.roundsNow().areOver).toBe(false)
})
