import { type CandidatureType, type Category, claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers, StepAnswers } from '#server/domain/terms/question.ts'
import { layeredCategories } from './form/category-details'
import type { FormShape } from './form/form-rules'

/** Every certificate a claim may need; the words are `documents:kind.<kind>`. Source: rules §3.9. */
export const documentKinds = [
  'nationality',
  'domicile-certificate',
  'birth-or-leaving-certificate',
  'proforma-a',
  'proforma-b1',
  'proforma-b2',
  'proforma-g1',
  'proforma-g2',
  'caste-certificate',
  'caste-validity',
  'caste-validity-receipt',
  'non-creamy-layer',
  'non-creamy-layer-receipt',
  'ews-proforma-v',
  'ews-receipt',
  'disability-certificate',
  'defence-proforma-c',
  'defence-proforma-d',
  'defence-proforma-e',
  'orphan-proforma-u',
  'minority-proforma-o',
  'income-certificate',
  'jk-certificate',
  'ssc-marksheet',
  'hsc-marksheet',
  'diploma-marksheet',
  'iti-marksheet',
  'degree-marksheet',
  'cgpa-conversion',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Why a document is asked for: the fact or the claim behind it. The words are `documents:because.<because>`. */
export const documentReasons = [
  'nationality',
  'ssc',
  'hsc',
  'diploma',
  'iti',
  'degree',
  'cgpa',
  'type-a',
  'type-b',
  'type-c',
  'type-d',
  'type-e',
  'type-jk',
  'category',
  'validity-applied',
  'creamy-layer',
  'creamy-layer-applied',
  'ews',
  'ews-applied',
  'disability',
  'defence',
  'orphan',
  'minority',
  'tfws',
] as const
export type DocumentReason = (typeof documentReasons)[number]

/** A document that the claims require. */
export type RequiredDocument = {
  kind: DocumentKind
  because: DocumentReason
  /** `mandatory`: nobody is admitted without it. `claim`: without it the claim is lost. Both are needed to submit. */
  basis: 'mandatory' | 'claim'
}

/**
 * The documents that the answers require, in display order; empty before a type is chosen. For a certificate that was
 * only applied for, its receipt takes its place. If it was not even applied for, the category's claim does not count
 * (see
 * `claimsOf`) and none of its certificates is asked for. Source: rules §3.9.
 */
export function requiredDocuments(answers: Answers): RequiredDocument[] {
  if (!claimsOf(answers)) return []
  const facts = ofFacts(answers['qualifications-details'] ?? {})
  const claimed = [...ofType(answers), ...ofCategory(answers), ...ofSpecialClaims(answers)]
  return [
    ...facts.map(([kind, because]) => ({ kind, because, basis: 'mandatory' as const })),
    ...claimed.map(([kind, because]) => ({ kind, because, basis: 'claim' as const })),
  ]
}

const afterDegree: readonly DocumentKind[] = ['diploma-marksheet', 'degree-marksheet', 'cgpa-conversion']

/** Every document that some answers of a course's form may require. */
export const documentsOfCourse = ({
  qualification,
  types,
}: Pick<FormShape, 'qualification' | 'types'>): DocumentKind[] =>
  documentKinds.filter(
    (kind) =>
      (qualification === 'degree' ? kind !== 'iti-marksheet' : !afterDegree.includes(kind)) &&
      (kind !== 'jk-certificate' || types.some((type) => type.startsWith('J-'))),
  )

/** A document that some candidates need. `always`: every one of them. */
export type PossibleDocument = RequiredDocument & { always: boolean }

/** What answers can add to a type and a category, one at a time, from where every examination has been passed. */
const everyExamination = { hscBoard: 'x', diplomaBoard: 'x', itiName: 'x', degreeResult: 'marks' }
const given = (step: keyof Answers, answers: StepAnswers): Answers => ({ [step]: answers })
const variations: readonly Answers[] = [
  given('qualifications-details', {}),
  given('qualifications-details', { ...everyExamination, degreeResult: 'cgpa' }),
  ...['domicile', 'birth'].map((tie) => given('type-details', { tie })),
  ...['B-1', 'B-2'].map((proforma) => given('type-details', { proforma })),
  ...['have', 'applied'].flatMap((status) => [
    given('category-details', { validityStatus: status }),
    given('category-details', { creamyLayerStatus: status }),
    given('category-details', { ews: 'yes', ewsStatus: status }),
  ]),
  ...['DEF-1', 'DEF-2', 'DEF-3'].map((defence) => given('category-details', { defence })),
  ...['disability', 'orphan', 'tfws'].map((claim) => given('category-details', { [claim]: 'yes' })),
  given('category-details', { religiousMinority: 'x' }),
]

/**
 * Every document that candidates with this type and category may need, in display order: found by the same rules, answer
 * by answer. Source: rules §3.9.
 */
export function possibleDocuments(form: FormShape, type: CandidatureType, category: Category): PossibleDocument[] {
  const isLayered = layeredCategories.includes(category)
  const lists = variations.flatMap((answers) => {
    const details = answers['category-details'] ?? {}
    if ('creamyLayerStatus' in details && !isLayered) return []
    return [
      requiredDocuments({
        'type-of-candidature': { type },
        'type-details': answers['type-details'] ?? {},
        'category-details': { category, ...details },
        'qualifications-details': answers['qualifications-details'] ?? everyExamination,
      }),
    ]
  })
  return documentsOfCourse(form).flatMap((kind) => {
    const found = lists.map((list) => list.find((one) => one.kind === kind))
    const first = found.find((one) => one !== undefined)
    return first ? [{ ...first, always: found.every((one) => one !== undefined) }] : []
  })
}

type Asked = readonly [DocumentKind, DocumentReason]

/** The facts that everybody must prove: nationality, and each examination passed. */
function ofFacts(passed: StepAnswers): Asked[] {
  const asked: Asked[] = [
    ['nationality', 'nationality'],
    ['ssc-marksheet', 'ssc'],
  ]
  if (passed.hscBoard) asked.push(['hsc-marksheet', 'hsc'])
  if (passed.diplomaBoard) asked.push(['diploma-marksheet', 'diploma'])
  if (passed.itiName) asked.push(['iti-marksheet', 'iti'])
  if (passed.degreeResult) asked.push(['degree-marksheet', 'degree'])
  if (passed.degreeResult === 'cgpa') asked.push(['cgpa-conversion', 'cgpa'])
  return asked
}

function ofType(answers: Answers): Asked[] {
  const details = answers['type-details'] ?? {}
  switch (answers['type-of-candidature']?.type) {
    case 'A':
      if (details.tie === 'domicile') return [['domicile-certificate', 'type-a']]
      return details.tie === 'birth' ? [['birth-or-leaving-certificate', 'type-a']] : []
    case 'B':
      return [['domicile-certificate', 'type-b']]
    case 'C':
      return [['proforma-a', 'type-c']]
    case 'D':
      return [[details.proforma === 'B-2' ? 'proforma-b2' : 'proforma-b1', 'type-d']]
    case 'E':
      return [
        ['proforma-g1', 'type-e'],
        ['proforma-g2', 'type-e'],
      ]
    case 'J-1':
    case 'J-2':
    case 'J-3':
    case 'J-4':
      return [['jk-certificate', 'type-jk']]
    default:
      return []
  }
}

function ofCategory(answers: Answers): Asked[] {
  const details = answers['category-details'] ?? {}
  const claims = claimsOf(answers)
  const asked: Asked[] = []
  if (claims && claims.category !== 'OPEN') {
    asked.push(['caste-certificate', 'category'])
    if (details.validityStatus === 'have') asked.push(['caste-validity', 'category'])
    if (details.validityStatus === 'applied') asked.push(['caste-validity-receipt', 'validity-applied'])
    if (details.creamyLayerStatus === 'have') asked.push(['non-creamy-layer', 'creamy-layer'])
    if (details.creamyLayerStatus === 'applied') asked.push(['non-creamy-layer-receipt', 'creamy-layer-applied'])
  }
  if (claims?.isEws)
    asked.push(details.ewsStatus === 'applied' ? ['ews-receipt', 'ews-applied'] : ['ews-proforma-v', 'ews'])
  return asked
}

const defenceProformas = {
  'DEF-1': 'defence-proforma-c',
  'DEF-2': 'defence-proforma-d',
  'DEF-3': 'defence-proforma-e',
} as const

function ofSpecialClaims(answers: Answers): Asked[] {
  const claims = claimsOf(answers)
  if (!claims) return []
  const asked: Asked[] = []
  if (claims.isDisabled) asked.push(['disability-certificate', 'disability'])
  if (claims.defence) asked.push([defenceProformas[claims.defence], 'defence'])
  if (claims.isOrphan) asked.push(['orphan-proforma-u', 'orphan'])
  if (claims.minorities.length) asked.push(['minority-proforma-o', 'minority'])
  if (claims.isTfws) asked.push(['income-certificate', 'tfws'])
  return asked
}
