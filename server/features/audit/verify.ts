import { type AuditHead, type AuditLine, beforeAll, type Verdict, verifyChain } from './chain'
import type { AuditStore } from './store'

/**
 * The whole log, line by line. Its own note of the newest line shows a log that was cut by whoever forgot that note;
 * `noted` (places that were written down outside of the portal) shows one that was cut or written anew with care.
 */
export function verifyLog(store: Pick<AuditStore, 'head' | 'inOrder'>, noted: readonly AuditHead[] = []): Verdict {
  return verifyChain(store.inOrder({}, Number.MAX_SAFE_INTEGER), [store.head(), ...noted])
}

/** Lines that are walked in one go; whatever else waits comes in between. */
const piece = 500

/** The same while pages are served: up to the line that is the newest now, with a pause after every few lines. */
export async function verifyLogInPieces(store: Pick<AuditStore, 'head' | 'inOrder'>): Promise<Verdict> {
  const newest = store.head()
  let head = beforeAll
  let lines: AuditLine[] = []
  for (const line of store.inOrder({}, newest.line)) {
    if (lines.push(line) < piece) continue
    const verdict = verifyChain(lines, [], head)
    if (!verdict.isWhole) return verdict
    head = verdict.head
    lines = []
    await new Promise(setImmediate)
  }
  return verifyChain(lines, [newest], head)
}
