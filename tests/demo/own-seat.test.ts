import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personaEmail, personas } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, firstPhase } from '#server/demo/phases.ts'
import { playUntil } from '#server/demo/play.ts'
import type { View } from '#server/domain/site/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { minutes, plus } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import { browser, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

let portal: TestPortal
/** Somebody who registered while trying the demo. */
let visitor: Applicant
beforeAll(async () => {
  portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['mbale'], cohort: 60, shared: true })
  visitor = await applicant(portal)
  await visitor.complete()
  expect((await visitor.submit()).status).toBe(200)
})
afterAll(() => portal.close())

const moveTo = (phase: DemoPhase) => portal.ask('POST', '/demo/clock', { body: { phase } })

/** A page as a persona reads it, without the data for the browser. */
async function reads(key: string, path: string) {
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course: 'mbale' })
  const page = await screen.get(path)
  return { ...page, view: viewOf<View>(page), said: page.text.slice(0, page.text.indexOf('<script id="view"')) }
}

const actorOf = (key: string) => {
  const email = personaEmail(personas.find((one) => one.key === key && one.course === 'mbale')!)
  const found = portal.services.db.sqlite.prepare('SELECT id FROM candidates WHERE email = ?').get(email)
  return { candidateId: (found as { id: number }).id } as Parameters<typeof portal.services.nextActs.of>[0]
}

/** The addresses of the lines of a group of the menu. */
const seatLines = (said: string): string[] =>
  [...said.matchAll(/href="(\/mbale\/candidate\/self-arc-home\?round=\d)"/g)].map(([, address]) => address!)

