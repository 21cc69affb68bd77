import { hash } from 'node:crypto'

/** A line of the log, as it is stored. */
export type AuditLine = {
  id: number
  at: number
  actorKind: 'staff' | 'candidate' | 'system'
  actorId: number | null
  actorName: string
  role: string | null
  act: string
  candidateId: number | null
  subject: string | null
  /** JSON, as written. */
  detail: string
  previousHash: string
  hash: string
}

/** A position in the log: the number of a line and its hash. */
export type AuditHead = { line: number; hash: string }

/** The position before the first line. */
export const beforeAll: AuditHead = { line: 0, hash: '0'.repeat(64) }

/** sha-256, hexadecimal, over every column of the line in this order, as a JSON array; includes the previous hash. */
export const hashOfLine = (line: Omit<AuditLine, 'hash'>): string =>
  hash(
    'sha256',
    JSON.stringify([
      line.id,
      line.at,
      line.actorKind,
      line.actorId,
      line.actorName,
      line.role,
      line.act,
      line.candidateId,
      line.subject,
      line.detail,
      line.previousHash,
    ]),
    'hex',
  )

/**
 * `altered`: a line does not match its hash. `missing`: a number is left out. `unlinked`: a line does not follow the
 * one before it. `cut`: the log ends before a noted position, or has another line there.
 */
export type Verdict =
  | { isWhole: true; head: AuditHead }
  | { isWhole: false; line: number; how: 'altered' | 'missing' | 'unlinked' | 'cut' }

/**
 * Walks the log from its first line and returns the first broken one. `noted`: positions written down while the log was
 * whole, including the newest line; the chain alone cannot show that its end was cut off or that all of it was
 * rewritten. `from`: where the lines continue, for a walk in pieces.
 */
export function verifyChain(lines: Iterable<AuditLine>, noted: readonly AuditHead[], from = beforeAll): Verdict {
  let head = from
  for (const line of lines) {
    if (line.id !== head.line + 1) return { isWhole: false, line: head.line + 1, how: 'missing' }
    if (hashOfLine(line) !== line.hash) return { isWhole: false, line: line.id, how: 'altered' }
    if (line.previousHash !== head.hash) return { isWhole: false, line: line.id, how: 'unlinked' }
    head = { line: line.id, hash: line.hash }
    if (noted.some((place) => place.line === line.id && place.hash !== line.hash))
      return { isWhole: false, line: line.id, how: 'cut' }
  }
  const beyond = noted.some((place) => place.line > head.line)
  return beyond ? { isWhole: false, line: head.line + 1, how: 'cut' } : { isWhole: true, head }
}
