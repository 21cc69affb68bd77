import { expect, test } from 'vitest'
import { seasonStages, stageDimensions } from '#server/domain/admission/stages.ts'
import { type YieldCounts, yieldDimensions, yieldMeasures } from '#server/domain/admission/yield.ts'
import type { View } from '#server/domain/site/view.ts'
import { days, hours, plus } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { acceptSeat, admitMigrant, admitTo } from '#tests/support/acceptance.ts'
import { addRound, codes, roundOne } from '#tests/support/allotment.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { browser, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { releaseAt } from '#tests/support/release.ts'

type Counts = Record<(typeof seasonStages)[number], number>
type Report = View<{
  lines: { value: string; counts: Counts }[]
  place: { page: number; pages: number }
  total: Counts
  returns: { line: string; counts: Record<string, number> }[]
  isUnderstood: boolean
  hasMoney: boolean
  intake: number
}>

const reportAt = async (desk: DeskBrowser, query = '') => viewOf<Report>(await desk.get(`stage-report${query}`)).data
const one = ({ services }: TestPortal, sql: string) =>
  (services.db.sqlite.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n

test('the stages of a cohort are the counts of the stores, however they are broken down', async () => {
  const portal = await openPortal({ mode: 'demo', cohort: 300 })
  const admin = await atDesk(portal, 'admin', 'counter')
  const { total, hasMoney } = await reportAt(admin)
  expect(hasMoney).toBe(true)
  expect(total.registered).toBe(one(portal, 'candidates'))
  expect(total.submitted).toBe(one(portal, 'applications WHERE submitted_at IS NOT NULL'))
  expect(total.confirmed).toBe(one(portal, 'applications WHERE confirmed_at IS NOT NULL'))
  expect(total.submitted).toBeGreaterThan(50)
  for (const by of stageDimensions) {
    const { lines, place, total: same } = await reportAt(admin, `?by=${by}`)
    expect(same, by).toEqual(total)
    // A long report is read twenty lines at a time, each once, under the same totals.
    expect([lines.length <= 20, place.page], by).toEqual([true, 1])
    for (let page = 2; page <= place.pages; page++) {
      const further = await reportAt(admin, `?by=${by}&page=${page}`)
      expect(further.total).toEqual(total)
      lines.push(...further.lines)
    }
    expect(new Set(lines.map(({ value }) => value)).size, by).toBe(lines.length)
    const beyond = await reportAt(admin, `?by=${by}&page=999`)
    expect(beyond.place.page).toBe(place.pages)
    for (const stage of seasonStages)
      expect(
        lines.reduce((sum, { counts }) => sum + counts[stage], 0),
        `${by} ${stage}`,
      ).toBe(total[stage])
  }
  // A table narrowed to a value is that value's line.
  const women = (await reportAt(admin, '?by=gender')).lines.find(({ value }) => value === 'female')!
  expect((await reportAt(admin, '?by=category&gender=female')).total).toEqual(women.counts)
})

let portal: TestPortal
let first: Awaited<ReturnType<typeof atDesk>>
let ids: number[]

/** A published round with one admission. */
async function withAnAdmission(): Promise<void> {
  portal = await openPortal()
  first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  ids = addRound(
    portal.services.db,
    [
      { merit: 1, options: [codes.first] },
      { merit: 2, options: [codes.second] },
      { merit: 3, options: [codes.second] },
    ],
    first.id,
  )
  const save = portal.services.db.sqlite.prepare(
    'INSERT INTO application_steps (candidate_id, step, version, answers) VALUES (?, ?, 1, ?)',
  )
  for (const id of ids) {
    save.run(id, 0, JSON.stringify({ mode: '1', type: 'A' }))
    save.run(
      id,
      2,
      JSON.stringify({ category: id === ids[0] ? 'OBC' : 'OPEN', disability: id === ids[0] ? 'yes' : 'no' }),
    )
    save.run(id, 4, JSON.stringify({ gender: 'female' }))
  }
  portal.clock.set(roundOne.closed)
  await first.post('allotments', { round: '1' })
  await portal.services.releases.settled()
  expect((await releaseAt(second, 'allotments/1')).status).toBe(303)
  portal.clock.set(plus(roundOne.publishAt, hours(20)))
  portal.services.allotment.publishDue()
  acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', portal.clock.portal())
  admitTo(portal.services.db, ids[0]!, 1, codes.first, portal.clock.portal(), first.id)
}

const officialOf = (id: number) =>
  ({ id, loginName: 'first', role: 'admin', centre: null, region: null, institute: null }) as const

test('the stages of the seat agree with the report by institute, and the annual return counts the admitted by group', async () => {
  await withAnAdmission()
  const { total, returns, lines } = await reportAt(first, '?by=institute')
  expect(total).toMatchObject({ registered: 3, 'final-merit': 3, options: 3, allotted: 2, accepted: 1, admitted: 1 })
  const { institutes } = await portal.services.admissionReports.report(officialOf(first.id), null)
  for (const { code, allotted, accepted, reported, admitted, cancelled } of institutes) {
    const line = lines.find(({ value }) => value === code)
    expect(line?.counts, code).toMatchObject({ allotted, accepted, reported, admitted, cancelled })
  }
  const of = (line: string) => returns.find((found) => found.line === line)!.counts
  const woman = { female: 1, male: 0, transgender: 0, none: 0 }
  for (const line of ['all', 'OBC', 'PwD', 'maharashtra']) expect(of(line), line).toEqual(woman)
  for (const line of ['OPEN', 'EWS', 'minority', 'outside']) expect(of(line).female, line).toBe(0)
})

test('an admitted J&K migrant is in a column and a line of their own, and in no other figure of the seats', async () => {
  await withAnAdmission()
  const { db } = portal.services
  const before = await reportAt(first, '?by=institute')
  admitMigrant(db, ids[2]!, codes.second, portal.clock.portal(), first.id)
  const after = await reportAt(first, '?by=institute')
  expect(after.total).toEqual({ ...before.total, 'jk-admitted': 1 })
  const own = after.lines.find(({ counts }) => counts['jk-admitted'])!
  const { institutes } = await portal.services.admissionReports.report(officialOf(first.id), null)
  expect(institutes.map((line) => [line.code, line['jk-admitted']])).toContainEqual([own.value, 1])
  expect(institutes.reduce((sum, line) => sum + line['jk-admitted'], 0)).toBe(1)
  const linesOf = (report: Report['data'], isJk: boolean) =>
    report.returns.filter(({ line }) => (line === 'jk') === isJk).map(({ counts }) => counts)
  expect(linesOf(after, false)).toEqual(linesOf(before, false))
  expect(linesOf(after, true)).toEqual([{ female: 1, male: 0, transgender: 0, none: 0 }])
  expect((await first.get('reports')).text).toContain('in no other figure')
  const csv = await first.post('reports.csv', { table: 'institutes' })
  expect(csv.text.split('\n')[0]).toMatch(/,jk-admitted\s*$/)
  // Who is excluded by the cell has no seat any more.
  db.sqlite.prepare('UPDATE applications SET excluded_at = 1 WHERE candidate_id = ?').run(ids[2]!)
  expect((await reportAt(first)).total['jk-admitted']).toBe(0)
})

test('case 18: a regional office counts its own districts only, and sees no money', async () => {
  await withAnAdmission()
  portal.services.db.sqlite.prepare("UPDATE candidates SET district = 'MH-nagpur' WHERE id = ?").run(ids[2]!)
  const ro = await atDesk(portal, 'ro')
  const { total, hasMoney, intake } = await reportAt(ro)
  expect([total.registered, hasMoney]).toEqual([2, false])
  // Nor does it see the intake of institutes elsewhere.
  expect(intake).toBeGreaterThan(0)
  portal.services.db.sqlite.exec("UPDATE seat_matrix_courses SET district = 'MH-nagpur'")
  expect((await reportAt(ro)).intake).toBe(0)
  for (const role of ['fc', 'so', 'institute'] as const)
    expect((await (await atDesk(portal, role)).post('stage-report.csv')).status, role).toBe(403)
})

test('districts of Maharashtra come first', async () => {
  await withAnAdmission()
  const move = portal.services.db.sqlite.prepare('UPDATE candidates SET district = ? WHERE id = ?')
  for (const [place, district] of ['GA-north-goa', 'MH-pune', 'MH-akola'].entries()) move.run(district, ids[place]!)
  const { lines } = await reportAt(first, '?by=district')
  expect(lines.map(({ value }) => value)).toEqual(['MH-akola', 'MH-pune', 'GA-north-goa'])
})

test('case 36: a search that is not understood shows everything and says so; the file defuses formulas', async () => {
  await withAnAdmission()
  portal.services.db.sqlite.exec(
    "UPDATE seat_matrix_courses SET institute = '=HYPERLINK(1)' WHERE institute_code = '8001'",
  )
  expect(await reportAt(first, '?by=mood')).toMatchObject({ isUnderstood: false, total: { registered: 3 } })
  expect((await reportAt(first, '?district=MH-atlantis')).total.registered).toBe(0)
  expect((await first.post('stage-report.csv', { by: 'mood' })).status).toBe(422)
  const file = await first.post('stage-report.csv', { by: 'institute' })
  expect(file.text.startsWith('\uFEFFCode,Institute,Registered,Submitted')).toBe(true)
  expect(file.text.includes("\r\n8001,'=HYPERLINK(1),")).toBe(true)
  expect(file.text.includes('\r\nall,All,1,0,0,0,1\r\n')).toBe(true)
})

test('on paper it says whom it counts, in either language, and shows no money to a regional office', async () => {
  await withAnAdmission()
  const official = {
    id: first.id,
    loginName: 'first',
    role: 'admin',
    centre: null,
    region: null,
    institute: null,
  } as const
  const printed = async (asked: object, language: 'en' | 'mr', officer: object = official) => {
    const pdf = await portal.services.stageReport.printReport({ ...official, ...officer }, asked, language)
    return pdf.ok ? textOf(pdf.value).replace(/\s+/g, ' ') : pdf.refusal.code
  }
  const all = await printed({ by: 'institute' }, 'en')
  for (const words of ['Everybody', '1 of 3 registered candidates are admitted', 'Persons with disability 1 0 0 0 1'])
    expect(all).toContain(words)
  const women = await printed({ by: 'category', gender: 'female', district: 'MH-pune' }, 'mr')
  for (const words of ['लिंग: स्त्री', 'जिल्हा: पुणे', 'एकूण']) expect(women).toContain(words)
  portal.services.db.sqlite.exec(
    "INSERT INTO payments (candidate_id, due, amount, gateway, status, created_at, changed_at) SELECT id, 'application-fee', 100000, 'demo', 'captured', 1, 1 FROM candidates LIMIT 1",
  )
  portal.services.db.sqlite.exec(
    "INSERT INTO refunds (payment_id, amount, reason, status, created_at, changed_at, next_attempt_at) SELECT id, 100000, 'by-hand', 'done', 1, 1, 1 FROM payments LIMIT 1",
  )
  expect(await printed({}, 'en')).toContain('Payments')
  expect(await printed({}, 'en')).toContain("At the gateway, without the portal's request Done")
  expect(await printed({}, 'en', { role: 'ro', region: 'pune' })).not.toContain('Payments')
  expect(await printed({ by: 'mood' }, 'en')).toBe('check-answers')
  const sent = await first.post('stage-report.pdf', { by: 'institute' })
  expect([sent.status, sent.headers['content-type']]).toEqual([200, 'application/pdf'])
})

type Yield = View<{
  lines: { value: string; counts: YieldCounts }[]
  total: YieldCounts
  share: number | null
  isUnderstood: boolean
}>
const yieldAt = async (desk: DeskBrowser, query = '') => viewOf<Yield>(await desk.get(`yield${query}`)).data

test('every seat given is kept, left for a better one or lost for one reason, in every table', async () => {
  await withAnAdmission()
  const { total, share } = await yieldAt(first)
  expect(total).toMatchObject({ allotted: 2, verified: 1, decided: 1, paid: 1, admitted: 1, kept: 1, open: 1 })
  expect(share).toBe(100)
  // The second never acts.
  portal.clock.set(plus(portal.clock.portal(), days(30)))
  const late = await yieldAt(first)
  expect(late.total).toMatchObject({ allotted: 2, admitted: 1, kept: 1, 'never-answered': 1 })
  expect(late.share).toBe(50)
  for (const by of yieldDimensions) {
    const { lines, total: same } = await yieldAt(first, `?by=${by}`)
    expect(same, by).toEqual(late.total)
    for (const measure of yieldMeasures)
      expect(
        lines.reduce((sum, { counts }) => sum + counts[measure], 0),
        `${by} ${measure}`,
      ).toBe(same[measure])
  }
  expect((await yieldAt(first, '?by=category&category=OBC')).lines.map(({ value }) => value)).toEqual(['OBC'])
  expect((await yieldAt(first, '?round=2')).total.allotted).toBe(0)
  expect((await yieldAt(first, "?by=mood'--")).isUnderstood).toBe(false)
})

test('case 18: what became of seats: a region sees its institutes, others nothing; as a file and on paper', async () => {
  await withAnAdmission()
  const ro = await atDesk(portal, 'ro')
  expect((await yieldAt(ro)).total.allotted).toBe(2)
  portal.services.db.sqlite.exec("UPDATE seat_matrix_courses SET district = 'MH-nagpur'")
  expect((await yieldAt(ro)).total.allotted).toBe(0)
  for (const role of ['fc', 'so', 'institute'] as const) {
    const other = await atDesk(portal, role)
    for (const file of ['yield.csv', 'yield.pdf']) expect((await other.post(file)).status, `${role} ${file}`).toBe(403)
  }
  const file = await first.post('yield.csv', { by: 'institute' })
  expect(file.text.startsWith('\uFEFFCode,Institute,Given,Facts verified')).toBe(true)
  expect((await first.post('yield.csv', { by: 'mood' })).status).toBe(422)
  const paper = await portal.services.stageReport.yields.printReport(
    { id: first.id, loginName: 'first', role: 'admin', centre: null, region: null, institute: null },
    { by: 'seatType', category: 'OBC' },
    'mr',
  )
  expect(paper.ok && textOf(paper.value).replace(/\s+/g, ' ')).toContain('राखलेल्या व गेलेल्या जागा')
})

type Lines = View<{
  list: { rows: { userId: string | null; fullName: string | null; end: string; isReached: 0 | 1 }[] }
}>
const linesAt = async (desk: DeskBrowser, query = '') =>
  viewOf<Lines>(await desk.get(`yield-seats${query}`)).data.list.rows

test('case 18: a figure leads to its seats and their candidates, for those who see the figure, and to nobody else', async () => {
  await withAnAdmission()
  portal.clock.set(plus(portal.clock.portal(), days(30)))
  const page = await first.get('yield?lang=en')
  expect(page.text).toContain('/mbale/cell/yield-seats?end=never-answered')
  // A figure of none leads nowhere.
  expect(page.text).not.toContain('yield-seats?end=cancelled')
  expect(await linesAt(first, '?end=never-answered')).toMatchObject([{ fullName: 'Entrant 2', isReached: 1 }])
  expect((await linesAt(first)).map(({ end }) => end)).toEqual(['kept', 'never-answered'])
  for (const nobody of ['?end=kept&category=SC', "?end=mood'--", '?round=2', '?institute=1'])
    expect(await linesAt(first, nobody), nobody).toEqual([])
  const { sqlite } = portal.services.db
  expect(
    sqlite.prepare("SELECT detail FROM audit_log WHERE act = 'yield.list-read' ORDER BY id LIMIT 1").pluck().get(),
  ).toContain('never-answered')
  const file = await first.post('list.csv', { list: 'yield-seats', search: 'end=never-answered' })
  expect(file.text.split('\r\n').slice(0, 2)).toEqual([
    expect.stringContaining('Application ID,Name,What became of it'),
    expect.stringContaining('Entrant 2,never-answered,1'),
  ])
  // A region sees the lines of the figures that it sees; a candidate from elsewhere is a name without a link.
  const ro = await atDesk(portal, 'ro')
  sqlite.prepare("UPDATE candidates SET district = 'MH-nagpur' WHERE id = ?").run(ids[1]!)
  expect(await linesAt(ro, '?end=never-answered')).toMatchObject([{ fullName: 'Entrant 2', isReached: 0 }])
  sqlite.exec("UPDATE seat_matrix_courses SET district = 'MH-nagpur'")
  expect(await linesAt(ro)).toEqual([])
  for (const role of ['fc', 'so', 'institute'] as const) {
    const other = await atDesk(portal, role)
    expect((await other.get('yield-seats')).status, role).toBe(403)
    expect((await other.post('list.csv', { list: 'yield-seats' })).status, role).toBe(403)
  }
  expect((await browser(portal, {}).get('/mbale/cell/yield-seats')).status).toBe(303)
  // A closed record is nobody's, and the lines are still as many as the figure says.
  sqlite.prepare('INSERT INTO data_states (restricted_at, candidate_id) VALUES (1, ?)').run(ids[1]!)
  const closed = await first.get('yield-seats?end=never-answered&lang=en')
  expect(closed.text).not.toContain('Entrant 2')
  expect(closed.text).toContain('Record closed')
  expect(await linesAt(first, '?end=never-answered')).toMatchObject([{ userId: null, fullName: null, isReached: 0 }])
  expect((await first.post('list.csv', { list: 'yield-seats' })).text).not.toContain('Entrant 2')
})

test('everybody reads the totals of a round once its reporting is over, and not before', async () => {
  await withAnAdmission()
  const read = async () => (await browser(portal).get('allotment/round-one?lang=en')).text
  expect(await read()).not.toContain('What became of the seats')
  portal.clock.set(plus(portal.clock.portal(), days(30)))
  // The first visitor has the seats counted and does not wait for it.
  await read()
  await expect.poll(read).toContain('What became of the seats of this round')
  const text = await read()
  expect(text).toMatch(/Lost: never answered(?:<[^>]+>)+1</)
})
