import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { beginNewSeason } from '#server/commands/new-season.ts'
import { mbale } from '#server/courses/courses.ts'
import { markerFile } from '#server/domain/operations/identity.ts'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import type { View } from '#server/domain/site/view.ts'
import { roundWords } from '#server/domain/terms/cap-rounds.ts'
import { verifyArchive } from '#server/features/operations/housekeeping/archive.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { ist } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { multipart } from '#tests/support/files.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { everyId } from '#tests/support/message-ids.ts'
import {
  asData,
  browser,
  type Fields,
  folderOfTest,
  openPortal,
  register,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { publishRules } from '#tests/support/public-files.ts'
import { approve, formOf, propose, realValues } from '#tests/support/settings.ts'

const gateway = {
  createOrder: async () => ({ ok: true, value: { orderId: 'order_1' } }),
  triesOf: async () => ({ ok: true, value: [] }),
} as never

/** A new portal in which nobody has set anything, in January of a year. */
const emptyPortal = (year: number, dataDir?: string) =>
  openPortal({ at: ist(`${year}-01-11 10:00`), isDated: false, isOpened: false, gateway, dataDir })

/** The fields of a season of so many rounds. */
const roundsOf = (rounds: number): Record<string, string> =>
  Object.fromEntries(
    roundWords.flatMap((_, place) => {
      const isUsed = place < rounds
      return [
        [`freeze${place + 1}`, isUsed ? (place + 1 === rounds ? 'any' : '1') : ''],
        [`reports${place + 1}`, isUsed ? 'accepted' : ''],
        [`stages${place + 1}`, isUsed ? 'II' : ''],
      ]
    }),
  )

type Row = { key: string; title: string; isEvent: boolean; opens: string; closes: string }
const rowsAt = async (desk: DeskBrowser) =>
  viewOf<View<{ version: number; rows: Row[] }>>(await desk.get('schedule', asData)).data
const roundsIn = (rows: readonly { key: string }[]) =>
  [...new Set(rows.flatMap(({ key }) => /^round-(\d)-/.exec(key)?.[1] ?? []))].map(Number)

/** The fields of the table as it is. */
const tableOf = (rows: readonly Row[]): Fields =>
  Object.fromEntries(
    rows.flatMap(({ key, opens, closes, isEvent }) => [
      [`opens-${key}`, opens],
      ...(isEvent ? [] : [[`closes-${key}`, closes]]),
    ]),
  )

const order = ['registration', 'scrutiny', 'certificates', 'provisional-merit', 'grievances', 'final-merit']
/** Dates from June on: a stage every five days, a round every thirteen. */
function datesOf(key: string, year: number): [opens: string, closes: string] {
  const day = (days: number, time: string) =>
    `${new Date(Date.UTC(year, 5, 1 + days)).toISOString().slice(0, 10)}T${time}`
  const [, round, part] = /^round-(\d)-(\w+)$/.exec(key) ?? []
  const inRound = { options: [0, 3], allotment: [5, 5], acceptance: [5, 8], reporting: [5, 11] }[part ?? '']
  const place = order.indexOf(key.replace(/^certificates-.*/, 'certificates'))
  const [from, to] = inRound
    ? inRound.map((days) => 40 + 13 * (Number(round) - 1) + days)
    : place >= 0
      ? [key === 'scrutiny' ? 0 : place * 5, place * 5 + 2]
      : [38, key === 'cancellation' ? 150 : 39]
  return [day(from!, '10:00'), day(to!, '17:00')]
}

/** One admin dates every row of the schedule, and another puts the dates in force. */
async function dateEverything(first: DeskBrowser, second: DeskBrowser, year: number): Promise<void> {
  const { version, rows } = await rowsAt(first)
  const typed: Fields = { version: String(version) }
  for (const { key, isEvent } of rows) {
    const [opens, closes] = datesOf(key, year)
    typed[`opens-${key}`] = opens
    if (!isEvent) typed[`closes-${key}`] = closes
  }
  expect((await first.post('schedule', typed)).status).toBe(303)
  const reasons = { reasonEn: 'The dates of the season', reasonMr: 'हंगामाच्या तारखा' }
  const drafted = String((await rowsAt(first)).version)
  expect((await first.post('schedule', { intent: 'prepare', version: drafted, ...reasons })).status).toBe(303)
  const { change } = viewOf<View<{ change: { id: number } }>>(await second.get('schedule', asData)).data
  expect((await second.post('schedule', { intent: 'release', id: String(change.id) })).status).toBe(303)
}

/** Everything of the set-up but the year, the rounds and the dates. */
async function setUpTheRest(portal: TestPortal, admin: DeskBrowser): Promise<void> {
  for (const setting of cellSettings) {
    if (setting === 'year' || setting === 'rounds') continue
    expect((await propose(portal, admin, setting, realValues[setting] ?? {})).status, setting).toBe(303)
  }
  await publishRules(portal)
  const keeper = await tableKeeper(portal, 'keeper')
  await keeper.apply((await keeper.bring('message-ids', everyId(portal))).address)
  await admin.post('set-up', { intent: 'message', mobile: '9876543210', email: 'it@example.org' })
  await admin.post('set-up', { intent: 'payment' })
  await admin.post('set-up', { intent: 'backup' })
  await admin.post('centres', {
    ...{ isNew: 'true', code: 'FC01', district: 'MH-pune', nameEn: 'Centre, Pune', nameMr: 'केंद्र, पुणे' },
    ...{ addressEn: 'Station Road, Pune', addressMr: 'स्टेशन रोड, पुणे', confirmed: 'yes' },
  })
  const { csrf } = viewOf<View>(await admin.get('account')).staff!
  const seats = [{ name: 'seats.csv', content: Buffer.from([...seatMatrixCsv(sampleCourses)].join('')) }]
  const { body, headers } = multipart({ _csrf: csrf, intent: 'import' }, seats)
  const sent = {
    cookies: { ...admin.jar },
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
  }
  expect((await portal.ask('POST', `${admin.base}seat-matrix`, { ...sent, body })).status).toBe(303)
}

const missingAt = (portal: TestPortal) => portal.services.setUp.lines().filter(({ missing }) => missing.length)

const publicPages = [
  ...['home', 'importantdate', 'notifications', 'news', 'faq', 'chances', 'sitemap', 'offline'],
  ...['institute-wise-vacancy', 'closing-merit', 'institude-list'],
]

/** Every public page in both languages, and the papers, as one text. */
async function allThatIsPublic(portal: TestPortal): Promise<string> {
  const visitor = browser(portal)
  const texts: string[] = []
  for (const language of ['en', 'mr'] as const) {
    for (const page of publicPages) {
      const answer = await visitor.get(`${page}?lang=${language}`)
      expect(answer.status, page).toBe(200)
      texts.push(decodeURIComponent(answer.text.replace(/%(?![0-9A-F]{2})/g, '%25')))
    }
  }
  for (const pdf of ['user_manual.pdf', 'MBA_new_schdule.pdf'] as const)
    texts.push(textOf((await portal.services.publicPdf(pdf, 'en')) as Buffer))
  for (const call of ['schedule', 'notices']) texts.push(JSON.stringify((await portal.api('GET', call)).body))
  return texts.join('\n')
}

test.each([
  { rounds: 1, now: 2026, year: '2026-2027' },
  { rounds: 2, now: 2028, year: '2029-2030' },
  { rounds: 4, now: 2031, year: '2031-2032' },
  { rounds: 6, now: 2034, year: '2033-2034' },
])(
  'a season of $rounds rounds in $year is set up and opened at the desk, and the next one begins from it',
  async ({ rounds, now, year }) => {
    const dataDir = folderOfTest()
    const portal = await emptyPortal(now, dataDir)
    const first = await atDesk(portal, 'admin', 'first')
    const second = await atDesk(portal, 'admin', 'second')
    await atDesk(portal, 'so', 'officer')
    await propose(portal, first, 'year', { academicYear: year, applicationIdPrefix: 'QZ' })
    const firstYear = Number(year.slice(0, 4))
    const { footerDate } = formOf(portal, 'head', {}) as Record<string, string>
    expect(footerDate, 'the dates offered follow the year').toContain(String(firstYear + 1))

    // Another number of rounds is tried once, and taken back.
    for (const tried of [rounds < 6 ? rounds + 1 : 3, rounds]) {
      expect((await propose(portal, first, 'rounds', roundsOf(tried))).status).toBe(303)
      expect(roundsIn((await rowsAt(first)).rows)).toHaveLength(tried)
      expect(roundsIn(portal.services.notices.undated())).toHaveLength(tried)
    }
    await setUpTheRest(portal, first)
    expect(missingAt(portal).map(({ item }) => item)).toEqual(['dates'])
    // A year that is over cannot be dated: its portal is of the year that runs.
    await dateEverything(first, second, Math.max(now, firstYear))
    expect(missingAt(portal)).toEqual([])
    expect((await first.post('set-up', { intent: 'propose' })).status).toBe(303)
    const id = String(portal.services.setUp.waiting({ id: 0, loginName: '', role: 'admin' })!.id)
    expect((await second.post('set-up', { intent: 'open', id })).status).toBe(303)

    const shown = await allThatIsPublic(portal)
    expect(shown).toContain(year)
    for (let round = 1; round <= rounds; round++) {
      expect(shown).toContain(`Option form, CAP Round ${round}`)
      expect((await browser(portal).get(`allotment/round-${roundWords[round - 1]}`)).status).toBe(200)
    }
    expect(shown).not.toMatch(
      new RegExp(`(round|Round|फेरी)[ -](${[7, 6, 5, 4, 3, 2].filter((n) => n > rounds).join('|')})`),
    )
    if (rounds < 6) expect((await browser(portal).get(`allotment/round-${roundWords[rounds]}`)).status).toBe(404)
    expect(readFileSync(path.join(dataDir, 'mbale', markerFile), 'utf8')).toContain(year)

    const [to, archives] = [folderOfTest(), folderOfTest()]
    const next = `${firstYear + 1}-${firstYear + 2}`
    const begun = await beginNewSeason({
      portal: { ...portal.services, close: portal.close },
      ...{ course: mbale, mode: 'live', software: '0.1.0', archives, to },
      ask: async (_setting, _field, suggested) => suggested,
      async open(folder) {
        const opened = await emptyPortal(now, folder)
        return { ...opened.services, close: opened.close }
      },
    })
    expect(begun.academicYear).toBe(next)
    expect(verifyArchive(begun.archive).note).toMatchObject({ portal: { academicYear: year } })
    expect(begun.archive).toContain(year)
    expect(readFileSync(path.join(to, 'mbale', markerFile), 'utf8')).toContain(next)
    const later = await emptyPortal(now, to)
    expect(later.services.course.academicYear).toBe(next)
    expect(later.services.identity.academicYear).toBe(next)
    expect(later.services.course.rounds).toHaveLength(rounds)
    expect(roundsIn(later.services.notices.undated())).toHaveLength(rounds)
    expect((await browser(later).get('home')).text).toContain(`Admissions for ${next} have not opened yet`)
  },
)

describe('a round with dates that is taken away', () => {
  const noticesOf = async (portal: TestPortal) =>
    ((await portal.api('GET', 'notices')).body.data as { title: string; body: string }[])[0]!
  const shownRounds = (portal: TestPortal) => roundsIn(portal.services.notices.schedule())
  const threeRounds = async (isOpened = false) => {
    const portal = await openPortal({ isOpened, at: ist('2024-07-20 10:00') })
    return { portal, admin: await atDesk(portal, 'admin', 'first'), second: await atDesk(portal, 'admin', 'second') }
  }

  test('leaves every page with one notice, and has its dates again when it comes back', async () => {
    const { portal, admin } = await threeRounds()
    expect(shownRounds(portal)).toEqual([1, 2, 3])
    await propose(portal, admin, 'rounds', roundsOf(2))
    expect(shownRounds(portal)).toEqual([1, 2])
    expect(portal.services.notices.undated()).toEqual([])
    expect(portal.services.notices.activity('round-3-options')).toBeUndefined()
    expect((await browser(portal).get('importantdate')).text).not.toContain('CAP Round 3')
    expect(await noticesOf(portal)).toMatchObject({
      title: 'The season has 2 CAP rounds, instead of 3',
      body: expect.stringContaining('Option form, CAP Round 3: left out of the schedule.'),
    })
    await propose(portal, admin, 'rounds', roundsOf(3))
    expect(shownRounds(portal)).toEqual([1, 2, 3])
    expect((await noticesOf(portal)).body).toMatch(/Option form, CAP Round 3: .*2024/)
  })

  test('is not in a draft or a waiting change of the schedule either', async () => {
    const { portal, admin, second } = await threeRounds()
    const { version, rows } = await rowsAt(admin)
    const moved = { ...tableOf(rows), 'closes-round-3-options': '2024-09-22T18:00', version: String(version) }
    expect((await admin.post('schedule', moved)).status).toBe(303)
    const drafted = String((await rowsAt(admin)).version)
    const reasons = { reasonEn: 'The dates of the season', reasonMr: 'हंगामाच्या तारखा' }
    expect((await admin.post('schedule', { intent: 'prepare', version: drafted, ...reasons })).status).toBe(303)
    await propose(portal, admin, 'rounds', roundsOf(2))
    expect(roundsIn((await rowsAt(second)).rows)).toEqual([1, 2])
    const id = String(portal.services.scheduleDesk.view({ id: 0, loginName: '', role: 'admin' }).change!.id)
    expect((await second.post('schedule', { intent: 'release', id })).status, 'nothing is left of it').toBe(409)
    expect((await second.post('schedule', { intent: 'discard', id })).status).toBe(303)
    expect((await second.get('schedule')).status).toBe(200)
  })

  test('stays at the desk while something has happened on it, and is closed for candidates', async () => {
    const { portal, admin, second } = await threeRounds(true)
    const candidate = await register(portal)
    portal.services.db.sqlite
      .prepare(
        `INSERT INTO option_forms (candidate_id, round, version, saved_at)
         SELECT id, 3, 1, 1 FROM candidates WHERE user_id = ?`,
      )
      .run(candidate)
    await propose(portal, admin, 'rounds', { ...roundsOf(2), orderNumber: 'CAP/2024/17' })
    expect((await approve(portal, second, 'rounds')).status).toBe(303)
    expect((await rowsAt(admin)).rows.map(({ key }) => key)).toContain('round-3-options')
    expect((await rowsAt(admin)).rows.map(({ key }) => key)).not.toContain('round-3-reporting')
    expect(shownRounds(portal)).toEqual([1, 2])
    portal.clock.set(ist('2024-09-20 12:00'))
    expect(portal.services.notices.isOpen('round-3-options')).toBe(false)
  })
})
