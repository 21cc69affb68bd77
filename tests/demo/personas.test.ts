import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas } from '#server/demo/personas.ts'
import { stepsLeftToCorrect } from '#server/domain/application/details.ts'
import { type CandidateRoute, candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { languages } from '#server/kernel/languages.ts'
import { ist } from '#server/kernel/time.ts'
import { inTurn } from '#tests/support/extent.ts'
import { browser, calls, openPortal, type TestPortal } from '#tests/support/portal.ts'

const at = ist('2024-08-12 16:20')
/** One demo shared by all tests that only read. */
let portal: TestPortal
beforeAll(async () => {
  portal = await openPortal({ mode: 'demo', at, slugs: ['mbale', 'scd'], cohort: 0, shared: true })
})
afterAll(() => portal.close())

type Who = { key: string; course: string }

/** A persona's browser and stored facts. */
async function become(portal: TestPortal, { key, course }: Who) {
  const services = portal.portals.find((one) => one.course.slug === course)!
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course })
  const { id } = services.db.sqlite
    .prepare('SELECT id FROM candidates WHERE email = ?')
    .get(`${key}.${course}@example.org`) as { id: number }
  const actor = { candidateId: id }
  return {
    ...screen,
    actor,
    services,
    standing: services.application.standing(id),
    files: services.documents.list(actor.candidateId),
    payments: services.payments.payments(actor.candidateId),
    open: (path: string) => screen.get(`/${course}/candidate/${path}`),
  }
}

type Persona = Awaited<ReturnType<typeof become>>
const uploaded = ({ files: { pictures, entries } }: Persona): string[] =>
  [...pictures, ...entries].flatMap(({ kind, document }) => (document ? [kind] : []))

/** The addresses of a route that exist for this persona. */
function addresses(route: CandidateRoute, persona: Persona): string[] {
  if (route === 'documents/view/:name') return uploaded(persona).map((name) => `documents/view/${name}`)
  // Messages and the way to a gateway exist only after something is sent or tried.
  return route.includes(':') ? [] : [route]
}

/** The personas of the rounds begin alike: one in each course speaks for all of them. */
const atTheStart = personas.filter(({ key, plan }) => !plan || key === 'betterment')

describe.each(atTheStart.map((persona, turn) => [`${persona.key} of ${persona.course}`, persona, turn] as const))(
  '%s',
  (_, who, turn) => {
    test('sees every page that is theirs', async () => {
      const persona = await become(portal, who)
      const { services, standing } = persona
      const routes = Object.entries(candidateRoutes as Record<CandidateRoute, RouteRule>)
      let seen = 0
      for (const language of inTurn(languages, turn)) {
        for (const [name, { audience }] of routes) {
          if (audience !== 'candidate') continue
          const route = name as CandidateRoute
          const access = services.application.access(route, standing)
          for (const path of addresses(route, persona)) {
            const page = await persona.open(`${path}?lang=${language}`)
            // A page that is not open yet redirects, and a closed one says so in place.
            expect([path, page.status]).toEqual([path, access.kind === 'too-early' ? 303 : 200])
            if (page.status === 200) expect(page.text).toContain(`<html lang="${language}"`)
            seen++
          }
        }
      }
      expect(seen).toBeGreaterThan(20)
    })

    test('prints the documents that exist', async () => {
      const persona = await become(portal, who)
      const reachesPrint = persona.standing.details.fill_status === 8
      const form = await persona.open('print-pdf.pdf')
      expect(form.status).toBe(reachesPrint ? 200 : 303)
      if (reachesPrint) expect(form.headers['content-type']).toBe('application/pdf')
      for (const { id, status } of persona.payments) {
        const receipt = await persona.open(`transactions-logs/receipt-${id}.pdf`)
        expect(receipt.status).toBe(status === 'captured' ? 200 : 404)
      }
    })

    test('has the files and the payments of their story', async () => {
      const persona = await become(portal, who)
      const { completedSteps = 0 } = who.application ?? {}
      const { pictures, entries, notAskedFor } = persona.files
      expect(persona.standing.details.fill_status).toBe(completedSteps)
      expect(pictures.every(({ document }) => !!document)).toBe(completedSteps > 5)
      if (completedSteps > 6) expect(entries.every(({ document }) => !!document)).toBe(true)
      // The certificates of a claim that scrutiny removed are no longer required.
      expect(notAskedFor.length > 0).toBe(who.key === 'convert-fee')
      expect(persona.payments.map(({ status }) => status)).toEqual(
        completedSteps === 8 ? ['captured'] : who.key === 'payment-pending' ? ['pending'] : [],
      )
      const { services, actor } = persona
      expect(services.application.versionsOf(actor.candidateId)).toHaveLength(
        who.key === 'convert-fee' ? 2 : who.application?.submittedDaysAgo ? 1 : 0,
      )
    })
  },
)

