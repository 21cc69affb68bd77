import { describe, expect, test } from 'vitest'
import { tryDoctor } from '#scripts/bench/list-doctor.ts'
import { beginningOf } from '#server/demo/phases.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

/** Seasons by which no figure of the rule was found. */
const years = Array.from({ length: 14 }, (_, n) => 2060 + n)

test('of 100 lists, as many get a seat as the doctor says, in each tenth', { timeout: 600_000 }, () => {
  const { tenths, unseated, helped } = tryDoctor(years, 860)
  for (const { lists, said, got } of tenths) {
    expect(lists).toBeGreaterThan(50)
    expect(Math.abs(said - got), `${lists} lists of ${said}: ${got}`).toBeLessThanOrEqual(5)
  }
  expect(helped / unseated).toBeGreaterThan(0.15)
})

describe('before a list is confirmed', () => {
  test('the page says how such lists fared, and hints at what to look at, without script and in both languages', {
    timeout: 120_000,
  }, async () => {
    const at = beginningOf('registration')
    const portal = await openPortal({ mode: 'demo', at, phase: 'round-1-options', slugs: ['mbale'], cohort: 60 })
    const screen = browser(portal)
    await screen.post('/demo/login', { key: 'unconfirmed', course: 'mbale' })
    const english = (await screen.get('option-form/lisitng-confirm?lang=en')).text
    expect(english).toContain('Before you confirm')
    expect(english).toMatch(
      /of 100 lists like this one, about \d+ got a seat|nearly all lists like this one got a seat|too few figures of earlier seasons/,
    )
    expect(english).toContain('you can confirm the list as it is')
    const marathi = (await screen.get('option-form/lisitng-confirm?lang=mr')).text
    expect(marathi).toContain('निश्चित करण्याआधी')
    expect(marathi).toContain('intent" value="otp"')
  })
})
