import { expect, test } from 'vitest'
import { factsToCheck, reasonsFor } from '#server/domain/scrutiny/scrutiny.ts'
import { formView } from '#server/features/application/application/form-view.ts'
import { languages } from '#server/kernel/languages.ts'
import { diplomaForms, lateralForms, ravisAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { openPortal } from '#tests/support/portal.ts'

test('a candidate under 18 names a parent or guardian, who agrees; scrutiny and the print follow', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const one = await applicant(portal)
  const { guardianName, guardianRelation, guardianMobile, guardianConsent, ...person } =
    ravisAnswers['personal-details']
  const guardian = { guardianName, guardianRelation, guardianMobile, guardianConsent }
  await one.answer(ravisAnswers)
  const without = await one.save('personal-details', person)
  expect([without.status, without.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    422,
    Object.keys(guardian),
  ])
  const refusing = await one.save('personal-details', { ...person, ...guardian, guardianConsent: 'no' })
  expect(refusing.status).toBe(422)
  expect((await one.save('personal-details', { ...person, ...guardian })).status).toBe(200)
  const { answers, sheetFor } = portal.services.application
  const facts = factsToCheck(answers(one.id))
  expect(facts.find(({ name }) => name === 'guardian')).toMatchObject({
    questions: Object.keys(guardian),
    documents: [],
  })
  expect(reasonsFor('guardian')).toEqual(['differs'])
  const rows = sheetFor(one.id, null, 'en')!.sections.flatMap(({ rows }) => rows)
  expect(rows).toContainEqual(expect.objectContaining({ name: 'guardianName', value: guardianName }))
  // An adult is not asked, and what was said about a guardian is dropped.
  expect((await one.save('personal-details', { ...person, ...guardian, dateOfBirth: '2006-06-01' })).status).toBe(200)
  expect(Object.keys(answers(one.id)['personal-details'] ?? {}).filter((name) => name.startsWith('guardian'))).toEqual(
    [],
  )
})

test('a course for adults asks nobody about a guardian, with JavaScript or without', () => {
  for (const language of languages) {
    const sections = [lateralForms, diplomaForms].map((forms) =>
      formView(forms['personal-details'], {}, language).map(({ name }) => name),
    )
    expect(sections.map((names) => names.includes('guardian'))).toEqual([false, true])
  }
})
