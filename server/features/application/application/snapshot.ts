import { createHash } from 'node:crypto'
import type { DeclarationNumber } from '#server/domain/application/declaration.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Paise } from '#server/kernel/money.ts'

/** What a version keeps of an application: enough to read and print it again. */
export type Snapshot = {
  userId: string
  fullName: string
  answers: Answers
  /** In the order of their kinds. */
  documents: readonly { kind: string; hash: string }[]
  feePaid: Paise
  /** What the candidate declared, or would declare today. */
  declaration: DeclarationNumber
}

/** A snapshot as stored: JSON with its sha-256, hexadecimal. */
export function sealed({ userId, fullName, answers, documents, feePaid, declaration }: Snapshot) {
  // A fixed order of fields, because the fingerprint is of the text.
  const snapshot = JSON.stringify({ userId, fullName, answers, documents, feePaid, declaration })
  return { snapshot, fingerprint: createHash('sha256').update(snapshot).digest('hex') }
}
