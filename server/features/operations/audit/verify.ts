import { breath } from '#server/kernel/background.ts'
import { type AuditHead, type AuditLine, beforeAll, type Verdict, verifyChain } from './chain'
import type { AuditStore } from './store'

/**
 * Checks the whole log, line by line. Its note of the newest line reveals a log that was cut without changing the note;
 * `noted` (positions written down outside the portal) reveals one that was cut or rewritten with care.
 */
export function verifyLog(store: Pick<AuditStore, 'head' | 'inOrder'>, noted: readonly AuditHead[] = []): Verdict {
  return verifyChain(store.inOrder(Number.MAX_SAFE_INTEGER), [store.head(), ...noted])
}

/** The number of lines walked before other work gets its turn. */
const piece = 500

/** The same check while pages are served: up to the current newest line, with a pause after every few lines. */
export async function verifyLogInPieces(store: Pick<AuditStore, 'head' | 'inOrder'>): Promise<Verdict> {
  const newest = store.head()
  let head = beforeAll
  let lines: AuditLine[] = []
  for (const line of store.inOrder(newest.line)) {
    if (lines.push(line) < piece) continue
    const verdict = verifyChain(lines, [], head)
    if (!verdict.isWhole) return verdict
    head = verdict.head
    lines = []
    await breath()
  }
  return verifyChain(lines, [newest], head)
}