describe('while candidates report', () => {
  beforeAll(() => moveTo('round-1-reporting'), 120_000)

  test('the officers of the demo have confirmed the form of a visitor, who has a merit number', async () => {
    const { confirmedAt } = portal.services.application.standing(visitor.id).facts
    expect(confirmedAt).not.toBeNull()
    const numbered = portal.services.db.sqlite
      .prepare('SELECT count(*) AS count FROM merit_entries WHERE candidate_id = ?')
      .get(visitor.id)
    expect((numbered as { count: number }).count).toBeGreaterThan(0)
  })

  test('the newest notices tell of what was published, at its time', () => {
    const notices = portal.services.notices.published('notice', 3)
    expect(notices.map(({ title, publishedAt }) => [title.en, formatDateTime(publishedAt, 'en')])).toEqual([
      ['CAP Round 1: the allotment is out', '29 Aug 2024, 17:01'],
      ['The final merit list is out', '22 Aug 2024, 17:01'],
      ['The provisional merit list is out', '17 Aug 2024, 17:01'],
    ])
  })

  test('a message names its time by the clock of the demo', async () => {
    await browser(portal).post('login', { userId: visitor.userId, password: visitor.person.password })
    const sent = portal.services.messages.outbox({ to: visitor.person.email })
    expect(sent.find(({ template }) => template === 'new-device')?.text).toContain('Time: 3 Sep 2024, 12:0')
  })

  test('every page that says "report" says where, how to get there, and what to bring', async () => {
    const { services } = portal
    const key = ['admitted', 'auto-frozen', 'reported', 'not-reported'].find(
      (one) => services.seatAcceptance.next(actorOf(one).candidateId)?.kind === 'report',
    )!
    const where = services.reportAt.of(services.seatAcceptance.current(actorOf(key).candidateId)!, 'en')
    expect(where.address).not.toBeNull()
    expect(where.originals.length).toBeGreaterThan(3)
    for (const path of ['dashboard', 'self-arc-home']) {
      const { said } = await reads(key, `${path}?lang=en`)
      const page = said.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
      const wanted = [
        where.address!,
        `href="tel:${where.phone!.replace(/[^+\d]/g, '')}"`,
        where.map,
        `/institude-list/${where.code}"`,
      ]
      for (const words of wanted) expect([path, page]).toEqual([path, expect.stringContaining(words)])
      if (path === 'self-arc-home') for (const name of where.originals) expect(page).toContain(name)
    }
    const seat = services.seatAcceptance.current(actorOf(key).candidateId)!
    const lines = services.reportAt.rows(seat, 'mr').map(({ value }) => value)
    const { address } = services.reportAt.of(seat, 'mr')
    expect(address).toMatch(/^\d+, [\p{Script=Devanagari} ]+, [\p{Script=Devanagari} ]+$/u)
    expect(lines[0]).toContain(address)
    expect(lines).toContain(where.phone)
  })

  test('a grievance of a visitor is taken by the officers of the demo as its clock moves', async () => {
    const { clock, services } = portal
    const { grievances } = services
    const own = () => grievances.own(visitor.id).grievances.map(({ state }) => state)
    services.db.sqlite
      .prepare("INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (?, 'other', 0, 'open', ?)")
      .run(visitor.id, clock.portal())
    expect(own()).toEqual(['open'])
    const waiting = grievances.own(actorOf('grievance-blocks').candidateId).grievances.map(({ state }) => state)
    await playUntil([services], clock, plus(clock.portal(), minutes(1)))
    expect(own()).not.toContain('open')
    // The case of a persona stays what its label says.
    expect(grievances.own(actorOf('grievance-blocks').candidateId).grievances.map(({ state }) => state)).toEqual(
      waiting,
    )
  })

  test('a form of a visitor who registered after the rounds’ registration is confirmed as the clock moves', async () => {
    const { clock, services } = portal
    const late = await applicant(portal, { ...ravi, state: 'MH', district: 'MH-pune' })
    await late.complete()
    expect((await late.submit()).status).toBe(200)
    const confirmedAt = () => services.application.standing(late.id).facts.confirmedAt
    expect(confirmedAt()).toBeNull()
    await playUntil([services], clock, plus(clock.portal(), minutes(1)))
    expect(confirmedAt()).not.toBeNull()
  })

  test('a visitor whom the clock takes to a centre is told of the confirmation, and not that the visit was missed', async () => {
    const { clock, services } = portal
    const guest = { ...ravi, mobile: '9812300077', email: 'centre.guest@example.org', state: 'MH', district: 'MH-pune' }
    const late = await applicant(portal, guest)
    await late.complete(answersWith(ashasAnswers, { 'type-of-candidature': { mode: '2' } }))
    expect((await late.submit()).status).toBe(200)
    const wanted = { district: null, centre: null, day: null }
    const place = services.centres.choices(late.id, wanted).centres.find(({ free }) => free > 0)!
    const ofPlace = { ...wanted, centre: place.code }
    const [first] = services.centres.choices(late.id, ofPlace).days.filter(({ free }) => free > 0)
    const [slot] = services.centres.choices(late.id, { ...ofPlace, day: first!.day }).slots
    expect(services.centres.book(late.id, slot!.id, clock.portal()).ok).toBe(true)
    await playUntil([services], clock, plus(clock.portal(), minutes(1)))
    const told = services.messages.outbox({ to: guest.email }).map(({ template }) => template)
    expect(told).toContain('confirmed-at-centre')
    expect(services.centres.appointment(late.id)?.arrivedAt).not.toBeNull()
  })

  test('a grievance on the seat is found from the page of grievances', async () => {
    const { view, said } = await reads('grievance-blocks', 'grievancy?lang=en')
    const { number } = portal.services.grievances.own(actorOf('grievance-blocks').candidateId).grievances[0]!
    expect(view.closed).toMatchObject({ kind: 'restricted', standing: { page: 'self-arc-home' }, window: null })
    expect(said).toContain(number)
    expect(said).toContain('href="/mbale/candidate/self-arc-home"')
    const other = await reads('admitted', 'grievancy?lang=en')
    expect(other.view.closed).toMatchObject({ kind: 'restricted', standing: null })
  })
})

