import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { personaEmail, personas } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, demoPhases, firstPhase } from '#server/demo/phases.ts'
import type { Duty } from '#server/domain/site/next-duties.ts'
import type { View } from '#server/domain/site/view.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { inTurn, isWhole } from '#tests/support/extent.ts'
import { browser, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

/** Phases in which candidates have different things to do; all of them in `test:all`. */
const phases: readonly DemoPhase[] = isWhole
  ? demoPhases
  : ['registration', 'final-merit', 'round-1-acceptance', 'round-2-acceptance']

/** The pages that say what is next, or count down to a deadline. */
const pages = [
  'dashboard',
  'home',
  'payment',
  'print-pdf',
  'appointment',
  'certificates',
  'option-form',
  'self-arc-home',
]

/** The instants to which a page counts down. */
const countdowns = (html: string): number[] =>
  [...html.matchAll(/<time class="clock[^"]*" datetime="([^"]+)"/gi)].map(([, at]) => Date.parse(at!))

let portal: TestPortal
const openAt = async (phase: DemoPhase) => {
  const at = beginningOf(firstPhase)
  portal = await openPortal({ mode: 'demo', at, phase, slugs: ['mbale'], cohort: 60, shared: true })
}

const ours = personas.filter(({ course }) => course === 'mbale')

type Dashboard = View<{
  cards: readonly string[]
  lead: string
  isAlarming: boolean
  isPaymentPending: boolean
  nonCapBy: string | null
  hero: { state: { tone: string; title: string; act: { go: { href: string } | null } | null } | null }
  ticket: { act: object | null } | null
}>

/** The filled buttons of a page. */
const filled = (html: string) => html.match(/class="btn"/g)?.length ?? 0

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

/**
 * The page behind the dashboard's filled button has a filled button of its own, or marks the list to choose from as the next act, so that
 * nobody is led to a dead end.
 */
async function expectWayOn(screen: ReturnType<typeof browser>, here: string, main: string): Promise<void> {
  const address = /href="(\/mbale\/[^"]+)" class="btn"/.exec(main)?.[1]?.replaceAll('&amp;', '&')
  if (address === undefined) return
  const opened = await screen.get(address)
  const page = opened.status === 303 ? await screen.get(String(opened.headers.location)) : opened
  const goesOn = filled(mainOf(page.text)) > 0 || mainOf(page.text).includes('class="card next"')
  expect([here, address, page.status, goesOn]).toEqual([here, address, 200, true])
}

/** Holds the pages of one persona to the source. */
async function expectTrue(key: string, email: string, spoken: readonly Language[]): Promise<void> {
  const { services, clock } = portal
  const { id } = services.db.sqlite.prepare('SELECT id FROM candidates WHERE email = ?').get(email) as { id: number }
  const actor = { candidateId: id } as Parameters<typeof services.nextActs.of>[0]
  const { duties, application } = services.nextActs.of(actor)
  const first: Duty | undefined = duties[0]
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course: 'mbale' })
  for (const language of spoken) {
    for (const path of pages) {
      const page = await screen.get(`/mbale/candidate/${path}?lang=${language}`)
      if (page.status !== 200) continue
      const html = page.text.slice(0, page.text.indexOf('<script id="view"'))
      const here = `${key} ${path} ${language}`
      const over = countdowns(html).filter((until) => until <= clock.portal())
      expect([here, over]).toEqual([here, []])
      const isFree = html.includes(translate(language, 'application:lead.nothing-now'))
      if (isFree) expect([here, duties]).toEqual([here, []])
      if (path !== 'dashboard') continue
      // The first duty has the filled button and its deadline, except beside a form that only a call can help. A candidate without one reads of nothing to do, or of the date
      // by which institutes outside the rounds want to know.
      const { lead, cards, isAlarming, hero, ticket } = viewOf<Dashboard>(page).data
      // One title, and no more than one act with a filled button; a loss is red, and its button a telephone.
      const main = mainOf(html)
      expect([here, main.match(/<h1/g)?.length]).toEqual([here, 1])
      expect([here, filled(main) <= 1]).toEqual([here, true])
      await expectWayOn(screen, here, main)
      const { tone, act } = hero.state ?? { tone: 'ok', act: ticket?.act ?? null }
      if (first) expect([here, act]).not.toEqual([here, null])
      if (tone === 'bad') expect([here, main]).toEqual([here, expect.stringMatching(/href="tel:[^"]+" class="btn"/)])
      if (isAlarming) expect([here, cards[0], lead]).toEqual([here, 'application', 'application'])
      else if (first) expect([here, lead]).toEqual([here, first.kind])
      if (first?.by != null)
        expect([here, html]).toEqual([here, expect.stringContaining(formatDateTime(first.by, language))])
      const { nonCapBy } = viewOf<Dashboard>(page).data
      if (!first && application.kind === 'await-scrutiny') expect([here, isFree]).toEqual([here, !nonCapBy])
      if (nonCapBy) expect([here, html]).toEqual([here, expect.stringContaining(nonCapBy)])
      // A payment that the bank decides is no duty, and is never asked for again.
      if (viewOf<Dashboard>(page).data.isPaymentPending) expect([here, duties]).toEqual([here, []])
    }
  }
}

/** The pages whose links are followed; more of them in `test:all`. */
const linking = [
  ...['dashboard', 'allotment', 'offline'],
  ...(isWhole ? [...pages, 'transactions-logs', 'my-data', 'final-merit', 'jk-seat', 'documents-details'] : []),
]

const isStep = (address: string) => steps.some((step) => address.startsWith(`/mbale/candidate/${step}`))

/** Follows each link to a page or paper in the main part of a persona's pages. */
async function expectLinksOpen(key: string): Promise<void> {
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course: 'mbale' })
  const links = new Map<string, string>()
  for (const path of linking) {
    const { status, text } = await screen.get(`/mbale/candidate/${path}`)
    if (status !== 200) continue
    const said = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    for (const [, address] of said.matchAll(/href="(\/mbale\/[^"#]+)"/g))
      links.set(address!.replaceAll('&amp;', '&'), path)
  }
  expect(links.size).toBeGreaterThan(5)
  for (const [address, on] of links) {
    const { status, headers } = await screen.get(address)
    const to = String(headers.location ?? '')
    // A step that is not yet open leads to the one that is; nothing else leads elsewhere.
    const isOpen = status === 200 || (status === 303 && isStep(address) && isStep(to))
    expect([key, on, address, isOpen ? 'open' : `${status} ${to}`]).toEqual([key, on, address, 'open'])
  }
}

/** The headings of a persona's dashboard, each with its level, in their order. */
async function headingsOf(key: string): Promise<string[]> {
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course: 'mbale' })
  const { text } = await screen.get('/mbale/candidate/dashboard?lang=en')
  const headings = text.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)
  return [...headings].map(([, level, words]) => `${level} ${words!.replace(/<[^>]*>/g, '').replace('&amp;', '&')}`)
}

