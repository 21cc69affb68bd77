import type { Refusal } from './result'

/**
 * Why something cannot be done now: another writer holds the database, the disk is full, read-only or broken, a page of the
 * database is damaged, or a thread has run out of memory.
 */
export type Outage = 'busy' | 'full' | 'read-only' | 'disk' | 'damaged' | 'memory'

const kinds: readonly (readonly [RegExp, Outage])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'full'],
  [/^(SQLITE_READONLY|EROFS|EACCES)/, 'read-only'],
  [/^(SQLITE_IOERR|SQLITE_CANTOPEN|EIO$)/, 'disk'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^ERR_WORKER_OUT_OF_MEMORY$/, 'memory'],
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
  damaged: 'a page of portal.db is damaged: stop the server, keep the folder, and restore the newest backup',
  memory: 'a thread ran out of memory and was ended: pages go on; free memory on the machine, or use a larger one',
}

/** The beginning of that line. */
export const refusedFor = (outage: Outage): string =>
  outage === 'damaged' || outage === 'memory' ? 'a request could not be carried out' : 'a request could not be saved'

/** Seconds after which a retry makes sense. */
const patience: Record<Outage, number> = { busy: 10, full: 300, 'read-only': 300, disk: 300, damaged: 3600, memory: 60 }

const codes = { damaged: 'not-read', memory: 'not-made' } as const

/** An outage as a refusal: reassures that data is safe, and says when to try again. Source: case 76. */
export const refusalOfOutage = (outage: Outage): Refusal => ({
  code: outage === 'damaged' || outage === 'memory' ? codes[outage] : 'not-saved',
  status: 503,
  retryAfter: patience[outage],
})
