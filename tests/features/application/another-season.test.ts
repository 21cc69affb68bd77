import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { ist } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers, obc, ravisAnswers } from '#tests/support/answers.ts'
import { applicant, confirmForm } from '#tests/support/applicant.ts'
import { asha, browser, openPortal, ravi, viewOf } from '#tests/support/portal.ts'
import { coursesLater } from '#tests/support/season.ts'

/** The courses of 2031-32, without a file, rule or date of 2024-25. */
const years = 7
const later = coursesLater(years)
const at = ist('2031-08-01 12:00')

test.each([
  ['mbale', asha, answersWith(ashasAnswers, { 'qualifications-details': { degreeYear: '2031' } }), 1000, 'ML31100001'],
  ['scd', ravi, answersWith(ravisAnswers, { 'qualifications-details': { hscYear: '2031' } }), 400, 'SC31100001'],
] as const)(
  '%s plays from registration to confirmation in another year',
  async (slug, person, answers, fee, userId) => {
    const portal = await openPortal({ slugs: [slug], course: later[slug], at })
    const owner = await applicant(portal, person)
    expect(owner.userId).toBe(userId)
    await owner.complete(answers, fee)
    expect(await owner.submit()).toMatchObject({ status: 200 })
    confirmForm(portal, owner.id)
    expect(await owner.details()).toMatchObject({ fill_status: 8, lock_form: 1, isarcconfirmed: 1 })
  },
)

describe('a portal of another year', () => {
  test('shows its year and its dates, and none of the year that ships', async () => {
    const portal = await openPortal({ course: later.mbale, at })
    for (const path of ['home', 'importantdate', 'registration']) {
      const { text } = await browser(portal).get(path)
      expect(text, path).toContain('2031-2032')
      expect(text, path).toContain('GR 2031-32')
      expect(text, path).toContain('31-03-2032')
      expect(text.match(/\b20(24|25)\b/g), path).toBeNull()
    }
  })

  test('takes applications only between its dates', async () => {
    const portal = await openPortal({ course: later.mbale, at: ist('2024-08-01 12:00') })
    const home = viewOf<View<{ registration: { state: string; opens: string } }>>(await browser(portal).get('home'))
    expect(home.data.registration).toMatchObject({ state: 'before', opens: '12 Jul 2031, 10:00' })
  })

  test('asks for a non-creamy-layer certificate valid at the end of its year', async () => {
    const portal = await openPortal({ course: later.mbale, at })
    const owner = await applicant(portal)
    await owner.save('type-of-candidature', ashasAnswers['type-of-candidature'])
    await owner.save('type-details', ashasAnswers['type-details'])
    const claim = { ...ashasAnswers['category-details'], ...obc, creamyLayerDate: '2030-06-01' }
    const refused = await owner.save('category-details', { ...claim, creamyLayerValidUntil: '2032-03-30' })
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['creamyLayerValidUntil'])
    expect((await owner.save('category-details', { ...claim, creamyLayerValidUntil: '2032-03-31' })).status).toBe(200)
  })
})
