import { describe, expect, test } from 'vitest'
import { everyDay } from '#server/domain/desk/overview.ts'
import type { View } from '#server/domain/site/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { days, type Instant } from '#server/kernel/time.ts'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { published, twoAdmins } from '#tests/support/merit.ts'
import { asha, ravi, register, type TestPortal, viewOf } from '#tests/support/portal.ts'

type Counted = {
  funnel: { stage: string; count: number }[]
  backlog: { age: string; stages: Record<string, number> }[]
  registrations: { day: string; count: number }[]
  money: { days: { day: string; amount: string }[]; received: string } | null
  waiting: number
}
const counted = async (desk: { get(path: string): Promise<{ text: string }> }): Promise<Counted> =>
  viewOf<View<Counted>>((await desk.get('overview')) as never).data
const funnelOf = ({ funnel }: Counted) => Object.fromEntries(funnel.map(({ stage, count }) => [stage, count]))

/** One candidate who has submitted and one who has only registered. */
async function twoCandidates() {
  const { portal, owner: her } = await openWithApplicant()
  await register(portal, { ...ravi, district: 'MH-nagpur' })
  return { portal, her }
}

test('days without an event are listed too', () => {
  const empty = (day: number) => ({ day, count: 0 })
  expect(
    everyDay(
      [
        { day: 3, count: 2 },
        { day: 6, count: 1 },
      ],
      empty,
      90,
    ).map(({ count }) => count),
  ).toEqual([2, 0, 0, 1])
  expect(
    everyDay(
      [
        { day: 3, count: 2 },
        { day: 6, count: 1 },
      ],
      empty,
      2,
    ).map(({ day }) => day),
  ).toEqual([5, 6])
  expect(everyDay([], empty, 90)).toEqual([])
})

