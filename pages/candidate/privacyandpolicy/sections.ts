import type { TextKey } from '../../../server/i18n/keys'

export type Section = { id: string; title: TextKey; lead?: TextKey; points?: readonly TextKey[]; closing?: TextKey }

/** The privacy notice and the terms, in the order in which they are read. The cookies have a table of their own. */
export const sections: readonly Section[] = [
  { id: 'who', title: 'notices:privacy.who', lead: 'notices:privacy.who-text' },
  {
    id: 'what',
    title: 'notices:privacy.what',
    points: [
      'notices:privacy.what-account',
      'notices:privacy.what-form',
      'notices:privacy.what-documents',
      'notices:privacy.what-special',
      'notices:privacy.what-payments',
      'notices:privacy.what-record',
    ],
    closing: 'notices:privacy.what-never',
  },
  {
    id: 'basis',
    title: 'notices:privacy.basis',
    points: ['notices:privacy.basis-law', 'notices:privacy.basis-consent', 'notices:privacy.basis-minor'],
  },
  {
    id: 'share',
    title: 'notices:privacy.share',
    points: [
      'notices:privacy.share-officers',
      'notices:privacy.share-institute',
      'notices:privacy.share-providers',
      'notices:privacy.share-lists',
      'notices:privacy.share-law',
    ],
    closing: 'notices:privacy.share-never',
  },
  {
    id: 'keep',
    title: 'notices:privacy.keep',
    points: ['notices:privacy.keep-otp', 'notices:privacy.keep-session', 'notices:privacy.keep-application'],
  },
  {
    id: 'rights',
    title: 'notices:privacy.rights',
    points: [
      'notices:privacy.rights-see',
      'notices:privacy.rights-correct',
      'notices:privacy.rights-erase',
      'notices:privacy.rights-nominate',
      'notices:privacy.rights-complain',
    ],
  },
  {
    id: 'cookies',
    title: 'notices:privacy.cookies',
    lead: 'notices:privacy.cookies-text',
    closing: 'notices:privacy.storage-text',
  },
  { id: 'safe', title: 'notices:privacy.safe', lead: 'notices:privacy.safe-text' },
  { id: 'officer', title: 'notices:privacy.officer', lead: 'notices:privacy.officer-text' },
  {
    id: 'terms',
    title: 'notices:privacy.terms',
    points: [
      'notices:privacy.terms-one',
      'notices:privacy.terms-true',
      'notices:privacy.terms-secret',
      'notices:privacy.terms-rules',
      'notices:privacy.terms-time',
      'notices:privacy.terms-fair',
    ],
  },
]
