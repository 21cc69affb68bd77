import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { archivePortal, restorePortalArchive } from '#server/commands/archive.ts'
import { withPortal } from '#server/commands/past-portal.ts'
import type { Config } from '#server/config.ts'
import { courses } from '#server/courses/courses.ts'
import { cohortSize } from '#server/demo/cohort.ts'
import { type Persona, personaEmail, personas } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, defaultPhase, demoPhases, firstPhase } from '#server/demo/phases.ts'
import { staffPersona } from '#server/demo/staff-personas.ts'
import type { OfferState } from '#server/domain/admission/offer.ts'
import { isLoss, type YieldEnd, yieldDimensions, yieldEnds } from '#server/domain/admission/yield.ts'
import { compare } from '#server/domain/rehearsal/compare.ts'
import { realRules, rehearse } from '#server/domain/rehearsal/play.ts'
import type { Services } from '#server/features/index.ts'
import { verifyArchive } from '#server/features/operations/housekeeping/archive.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { isWhole } from '#tests/support/extent.ts'
import { brokenInvariants } from '#tests/support/invariants.ts'
import { folderOfTest, openPortal } from '#tests/support/portal.ts'

/** The demo's whole cohort where everything is tested, 150 candidates otherwise. */
const sizeOf = (slug: string) => (isWhole ? cohortSize(slug) : 150)

/** The state of the persona's newest seat and their part in the rounds, in the phase of their card. */
const outcomes: Readonly<Record<string, [OfferState | null, 'takes-part' | 'holds' | 'seated' | 'left']>> = {
  'auto-frozen': ['admitted', 'seated'],
  admitted: ['admitted', 'seated'],
  reported: ['admitted', 'seated'],
  'not-reported': ['not-reported', 'left'],
  cancelled: ['ended', 'left'],
  'refund-late': ['ended', 'left'],
  'no-action': ['not-accepted', 'takes-part'],
  'grievance-blocks': ['in-grievance', 'seated'],
  betterment: ['held', 'holds'],
  'betterment-kept': ['held', 'holds'],
  'betterment-upgraded': ['to-decide', 'takes-part'],
  'to-self-verify': ['to-verify', 'takes-part'],
  frozen: ['to-report', 'takes-part'],
  unconfirmed: [null, 'takes-part'],
  released: [null, 'takes-part'],
  'came-back': [null, 'takes-part'],
}

/** What these have answered to the roll-call of round 2, in the phase of a new demo. */
const answers = { betterment: 'in', unconfirmed: null, released: 'out', 'came-back': 'in' } as const

function outcomeOf({ db, seatAcceptance }: Services, persona: Persona) {
  const { id } = db.sqlite.prepare('SELECT id FROM candidates WHERE email = ?').get(personaEmail(persona)) as {
    id: number
  }
  const seat = seatAcceptance.current(id)
  return { id, seat, state: seat?.state ?? null, entry: seatAcceptance.entry(id, 2).kind }
}

/** The lists of every phase are out: each course's own dates fit the phases, which they share. */
function expectLists({ db }: Services, phase: DemoPhase): void {
  const published = db.sqlite.prepare("SELECT DISTINCT stage FROM merit_editions WHERE state = 'published'").pluck()
  const isSince = (name: DemoPhase) => demoPhases.indexOf(phase) >= demoPhases.indexOf(name)
  const due = ['provisional-merit', 'final-merit'].filter((name) => isSince(name as DemoPhase))
  expect([phase, published.all().sort()]).toEqual([phase, due.map((name) => name.split('-')[0]).sort()])
}

/** Each card tells the truth in its phase. */
function expectTrueCards(portal: Services, phase: DemoPhase): void {
  const shown = personas.filter(
    ({ course, key, shownIn = defaultPhase }) => course === portal.course.slug && outcomes[key] && shownIn === phase,
  )
  const found = shown.map((persona) => {
    const { state, entry } = outcomeOf(portal, persona)
    return [persona.key, [state, entry]]
  })
  expect(found).toEqual(shown.map(({ key }) => [key, outcomes[key]]))
  if (phase !== defaultPhase || !portal.course.rollCall) return
  for (const [key, answer] of Object.entries(answers)) {
    const persona = shown.find((one) => one.key === key)!
    expect([key, portal.rollCall.own(outcomeOf(portal, persona).id)?.answer]).toEqual([key, answer])
  }
}

/** Played again under its own rules, the season gives everybody the seat that they had. */
async function expectSameAgain({ rehearsal }: Services): Promise<void> {
  const season = await rehearsal.recordSeason()
  expect(season.rounds.map(({ given }) => given.length > 0)).toEqual([true, true, true])
  const again = rehearse(season, realRules(season))
  if ('fault' in again) throw new Error(`${again.fault} in round ${again.round}`)
  expect(compare(season, again)).toMatchObject({ changed: 0, assumed: 0 })
}

