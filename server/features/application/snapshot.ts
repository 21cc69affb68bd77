import { createHash } from 'node:crypto'
import type { Answers } from '../../domain/application-form/question'

/** What a version keeps of an application: enough to read and print it again. */
export type Snapshot = {
  userId: string
  fullName: string
  answers: Answers
  /** In the order of their kinds. */
  documents: readonly { kind: string; hash: string }[]
  /** Paise. */
  feePaid: number
}

/** A snapshot as it is kept: JSON, with the sha-256 of it, hexadecimal. */
export function sealed({ userId, fullName, answers, documents, feePaid }: Snapshot) {
  // One order of the fields, whoever made it: the fingerprint is of the text.
  const snapshot = JSON.stringify({ userId, fullName, answers, documents, feePaid })
  return { snapshot, fingerprint: createHash('sha256').update(snapshot).digest('hex') }
}
