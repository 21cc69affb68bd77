import { type AuditHead, type Verdict, verifyChain } from './chain'
import type { AuditStore } from './store'

/**
 * The whole log, line by line. Its own note of the newest line shows a log that was cut by whoever forgot that note;
 * `noted` (places that were written down outside of the portal) shows one that was cut or written anew with care.
 */
export function verifyLog(store: Pick<AuditStore, 'head' | 'inOrder'>, noted: readonly AuditHead[] = []): Verdict {
  return verifyChain(store.inOrder({}, Number.MAX_SAFE_INTEGER), [store.head(), ...noted])
}
