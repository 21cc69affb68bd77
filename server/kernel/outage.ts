import type { Refusal } from './result'

/** Why the database cannot be written now: another writer holds it, or the disk is full, read-only or broken. */
type Outage = 'busy' | 'full' | 'read-only' | 'disk'

const kinds: readonly (readonly [RegExp, Outage])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'full'],
  [/^(SQLITE_READONLY|EROFS)/, 'read-only'],
  [/^(SQLITE_IOERR|SQLITE_CANTOPEN|EIO$)/, 'disk'],
]

/** The outage behind an error or its cause; null for a bug. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null
  const { code, cause } = error as Error & { code?: unknown }
  return kinds.find(([pattern]) => typeof code === 'string' && pattern.test(code))?.[1] ?? outageOf(cause)
}

/** What the operator reads in the log: the cause and the remedy. */
export const wordsForOutage: Record<Outage, string> = {
  busy: 'the database is held by another writer for long: end other programs that have portal.db open',
  full: 'the disk is full: free space or enlarge it, and saving goes on by itself',
  'read-only':
    'the database cannot be written: give the data folder back to the server user, or mount the disk for writing',
  disk: 'the disk reports errors or refuses to grow a file: look at the system log and the limits of the process; if portal.db is damaged, restore a backup',
}

/** Seconds after which a retry makes sense. */
const patience: Record<Outage, number> = { busy: 10, full: 300, 'read-only': 300, disk: 300 }

/** An outage as a refusal: reassures that data is safe, and says when to try again. Source: case 76. */
export const refusalOfOutage = (outage: Outage): Refusal => ({
  code: 'not-saved',
  status: 503,
  retryAfter: patience[outage],
})
