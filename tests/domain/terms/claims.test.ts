import { describe, expect, test } from 'vitest'
import {
  type DocumentKind,
  documentsOfCourse,
  requiredDocuments,
} from '#server/domain/application/required-documents.ts'
import { factsToCheck } from '#server/domain/scrutiny/scrutiny.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { answersWith, ashasAnswers, kiransAnswers, ravisAnswers } from '#tests/support/answers.ts'

type Changes = Parameters<typeof answersWith>[1]
const claims = (changes: Changes) => claimsOf(answersWith(ashasAnswers, changes))
const documents = (changes: Changes, answers = ashasAnswers as Parameters<typeof answersWith>[0]) =>
  requiredDocuments(answersWith(answers, changes)).map(({ kind }) => kind)

/** Every possible claim at once. */
const everything = {
  category: 'OBC',
  caste: 'OBC-mali',
  validityStatus: 'have',
  creamyLayerStatus: 'have',
  disability: 'yes',
  defence: 'DEF-2',
  orphan: 'yes',
  religiousMinority: 'religion-jain',
  tfws: 'yes',
}

describe('claims', () => {
  test('are empty before a type is chosen', () => {
    expect(claimsOf({})).toBeNull()
    expect(claimsOf({ 'category-details': everything })).toBeNull()
  })

  test('include every answer of types A to D', () => {
    for (const type of ['A', 'B', 'C', 'D'] as const) {
      expect(claims({ 'type-of-candidature': { type }, 'category-details': everything })).toEqual({
        type,
        category: 'OBC',
        isEws: false,
        isDisabled: true,
        defence: 'DEF-2',
        isOrphan: true,
        minorities: ['religion-jain'],
        isTfws: true,
        gender: 'female',
      })
    }
  })

  const open = { category: 'OPEN', isEws: false, isDisabled: false, defence: null, isOrphan: false }
  test('are limited to minority and TFWS for type E, which counts as Open', () => {
    expect(claims({ 'type-of-candidature': { type: 'E' }, 'category-details': everything })).toMatchObject({
      ...open,
      minorities: ['religion-jain'],
      isTfws: true,
    })
  })

  test.each(['OMS', 'J-1', 'J-2', 'J-3', 'J-4'])('are empty for %s, which counts as Open', (type) => {
    expect(claims({ 'type-of-candidature': { type }, 'category-details': everything })).toMatchObject({
      ...open,
      minorities: [],
      isTfws: false,
    })
  })

  test.each([
    ['SC', { validityStatus: 'applied' }, 'SC'],
    ['SC', { validityStatus: 'not-applied' }, 'OPEN'],
    ['SEBC', { creamyLayerStatus: 'applied' }, 'SEBC'],
    ['SEBC', { creamyLayerStatus: 'not-applied' }, 'OPEN'],
  ])('%s with %j counts as %s', (category, details, counts) => {
    expect(claims({ 'category-details': { category, ...details } })?.category).toBe(counts)
  })

  test('include EWS for Open candidates only', () => {
    expect(claims({ 'category-details': { category: 'OPEN', ews: 'yes' } })?.isEws).toBe(true)
    expect(claims({ 'category-details': { category: 'SC', ews: 'yes' } })?.isEws).toBe(false)
  })
})

