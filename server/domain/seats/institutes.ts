import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import { mapAddress, type Place } from './map'

/** For whom an institute has a hostel. */
export const hostels = ['none', 'women', 'men', 'both'] as const
export type Hostel = (typeof hostels)[number]

/** What an institute offers besides its courses. */
export const facilities = [
  'library',
  'laboratories',
  'computers',
  'internet',
  'placement',
  'sports',
  'canteen',
  'transport',
  'health',
  'step-free',
] as const
export type Facility = (typeof facilities)[number]

/**
 * An institute as candidates need to know it. Null: not known. Its name, status, autonomy and minority are those of the
 * seat matrix. Source: rules §8.20.
 */
export type InstituteFacts = {
  /** As in the seat matrix. */
  code: string
  /** Its name in Marathi; the seat matrix has the English one. */
  nameMr: string | null
  /** In English and in Marathi. */
  address: string | null
  addressMr: string | null
  phone: string | null
  email: string | null
  /** Begins with `https://` or `http://`. */
  website: string | null
  hostel: Hostel | null
  facilities: readonly Facility[]
  place: Place | null
  /** How to get there. */
  directions: Bilingual | null
}

/** The address of an institute in a language, or in the other one if it is known in that alone; null if in neither. */
export const addressIn = (
  { address, addressMr }: Pick<InstituteFacts, 'address' | 'addressMr'>,
  language: Language,
): string | null => (language === 'mr' ? (addressMr ?? address) : (address ?? addressMr))

/**
 * The address of an institute's map: its place, or else a search in English, in whatever language the page is. `name` and
 * `district` are the English ones; the district stands for an address that nobody has given.
 */
export const mapOfInstitute = (
  facts: Pick<InstituteFacts, 'address' | 'addressMr' | 'place'> | null,
  name: string,
  district: string,
): string => mapAddress(facts?.place ?? null, `${name}, ${(facts && addressIn(facts, 'en')) ?? district}`)

/** What a choice depends on besides the course. */
export type Site = Pick<InstituteFacts, 'hostel' | 'place'>

/** The bank account of an institute. Only the cell and the institute itself read it. Source: rules §8.20. */
export type InstituteAccount = {
  /** Of the institute. */
  code: string
  holder: string
  number: string
  ifsc: string
  bank: string
  branch: string
}

/** What a year at a choice code costs, paid to the institute. */
export type CourseFee = { choiceCode: string; annualFee: Paise }