const says = (level: 1 | 2, key: TextKey, values?: TextValues) => `${level} ${translate('en', key, values)}`
const [toPay, ranked] = [says(2, 'scrutiny:convert.task', { amount: '₹200' }), says(1, 'application:merit.final')]
const confirmed = says(1, 'hero:confirmed-title')
const seatIn = (words: string) => expect.stringMatching(new RegExp(`^1 ${words}: .{10,}`))
const won = seatIn(translate('en', 'acceptance:ticket.won'))
const call = says(2, 'hero:call.form')

/** The headings of some personas' dashboards: how things stand, the one act, and the cards that remain. */
const cards: Partial<Record<DemoPhase, Record<string, unknown[]>>> = {
  registration: {
    new: [
      says(1, 'hero:step', { step: 1, minutes: 2 }),
      says(2, 'application:next.fill.title', { step: translate('en', 'signedin:menu.type-of-candidature') }),
    ],
    'payment-pending': [says(1, 'application:next.too-late.title-paying')],
    reverted: [says(1, 'hero:correct', { count: 2 }), says(2, 'application:next.correct.title')],
    locked: [says(1, 'application:next.await-scrutiny.title')],
    'convert-fee': [confirmed, toPay],
    cgpa: [confirmed, says(2, 'application:certificates.cgpa-conversion')],
  },
  'final-merit': {
    new: [says(1, 'application:next.too-late.title-rounds'), call],
    locked: [says(1, 'application:next.not-checked.title'), call],
    'convert-fee': [ranked, toPay],
    betterment: [ranked],
  },
  'round-1-acceptance': {
    'convert-fee': [won, says(2, 'signedin:seat.verify', { round: 1 }), toPay],
    unconfirmed: [says(1, 'application:allotment.not-considered', { round: 1 })],
    'betterment-kept': [seatIn(translate('en', 'acceptance:state.held'))],
    'grievance-blocks': [seatIn(translate('en', 'acceptance:ticket.in-grievance'))],
    jk: [says(1, 'application:jk-seat.title')],
  },
  'round-2-acceptance': {
    jk: [says(1, 'application:jk-seat.admitted')],
    admitted: [seatIn(translate('en', 'application:seat.admitted'))],
    cancelled: [says(1, 'application:refund.returned')],
    'refund-late': [says(1, 'application:refund.late')],
    'to-self-verify': [says(1, 'application:seat.not-accepted', { round: 1 }), says(2, 'hero:call.seat')],
    'betterment-kept': [
      seatIn(translate('en', 'acceptance:ticket.not-accepted-yet')),
      says(2, 'acceptance:ticket.freeze', { round: 2 }),
    ],
  },
}
/** The panel under them, on every dashboard. */
const panels = [says(2, 'application:dates.title')]

describe('what is next', () => {
  describe.each(phases)('%s', (phase) => {
    beforeAll(() => openAt(phase), 120_000)
    afterAll(() => portal.close())

    test('is the same on every page of every persona', { timeout: 120_000 }, async () => {
      expect(ours.length).toBeGreaterThan(20)
      for (const [turn, persona] of ours.entries())
        await expectTrue(persona.key, personaEmail(persona), inTurn(languages, turn))
    })

    test('is never behind a dead link', { timeout: 120_000 }, async () => {
      for (const [turn, { key }] of ours.entries()) if (inTurn(phases, turn).includes(phase)) await expectLinksOpen(key)
    })

    const expected = cards[phase]
    test.runIf(expected)('follows how things stand, which is the one title of the dashboard', async () => {
      for (const [key, titles] of Object.entries(expected!))
        expect([key, await headingsOf(key)]).toEqual([key, [...titles, ...panels]])
    })
  })

  test('home tells visitors of the round that runs, and never that the rounds are over before they are', async () => {
    await openAt(phases.at(-1)!)
    onTestFinished(() => portal.close())
    const { areOver } = portal.services.notices.roundsNow()
    for (const language of languages) {
      const home = await portal.ask('GET', `/mbale/candidate/home?lang=${language}`)
      expect(home.text.includes(translate(language, 'home:candidates.over'))).toBe(areOver)
    }
  })
})
