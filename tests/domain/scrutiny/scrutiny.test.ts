import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import {
  type ClaimFact,
  conclusionOf,
  conversionFee,
  type DiscrepancyReason,
  discrepancyReasons,
  type FactName,
  factsToCheck,
  fieldOf,
  isAboutDocument,
  outcomesOf,
  reasonsFor,
  stepsToCorrect,
  withoutClaims,
} from '#server/domain/scrutiny/scrutiny.ts'
import { rupees } from '#server/kernel/money.ts'
import { answersWith, ashasAnswers, lateralForms, obc, ravisAnswers } from '#tests/support/answers.ts'

const fees = { open: rupees(1000), reserved: rupees(800) }
const rules = { forms: lateralForms, fees, eligibility: mbale.form.eligibility, paid: fees.reserved }
const verdict = (fact: FactName, reason: DiscrepancyReason | null = 'differs') =>
  ({ fact, isAccepted: reason === null, reason, document: null, expected: '', found: '' }) as const
/** Asha with 46.9 per cent of an OBC candidate, who would be ineligible in Open. */
const tight = answersWith(ashasAnswers, { 'qualifications-details': { degreeMarks: '1876' } })

describe('the facts of an application (rules §5.2, §5.3)', () => {
  const names = (answers: Parameters<typeof factsToCheck>[0]) => factsToCheck(answers).map(({ name }) => name)
  const mandatory = ['name', 'mother-name', 'gender', 'nationality']

  test('come first the mandatory ones, then the claims', () => {
    const marks = ['ssc', 'hsc', 'degree', 'photo', 'signature']
    expect(names(ashasAnswers)).toEqual([...mandatory, ...marks, 'type', 'category', 'tfws'])
  })

  test('of OMS are no claim; a guardian is judged where there is one', () => {
    expect(names(ravisAnswers)).toEqual([...mandatory, 'guardian', 'ssc', 'hsc', 'photo', 'signature'])
  })

  test('hold each claim that is made', () => {
    const changes = { disability: 'yes', disabilityType: 'low-vision', disabilityPercent: '40', orphan: 'yes' }
    const minority = { religiousMinority: 'muslim', linguisticMinority: 'none' }
    const claimed = answersWith(ashasAnswers, {
      'category-details': { category: 'OPEN', ews: 'yes', defence: 'DEF-1', ...changes, ...minority },
    })
    const claims = names(claimed).slice(names(claimed).indexOf('type'))
    expect(claims).toEqual(['type', 'ews', 'disability', 'defence', 'orphan', 'minority', 'tfws'])
  })

  test('of an orphan say that the mother has no name, where the form has none', () => {
    const orphan = answersWith(ashasAnswers, { 'category-details': { orphan: 'yes' } })
    const { motherName: _, ...unnamed } = orphan['personal-details']!
    const stated = (answers: Parameters<typeof factsToCheck>[0]) =>
      factsToCheck(answers).find(({ name }) => name === 'mother-name')!.questions
    expect(stated(orphan)).toEqual(['motherName'])
    expect(stated({ ...orphan, 'personal-details': unnamed })).toEqual(['motherName'])
    const lacking = { ...unnamed, parentMissing: 'mother' }
    expect(stated({ ...ashasAnswers, 'personal-details': lacking })).toEqual(['parentMissing'])
  })

  test('name the answers that state them, and the documents that prove them', () => {
    const facts = new Map(factsToCheck(ashasAnswers).map((fact) => [fact.name, fact]))
    expect(facts.get('photo')).toEqual({ name: 'photo', slug: null, questions: [], documents: ['photo'] })
    expect(facts.get('category')?.questions).toEqual(
      ['category', 'caste', 'casteCertificateNumber', 'casteCertificateDate', 'casteCertificateDistrict'].concat(
        ...['validityStatus', 'validityNumber', 'validityDate'],
      ),
    )
    expect(facts.get('degree')?.documents).toEqual(['degree-marksheet'])
  })

  test('are none before the type is chosen', () => {
    expect(factsToCheck({})).toEqual([])
  })
})

describe('a discrepancy', () => {
  const ofDocument = ['illegible', 'other-document', 'incomplete', 'not-valid']
  test.each<[FactName, string[]]>([
    ['photo', ['unfit-picture', 'other-document']],
    ['signature', ['unfit-picture', 'other-document']],
    ['guardian', ['differs']],
    ['name', ['differs', ...ofDocument]],
    ['ews', ['differs', 'not-entitled', ...ofDocument]],
  ])('in %s has one of these reasons: %s', (fact, reasons) => {
    expect(reasonsFor(fact)).toEqual(reasons)
  })

  test('is about an answer or a document', () => {
    expect(discrepancyReasons.filter(isAboutDocument)).toEqual([...ofDocument, 'unfit-picture'])
  })

  test.each<[FactName, DiscrepancyReason, number[]]>([
    ['photo', 'unfit-picture', [5]],
    ['signature', 'other-document', [5]],
    ['ssc', 'illegible', [6]],
    ['type', 'illegible', [6]],
    ['type', 'differs', [0, 1]],
    ['category', 'not-entitled', [2]],
    ['hsc', 'differs', [3]],
    ['name', 'differs', [4]],
    ['gender', 'differs', [4]],
  ])('in %s (%s) is corrected in the steps %j', (fact, reason, steps) => {
    expect(stepsToCorrect(fact, reason)).toEqual(steps)
  })

  test('is shown at its document, its picture or its answer', () => {
    expect(fieldOf('ssc', 'ssc-marksheet')).toBe('ssc-marksheet')
    expect([fieldOf('photo', null), fieldOf('signature', null)]).toEqual(['photo', 'signature'])
    expect([fieldOf('minority', null), fieldOf('degree', null)]).toEqual(['religiousMinority', 'degreeResult'])
  })
})

