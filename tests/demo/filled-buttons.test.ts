import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personaEmail, personas } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, demoPhases, firstPhase } from '#server/demo/phases.ts'
import { type Duty, dutyPage } from '#server/domain/site/next-duties.ts'
import type { View } from '#server/domain/site/view.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { type CandidateRoute, candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { isWhole } from '#tests/support/extent.ts'
import { browser, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { filledOf, ownFilledOf, presser } from '#tests/support/pressing.ts'

const phases: readonly DemoPhase[] = isWhole ? demoPhases : ['registration', 'round-1-acceptance', 'round-2-options']

let portal: TestPortal

const ours = personas.filter(({ course, role }) => course === 'mbale' && role === 'candidate')
const pages = Object.entries(candidateRoutes as Record<CandidateRoute, RouteRule>).flatMap(([route, { audience }]) =>
  (audience === 'candidate' || route === 'home') && !route.includes(':') ? [route] : [],
)

/** A person of the demo with everything that a test asks of them. */
async function become(persona: (typeof ours)[number], portal: TestPortal) {
  const { services } = portal
  const email = personaEmail(persona)
  const found = services.db.sqlite.prepare('SELECT id, mobile FROM candidates WHERE email = ?').get(email)
  const { id, mobile } = found as { id: number; mobile: string }
  const screen = browser(portal)
  await screen.post('/demo/login', { key: persona.key, course: 'mbale' })
  const says = Object.assign({}, ...Object.values(ashasAnswers)) as Record<string, string>
  for (const [name, said] of Object.entries(says)) {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(said) ?? []
    if (year) Object.assign(says, { [`${name}-day`]: day, [`${name}-month`]: month, [`${name}-year`]: year })
  }
  const actor = () => ({ candidateId: id }) as Parameters<typeof services.nextActs.of>[0]
  return {
    key: persona.key,
    hand: presser(portal, screen, mobile, says),
    duties: (): readonly Duty[] => services.nextActs.of(actor()).duties,
  }
}

const nameOf = (duty: Duty) => (duty.kind === 'seat' || duty.kind === 'application' ? duty.act.kind : duty.kind)
const routeOf = (page: Parameters<typeof viewOf>[0]) => viewOf<View>(page).route

/** The pages from which no chain of filled buttons reaches the page of the first duty. */
async function deadEnds({ hand, duties }: Awaited<ReturnType<typeof become>>): Promise<string[]> {
  const [duty] = duties()
  const goal = dutyPage(duty!).route
  const ways = new Map<string, { route: string; to: string[]; sends: boolean }>()
  const look = async (address: string) => {
    const known = ways.get(address)
    if (known) return known
    const page = await hand.open(address)
    const buttons = page.status === 200 ? filledOf(page) : []
    const way = {
      route: page.status === 200 ? routeOf(page) : '',
      to: buttons.flatMap((button) =>
        'href' in button && button.href.startsWith('/mbale/candidate/') ? [button.href] : [],
      ),
      sends: buttons.some((button) => 'form' in button),
    }
    ways.set(address, way)
    return way
  }
  const reaches = async (address: string, seen: Set<string>): Promise<boolean> => {
    if (seen.has(address)) return false
    seen.add(address)
    const { route, to, sends } = await look(address)
    if (route === goal || route === '') return true
    // A step is saved by its own filled button, which leads to the next one.
    if (sends && (steps as readonly string[]).includes(route)) return true
    for (const next of to) if (!next.includes('.pdf') && (await reaches(next, seen))) return true
    return false
  }
  const ends: string[] = []
  for (const page of pages) if (!(await reaches(`/mbale/candidate/${page}`, new Set()))) ends.push(page)
  return ends
}

/**
 * Presses filled buttons, the first one that has not been pressed in this state, until nothing is owed. What it ends
 * with: nothing, or an act for which the candidate has to go somewhere.
 */
async function pressOn({ key, hand, duties }: Awaited<ReturnType<typeof become>>, from = 'dashboard') {
  const pressed: string[] = []
  let page = await hand.open(`/mbale/candidate/${from}`)
  while (pressed.length < 40) {
    const [duty] = duties()
    if (!duty || ['report', 'visit-centre'].includes(nameOf(duty))) return duty ? nameOf(duty) : 'nothing'
    const { url } = viewOf<View>(page)
    const owed = JSON.stringify(duty)
    const button = filledOf(page).find(({ text }) => !pressed.includes(`${owed} ${url} ${text}`))
    if (!button) throw new Error(`${key} is stuck at ${url}: ${pressed.join('\n')}`)
    pressed.push(`${owed} ${url} ${button.text}`)
    page = await hand.press(button)
    if (page.status >= 400 && page.status !== 409)
      throw new Error(`${key}: ${page.status} after ${pressed.join('\n')} ${JSON.stringify(viewOf<View>(page).form)}`)
  }
  throw new Error(`${key} goes round: ${pressed.join('\n')}`)
}

/** The people whose way is walked to its end, by the phase in which they owe something, with what is left at the end. */
const walks: Partial<Record<DemoPhase, Record<string, string>>> = {
  registration: {
    new: 'nothing',
    reverted: 'nothing',
    'marathi-e': 'nothing',
    oms: 'nothing',
    'convert-fee': 'nothing',
    cgpa: 'nothing',
    'fc-booked': 'visit-centre',
  },
  'round-1-acceptance': { 'convert-fee': 'report' },
  'round-2-options': { unconfirmed: 'nothing', betterment: 'nothing' },
}

test('a returned form is corrected in any order, by halves and from any page', async () => {
  const reverted = ours.find(({ key }) => key === 'reverted')!
  for (const from of ['photo-details', 'documents-details', 'schedule']) {
    const portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['mbale'], cohort: 60 })
    expect([from, await pressOn(await become(reverted, portal), from)]).toEqual([from, 'nothing'])
  }
})

