import type { RetentionClass } from './retention'

/** Groups of people who get data from the cell. */
type Recipient = 'officers' | 'centres' | 'institutes' | 'authorities' | 'carriers' | 'gateway' | 'named' | 'everybody'

/**
 * One purpose of processing. `basis`: `law` for the task of the State, `consent` where candidates choose. `keptAs`: the
 * classes of retention that its data belongs to.
 */
type Purpose = {
  key: string
  basis: 'law' | 'consent'
  recipients: readonly Recipient[]
  keptAs: readonly RetentionClass[]
}

/** A candidate's record has one of these classes. */
const record = ['unfinished', 'applicants', 'admitted'] as const satisfies readonly RetentionClass[]

/**
 * The register of processing: every purpose, what it needs (in words: `purposes:<key>.data`), who gets it and
 * how long it is kept. The notice, the privacy page and the register all read it. Source: rules §13.6.
 */
export const purposes = [
  { key: 'account', basis: 'law', recipients: ['carriers'], keptAs: record },
  { key: 'eligibility', basis: 'law', recipients: ['officers', 'centres', 'authorities'], keptAs: record },
  { key: 'documents', basis: 'law', recipients: ['officers', 'centres', 'institutes'], keptAs: record },
  { key: 'benefits', basis: 'law', recipients: ['officers', 'centres', 'institutes', 'authorities'], keptAs: record },
  { key: 'guardian', basis: 'law', recipients: ['officers', 'centres'], keptAs: record },
  { key: 'money', basis: 'law', recipients: ['gateway', 'authorities'], keptAs: ['payments'] },
  { key: 'merit', basis: 'law', recipients: ['everybody'], keptAs: ['applicants', 'admitted'] },
  { key: 'admission', basis: 'law', recipients: ['institutes', 'authorities'], keptAs: ['admitted'] },
  { key: 'messages', basis: 'law', recipients: ['carriers'], keptAs: ['messages'] },
  { key: 'help', basis: 'law', recipients: ['officers'], keptAs: ['messages'] },
  { key: 'security', basis: 'law', recipients: ['authorities'], keptAs: ['logins'] },
  { key: 'whatsapp', basis: 'consent', recipients: ['carriers'], keptAs: ['messages'] },
  { key: 'push', basis: 'consent', recipients: ['carriers'], keptAs: ['messages'] },
  { key: 'receiver', basis: 'consent', recipients: ['named', 'carriers'], keptAs: ['messages'] },
] as const satisfies readonly Purpose[]

/** The version of the notice. A test compares the words with it: whoever changes the words raises it. */
export const noticeVersion = 3

/** What a candidate agrees to: the notice, or an optional purpose. */
export type ConsentSubject = 'notice' | 'whatsapp' | 'push' | 'receiver'

/** Adds to the record of consents, in the open transaction. */
export type RecordConsent = (
  candidateId: number,
  subject: ConsentSubject,
  act: 'given' | 'withdrawn',
  language: 'en' | 'mr',
) => void
