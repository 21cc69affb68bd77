import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersThatFall, reopenedBy, stillAsked } from '#server/domain/application/reopening.ts'
import { type Answers, type QuestionStep, questionSteps } from '#server/domain/terms/question.ts'
import { answersWith, ashasAnswers, diplomaForms, lateralForms, obc, ravisAnswers } from '#tests/support/answers.ts'

type Changes = Parameters<typeof answersWith>[1]
const today = '2024-07-20'

/** The steps that a candidate must check again after a change in one step. */
const reopened = (step: QuestionStep, changes: Record<string, string | undefined>, before: Answers = ashasAnswers) =>
  reopenedBy(lateralForms, step, before, answersWith(before, { [step]: changes } as Changes), today)

describe('changing a step that later steps depend on re-opens those (rules §3.2)', () => {
  test('another category re-opens documents and payment', () => {
    expect(reopened('category-details', obc)).toEqual(['documents-details', 'payment'])
  })

  test('Open with less than 50 % re-opens the qualifications too', () => {
    expect(reopened('category-details', { category: 'OPEN', ews: 'no' })).toEqual([
      'qualifications-details',
      'documents-details',
      'payment',
    ])
  })

  test('another type re-opens its details, and the category only if it no longer applies', () => {
    expect(reopened('type-of-candidature', { type: 'B' })).toEqual(['type-details', 'documents-details', 'payment'])
    expect(reopened('type-of-candidature', { type: 'OMS' })).toEqual([
      'type-details',
      'category-details',
      'qualifications-details',
      'documents-details',
      'payment',
    ])
  })

  test('another type re-opens its details even if it asks the same questions', () => {
    const border = { 'type-of-candidature': { type: 'E' }, 'category-details': { tfws: 'no' } }
    const before = answersWith(ravisAnswers, border)
    const after = answersWith(before, { 'type-of-candidature': { type: 'OMS' } })
    expect(reopenedBy(diplomaForms, 'type-of-candidature', before, after, today)).toContain('type-details')
  })

  test('type E re-opens the personal details of candidates with another mother tongue', () => {
    const before = answersWith(ashasAnswers, { 'personal-details': { motherTongue: 'gu' } })
    expect(reopened('type-of-candidature', { type: 'E' }, before)).toContain('personal-details')
  })

  test.each<[string, QuestionStep, Record<string, string>, string[]]>([
    ['a CGPA requires a certificate', 'qualifications-details', { degreeResult: 'cgpa' }, ['documents-details']],
    ['other marks require nothing', 'qualifications-details', { degreeMarks: '3000' }, []],
    ['the scrutiny mode', 'type-of-candidature', { mode: '2' }, []],
    ['born instead of domiciled in the state', 'type-details', { tie: 'birth' }, ['documents-details']],
    ['a village', 'type-details', { examVillage: 'Lohegaon' }, []],
    ['a certificate number', 'category-details', { casteCertificateNumber: '7' }, []],
    ['a defence claim needs a document and no fee', 'category-details', { defence: 'DEF-1' }, ['documents-details']],
    ['disability', 'category-details', { disability: 'yes' }, ['documents-details', 'payment']],
    ['an address', 'personal-details', { town: 'Pune' }, []],
    ['a gender', 'personal-details', { gender: 'male' }, []],
  ])('%s', (_, step, changes, wanted) => {
    expect(reopened(step, changes)).toEqual(wanted)
  })

  test('a step that was already incomplete is not re-opened by another change', () => {
    const before = answersWith(ashasAnswers, { 'personal-details': { pin: '1' } })
    expect(reopened('category-details', obc, before)).toEqual(['documents-details', 'payment'])
  })

  test('nothing is re-opened if nothing changed, or when steps are first filled in', () => {
    fc.assert(
      fc.property(fc.constantFrom(...questionSteps), fc.subarray([...questionSteps]), (step, saved) => {
        for (const [forms, all] of [
          [lateralForms, ashasAnswers],
          [diplomaForms, ravisAnswers],
        ] as const) {
          const answers: Answers = Object.fromEntries(saved.map((name) => [name, all[name]]))
          expect(reopenedBy(forms, step, answers, answers, today)).toEqual([])
          expect(answersThatFall(forms, answers, answers)).toEqual([])
        }
        expect(reopenedBy(lateralForms, step, {}, { [step]: ashasAnswers[step] }, today)).toEqual([])
      }),
    )
  })
})

describe('earlier answers that no longer apply', () => {
  test('the category is dropped after a change to OMS', () => {
    const after = answersWith(ashasAnswers, { 'type-of-candidature': { type: 'OMS' } })
    const fallen = answersThatFall(lateralForms, ashasAnswers, after).map(({ step, question }) => `${step}.${question}`)
    expect(fallen).toEqual([
      'type-details.sscState',
      'type-details.examTaluka',
      'type-details.examVillage',
      'type-details.tie',
      'type-details.tieDistrict',
      ...Object.keys(ashasAnswers['category-details']).map((question) => `category-details.${question}`),
    ])
    expect(stillAsked(lateralForms, after)).toEqual({
      ...after,
      'type-details': { examState: 'MH', examDistrict: 'MH-pune' },
      'category-details': {},
    })
  })

  test('all answers that still apply remain', () => {
    expect(stillAsked(lateralForms, ashasAnswers)).toEqual(ashasAnswers)
  })

  test('dropping answers twice drops nothing more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('A', 'B', 'C', 'D', 'E', 'OMS', 'J-1'),
        fc.constantFrom('OPEN', 'SC', 'OBC'),
        (type, category) => {
          const changed = answersWith(ashasAnswers, {
            'type-of-candidature': { type },
            'category-details': { category },
          })
          const kept = stillAsked(lateralForms, changed)
          expect(stillAsked(lateralForms, kept)).toEqual(kept)
          expect(answersThatFall(lateralForms, kept, kept)).toEqual([])
        },
      ),
    )
  })
})
