import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import { eligibilityOf } from '#server/domain/application/form/eligibility.ts'
import { earlyAnswer, earlyQuestions, whoCanApply } from '#server/domain/application/who-can-apply.ts'
import { candidatureTypes } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import {
  answersWith,
  ashasAnswers,
  diplomaForms,
  hscOnlyForms,
  kiransAnswers,
  obc,
  ravisAnswers,
} from '#tests/support/answers.ts'

const { eligibility } = mbale.form
const disabled = {
  category: 'OPEN',
  ews: 'no',
  disability: 'yes',
  disabilityType: 'low-vision',
  disabilityPercent: '40',
}
const hscOnly = { ...scd.form, eligibility: { of: 'hsc-science', isItiEnough: false } as const }

/** Every combination of answers to the questions of these rules. */
const everyAnswer = (form: Parameters<typeof earlyQuestions>[0]) =>
  earlyQuestions(form).reduce<Record<string, string>[]>(
    (soFar, { name, options }) => soFar.flatMap((given) => options.map(({ key }) => ({ ...given, [name]: key }))),
    [{}],
  )

describe('the answer before registration is the one that the form will give (rules §3.6)', () => {
  test('degree: for every length, percentage, type and claim', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(...candidatureTypes),
        fc.constantFrom({ category: 'OPEN', ews: 'no' }, obc, disabled),
        (years, thousandths, type, category) => {
          if (eligibility.of !== 'degree') throw new Error('another rule')
          const answers = answersWith(ashasAnswers, {
            'type-of-candidature': { type },
            'category-details': category,
            'qualifications-details': {
              degreeYears: String(years),
              degreeMarks: String(thousandths),
              degreeOutOf: '100000',
            },
          })
          const percent = thousandths / 1000
          const band =
            percent >= eligibility.percent ? 'enough' : percent >= eligibility.percentReserved ? 'reserved' : 'below'
          const early = earlyAnswer(mbale.form, {
            years: years < eligibility.minimumYears ? 'short' : 'long',
            marks: band,
          })!
          const mayReserve =
            ['A', 'B', 'C', 'D'].includes(type) && category.category + ('disability' in category) !== 'OPENfalse'
          const isEligible = early.outcome === 'yes' || (early.outcome === 'reserved' && mayReserve)
          expect(eligibilityOf(answers, eligibility)?.isEligible).toBe(isEligible)
        },
      ),
      { numRuns: 500 },
    )
  })

  const subjects: Record<string, Record<string, string>> = {
    mathematics: { mathematics: '74', mathematicsOutOf: '100' },
    biology: { biology: '74', biologyOutOf: '100' },
    both: { mathematics: '74', mathematicsOutOf: '100', biology: '74', biologyOutOf: '100' },
  }

  test.each(everyAnswer(scd.form))('diploma: %o', ({ passed, place }) => {
    const early = earlyAnswer(scd.form, { passed, place })!
    if (passed === 'other') return expect(early.outcome).toBe('no')
    const oms = place === 'elsewhere'
    const own: Answers =
      passed === 'iti'
        ? oms
          ? answersWith(ravisAnswers, {
              'qualifications-details': { ...kiransAnswers['qualifications-details'], hscBoard: undefined },
            })
          : kiransAnswers
        : answersWith(ravisAnswers, {
            'type-of-candidature': { type: oms ? 'OMS' : 'A' },
            'qualifications-details': {
              ...{ biology: undefined, biologyOutOf: undefined, ...subjects[passed!] },
              ...(!oms && { sscBoard: 'MH-pune', hscBoard: 'MH-pune' }),
            },
          })
    const { 'qualifications-details': given, ...before } = own
    const taken = checkStep(diplomaForms['qualifications-details'], given!, before, '2024-07-20' as CivilDate)
    expect(taken.ok).toBe(early.outcome === 'yes')
  })

  test('a season without ITI does not ask for it, and says no', () => {
    expect(earlyQuestions(hscOnly)[0]!.options.map(({ key }) => key)).not.toContain('iti')
    expect(earlyAnswer(hscOnly, { passed: 'iti', place: 'state' })).toBeNull()
    expect(hscOnlyForms['qualifications-details'].sections).toHaveLength(3)
  })
})

test.each([{}, { years: 'long' }, { years: 'long', marks: '' }, { years: '<b>', marks: 'enough' }])(
  'incomplete or foreign answers have no answer: %o',
  (given) => expect(earlyAnswer(mbale.form, given)).toBeNull(),
)

test('the lines and the answers follow the values of the season', () => {
  const rules = { of: 'degree', minimumYears: 3, percent: 55, percentReserved: 55 } as const
  const form = { ...mbale.form, eligibility: rules }
  expect(whoCanApply(form)).toMatchObject([
    { key: 'line.citizen' },
    { values: { years: 3 } },
    { key: 'line.percent-all', values: { percent: 55 } },
  ])
  expect(earlyAnswer(form, { years: 'long', marks: 'reserved' })).toBeNull()
  expect(earlyAnswer(form, { years: 'long', marks: 'below' })).toMatchObject({
    outcome: 'no',
    reason: { key: 'answer.below-all' },
  })
  expect(earlyAnswer(form, { years: 'short', marks: 'enough' })).toMatchObject({ reason: { values: { years: 3 } } })
})

test('a plan of a course is asked for the marks by which it admits', () => {
  const form = {
    ...scd.form,
    eligibility: { of: 'marks', question: 'drawing', percent: 60, percentReserved: 50 } as const,
  }
  expect(whoCanApply(form)).toContainEqual({
    key: 'line.marks',
    values: { percent: 60, reserved: 50 },
    question: 'drawing',
  })
  expect(earlyQuestions(form)).toHaveLength(1)
  expect(earlyAnswer(form, { marks: 'reserved' })?.outcome).toBe('reserved')
})

const withoutOms = { ...scd.form, types: ['A', 'B'] as const }
const shapes = [
  mbale.form,
  scd.form,
  hscOnly,
  withoutOms,
  { ...withoutOms, eligibility: hscOnly.eligibility },
  { ...mbale.form, eligibility: { of: 'degree', minimumYears: 3, percent: 55, percentReserved: 55 } as const },
  { ...scd.form, eligibility: { of: 'marks', question: 'drawing', percent: 60, percentReserved: 50 } as const },
  { ...scd.form, eligibility: { of: 'marks', question: 'drawing', percent: 60, percentReserved: 60 } as const },
]

test.each(languages)('every line, question, choice and answer has words: %s', (language) => {
  for (const form of shapes) {
    const questions = earlyQuestions(form)
    const keys = [
      ...whoCanApply(form).map(({ key }) => key),
      ...questions.map(({ name, about }) => about?.key ?? `ask.${name}`),
      ...questions.flatMap(({ name, options }) => options.map(({ key }) => `${name}.${key}`)),
      ...everyAnswer(form).map((given) => earlyAnswer(form, given)!.reason.key),
    ]
    for (const key of keys) expect(translate(language, `conditions:${key}` as TextKey)).not.toContain('conditions:')
  }
})
