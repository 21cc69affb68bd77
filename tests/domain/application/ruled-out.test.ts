import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedNames, isRuledOut } from '#server/domain/application/form/asked.ts'
import { type Answers, questionSteps, type StepAnswers } from '#server/domain/terms/question.ts'
import { ashasAnswers, diplomaForms, lateralForms, ravisAnswers } from '#tests/support/answers.ts'

const step = 'category-details'
const form = lateralForms[step]
/** The questions that a page without a script leaves out. */
const ruledOut = (own: StepAnswers) =>
  form.sections.flatMap((section) =>
    section.questions
      .filter((question) => isRuledOut(section, form, own) || isRuledOut(question, form, own))
      .map(({ name }) => name),
  )

test('nothing is ruled out before the first answer', () => {
  for (const forms of [lateralForms, diplomaForms])
    for (const slug of questionSteps)
      for (const section of forms[slug].sections)
        for (const part of [section, ...section.questions]) expect(isRuledOut(part, forms[slug], {})).toBe(false)
})

test('Open rules out the questions about a caste, with those that follow from them', () => {
  const out = ruledOut({ category: 'OPEN' })
  expect(out).toEqual(expect.arrayContaining(['casteCertificateNumber', 'validityStatus', 'validityReceiptNumber']))
  expect(out).not.toContain('ews')
  expect(ruledOut({ category: 'SC' })).toContain('ews')
  expect(ruledOut({ category: 'SC' })).not.toContain('casteCertificateNumber')
})

test('no question that is asked is ever ruled out', () => {
  for (const [forms, all] of [
    [lateralForms, ashasAnswers],
    [diplomaForms, ravisAnswers],
  ] as const) {
    for (const slug of questionSteps) {
      const known = forms[slug]
      const given = Object.entries((all as Answers)[slug] ?? {})
      fc.assert(
        fc.property(fc.subarray(given), (some) => {
          const own = Object.fromEntries(some) as StepAnswers
          const asked = askedNames(known, { ...(all as Answers), [slug]: own })
          for (const section of known.sections) {
            for (const question of section.questions) {
              const isOut = isRuledOut(section, known, own) || isRuledOut(question, known, own)
              expect(isOut && asked.has(question.name), question.name).toBe(false)
            }
          }
        }),
        { numRuns: 20 },
      )
    }
  }
})