describe.each(phases)('%s', (phase) => {
  beforeAll(async () => {
    const at = beginningOf(firstPhase)
    portal = await openPortal({ mode: 'demo', at, phase, slugs: ['mbale'], cohort: 60, shared: true })
  }, 120_000)
  afterAll(() => portal.close())

  test('filled buttons lead from every page to what is owed', { timeout: 120_000 }, async () => {
    const met = new Set<string>()
    for (const persona of ours) {
      const person = await become(persona, portal)
      const [duty] = person.duties()
      if (!duty || (met.has(nameOf(duty)) && !isWhole)) continue
      met.add(nameOf(duty))
      expect([persona.key, nameOf(duty), await deadEnds(person)]).toEqual([persona.key, nameOf(duty), []])
    }
    expect(met.size).toBeGreaterThan(1)
  })

  test('every page has one filled button at most, and the bars above give way to it', {
    timeout: 240_000,
  }, async () => {
    const many: string[] = []
    let seen = 0
    for (const persona of ours) {
      const { hand } = await become(persona, portal)
      for (const route of pages) {
        const page = await hand.open(`/mbale/candidate/${route}`)
        if (page.status !== 200) continue
        seen++
        const filled = ownFilledOf(page)
        const marked = /<html [^>]*class="[^"]*with-act/.test(page.text)
        if (marked !== filled.length > 0) many.push(`${persona.key} ${route}: marked ${marked}`)
        if (filled.length > 1) many.push(`${persona.key} ${route}: ${filled.map(({ text }) => text).join(' | ')}`)
      }
    }
    expect(many).toEqual([])
    expect(seen).toBeGreaterThan(ours.length)
  })

  const walkers = Object.entries(walks[phase] ?? {})
  test.runIf(walkers.length)('filled buttons lead on until nothing is owed', { timeout: 120_000 }, async () => {
    for (const [key, end] of walkers) {
      const person = await become(ours.find((one) => one.key === key)!, portal)
      expect([key, await pressOn(person)]).toEqual([key, end])
    }
  })
})
