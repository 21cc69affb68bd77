import { describe, expect, test } from 'vitest'
import {
  factsToVerify,
  type Said,
  type VerificationAnswer,
  type VerifiedFact,
  verificationOutcome,
  type WrongFact,
  withCorrections,
  wrongFacts,
} from '#server/domain/admission/self-verification.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { ashasAnswers, diplomaForms, lateralForms, ravisAnswers } from '#tests/support/answers.ts'

const stated = { fullName: 'Asha Ramesh Patil', answers: ashasAnswers as Answers }
const facts = factsToVerify(stated, lateralForms)
const named = (name: VerifiedFact) => facts.find(({ fact }) => fact === name)!
const today = '2024-08-30'

/** Everything is correct except what the test says. */
const said = (answers: Said['answers'] = {}, right: Said['right'] = {}): Said => ({
  answers: { ...Object.fromEntries(facts.map(({ fact }) => [fact, 'correct' as VerificationAnswer])), ...answers },
  right,
})
const wrong = (answers: Said['answers'], right: Said['right'] = {}) => wrongFacts(facts, said(answers, right), today)

describe('the facts to verify', () => {
  test('are every fact of the course, in order; those that do not apply are preset', () => {
    expect(facts.map(({ fact, applies }) => `${fact}${applies ? '' : ' -'}`)).toEqual([
      'name',
      'mother-name',
      'birth-date',
      'gender',
      'nationality',
      'ssc',
      'hsc',
      'diploma -',
      'degree',
      'type',
      'category',
      'ews -',
      'disability -',
      'defence -',
      'orphan -',
      'minority -',
      'tfws',
    ])
  })

  test('have their document, their present value, and questions by which they are corrected', () => {
    expect(named('ssc')).toMatchObject({
      documents: ['ssc-marksheet'],
      present: { sscMarks: '432.5', sscOutOf: '500' },
    })
    expect(named('birth-date')).toMatchObject({ documents: ['ssc-marksheet', 'nationality'] })
    expect(named('degree').questions.map(({ name }) => name)).toEqual(['degreeMarks', 'degreeOutOf'])
    expect(named('category').present).toEqual({ category: 'SC' })
    // The form asks Scheduled Castes nothing about EWS.
    expect(named('ews').questions).toEqual([])
  })

  test('of the diploma course have its own subjects and no degree', () => {
    const found = factsToVerify({ fullName: 'Ravi', answers: ravisAnswers as Answers }, diplomaForms)
    expect(found.map(({ fact }) => fact)).not.toContain('degree')
    expect(found.find(({ fact }) => fact === 'hsc')!.questions.map(({ name }) => name)).toContain('biology')
    expect(found.find(({ fact }) => fact === 'type')).toMatchObject({ applies: false, present: { type: 'OMS' } })
  })
})

describe('what a candidate says', () => {
  const faultsOf = (result: ReturnType<typeof wrongFacts>) =>
    result.ok ? [] : result.refusal.fields!.map(({ field, code }) => `${field} ${code}`)

  test('nothing is wrong', () => expect(wrong({})).toEqual({ ok: true, value: [] }))

  test('each fact that applies needs an answer; the others are correct unless called wrong', () => {
    const result = wrongFacts(facts, { answers: { name: 'correct' }, right: {} }, today)
    expect(faultsOf(result)).toContain('fact-ssc verification-missing')
    expect(faultsOf(result)).not.toContain('fact-diploma verification-missing')
    expect(faultsOf(result)).not.toContain('fact-name verification-missing')
  })

  test('a wrong fact comes with its right value, by the rules of its own question', () => {
    expect(wrong({ ssc: 'incorrect' }, { sscMarks: '420', sscOutOf: '500' })).toEqual({
      ok: true,
      value: [
        {
          fact: 'ssc',
          stated: { sscMarks: '432.5', sscOutOf: '500' },
          right: { sscMarks: '420', sscOutOf: '500' },
        },
      ],
    })
    expect(faultsOf(wrong({ ssc: 'incorrect' }, { sscMarks: 'many', sscOutOf: '500' }))).toEqual([
      'right-sscMarks not-a-number',
    ])
    expect(faultsOf(wrong({ category: 'incorrect' }, { category: 'X' }))).toEqual(['right-category not-offered'])
    expect(faultsOf(wrong({ gender: 'incorrect' }))).toEqual(['right-gender choose-one'])
  })

  test('the present value is not a right one, and a question that is not asked cannot be answered', () => {
    expect(faultsOf(wrong({ gender: 'incorrect' }, { gender: 'female' }))).toEqual(['right-gender right-value-same'])
    expect(faultsOf(wrong({ ews: 'incorrect' }, { ews: 'yes' }))).toEqual(['fact-ews fact-not-asked'])
  })
})

const motherName: WrongFact = {
  fact: 'mother-name',
  stated: { motherName: 'Sunita Ramesh Patil' },
  right: { motherName: 'Suneeta Ramesh Patil' },
}
const degree: WrongFact = {
  fact: 'degree',
  stated: { degreeMarks: '1880', degreeOutOf: '4000' },
  right: { degreeMarks: '1808', degreeOutOf: '4000' },
}

test('case 63: a mistake without a benefit is corrected; one with a benefit raises a grievance', () => {
  expect(verificationOutcome([])).toEqual({ kind: 'verified', corrected: [] })
  expect(verificationOutcome([motherName])).toEqual({ kind: 'verified', corrected: [motherName] })
  expect(verificationOutcome([motherName, degree])).toEqual({
    kind: 'grievance',
    about: [degree],
    corrected: [motherName],
  })
})

test('a name that changes by more than its spelling raises a grievance', () => {
  const another = { ...motherName, right: { motherName: 'Sunita R. Patil' } }
  expect(verificationOutcome([another])).toEqual({ kind: 'grievance', about: [another], corrected: [] })
})

describe('corrections', () => {
  test('change the name and the answers, and nothing else', () => {
    const name: WrongFact = { fact: 'name', stated: { fullName: 'Asha' }, right: { fullName: 'Asha R. Patil' } }
    const after = withCorrections(lateralForms, stated, [name, motherName, degree])
    expect(after.fullName).toBe('Asha R. Patil')
    expect(after.answers['personal-details']).toEqual({
      ...ashasAnswers['personal-details'],
      motherName: 'Suneeta Ramesh Patil',
    })
    expect(after.answers['qualifications-details']!.degreeMarks).toBe('1808')
    expect(after.answers['category-details']).toEqual(ashasAnswers['category-details'])
  })

  test('to Open drop the certificates of the category, and claim no EWS', () => {
    const category: WrongFact = { fact: 'category', stated: { category: 'SC' }, right: { category: 'OPEN' } }
    const details = withCorrections(lateralForms, stated, [category]).answers['category-details']!
    expect(details).toMatchObject({ category: 'OPEN', ews: 'no' })
    expect(details).not.toHaveProperty('casteCertificateNumber')
  })
})
