import { createHash } from 'node:crypto'
import type { Answers } from '../../domain/application/form/question'
import type { Paise } from '../../kernel/money'

/** What a version keeps of an application: enough to read and print it again. */
export type Snapshot = {
  userId: string
  fullName: string
  answers: Answers
  /** In the order of their kinds. */
  documents: readonly { kind: string; hash: string }[]
  feePaid: Paise
}

/** A snapshot as stored: JSON with its sha-256, hexadecimal. */
export function sealed({ userId, fullName, answers, documents, feePaid }: Snapshot) {
  // A fixed order of fields, because the fingerprint is of the text.
  const snapshot = JSON.stringify({ userId, fullName, answers, documents, feePaid })
  return { snapshot, fingerprint: createHash('sha256').update(snapshot).digest('hex') }
}