/** Each round asked, some answered and some did not, and each round's dossier left some out. */
async function expectReleased({ db, rollCall }: Services): Promise<void> {
  for (const round of [1, 2, 3]) {
    const { asked, in: stays, out, silent } = await rollCall.counts(round)
    expect(Math.min(asked, stays, out, silent), `round ${round}: ${[asked, stays, out, silent]}`).toBeGreaterThan(0)
  }
  const summaries = db.sqlite.prepare("SELECT summary FROM allotment_runs WHERE state = 'published'").pluck().all()
  const released = (summaries as string[]).map((text) => (JSON.parse(text) as { released?: number }).released ?? 0)
  expect(Math.max(...released)).toBeGreaterThan(0)
}

/** Each figure of what became of seats leads to as many lines, however the figures are broken down; the losses seen are returned. */
async function expectLinesBehindFigures(portal: Services): Promise<YieldEnd[]> {
  const admin = staffPersona(portal, 'admin')
  const { yields, yieldSeats } = portal.stageReport
  const seen = new Set<YieldEnd>()
  for (const by of yieldDimensions) {
    const report = await yields.report(admin, { by })
    if (!report.ok) throw new Error(report.refusal.code)
    for (const { value, counts } of report.value.lines)
      for (const end of yieldEnds) {
        const rows = [...yieldSeats.all(admin, askedOf(yieldSeats.shape, { [by]: value, end }))]
        expect([by, value, end, rows.length]).toEqual([by, value, end, counts[end]])
        if (rows.length) seen.add(end)
      }
  }
  return [...seen].filter(isLoss)
}

/** The season is archived, and the archive brings the whole portal back. */
async function expectArchived(portal: Services, folder: string): Promise<void> {
  const course = courses.find(({ slug }) => slug === portal.course.slug)!
  const to = path.join(folder, 'archives')
  const { file, note } = await archivePortal({ portal, mode: 'demo', to, software: '0.1.0' })
  expect([note.damaged, note.missing]).toEqual([[], []])
  expect(verifyArchive(file).note).toEqual(note)
  const dataDir = path.join(folder, 'restored')
  const config = { mode: 'demo', dataDir, courses: [course.slug] } as unknown as Config
  restorePortalArchive({ file, config, migrations: 'migrations', now: portal.clock.real() })
  const restored = new SqliteDatabase(path.join(dataDir, course.slug, 'portal.db'), { readonly: true })
  const count = 'SELECT (SELECT count(*) FROM allotments) + (SELECT count(*) FROM admissions) AS rows'
  expect(restored.prepare(count).get()).toEqual(portal.db.sqlite.prepare(count).get())
  restored.close()
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  const altered = path.join(folder, 'altered.zip')
  writeFileSync(altered, bytes)
  await expect(withPortal({ archive: altered }, 'a rehearsal', () => 'played')).rejects.toThrow(Misconfigured)
}

/** One season in `npm test`, whose invented course plays a diploma's too; every course in `test:all`. */
describe.each(courses.map(({ slug }) => slug).filter((slug) => isWhole || slug === 'mbale'))(
  'a season of %s',
  (slug) => {
    test('is played from registration to the archive, and at every phase the books are right', async () => {
      const folder = folderOfTest()
      const size = sizeOf(slug)
      const dataDir = path.join(folder, 'data')
      const portal = await openPortal({
        mode: 'demo',
        at: beginningOf(firstPhase),
        slugs: [slug],
        cohort: size,
        dataDir,
      })
      const { services } = portal
      for (const phase of demoPhases.slice(1)) {
        const moved = await portal.ask('POST', '/demo/clock', { body: { phase } })
        expect([phase, moved.status, moved.body.phase]).toEqual([phase, 200, phase])
        expectLists(services, phase)
        expect(await brokenInvariants(services, { isJustPublished: phase.endsWith('-allotment') })).toEqual([])
        if (size === cohortSize(slug)) expectTrueCards(services, phase)
      }
      expect(services.results.rounds()).toEqual([1, 2, 3])
      const { admitted, cancelled } = services.db.sqlite
        .prepare(
          `SELECT (SELECT count(*) FROM admissions) AS admitted, (SELECT count(*) FROM cancellations) AS cancelled`,
        )
        .get() as Record<'admitted' | 'cancelled', number>
      expect(admitted).toBeGreaterThan(size / 5)
      expect(cancelled).toBeGreaterThan(1)
      if (slug === 'scd') await expectReleased(services)
      expect((await expectLinesBehindFigures(services)).length).toBeGreaterThanOrEqual(3)
      await expectSameAgain(services)
      await expectArchived(services, folder)
    }, 300_000)
  },
)
