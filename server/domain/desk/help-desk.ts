import { tidyIdentifier } from '#server/domain/terms/person.ts'
import { folded } from '#server/kernel/folded.ts'
import { minutes } from '#server/kernel/time.ts'
import { typedCode } from '#server/kernel/typed-text.ts'

/** A search at the help desk, by the details that the caller gives. */
type Lookup =
  | { by: 'application-id'; value: string }
  | { by: 'mobile'; value: string }
  | { by: 'email'; value: string }
  | { by: 'name'; words: readonly string[] }

/** How often a helper may do something for one candidate, in milliseconds: an unlocked login can be guessed at again. */
export const candidateActs = {
  resend: { most: 5, window: minutes(60) },
  unlock: { most: 3, window: minutes(24 * 60) },
} as const

/** The parts of a candidate's page at the desk. */
export const candidateTabs = [
  'application',
  'documents',
  'payments',
  'messages',
  'merit',
  'options',
  'allotment',
  'contact',
  'history',
] as const
export type CandidateTab = (typeof candidateTabs)[number]

/** A search by name needs at least this many letters, so that it targets one person. */
const fewestLetters = 3

/**
 * Reads the typed text as an Application ID, a mobile number, an e-mail address, or words of a name. Null for anything
 * else.
 */
export function lookupOf(typed: string): Lookup | null {
  const text = typedCode(typed)
  const { kind, value } = tidyIdentifier(text)
  if (/^[A-Z]{2}\d{8}$/.test(value)) return { by: 'application-id', value }
  if (kind === 'mobile') return { by: 'mobile', value }
  if (/^\S+@\S+$/.test(text)) return { by: 'email', value }
  const words = folded(typed)
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
  const letters = [...words.join('')].length
  return letters >= fewestLetters && !/\d|\S@|@\S/.test(text) ? { by: 'name', words } : null
}

/** The most results of a search by name; to see others, type more of the name. */
export const mostFound = 20

/** Searches per staff member in a window of milliseconds: enough for a day's work, too few to list everybody. */
export const searchLimit = { window: minutes(10), most: 60 } as const

/** Photo identity documents accepted at the help desk. Never Aadhaar. Source: rules §2.10, §3.7. */
export const identityDocuments = [
  'passport',
  'driving-licence',
  'voter-card',
  'pan-card',
  'college-card',
  'school-leaving-certificate',
] as const
export type IdentityDocument = (typeof identityDocuments)[number]