describe('once the next round has begun', () => {
  beforeAll(() => moveTo('round-2-options'), 120_000)

  test('Seat Acceptance is for those who have a seat, with one line for each round that gave one', async () => {
    const seats: Record<string, boolean> = {
      betterment: true,
      admitted: true,
      cancelled: false,
      'refund-late': false,
      'not-reported': false,
      'no-action': false,
    }
    for (const [key, has] of Object.entries(seats)) {
      const { permissions } = portal.services.application.standingOf(actorOf(key))
      const { said } = await reads(key, 'dashboard?lang=en')
      expect([key, permissions.seat, seatLines(said)]).toEqual([
        key,
        has,
        has ? ['/mbale/candidate/self-arc-home?round=1'] : [],
      ])
    }
  })

  test('the page shows the seat of the round in its address, and has none for another', async () => {
    const asked = await reads('betterment', 'self-arc-home?round=1')
    expect(asked.view.data).toMatchObject({ round: 1 })
    const screen = browser(portal)
    await screen.post('/demo/login', { key: 'betterment', course: 'mbale' })
    for (const round of ['2', '7', 'x']) {
      const { status, headers } = await screen.get(`self-arc-home?round=${round}`)
      expect([round, status, headers.location]).toEqual([round, 303, '/mbale/candidate/self-arc-home'])
    }
  })

  test('who has lost a seat or left is told so in place of the current round', async () => {
    for (const [key, state] of [
      ['cancelled', 'cancelled'],
      ['refund-late', 'cancelled'],
      ['not-reported', 'not-reported'],
      ['no-action', 'not-accepted'],
    ] as const) {
      for (const language of languages) {
        const { said } = await reads(key, `self-arc-home?lang=${language}`)
        expect([key, said]).toEqual([
          key,
          expect.stringContaining(translate(language, `application:seat.${state}`, { round: 1 })),
        ])
        expect([key, said]).not.toEqual([key, expect.stringContaining(translate(language, 'signedin:restricted.seat'))])
      }
    }
  })

  test('who has left reads so on the pages of the option form, and where another admission is cancelled', async () => {
    for (const [key, state] of [
      ['cancelled', 'cancelled'],
      ['admitted', 'admitted'],
      ['not-reported', 'not-reported'],
    ] as const) {
      for (const page of ['option-form', 'option-form/select-institutes', 'option-form/print2']) {
        const { said } = await reads(key, `${page}?lang=en`)
        expect([key, page, said]).toEqual([
          key,
          page,
          expect.stringContaining(translate('en', `application:seat.${state}`, { round: 1 })),
        ])
      }
    }
    const { view } = await reads('cancelled', 'cancel-admission-request?lang=en')
    expect(view.closed).toMatchObject({
      standing: { title: translate('en', 'application:seat.cancelled') },
      window: null,
    })
  })

  test('who has left is asked for no option form', async () => {
    for (const key of ['cancelled', 'admitted', 'not-reported']) {
      const { view } = await reads(key, 'dashboard')
      expect([key, view.session?.duty, view.session?.unconfirmed]).toEqual([key, null, null])
    }
  })

  test('the dashboard names the refund that is late, with its case', async () => {
    const { caseNumber } = portal.services.cancellation.of(actorOf('refund-late').candidateId)!
    for (const language of languages) {
      const { said } = await reads('refund-late', `dashboard?lang=${language}`)
      expect(said).toContain(translate(language, 'application:refund.late'))
      expect(said).toContain(translate(language, 'application:refund.case', { number: caseNumber }))
      const returned = await reads('cancelled', `dashboard?lang=${language}`)
      expect(returned.said).toContain(translate(language, 'application:refund.returned'))
    }
  })
})

describe('when a later round is published', () => {
  beforeAll(() => moveTo('round-2-allotment'), 120_000)

  test('who is admitted reads so on the pages of that round', async () => {
    for (const language of languages) {
      const { said, view } = await reads('admitted', `self-arc-home?lang=${language}`)
      expect(view.closed).toMatchObject({ window: null, standing: { hasLeft: true } })
      expect(said).toContain(translate(language, 'application:seat.admitted'))
      expect(said).toContain('href="/mbale/candidate/allotment"')
    }
  })
})