test('each persona is in the state that their card describes', async () => {
  const where = async (key: string, course = 'mbale') => (await become(portal, { key, course })).standing
  expect(await where('locked')).toMatchObject({ lock: 'locked', details: { lock_form: 1 } })
  expect(await where('locked', 'scd')).toMatchObject({ lock: 'locked', details: { lock_form: 1 } })
  expect(await where('jk')).toMatchObject({ lock: 'locked' })
  expect(await where('fc-confirmed')).toMatchObject({
    lock: 'confirmed-by-centre',
    details: { mode: 2, isarcconfirmed: 1 },
  })
  expect(await where('convert-fee')).toMatchObject({
    details: { isarcconfirmed: 1, isconvert_fee: 200, isconvert_payment_status: 'N', fill_status: 8 },
    permissions: { convertFee: true, acknowledgement: true },
  })
  expect(await where('convert-fee', 'scd')).toMatchObject({ details: { isarcconfirmed: 1, isconvert_fee: 100 } })
  for (const course of ['mbale', 'scd']) {
    const { details, facts } = await where('reverted', course)
    expect(details).toMatchObject({ discrepancy: 1, lock_form: 0 })
    expect(stepsLeftToCorrect(facts)).toBe((1 << 3) | (1 << 5))
  }
})

test('the diploma has a candidate of every type, confirmed by e-scrutiny', async () => {
  const keys = ['type-b', 'type-c', 'type-d', 'marathi-e', 'oms'] as const
  const types = await Promise.all(
    keys.map(async (key) => {
      const { services, actor, standing } = await become(portal, { key, course: 'scd' })
      expect([key, standing.details.isarcconfirmed]).toEqual([key, 1])
      return services.application.answers(actor.candidateId)['type-of-candidature']?.type
    }),
  )
  expect(types).toEqual(['B', 'C', 'D', 'E', 'OMS'])
})

test('a check finds the pending payment captured, and the form can then be submitted', async () => {
  const portal = await openPortal({ mode: 'demo', at, cohort: 0 })
  const before = await become(portal, { key: 'payment-pending', course: 'mbale' })
  const [payment] = before.payments
  const dashboard = (await before.open('dashboard')).text
  expect(dashboard, 'what the bank decides is nothing to do').toContain('Being confirmed')
  expect(dashboard).not.toContain('>To do<')
  portal.clock.advance(10_000)
  const checked = await before.services.payments.check(before.actor.candidateId, payment!.id)
  expect(checked).toMatchObject({ ok: true, value: { status: 'captured' } })
  const after = await become(portal, { key: 'payment-pending', course: 'mbale' })
  expect(after.standing.details.fill_status).toBe(8)
  expect((await after.open('print-pdf')).status).toBe(200)
})

test('the migrant claims J-1, and the candidate from another state pays the open fee', async () => {
  const answersOf = ({ services, actor }: Persona) => services.application.answers(actor.candidateId)
  const jk = await become(portal, { key: 'jk', course: 'mbale' })
  expect(answersOf(jk)['type-of-candidature']).toMatchObject({ type: 'J-1' })
  const oms = await become(portal, { key: 'oms', course: 'mbale' })
  expect(answersOf(oms)['type-of-candidature']).toMatchObject({ type: 'OMS' })
  expect(oms.services.payments.dues(oms.actor.candidateId)).toMatchObject({ due: { amount: 120_000 }, isPayable: true })
})

test('the Marathi persona has answered in Marathi, and the pages show it', async () => {
  const persona = await become(portal, { key: 'marathi-e', course: 'mbale' })
  const page = await persona.open('personal-details?lang=mr')
  for (const word of ['मारुती गणपती पाटील', 'लक्ष्मी मारुती पाटील', 'बेळगाव']) expect(page.text).toContain(word)
  const { body } = await portal.ask('GET', '/demo/personas.json')
  const { userId, password } = body.find(({ key }: Who) => key === 'marathi-e')
  expect((await portal.api('POST', calls.login, { userId, password })).status).toBe(200)
})
