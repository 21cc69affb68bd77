import type { TextKey } from '#server/i18n/keys.ts'

export type Section = { id: string; title: TextKey; lead?: TextKey; points?: readonly TextKey[]; closing?: TextKey }

/**
 * The privacy notice and the terms, in reading order. The page adds the tables of the purposes, the retention and the
 * cookies, and the way to "My Data".
 */
export const sections: readonly Section[] = [
  { id: 'who', title: 'privacy:who', lead: 'privacy:who-text' },
  { id: 'what', title: 'privacy:what', lead: 'privacy:what-lead', closing: 'privacy:what-never' },
  {
    id: 'basis',
    title: 'privacy:basis',
    points: ['privacy:basis-law', 'privacy:basis-consent', 'privacy:basis-minor'],
  },
  {
    id: 'share',
    title: 'privacy:share',
    points: [
      'privacy:share-officers',
      'privacy:share-institute',
      'privacy:share-providers',
      'privacy:share-lists',
      'privacy:share-law',
    ],
    closing: 'privacy:share-never',
  },
  {
    id: 'keep',
    title: 'privacy:keep',
    lead: 'privacy:keep-lead',
    points: ['privacy:keep-otp', 'privacy:keep-session', 'privacy:keep-audit', 'privacy:keep-copies'],
  },
  {
    id: 'rights',
    title: 'privacy:rights',
    points: [
      'privacy:rights-see',
      'privacy:rights-correct',
      'privacy:rights-erase',
      'privacy:rights-nominate',
      'privacy:rights-complain',
    ],
  },
  {
    id: 'cookies',
    title: 'privacy:cookies',
    lead: 'privacy:cookies-text',
    closing: 'privacy:storage-text',
  },
  { id: 'safe', title: 'privacy:safe', lead: 'privacy:safe-text' },
  { id: 'officer', title: 'privacy:officer', lead: 'privacy:officer-text' },
  {
    id: 'terms',
    title: 'privacy:terms',
    points: [
      'privacy:terms-one',
      'privacy:terms-true',
      'privacy:terms-secret',
      'privacy:terms-rules',
      'privacy:terms-time',
      'privacy:terms-fair',
    ],
  },
]