describe('the overview', () => {
  test('counts candidates at each stage, and the payments', async () => {
    const { portal } = await twoCandidates()
    const admin = await atDesk(portal, 'admin')
    const told = await counted(admin)
    expect(funnelOf(told)).toEqual({ registered: 2, begun: 1, paid: 1, submitted: 1, confirmed: 0 })
    expect(told.money?.received).toBe('₹1,000')
    expect(told.registrations).toEqual([{ day: '1 Aug 2024', count: 2 }])
    expect(told.waiting).toBe(1)
  })

  test('a waiting form ages, and leaves the backlog when it is confirmed', async () => {
    const { portal, her } = await twoCandidates()
    const admin = await atDesk(portal, 'admin')
    const agesOf = async () => (await counted(admin)).backlog.filter(({ stages }) => stages.new).map(({ age }) => age)
    expect(await agesOf()).toEqual(['today'])
    portal.clock.set((portal.clock.portal() + days(4)) as never)
    expect(await agesOf(), 'counted once a minute').toEqual(['today'])
    portal.clock.advance(61_000)
    expect(await agesOf()).toEqual(['week'])
    her.facts({ confirmed_at: portal.clock.portal() })
    portal.clock.advance(61_000)
    const told = await counted(admin)
    expect([told.waiting, funnelOf(told).confirmed]).toEqual([0, 1])
  })

  test('once the final merit list is out, the overview and scrutiny say that forms which wait are not in it', async () => {
    const { portal } = await twoCandidates()
    const admins = await twoAdmins(portal)
    const desk = await atDesk(portal, 'so')
    const both = async () => `${(await desk.get('overview')).text}${(await desk.get('scrutiny')).text}`
    expect(await both()).not.toContain('are not in the final merit list')
    const at = portal.services.notices.activity('final-merit')!.opensAt as Instant
    portal.clock.set(at)
    await published(portal, admins, 'provisional')
    await published(portal, admins, 'final')
    portal.clock.advance(61_000)
    const said = `Forms that still wait are not in the final merit list of ${formatDateTime(at, 'en')}.`
    expect((await both()).split(said)).toHaveLength(3)
  })

  test('case 18: a regional office sees the numbers of its region alone', async () => {
    const { portal } = await twoCandidates()
    const ro = await atDesk(portal, 'ro')
    expect(funnelOf(await counted(ro))).toMatchObject({ registered: 1, submitted: 1 })
    const csv = await ro.post('candidates.csv')
    expect(csv.text).toContain(asha.fullName)
    expect(csv.text).not.toContain(ravi.fullName)
  })

  test('each chart has its numbers as text, and a table behind it', async () => {
    const { portal } = await twoCandidates()
    const page = await (await atDesk(portal, 'admin')).get('overview')
    expect(page.text.match(/<table[ >]/g)!.length).toBeGreaterThanOrEqual(5)
    expect(page.text).toContain('Most on 1 Aug 2024: 2.')
    expect(page.text).toMatch(/<svg[^>]*role="img" aria-label="Most on/)
  })
})

describe('exports', () => {
  const acts = (portal: TestPortal) =>
    portal.services.db.sqlite
      .prepare("SELECT actor_name AS who, act, detail FROM audit_log WHERE act LIKE 'overview.%'")
      .all()

  test('case 36: a name that a spreadsheet would run stays text, and Marathi survives', async () => {
    const { portal, her } = await twoCandidates()
    const name = (fullName: string, userId: string) =>
      portal.services.db.sqlite.prepare('UPDATE candidates SET full_name = ? WHERE user_id = ?').run(fullName, userId)
    const admin = await atDesk(portal, 'admin')
    for (const hostile of [
      '=HYPERLINK("https://evil.example","x")',
      '+1',
      '-1+1',
      '@SUM(A1)',
      '＝1+1',
      '\t=1',
      '\r=1',
    ]) {
      name(hostile, her.userId)
      const { text } = await admin.post('candidates.csv')
      const cell = text.split('\r\n').find((line) => line.startsWith(her.userId))
      expect(text, hostile).toMatch(/,"?'/)
      expect(cell ?? text, hostile).not.toMatch(/,"?[=+\-@\t\r＝]/)
    }
    name('सुनीता "सु", पाटील', her.userId)
    const csv = await admin.post('candidates.csv')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe('attachment; filename="candidates-mbale.csv"')
    expect(csv.text.startsWith('\uFEFFapplication id,')).toBe(true)
    expect(csv.text).toContain('"सुनीता ""सु"", पाटील"')
  })

  test('the log records who exported which table; no export contains a number or an address', async () => {
    const { portal } = await twoCandidates()
    const admin = await atDesk(portal, 'admin')
    for (const table of ['registrations', 'funnel', 'backlog', 'payments']) {
      const csv = await admin.post('overview.csv', { table })
      expect([table, csv.status, csv.text.split('\r\n').length > 2]).toEqual([table, 200, true])
    }
    const csv = await admin.post('candidates.csv')
    for (const secret of [asha.mobile, asha.email, ravi.mobile, ravi.email]) expect(csv.text).not.toContain(secret)
    expect(acts(portal)).toHaveLength(5)
    expect(acts(portal)[4]).toMatchObject({ who: 'admin', act: 'overview.candidates-exported' })
    expect((await admin.post('overview.csv', { table: 'staff' })).status).toBe(422)
    expect(acts(portal)).toHaveLength(5)
  })

  test('only the cell and regional offices see what was received', async () => {
    const { portal } = await twoCandidates()
    for (const role of ['fc', 'sub-fc', 'so', 'institute'] as const) {
      const desk = await atDesk(portal, role)
      expect((await counted(desk)).money, role).toBeNull()
      expect((await desk.get('overview')).text, role).not.toContain('₹')
      expect((await desk.post('overview.csv', { table: 'payments' })).status, role).toBe(403)
      expect((await desk.post('overview.csv', { table: 'funnel' })).status, role).toBe(200)
    }
    const ro = await atDesk(portal, 'ro')
    expect((await counted(ro)).money).not.toBeNull()
  })

  test('case 18: only the cell and regional offices export the list of candidates', async () => {
    const { portal } = await twoCandidates()
    for (const role of ['fc', 'sub-fc', 'so', 'institute'] as const) {
      const desk = await atDesk(portal, role)
      expect((await desk.post('candidates.csv')).status, role).toBe(403)
      expect((await desk.get('overview')).text, role).not.toContain('candidates.csv')
    }
    expect(acts(portal)).toEqual([])
  })
})