describe('documents follow the claims (rules §3.9)', () => {
  test('every candidate proves nationality and each examination', () => {
    expect(requiredDocuments({})).toEqual([])
    expect(
      requiredDocuments(answersWith(ashasAnswers, { 'category-details': { category: 'OPEN', tfws: 'no' } })),
    ).toEqual([
      { kind: 'nationality', because: 'nationality', basis: 'mandatory' },
      { kind: 'ssc-marksheet', because: 'ssc', basis: 'mandatory' },
      { kind: 'hsc-marksheet', because: 'hsc', basis: 'mandatory' },
      { kind: 'degree-marksheet', because: 'degree', basis: 'mandatory' },
      { kind: 'domicile-certificate', because: 'type-a', basis: 'claim' },
    ])
  })

  test('OMS of the diploma course: nationality, SSC, HSC', () => {
    expect(documents({}, ravisAnswers)).toEqual(['nationality', 'ssc-marksheet', 'hsc-marksheet'])
  })

  test('an ITI certificate instead of HSC: its marksheet, which scrutiny judges with the ITI marks', () => {
    expect(documents({}, kiransAnswers)).toEqual(['nationality', 'ssc-marksheet', 'iti-marksheet'])
    const facts = factsToCheck(kiransAnswers)
    expect(facts.find(({ name }) => name === 'iti')).toEqual({
      name: 'iti',
      slug: 'qualifications-details',
      questions: ['itiName', 'itiTrade', 'itiYear', 'itiSeat', 'itiMarks', 'itiOutOf'],
      documents: ['iti-marksheet'],
    })
    expect(facts.map(({ name }) => name)).not.toContain('hsc')
  })

  test('of a course are those that some answers of its form may require', () => {
    const kinds = ['iti-marksheet', 'degree-marksheet', 'jk-certificate', 'hsc-marksheet'] as const
    const of = (qualification: 'degree' | 'hsc-science', ...types: ('A' | 'J-1')[]) =>
      kinds.filter((kind) => documentsOfCourse({ qualification, types }).includes(kind))
    expect(of('degree', 'A')).toEqual(['degree-marksheet', 'hsc-marksheet'])
    expect(of('hsc-science', 'A', 'J-1')).toEqual(['iti-marksheet', 'jk-certificate', 'hsc-marksheet'])
  })

  test('a diploma instead of HSC, a CGPA instead of marks', () => {
    const passed = { afterSsc: 'diploma', hscBoard: undefined, diplomaBoard: 'MSBTE', degreeResult: 'cgpa' }
    const found = documents({ 'qualifications-details': passed })
    expect(found).toEqual(expect.arrayContaining(['diploma-marksheet', 'degree-marksheet', 'cgpa-conversion']))
    expect(found).not.toContain('hsc-marksheet')
  })

  const plain = { category: 'OPEN', tfws: 'no' }
  const proofs: DocumentKind[] = ['nationality', 'ssc-marksheet', 'hsc-marksheet', 'degree-marksheet']
  const claimed = (changes: Changes) => documents(changes).filter((kind) => !proofs.includes(kind))

  test.each<[string, Record<string, string>, DocumentKind[]]>([
    ['A', { tie: 'domicile' }, ['domicile-certificate']],
    ['A', { tie: 'birth' }, ['birth-or-leaving-certificate']],
    ['B', {}, ['domicile-certificate']],
    ['C', {}, ['proforma-a']],
    ['D', { proforma: 'B-1' }, ['proforma-b1']],
    ['D', { proforma: 'B-2' }, ['proforma-b2']],
    ['E', {}, ['proforma-g1', 'proforma-g2']],
    ['OMS', {}, []],
    ['J-3', {}, ['jk-certificate']],
  ])('type %s %j', (type, details, wanted) => {
    const changes = { 'type-of-candidature': { type }, 'type-details': details, 'category-details': plain }
    expect(claimed(changes)).toEqual(wanted)
  })

  test.each<[Record<string, string>, DocumentKind[]]>([
    [{ category: 'SC', validityStatus: 'have' }, ['caste-certificate', 'caste-validity']],
    [{ category: 'ST', validityStatus: 'applied' }, ['caste-certificate', 'caste-validity-receipt']],
    [{ category: 'SC', validityStatus: 'not-applied' }, []],
    [
      { category: 'OBC', validityStatus: 'have', creamyLayerStatus: 'have' },
      ['caste-certificate', 'caste-validity', 'non-creamy-layer'],
    ],
    [
      { category: 'SEBC', validityStatus: 'applied', creamyLayerStatus: 'applied' },
      ['caste-certificate', 'caste-validity-receipt', 'non-creamy-layer-receipt'],
    ],
    [{ ews: 'yes', ewsStatus: 'have' }, ['ews-proforma-v']],
    [{ ews: 'yes', ewsStatus: 'applied' }, ['ews-receipt']],
    [{ disability: 'yes' }, ['disability-certificate']],
    [{ defence: 'DEF-1' }, ['defence-proforma-c']],
    [{ defence: 'DEF-2' }, ['defence-proforma-d']],
    [{ defence: 'DEF-3' }, ['defence-proforma-e']],
    [{ orphan: 'yes' }, ['orphan-proforma-u']],
    [{ linguisticMinority: 'language-gu' }, ['minority-proforma-o']],
    [{ tfws: 'yes' }, ['income-certificate']],
  ])('%j', (details, wanted) => {
    expect(claimed({ 'category-details': { ...plain, ...details } })).toEqual(['domicile-certificate', ...wanted])
  })
})
