import { minutes } from '../kernel/time'
import { mobilePattern, tidyMobile } from './person'

/** What somebody at the help desk looks for: what the caller says they are called. */
export type Lookup =
  | { by: 'application-id'; value: string }
  | { by: 'mobile'; value: string }
  | { by: 'email'; value: string }
  | { by: 'name'; words: readonly string[] }

/** At least this many letters, so that a search by name means somebody. */
const fewestLetters = 3

/** What was typed: an Application ID, a mobile number, an e-mail address, or words of a name. Null: none of them. */
export function lookupOf(typed: string): Lookup | null {
  const text = typed.normalize('NFC').trim()
  if (/^[A-Za-z]{2}\d{8}$/.test(text)) return { by: 'application-id', value: text.toUpperCase() }
  const mobile = tidyMobile(text)
  if (new RegExp(mobilePattern).test(mobile)) return { by: 'mobile', value: mobile }
  if (/^\S+@\S+$/.test(text)) return { by: 'email', value: text.toLowerCase() }
  const words = text.split(/\s+/).filter(Boolean)
  const letters = [...text.replace(/[^\p{L}\p{M}]/gu, '')].length
  return letters >= fewestLetters && !/[\d@]/.test(text) ? { by: 'name', words } : null
}

/** A search by name shows this many; whoever finds more says more of the name. */
export const mostFound = 20

/** Searches of one person of the staff in a window of milliseconds: a day's work, but no list of everybody. */
export const searchLimit = { window: minutes(10), most: 60 } as const

/** Photo identity documents that are taken at the help desk. Never Aadhaar. Source: decisions §2, §3. */
export const identityDocuments = [
  'passport',
  'driving-licence',
  'voter-card',
  'pan-card',
  'college-card',
  'school-leaving-certificate',
] as const
export type IdentityDocument = (typeof identityDocuments)[number]
