import type { DocumentKind } from './required-documents'

/** The one who signs a proforma. */
type Signatory = 'officer' | 'head' | 'family'

/**
 * A certificate in a prescribed form. `code`: as people call it; `name`: in its address and in its texts
 * (`proformas:<name>.…`); `fields`: the blanks to fill in (`proformas:field.<field>`).
 */
export type Proforma = { code: string; name: ProformaName; fields: readonly ProformaField[]; signedBy: Signatory }

export const proformaNames = ['a', 'b1', 'b2', 'c', 'd', 'e', 'g1', 'g2', 'o', 'u', 'v'] as const
type ProformaName = (typeof proformaNames)[number]

type ProformaField =
  | 'parent'
  | 'relation'
  | 'mother'
  | 'post'
  | 'office'
  | 'service-from'
  | 'posted-at'
  | 'posted-on'
  | 'reported-at'
  | 'retired-on'
  | 'settled-at'
  | 'service-number'
  | 'unit'
  | 'discharged-on'
  | 'domicile'
  | 'family-at'
  | 'village'
  | 'taluka'
  | 'school'
  | 'examination'
  | 'mother-tongue'
  | 'register'
  | 'community'
  | 'proof'
  | 'birth'
  | 'home'
  | 'order'
  | 'address'
  | 'caste'
  | 'income'
  | 'valid'

const ofService = ['parent', 'relation', 'mother', 'post', 'office', 'service-from'] as const
const ofForces = ['parent', 'relation', 'service-number', 'unit', 'service-from'] as const

/** The documents that have a prescribed form; their texts ask for what the form of the application asks. */
const proformas: Readonly<Partial<Record<DocumentKind, Proforma>>> = {
  'proforma-a': { code: 'A', name: 'a', fields: [...ofService, 'posted-at', 'posted-on'], signedBy: 'officer' },
  'proforma-b1': { code: 'B-1', name: 'b1', fields: [...ofService, 'reported-at'], signedBy: 'officer' },
  'proforma-b2': { code: 'B-2', name: 'b2', fields: [...ofService, 'retired-on', 'settled-at'], signedBy: 'officer' },
  'proforma-g1': {
    code: 'G1',
    name: 'g1',
    fields: ['village', 'taluka', 'school', 'examination'],
    signedBy: 'officer',
  },
  'proforma-g2': {
    code: 'G2',
    name: 'g2',
    fields: ['school', 'examination', 'mother-tongue', 'register'],
    signedBy: 'head',
  },
  'ews-proforma-v': {
    code: 'V',
    name: 'v',
    fields: ['parent', 'address', 'caste', 'income', 'valid'],
    signedBy: 'officer',
  },
  'defence-proforma-c': {
    code: 'C',
    name: 'c',
    fields: [...ofForces, 'discharged-on', 'domicile'],
    signedBy: 'officer',
  },
  'defence-proforma-d': { code: 'D', name: 'd', fields: [...ofForces, 'domicile'], signedBy: 'officer' },
  'defence-proforma-e': { code: 'E', name: 'e', fields: [...ofForces, 'family-at'], signedBy: 'officer' },
  'orphan-proforma-u': { code: 'U', name: 'u', fields: ['birth', 'home', 'order'], signedBy: 'officer' },
  'minority-proforma-o': { code: 'O', name: 'o', fields: ['community', 'proof', 'address'], signedBy: 'family' },
}

/** The prescribed form of a document; null if it has none. Source: rules §3.9. */
export const proformaOf = (kind: DocumentKind): Proforma | null => proformas[kind] ?? null

/** The proforma of a name in an address (`b1`); null for any other text. */
export const proformaNamed = (name: string): Proforma | null =>
  Object.values(proformas).find((proforma) => proforma.name === name) ?? null
