import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { summaryOf } from '#server/features/application/application/summary.ts'
import { ist } from '#server/kernel/time.ts'
import { addMatrix, codes } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { writeEdition } from '#tests/support/merit.ts'
import { asData, asha, browser, openPortal, ravi, signIn, type TestPortal, viewOf } from '#tests/support/portal.ts'

let portal: TestPortal
let her: Awaited<ReturnType<typeof signIn>>

beforeEach(async () => {
  portal = await openPortal()
  her = await signIn(portal, asha)
  const admin = await atDesk(portal, 'admin')
  addMatrix(portal.services.db, 1, admin.id)
  portal.services.db.sqlite.exec(
    'INSERT INTO applications (candidate_id, mode, submitted_at) SELECT id, 1, 1 FROM candidates',
  )
  portal.clock.set(ist('2024-09-10 12:00'))
})

type Shown = {
  told: { code: string }[]
  institutes: { code: string; seats: number; district: string; fee: string | null }[]
  hindrance: string | null
}
const page = async (query = '') =>
  viewOf<View<Shown>>(await browser(portal, her.cookies).get(`non-cap${query}`, asData)).data
const tell = (institute: string, intent = 'register') =>
  browser(portal, her.cookies).post('non-cap', { intent, institute })
const institute = (code: string, name = `of-${code}`) => atDesk(portal, 'institute', name, { institute: code })
const list = async (desk: Awaited<ReturnType<typeof institute>>) =>
  viewOf<View<{ list: { rows: { userId: string; mobile: string }[] } }>>(await desk.get('non-cap', asData)).data.list
    .rows

test('a candidate informs an institute, which sees them on its list and in its CSV, and then withdraws', async () => {
  expect((await page()).institutes.map(({ code, seats }) => [code, seats])).toEqual([
    ['8001', 2],
    ['8002', 2],
  ])
  expect((await page('?q=8002')).institutes.map(({ code }) => code)).toEqual(['8002'])
  expect((await tell('8001')).status).toBe(303)
  expect((await tell('8001')).status).toBe(303)
  expect((await page()).told.map(({ code }) => code)).toEqual(['8001'])
  const desk = await institute('8001')
  expect(await list(desk)).toMatchObject([{ userId: her.userId, mobile: asha.mobile }])
  const csv = await desk.post('list.csv', { list: 'non-cap' })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text.startsWith('\uFEFFApplication ID,Name')).toBe(true)
  expect(csv.text).toContain(`${her.userId},${asha.fullName},${asha.district},${asha.mobile}`)
  await tell('8001', 'withdraw')
  expect(await list(desk)).toEqual([])
})

test('each button says which institute it tells or leaves', async () => {
  const buttons = async () =>
    [
      ...(await browser(portal, her.cookies).get('non-cap')).text.matchAll(
        /<button[^>]*>((?:Tell|Remove).*?)<\/button>/g,
      ),
    ].map(([, label]) => label!.replaceAll(/<[^>]*>/g, ''))
  await tell('8001')
  const names = await buttons()
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^Remove my name from its list \S/)
  expect(names[1]).toMatch(/^Tell this institute \S/)
})

test('institutes come by district, with what a year costs there', async () => {
  const { sqlite } = portal.services.db
  const [first, other] = [codes.first, '800110210']
  sqlite.exec(`
    UPDATE seat_matrix_courses SET district = 'MH-akola' WHERE institute_code = '8002';
    CREATE TEMP TABLE another AS SELECT * FROM seat_matrix_courses WHERE choice_code = '${first}';
    UPDATE another SET choice_code = '${other}';
    INSERT INTO seat_matrix_courses SELECT * FROM another`)
  const cost = (choiceCode: string, annualFee: number) =>
    sqlite.prepare('INSERT INTO course_fees (choice_code, annual_fee) VALUES (?, ?)').run(choiceCode, annualFee)
  const rows = async (query = '') =>
    (await page(query)).institutes.map(({ code, district, fee }) => [code, district, fee])
  expect(await rows()).toEqual([
    ['8002', 'Akola', null],
    ['8001', 'Pune', null],
  ])
  cost(first, 60_000_00)
  expect(await rows('?district=MH-pune')).toEqual([['8001', 'Pune', '₹60,000 a year']])
  cost(other, 95_000_00)
  expect(await rows('?district=MH-pune&lang=mr')).toEqual([['8001', 'पुणे', 'वर्षाला ₹60,000 ते ₹95,000']])
  expect(await rows('?district=MH-nowhere')).toEqual([])
  const told = await browser(portal, her.cookies).post('non-cap?district=MH-pune', {
    intent: 'register',
    institute: '8001',
  })
  expect(told.headers.location).toMatch(/non-cap\?district=MH-pune$/)
})

test('telling an institute keeps the search and the whole list that it was found in', async () => {
  const { location } = (
    await browser(portal, her.cookies).post('non-cap?q=8002&list=all', { intent: 'register', institute: '8002' })
  ).headers
  expect(location).toMatch(/non-cap\?q=8002&list=all$/)
})

test('case 18: an institute sees only its own list, and no other role sees any', async () => {
  await tell('8001')
  const other = await institute('8002')
  expect(await list(other)).toEqual([])
  expect((await other.post('list.csv', { list: 'non-cap', search: 'institute=8001' })).text).not.toContain(her.userId)
  for (const role of ['fc', 'so', 'ro', 'admin'] as const) {
    const desk = await atDesk(portal, role, `${role}-two`)
    expect([role, (await desk.get('non-cap')).status]).toEqual([role, 403])
    expect([role, (await desk.post('list.csv', { list: 'non-cap' })).status]).toEqual([role, 403])
  }
  await list(await institute('8001', 'reader'))
  const looks = portal.services.db.sqlite
    .prepare("SELECT count(*) AS n FROM audit_log WHERE act = 'non-cap.list-read'")
    .get()
  expect(looks).toEqual({ n: 1 })
})

