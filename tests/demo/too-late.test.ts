import { afterEach, describe, expect, test } from 'vitest'
import { personaEmail, personas } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, firstPhase } from '#server/demo/phases.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { browser, openPortal, type TestPortal } from '#tests/support/portal.ts'

let portal: TestPortal
const openAt = async (phase: DemoPhase) => {
  const at = beginningOf(firstPhase)
  portal = await openPortal({ mode: 'demo', at, phase, slugs: ['mbale'], cohort: 60, shared: true })
}
afterEach(() => portal.close())

const enter = async (key: string) => {
  const screen = browser(portal)
  await screen.post('/demo/login', { key, course: 'mbale' })
  return async (path: string) => {
    const { text } = await screen.get(`/mbale/candidate/${path}`)
    return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  }
}

const applied = personas.filter(({ course, role }) => course === 'mbale' && role === 'candidate')

const standingOf = (persona: (typeof personas)[number]) => {
  const { services } = portal
  const { id } = services.db.sqlite.prepare('SELECT id FROM candidates WHERE email = ?').get(personaEmail(persona)) as {
    id: number
  }
  const actor = { candidateId: id } as Parameters<typeof services.nextActs.of>[0]
  const { submittedAt, confirmedAt } = services.application.standingOf(actor).facts
  const isTooLate = services.nextActs.of(actor).application.kind === 'too-late'
  return { submittedAt, confirmedAt, isTooLate, paid: services.application.paid(id) }
}

describe('a form that came too late', () => {
  test.each([
    ['final-merit', 'rounds'],
    ['closed', 'all'],
  ] as const)(
    'once the phase %s has come: the payment page says what it missed, and by what',
    async (phase, missed) => {
      await openAt(phase)
      const told = { unsubmitted: 0, unconfirmed: 0 }
      for (const persona of applied) {
        const { submittedAt, isTooLate, paid } = standingOf(persona)
        const read = await enter(persona.key)
        for (const language of languages) {
          const page = await read(`payment?lang=${language}`)
          for (const how of ['unsubmitted', 'unconfirmed'] as const)
            for (const what of ['rounds', 'all'] as const) {
              const isSo =
                isTooLate && paid > 0 && what === missed && (submittedAt === null) === (how === 'unsubmitted')
              if (isSo) told[how]++
              const words = translate(language, `payments:pay.missed.${how}.${what}`)
              expect([persona.key, language, words, page.includes(words)]).toEqual([persona.key, language, words, isSo])
            }
        }
      }
      expect(told.unconfirmed).toBeGreaterThan(1)
    },
  )

  test('is told of no CAP round on the home page', async () => {
    await openAt('round-3-options')
    let count = 0
    for (const persona of applied) {
      const { confirmedAt } = standingOf(persona)
      if (confirmedAt !== null) continue
      count++
      const read = await enter(persona.key)
      for (const language of languages) {
        const page = await read(`home?lang=${language}`)
        const card = page.slice(
          page.indexOf('id="candidates"'),
          page.indexOf('</section>', page.indexOf('id="candidates"')),
        )
        expect([persona.key, card]).not.toEqual([persona.key, expect.stringMatching(/CAP Round \d|कॅप फेरी \d/)])
        expect([persona.key, page]).not.toEqual([
          persona.key,
          expect.stringContaining(translate(language, 'home:stages')),
        ])
      }
    }
    expect(count).toBeGreaterThan(3)
  })
})
