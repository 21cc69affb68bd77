import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Persona, personas } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, firstPhase } from '#server/demo/phases.ts'
import { namesIn } from '#server/domain/application/form/seat-names.ts'
import { candidateRoutes, cellRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { textOf } from '#tests/documents/paper.ts'
import { isWhole } from '#tests/support/extent.ts'
import { browser, openPortal, type TestPortal } from '#tests/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['mbale'], cohort: 60, shared: true })
})
afterAll(() => portal.close())

/** Pages of the desk that show a file of the cell as it was written. */
const asInTheFile = ['seat-matrix', 'imports']

const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
/** What a reader meets: the text of a page and the names of its controls, without the values that forms send. */
const readIn = (html: string): string => {
  const body = html.replace(/<script[\s\S]*?<\/script>/g, ' ')
  const spoken = [...body.matchAll(/(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(([, words]) => words)
  return plain(`${body.replace(/<[^>]*>/g, ' ')} ${spoken.join(' ')}`)
}

/** The English names of the seat matrix for which the portal has a Marathi one. */
function englishNames(): string[] {
  const { seats, course } = portal.services
  const inMarathi = namesIn('mr', course.form)
  const all = seats.inForce()!.courses.flatMap(({ institute, course, university }) => [institute, course, university])
  return [...new Set(all)].filter((name) => inMarathi(name) !== name)
}
const namedIn = (text: string, names: readonly string[]) => names.filter((name) => text.includes(name))

type Walked = { seen: number; english: string[]; marathi: number }

async function walk(key: string, addresses: readonly string[], names: readonly string[]): Promise<Walked> {
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course: 'mbale' })
  const marathi = names.map(namesIn('mr', portal.services.course.form))
  const walked: Walked = { seen: 0, english: [], marathi: 0 }
  for (const address of addresses) {
    const answer = await screen.get(`${address}${address.includes('?') ? '&' : '?'}lang=mr`)
    if (answer.status !== 200) continue
    const text = readIn(answer.text)
    walked.seen++
    walked.marathi += Number(namedIn(text, marathi).length > 0)
    for (const name of namedIn(text, names)) walked.english.push(`${key} ${address}: ${name}`)
  }
  return walked
}

const pagesOf = (audience: RouteRule['audience'] | 'staff', base: string, routes: object) =>
  Object.entries(routes as Record<string, { audience: string }>).flatMap(([route, rule]) =>
    rule.audience === audience && !route.includes(':') && !asInTheFile.includes(route) ? [`${base}${route}`] : [],
  )
const candidate = '/mbale/candidate/'
const desk = pagesOf('staff', '/mbale/cell/', cellRoutes)
const own = [
  ...pagesOf('candidate', candidate, candidateRoutes),
  ...['round-one', 'round-two'].map((round) => `${candidate}allotment/${round}`),
]

const phases: readonly DemoPhase[] = isWhole
  ? ['round-1-options', 'round-1-allotment', 'round-1-acceptance', 'round-2-options', 'round-2-reporting', 'closed']
  : ['round-1-acceptance', 'round-2-options']
const met: readonly Persona['key'][] = isWhole
  ? personas.filter(({ course, role }) => course === 'mbale' && role === 'candidate').map(({ key }) => key)
  : ['admitted', 'betterment', 'cancelled', 'refund-late', 'to-self-verify', 'jk', 'unconfirmed']

describe.each(phases)('in Marathi, %s', (phase) => {
  beforeAll(async () => {
    await portal.ask('POST', '/demo/clock', { body: { phase } })
  }, 120_000)

  test('no page of a candidate has an English name that has a Marathi one', { timeout: 120_000 }, async () => {
    const names = englishNames()
    expect(names.length).toBeGreaterThan(20)
    const walks = []
    for (const key of met) walks.push(await walk(key, own, names))
    expect(walks.flatMap(({ english }) => english)).toEqual([])
    expect(Math.max(...walks.map(({ marathi }) => marathi))).toBeGreaterThan(3)
  })

  test('no public page and no page of the desk has one', { timeout: 120_000 }, async () => {
    const names = englishNames()
    const { instituteCode } = portal.services.seats.inForce()!.courses[0]!
    const open = [
      ...pagesOf('public', candidate, candidateRoutes),
      `${candidate}institude-list/${instituteCode}`,
      `${candidate}institute_wise_Allotment?institute=${instituteCode}`,
    ]
    const walks = [await walk('new', open, names)]
    for (const key of ['admin', 'institute', 'ro', 'so'])
      walks.push(await walk(key, key === 'admin' ? [...desk, '/mbale/cell/search?q=9001'] : desk, names))
    expect(walks.flatMap(({ english }) => english)).toEqual([])
    expect(walks[0]!.marathi).toBeGreaterThan(5)
  })
})

test('in Marathi, no paper has one', { timeout: 120_000 }, async () => {
  const names = englishNames()
  const { db, printables, results, seats, seatMatrixPdf } = portal.services
  const english: string[] = []
  let printed = 0
  const look = (paper: string, bytes: Uint8Array | null | undefined) => {
    if (!bytes) return
    printed++
    for (const name of namedIn(plain(textOf(bytes)), names)) english.push(`${paper}: ${name}`)
  }
  const idOf = db.sqlite.prepare<[string], number>('SELECT id FROM candidates WHERE email = ?').pluck()
  for (const key of met) {
    const candidateId = idOf.get(`${key}.mbale@example.org`)!
    for (const kind of ['allotment-letter-1', 'option-form-1', 'admission-receipt', 'cancellation', 'jk-letter']) {
      const paper = await printables.print({ candidateId }, kind, 'mr')
      if (paper.ok) look(`${key} ${kind}`, paper.value.bytes)
    }
  }
  const { instituteCode } = seats.inForce()!.courses[0]!
  const [round] = results.rounds()
  const ofInstitute = await results.institutePdf(round!, instituteCode, 'mr', '127.0.0.1')
  look('list of an institute', ofInstitute.ok ? ofInstitute.value : null)
  const whole = await results.listPdf(round!, 'mr')
  if (whole.ok) look('list of a round', await buffer(whole.value))
  look('seat matrix', await seatMatrixPdf('mr'))
  expect(english).toEqual([])
  expect(printed).toBeGreaterThan(6)
})

test('in Marathi, no message has one', async () => {
  const { body } = await portal.ask('GET', '/demo/outbox.json')
  const names = englishNames()
  const sent = (body as { language: string; text: string; subject?: string }[]).filter(
    ({ language }) => language === 'mr',
  )
  expect(sent.flatMap(({ subject, text }) => namedIn(`${subject} ${text}`, names))).toEqual([])
  const marathi = names.map(namesIn('mr', portal.services.course.form))
  expect(sent.filter(({ text }) => namedIn(text, marathi).length).length).toBeGreaterThan(0)
})
