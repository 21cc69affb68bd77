import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { factsToCheck } from '#server/domain/scrutiny/scrutiny.ts'
import { isDrawn, lotOf, shareOf } from '#server/domain/scrutiny/second-readings.ts'
import type { View } from '#server/domain/site/view.ts'
import { hours } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant, openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

let portal: TestPortal
let first: DeskBrowser
let second: DeskBrowser
let userId: string
let id: number
let page: string

const rows = () => portal.services.db.sqlite.prepare('SELECT * FROM second_readings').all() as Record<string, unknown>[]
/** The season reads every form again, unless a test says otherwise. */
const everyForm = (percent: number) =>
  Object.defineProperty(portal.services.course, 'secondReadingPercent', { get: () => percent, configurable: true })

const verdicts = (faults: Record<string, Record<string, string>> = {}) =>
  Object.fromEntries(
    factsToCheck(portal.services.application.answers(id)).flatMap(({ name }) =>
      Object.entries(faults[name] ? { verdict: 'discrepancy', ...faults[name] } : { verdict: 'accepted' }).map(
        ([field, value]) => [`${field}-${name}`, value],
      ),
    ),
  )
async function confirm(officer = first, of = userId) {
  const at = `scrutiny/${of}`
  await officer.post(at, { intent: 'pick-up' })
  const asked = await officer.post(at, verdicts())
  const done = await officer.post(at, { ...verdicts(), agreed: viewOf<View>(asked).form!.confirm!.value })
  expect(done.status).toBe(303)
}
const take = (officer: DeskBrowser) => officer.post('scrutiny', { intent: 'second' })
const wrong = { 'mother-name': { reason: 'differs', expected: 'Sunita R. Patil' } }

beforeEach(async () => {
  const opened = await openWithApplicant({ officers: ['so-1', 'so-2'] })
  portal = opened.portal
  everyForm(100)
  first = opened.officers[0]!
  second = opened.officers[1]!
  userId = opened.owner.userId
  id = opened.owner.id
  page = `second-reading/${userId}`
})

describe('the lot of a form', () => {
  test('is the same for everybody who has the seed, whose hash is in the log from the first draw on', async () => {
    await confirm()
    const [row] = rows()
    const { sqlite } = portal.services.db
    const seed = sqlite.prepare('SELECT seed FROM second_reading_seed').pluck().get() as string
    const hash = createHmac('sha256', seed).update(`${userId} ${row!.version}`).digest('hex')
    expect(row).toMatchObject({ lot: lotOf(hash), share: 100, centre: null })
    const said = sqlite.prepare("SELECT detail FROM audit_log WHERE act = 'second-readings.seed-made'").pluck().all()
    expect(said).toHaveLength(1)
    expect(String(said[0])).toContain(createHash('sha256').update(seed).digest('hex'))
  })

  test('falls evenly, so that a share of the season is a share of the forms', () => {
    const lots = Array.from({ length: 20_000 }, (_, n) => lotOf(createHash('sha256').update(String(n)).digest('hex')))
    for (const share of [1, 5, 20]) {
      const drawn = lots.filter((lot) => isDrawn(lot, share)).length / lots.length
      expect(Math.abs(drawn - share / 100)).toBeLessThan(0.01)
    }
    expect(lots.some((lot) => isDrawn(lot, 0))).toBe(false)
    expect(lots.every((lot) => isDrawn(lot, 100))).toBe(true)
  })

  test('the share grows with misses and doubles for documents not opened, and is never above all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 10 }), (season, misses) => {
        const seen = shareOf(season, { misses, isUnopened: false })
        expect(shareOf(season, { misses, isUnopened: true })).toBe(Math.min(100, 2 * seen))
        expect(shareOf(season, { misses: misses + 1, isUnopened: false })).toBeGreaterThanOrEqual(seen)
        expect(seen).toBeLessThanOrEqual(100)
      }),
    )
    expect([0, 1, 3].map((misses) => shareOf(5, { misses, isUnopened: false }))).toEqual([5, 10, 20])
  })

  test('with a share of none, no form is drawn', async () => {
    everyForm(0)
    await confirm()
    expect(rows()).toEqual([])
  })
})

