import type { PossibleDocument } from './required-documents'

/** A question on paper, in words. `note`: the condition under which it is asked. Without choices its answer is written. */
export type WorksheetQuestion = { label: string; note?: string; choices?: readonly string[] }

/**
 * What a worksheet says: the type and category that it is for, with the fee, in words; the questions of each step that asks any; and
 * the documents.
 */
export type Worksheet = {
  facts: readonly { label: string; value: string }[]
  questions: Readonly<Record<string, readonly { title: string; note?: string; rows: readonly WorksheetQuestion[] }[]>>
  documents: readonly PossibleDocument[]
}
