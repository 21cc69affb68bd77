import type { ApplicationSheet } from '#server/domain/application/application-sheet.ts'
import type { MeritStanding } from '#server/domain/merit/pages.ts'
import type { JkSeatOf } from '#server/domain/seats/jk-seating.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'

/** What proves a document without the portal. `address`: for its QR, with name and seat; `whole`: the credential with all facts. */
export type Proof = { address: string; whole: string }

/** The holder of a document, its language, and the code with which anybody can check it. */
export type Issued = {
  userId: string
  fullName: string
  language: Language
  /** In groups, for typing. */
  code: string
  printedAt: Instant
  /** The entry of the public log that it follows from; null if it follows from none. */
  entry: number | null
  /** Null for a document that does not prove itself. */
  proof: Proof | null
}

/** The data of a printed application form. */
export type ApplicationFormFacts = Issued & {
  sheet: ApplicationSheet
  /** JPEG or PNG bytes; null if none has been uploaded. */
  photo: Uint8Array | null
  signature: Uint8Array | null
  /** Null for a draft. `changedAt`: when a check changed what the candidate had submitted; null if none has. */
  submission: { version: number; at: Instant; changedAt: Instant | null } | null
}

/** The data of the acknowledgement of a confirmed form, in the language asked for. */
export type Acknowledged = {
  /** The confirmed version. */
  version: number
  confirmedAt: Instant
  /** The officer or centre that checked it. */
  checkedBy: string
  /** The accepted claims. */
  considered: readonly { label: string; value: string }[]
  /** The accepted documents. */
  documents: readonly string[]
  /** The claims that scrutiny removed; null if it removed none. */
  removed: string | null
  /** The amount paid for the application. */
  fee: string
  /** The amount still due because of removed claims; null if none. */
  convertDue: string | null
}

/** The data of the printed receipt-cum-acknowledgement. */
export type AcknowledgementFacts = Issued & Acknowledged & { photo: Uint8Array | null }

/** The data of a candidate's printed merit letter. */
export type MeritLetterFacts = Issued & { standing: MeritStanding }
/** A confirmed option form, in the language asked for. */
export type ConfirmedOptions = {
  round: CapRound
  version: number
  confirmedAt: Instant
  /** sha-256 of the list, hexadecimal. */
  fingerprint: string
  /** In order of preference. */
  choices: readonly { code: string; institute: string; course: string; district: string }[]
}

/** The data of a printed option form. */
export type OptionFormFacts = Issued & ConfirmedOptions & { photo: Uint8Array | null }
/** An allotment for its letter, in the letter's language. */
export type AllottedLetter = {
  round: number
  publishedAt: Instant
  /** The seat in one line, by the names of the seat matrix. */
  about: string
  /** Facts about the candidate and the seat. */
  numbers: readonly { label: string; value: string }[]
  seat: readonly { label: string; value: string }[]
  /** Of these what everybody may compare who holds the letter. */
  known: readonly { label: string; value: string }[]
  /** The decision about the seat and the payment of the fee; empty before acceptance opens. */
  acceptance: readonly { label: string; value: string }[]
  /** The candidate's next acts. */
  next: readonly { label: string; value: string }[]
}

/** The data of a printed allotment letter. */
export type AllotmentLetterFacts = Issued & AllottedLetter & { photo: Uint8Array | null }

/** The data of the printed letter for a J&K migrant's seat. */
export type JkLetterFacts = Issued & JkSeatOf

/** An admission for its receipt, in the receipt's language. */
export type AdmittedSeat = {
  admission: number
  admittedAt: Instant
  admittedBy: string
  round: number
  institute: string
  course: string
  choiceCode: string
  /** The seat in one line, by the names of the seat matrix. */
  about: string
  /** The originals that were seen, and the certificates still awaited. */
  seen: readonly string[]
  awaited: readonly string[]
}

/** The data of the printed receipt of an admission. */
export type AdmissionReceiptFacts = Issued & AdmittedSeat & { photo: Uint8Array | null }

/** A cancelled admission for its letter, in the letter's language. */
export type CancelledAdmission = {
  caseNumber: number
  requestedAt: Instant
  dueAt: Instant
  /** The most that the institute may keep. */
  charge: string
  reason: { label: string; value: string }
  seat: readonly { label: string; value: string }[]
  /** What the institute recorded; empty before that. */
  returned: readonly { label: string; value: string }[]
}

/** The data of the printed letter of a cancellation. */
export type CancellationFacts = Issued & CancelledAdmission

/** The data of a printed receipt. */
export type ReceiptFacts = Issued & PaidDue

/** A captured payment for its receipt, in the receipt's language. */
export type PaidDue = {
  /** The number by which candidate and cell refer to this payment. */
  number: string
  amount: Paise
  due: string
  gateway: string
  gatewayReference: string
  paidAt: Instant
}