describe('a second reading', () => {
  test('is by another officer, who sees no verdict, and changes nothing on the form', async () => {
    await confirm()
    expect((await take(first)).headers.location, 'never by the first').toMatch(/\/cell\/scrutiny$/)
    expect((await first.get(page)).status).toBe(404)
    const taken = await take(second)
    expect(taken.headers.location).toContain(page)
    const { data } = viewOf<{ data: { facts: { verdict: unknown; isChanged: boolean }[] } }>(await second.get(page))
    expect(data.facts.length).toBeGreaterThan(5)
    expect(data.facts.every(({ verdict, isChanged }) => verdict === null && !isChanged)).toBe(true)
    const asked = await second.post(page, verdicts(wrong))
    expect([asked.status, viewOf<View>(asked).form?.confirm?.value]).toEqual([409, 'second'])
    expect((await second.post(page, { ...verdicts(wrong), agreed: 'second' })).status).toBe(303)
    expect(rows()[0]).toMatchObject({ disagreed: 1 })
    expect(portal.services.application.factsOf(id).confirmedAt).not.toBeNull()
    expect((await second.post(page, { ...verdicts(), agreed: 'second' })).status, 'once').toBe(404)

    // Leads read it; officers do not.
    const lead = await atDesk(portal, 'admin')
    const { text } = await lead.get('officers')
    for (const words of ['Sunita R. Patil', userId, 'Confirmed with documents not opened'])
      expect(text).toContain(words)
    expect((await second.get('officers')).status).toBe(403)
    expect(await portal.services.secondReadings.figures({ ...lead, role: 'so' } as never)).toBeNull()
  })

  test('a miss raises the share of the officer whose form it was', async () => {
    await confirm()
    await take(second)
    await second.post(page, { ...verdicts(wrong), agreed: 'second' })
    everyForm(20)
    const other = await applicant(portal, ravi)
    await other.complete(ashasAnswers)
    await other.submit()
    id = other.id
    await confirm(first, other.userId)
    // 20 % once more for the miss, and double for the documents that nobody opened.
    const drawn = rows().find((row) => row.candidate_id === other.id)
    const seed = portal.services.db.sqlite.prepare('SELECT seed FROM second_reading_seed').pluck().get() as string
    const lot = lotOf(createHmac('sha256', seed).update(`${other.userId} 1`).digest('hex'))
    expect(drawn !== undefined).toBe(lot < 8000)
    if (drawn) expect(drawn.share).toBe(80)
  })

  test('one officer has it at a time; after two hours a colleague takes it up, and the verdicts of the other are refused', async () => {
    const third = await atDesk(portal, 'so', 'so-3')
    await confirm()
    await take(second)
    expect((await take(third)).headers.location).toMatch(/\/cell\/scrutiny$/)
    expect((await third.post(page, { ...verdicts(), agreed: 'second' })).status).toBe(409)
    expect((await third.get(`${page}/file/photo`)).status).toBe(404)
    portal.services.db.sqlite.prepare('UPDATE second_readings SET taken_at = taken_at - ?').run(hours(2))
    expect((await take(third)).headers.location).toContain(page)
    const late = await second.post(page, { ...verdicts(), agreed: 'second' })
    expect(late.status).toBe(409)
    expect((await third.post(page, { ...verdicts(), agreed: 'second' })).status).toBe(303)
  })

  test('lapses when the form is opened again, which may happen while it is read', async () => {
    await confirm()
    await take(second)
    portal.services.db.sqlite.prepare('UPDATE applications SET confirmed_at = NULL WHERE candidate_id = ?').run(id)
    expect((await second.post(page, { ...verdicts(), agreed: 'second' })).status).toBe(404)
    expect((await take(second)).headers.location).toMatch(/\/cell\/scrutiny$/)
    expect(rows()[0]).toMatchObject({ finished_at: null })
  })

  test('is never by somebody who has judged a fact of the form, even of an earlier version', async () => {
    await confirm()
    const { id: reader } = portal.services.staff.byCookie(second.jar.mbale_desk!)!
    portal.services.db.sqlite
      .prepare(
        `INSERT INTO scrutiny_findings (candidate_id, version, fact, is_accepted, officer_id, at)
         VALUES (?, 0, 'name', 1, ?, 1)`,
      )
      .run(id, reader)
    expect((await take(second)).headers.location).toMatch(/\/cell\/scrutiny$/)
    expect((await second.get(page)).status).toBe(404)
  })
})