describe('the end of scrutiny (rules §5.2, §5.3)', () => {
  const said = (...verdicts: Parameters<typeof conclusionOf>[0]) => conclusionOf(verdicts, ashasAnswers, rules)

  test('confirms a form without a fault', () => {
    expect(said(verdict('name', null), verdict('category', null))).toEqual({ kind: 'confirm', removed: [], fee: 0 })
  })

  test('sends a form with a mandatory fault back with every discrepancy, each step once', () => {
    const back = said(verdict('hsc'), verdict('tfws'), verdict('ssc', 'illegible'), verdict('degree'))
    expect(back).toEqual({ kind: 'revert', steps: [2, 3, 6], isIneligible: false })
    expect(said(verdict('type'), verdict('photo'))).toMatchObject({ steps: [0, 1, 5], isIneligible: true })
  })

  test('confirms a form without the claims that fail; the difference of the fee is then due', () => {
    const eligible = answersWith(ashasAnswers, { 'qualifications-details': { degreeMarks: '2400' } })
    const failed = conclusionOf([verdict('category', 'not-entitled')], eligible, rules)
    expect(failed).toEqual({ kind: 'confirm', removed: ['category'], fee: rupees(200) })
    const paid = conclusionOf([verdict('category')], eligible, { ...rules, paid: fees.open })
    expect(paid).toEqual({ kind: 'confirm', removed: ['category'], fee: 0 })
    expect(conclusionOf([verdict('tfws')], eligible, rules)).toMatchObject({ removed: ['tfws'], fee: 0 })
  })

  test('sends a form back whose candidate would be ineligible without the claim', () => {
    const back = conclusionOf([verdict('category', 'not-entitled')], tight, rules)
    expect(back).toEqual({ kind: 'revert', steps: [2], isIneligible: true })
    expect(conclusionOf([verdict('tfws')], tight, rules)).toMatchObject({ kind: 'confirm' })
  })

  test('is told for every set of claims that may fail', () => {
    const outcomes = outcomesOf(['category', 'tfws'], tight, rules)
    expect(outcomes.map(({ removed, conclusion }) => [removed.join(' '), conclusion.kind])).toEqual([
      ['', 'confirm'],
      ['category', 'revert'],
      ['tfws', 'confirm'],
      ['category tfws', 'revert'],
    ])
  })

  test('charges nothing while there are no claims', () => {
    expect([conversionFee({}, fees, fees.reserved), conversionFee(ashasAnswers, fees, rupees(500))]).toEqual([
      ...[0, rupees(300)],
    ])
  })
})

test.each<[ClaimFact, object, object]>([
  ['category', {}, { category: 'OPEN', ews: 'no', caste: undefined }],
  ['type', {}, { category: undefined, tfws: undefined }],
  ['ews', { category: 'OPEN', ews: 'yes' }, { ews: 'no' }],
  ['tfws', {}, { tfws: 'no', category: 'SC' }],
  ['orphan', { orphan: 'yes' }, { orphan: 'no' }],
  ['disability', { disability: 'yes', disabilityType: 'low-vision' }, { disability: 'no', disabilityType: undefined }],
  ['defence', { defence: 'DEF-1' }, { defence: 'none' }],
  ['minority', { religiousMinority: 'muslim' }, { religiousMinority: undefined, linguisticMinority: undefined }],
])('a form without the claim of %s (rules §5.3)', (claim, claimed, left) => {
  const before = answersWith(ashasAnswers, { 'category-details': { ...claimed } })
  const after = withoutClaims(lateralForms, before, [claim])
  const given = after['category-details'] ?? {}
  expect(Object.fromEntries(Object.keys(left).map((question) => [question, given[question]]))).toEqual(left)
  expect(after['type-of-candidature']?.type).toBe(claim === 'type' ? 'OMS' : 'A')
})

test('a non-creamy-layer certificate goes with its category', () => {
  const before = answersWith(ashasAnswers, { 'category-details': obc })
  const after = withoutClaims(lateralForms, before, ['category'])
  expect(Object.keys(after['category-details']!).filter((question) => /creamy|caste/.test(question))).toEqual([])
})
