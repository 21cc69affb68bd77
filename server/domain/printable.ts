import type { Language } from '../kernel/languages'
import type { Paise } from '../kernel/money'
import type { Instant } from '../kernel/time'
import type { ApplicationSheet } from './application-sheet'
import type { CapRound } from './cap-rounds'
import type { JkSeatOf } from './jk-seating'
import type { MeritStanding } from './merit-pages'

/** Who a document is issued to, in which language, and the code by which anybody can check it. */
export type Issued = {
  userId: string
  fullName: string
  language: Language
  /** Grouped, as a person types it. */
  code: string
  printedAt: Instant
}

/** What an application form is printed from. */
export type ApplicationFormFacts = Issued & {
  sheet: ApplicationSheet
  /** JPEG or PNG bytes; null where none has been uploaded. */
  photo: Uint8Array | null
  signature: Uint8Array | null
  /** Null for a draft. */
  submission: { version: number; at: Instant } | null
}

/** What a confirmed form is acknowledged with; words are in the language asked for. */
export type Acknowledged = {
  /** The version that is confirmed. */
  version: number
  confirmedAt: Instant
  /** The officer or the centre that checked it. */
  checkedBy: string
  /** The claims that count. */
  considered: readonly { label: string; value: string }[]
  /** The documents that count. */
  documents: readonly string[]
  /** The claims that scrutiny removed; null where it removed none. */
  removed: string | null
  /** What was paid for the application. */
  fee: string
  /** What is still to be paid because of removed claims; null: nothing. */
  convertDue: string | null
}

/** What the receipt-cum-acknowledgement is printed from. */
export type AcknowledgementFacts = Issued & Acknowledged & { photo: Uint8Array | null }

/** What a candidate's merit letter is printed from. */
export type MeritLetterFacts = Issued & { standing: MeritStanding }
/** A confirmed option form; words are in the language asked for. */
export type ConfirmedOptions = {
  round: CapRound
  version: number
  confirmedAt: Instant
  /** sha-256 of the list, hexadecimal. */
  fingerprint: string
  /** In order of preference. */
  choices: readonly { code: string; institute: string; course: string; district: string }[]
}

/** What a confirmed option form is printed from. */
export type OptionFormFacts = Issued & ConfirmedOptions & { photo: Uint8Array | null }
/** An allotment as its letter states it; words are in the language of the letter. */
export type AllottedLetter = {
  round: number
  publishedAt: Instant
  /** What the letter says of the candidate and of the seat. */
  numbers: readonly { label: string; value: string }[]
  seat: readonly { label: string; value: string }[]
  /** What is to be done. */
  next: readonly { label: string; value: string }[]
}

/** What an allotment letter is printed from. */
export type AllotmentLetterFacts = Issued & AllottedLetter & { photo: Uint8Array | null }

/** What the letter of a J&K migrant's seat is printed from. */
export type JkLetterFacts = Issued & JkSeatOf

/** What a payment's receipt is printed from. */
export type ReceiptFacts = Issued & PaidDue

/** A captured payment, as its receipt states it; words are in the language of the receipt. */
export type PaidDue = {
  /** What candidate and cell call this payment. */
  number: string
  amount: Paise
  due: string
  gateway: string
  gatewayReference: string
  paidAt: Instant
}