test('only a submitted form counts, within the window, and only at institutes with seats of their own', async () => {
  expect((await tell('9999')).status).toBe(404)
  const him = await signIn(portal, ravi)
  const his = await browser(portal, him.cookies).post('non-cap', { intent: 'register', institute: '8001' })
  expect(viewOf<View>(his).form?.message).toBe('Submit your application first. Then you can tell institutes here.')
  portal.clock.set(ist('2024-10-05 17:00'))
  expect((await tell('8001')).status).toBe(422)
  expect((await page()).hindrance).toBe('Registration for seats outside the rounds is not open now.')
  expect(portal.services.db.sqlite.prepare('SELECT count(*) AS n FROM non_cap_interests').get()).toEqual({ n: 0 })
})

test('telling an institute is the one act of a form that came too late for the rounds, until one is told', async () => {
  type Board = {
    hero: { state: { sentences: string[]; act: { due: { words: string }; go: { href: string } } | null } }
    track: { note?: string }[]
    rows: { href: string; note?: string }[]
  }
  type Sheet = { nonCap: { act: { about: string } | null } | null }
  const open = async <Data>(path: string) =>
    viewOf<View<Data>>(await browser(portal, her.cookies).get(path, asData)).data
  const before = await open<Board>('dashboard')
  expect(before.hero.state.act).toMatchObject({ due: { words: 'By 5 Oct 2024, 17:00' } })
  expect(before.hero.state.act!.go.href).toMatch(/\/non-cap$/)
  // Officers have no time after the deadline for forms: the track does not promise a check.
  expect(before.track.at(-1)!.note).toBe('It counts only if it is confirmed by 5 Oct 2024, 17:00')
  // The e-mail is not verified, so it is not named.
  expect(before.hero.state.sentences.join()).toContain('by SMS when')
  expect((await open<Sheet>('print-pdf')).nonCap!.act!.about).toContain('only if you tell it')
  await tell('8001')
  const after = await open<Board>('dashboard')
  expect(after.hero.state.act).toBeNull()
  expect(after.rows.find(({ href }) => href.endsWith('/non-cap'))!.note).toContain('You have told 1 institute.')
  expect((await open<Sheet>('print-pdf')).nonCap).toEqual({ act: null })
})

describe('a form that is confirmed after the rounds', () => {
  type Board = {
    hero: {
      state: { tone: string; title: string; sentences: string[]; act: { title: string; go: { href: string } } | null }
    }
    rows: { href: string }[]
    dates: { key: string }[]
  }
  const board = async () => viewOf<View<Board>>(await browser(portal, her.cookies).get('dashboard', asData)).data
  const lateForm = (submittedAt: number) =>
    portal.services.db.sqlite.exec(`
      UPDATE applications SET submitted_at = ${submittedAt}, confirmed_at = ${ist('2024-09-10 11:00')};
      INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint)
        SELECT candidate_id, 1, ${submittedAt}, '{}', 'x' FROM applications`)

  test('is valid, and nothing tells its candidate that a merit list lacks it', async () => {
    lateForm(ist('2024-09-09 11:00'))
    writeEdition(portal, { lists: { state: [] } })
    const { hero, rows, dates } = await board()
    expect(hero.state).toMatchObject({ tone: 'ok', title: 'Your form is valid for non-CAP seats' })
    expect(hero.state.sentences).toEqual([
      'Your name is on no merit list, and need not be. Institutes fill these seats themselves.',
      'An institute sees your name and form once you tell it. It decides itself whom it admits.',
      'You can tell institutes until 5 Oct 2024, 17:00.',
    ])
    expect(hero.state.act!.go.href).toMatch(/\/non-cap$/)
    expect(rows.filter(({ href }) => /merit/.test(href))).toEqual([])
    expect(dates.filter(({ key }) => /merit|^round/.test(key))).toEqual([])
    await tell('8001')
    expect((await board()).hero.state).toMatchObject({ tone: 'ok', act: null })
    portal.clock.set(ist('2024-10-06 12:00'))
    expect((await board()).hero.state.sentences.at(-1)).toBe(
      'The time to tell institutes ended on 5 Oct 2024, 17:00. Ask those that you told about their decision.',
    )
  })

  test('says so before the final list, on its receipt, in the summary and in the message', async () => {
    lateForm(ist('2024-09-09 11:00'))
    expect((await board()).hero.state).toMatchObject({ title: 'Your form is valid for non-CAP seats' })
    const { acknowledgement, application } = portal.services
    const [row] = portal.services.db.sqlite.prepare('SELECT candidate_id AS id FROM applications').all() as {
      id: number
    }[]
    expect(acknowledgement(row!.id, 'en')!.considered[0]).toEqual({
      label: 'Seats',
      value: 'Only those that institutes fill themselves, outside the CAP rounds (non-CAP)',
    })
    expect(application.countsFor(row!.id, 'en')).toContain('on no merit list. Tell institutes on the portal by 5 Oct')
    expect(summaryOf(application.standing(row!.id), application.isConfirmedOutside(row!.id), 'en')).toContain('non-CAP')
  })

  test('is ranked if it was submitted before: then a final list without it is a fault', async () => {
    lateForm(ist('2024-08-09 11:00'))
    writeEdition(portal, { lists: { state: [] } })
    expect((await board()).hero.state).toMatchObject({ tone: 'bad' })
    const { application } = portal.services
    const [row] = portal.services.db.sqlite.prepare('SELECT candidate_id AS id FROM applications').all() as {
      id: number
    }[]
    expect(application.countsFor(row!.id, 'en')).toBe('It counts for the merit lists.')
  })
})
