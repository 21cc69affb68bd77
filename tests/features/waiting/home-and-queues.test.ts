import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginningOf, firstPhase } from '#server/demo/phases.ts'
import { type DeskListPage, waitsOn } from '#server/domain/desk/waiting.ts'
import { lacksNothing } from '#server/domain/season/set-up.ts'
import type { View } from '#server/domain/site/view.ts'
import { cellRoutes } from '#server/domain/terms/routes.ts'
import { mayDo, type StaffRole } from '#server/domain/terms/staff.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk, deskBrowser, staffAccount } from '#tests/support/desk.ts'
import { openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { letWait, letWaitAfterRound } from './crowded'
import { queues, reading } from './queues'

/** Who looks: every role, a second admin, and officers of one region and of another. */
const people: readonly { name: string; role: StaffRole }[] = [
  { name: 'admin', role: 'admin' },
  { name: 'admin-2', role: 'admin' },
  { name: 'so', role: 'so' },
  { name: 'so-nagpur', role: 'so' },
  { name: 'ro', role: 'ro' },
  { name: 'ro-nagpur', role: 'ro' },
  { name: 'fc', role: 'fc' },
  { name: 'sub-fc', role: 'sub-fc' },
  { name: 'institute', role: 'institute' },
  { name: 'institute-2', role: 'institute' },
]

/** A demo on its first day with all of these people; a second one is a copy. */
async function openDemo(shared: boolean): Promise<TestPortal> {
  const portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), cohort: 30, shared })
  await staffAccount(portal, 'so', 'so-nagpur', { region: 'nagpur' })
  await staffAccount(portal, 'ro', 'ro-nagpur', { region: 'nagpur' })
  await staffAccount(portal, 'sub-fc', 'sub-fc', { centre: 'FC02' })
  await staffAccount(portal, 'institute', 'institute-2', { institute: '9001' })
  return portal
}

let season: TestPortal
beforeAll(async () => {
  season = await openDemo(true)
})
afterAll(() => season.close())

function at(portal: TestPortal, name: string) {
  const screen = deskBrowser(portal)
  screen.jar.mbale_desk = portal.services.staff.openFor(name, { network: '127.0.0.1', device: '—' })!
  return screen
}

/** Kinds that somebody's home has listed. */
const seen = new Set<string>()

type Home = {
  work: { kind: string; count: number; href: string }[]
  season: { next: { title: string; need: { isReady: boolean } | null }[] } | null
  alarms: { title: string; href: string }[]
}

/** Compares the list of everybody's home with every queue of the desk, both ways. */
async function expectSame(portal: TestPortal, state: string): Promise<void> {
  for (const { name, role } of people) {
    const screen = at(portal, name)
    const home = viewOf<View<Home>>(await screen.get('home')).data
    const listed: Record<string, number> = {}
    for (const { kind, count, href } of home.work) {
      const page = href.split('/cell/')[1]!.split('?')[0]!
      listed[`${page} ${kind}`] = count
      seen.add(kind)
      expect((await screen.get(href)).status, `${state}, ${name}: ${href}`).toBe(200)
    }
    const shown: Record<string, number> = {}
    for (const [page, read] of Object.entries(queues)) {
      if (!mayDo(role, cellRoutes[page as DeskListPage].permission)) continue
      for (const [kind, count] of Object.entries(await read(reading(screen))))
        if (count) shown[`${page} ${kind}`] = count
    }
    expect(listed, `${state}: the home of ${name} beside the queues`).toEqual(shown)
    // An alarm is never above an empty list, nor beside a plan that calls the same publication ready.
    const alarmed = home.alarms.map(({ href }) => href.split('/cell/')[1]!)
    for (const page of alarmed) expect(listed[`${page} publication`], `${state}, ${name}`).toBeGreaterThan(0)
    const ready = home.season?.next.filter(({ need }) => need?.isReady !== false).map(({ title }) => title) ?? []
    const titles = home.alarms.map(({ title }) => title)
    expect(
      ready.filter((title) => titles.includes(title)),
      `${state}, ${name}`,
    ).toEqual([])
  }
}

test('every page of the desk is counted, or holds no queue', () => {
  const holding = Object.entries(waitsOn).flatMap(([page, kinds]) => (kinds.length ? [page] : []))
  expect(Object.keys(queues).sort()).toEqual(holding.sort())
})

/** Two thirds of the season's queues come with its days; the demo is moved on between them. */
const phases = ['scrutiny', 'round-1-reporting'] as const

test('home lists what every queue shows, on the first day', () => expectSame(season, firstPhase))

test('the same with everything that waits for somebody during the forms', async () => {
  const portal = await openDemo(false)
  // A day before the provisional list, which nobody has released.
  portal.clock.set(ist('2024-08-16 17:30'))
  letWait(portal)
  await expectSame(portal, 'everything of the forms')
})

// Playing the demo on to a phase is most of its time.
test.for(phases)('the same at %s', { timeout: 180_000 }, async (phase) => {
  const moved = await season.ask('POST', '/demo/clock', { body: { phase } })
  expect(moved.status, phase).toBeLessThan(400)
  await expectSame(season, phase)
})

test('the same with everything that waits for somebody after a round', async () => {
  letWaitAfterRound(season)
  // Where counting was slow, a job renews it: these verdicts were given by nobody who would tell the count.
  await season.services.admissionReports.countDue()
  await expectSame(season, 'everything after a round')
})

test('before the opening, home lists the parts of the set-up, and the opening for the second admin only', async () => {
  const empty = await openPortal({ isOpened: false, isDated: false })
  const [one, other] = [await atDesk(empty, 'admin', 'one'), await atDesk(empty, 'admin', 'other')]
  const { sqlite } = empty.services.db
  sqlite
    .prepare(
      "INSERT INTO setting_proposals (key, value, base, state, prepared_at, prepared_by) VALUES ('opening', ?, 0, 'prepared', 5, ?)",
    )
    .run(JSON.stringify({ settings: {}, without: lacksNothing, reason: null }), one.id)
  for (const { get } of [one, other]) {
    const home = viewOf<View<Home>>(await get('home')).data
    const counts = Object.fromEntries(home.work.map(({ kind, count }) => [kind, count]))
    const shown = await queues['set-up'](reading({ get }))
    expect(counts).toMatchObject(Object.fromEntries(Object.entries(shown).filter(([, count]) => count > 0)))
    expect(Object.keys(counts).includes('opening')).toBe(shown.opening === 1)
    for (const { kind } of home.work) seen.add(kind)
  }
})

test('all of this has made every kind of work wait for somebody', () => {
  const kinds = new Set<string>(Object.values(waitsOn).flat())
  expect([...kinds].filter((kind) => !seen.has(kind))).toEqual([])
})
