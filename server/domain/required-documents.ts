import type { Answers } from './application-form/question'

/** Every certificate a claim may need; the words are `documents:kind.<kind>`. Source: decisions §3 "Documents". */
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
  'degree-marksheet',
  'cgpa-conversion',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A document that the claims ask for. */
export type RequiredDocument = {
  kind: DocumentKind
  /** The claim or fact that asks for it; the words are `documents:because.<because>`. */
  because: string
  /** Without a mandatory one nobody is admitted; without a claim-backed one the claim falls. Both must be there to submit. */
  basis: 'mandatory' | 'claim'
}

/** The documents that the answers ask for, in the order in which they are shown. */
export function requiredDocuments(answers: Answers): RequiredDocument[] {
  if (!answers['type-of-candidature']?.type) return []
  return [
    { kind: 'nationality', because: 'nationality', basis: 'mandatory' },
    { kind: 'ssc-marksheet', because: 'ssc', basis: 'mandatory' },
  ]
}
