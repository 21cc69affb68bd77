import type { Refusal } from './result'

/** What the portal knows about one kind of outage. */
type Known = {
  /** The codes of the errors that it causes. */
  errors: RegExp
  /** The code of the refusal: the request was not saved, not read or not made. */
  code: 'not-saved' | 'not-read' | 'not-made'
  /** Seconds after which a retry makes sense. */
  retryAfter: number
  /** The cause and the remedy, for the operator. */
  words: string
}

const outages = {
  busy: {
    errors: /^SQLITE_(BUSY|LOCKED)/,
    code: 'not-saved',
    retryAfter: 10,
    words:
      'the database is held by another writer for long: wait if a command of the portal is at work, as migrate; otherwise end other programs that have portal.db open',
  },
  full: {
    errors: /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    code: 'not-saved',
    retryAfter: 300,
    words: 'the disk is full: free space or enlarge it, and saving goes on by itself',
  },
  'read-only': {
    errors: /^(SQLITE_READONLY|EROFS|EACCES)/,
    code: 'not-saved',
    retryAfter: 300,
    words:
      'the database cannot be written: give the data folder back to the server user, or mount the disk for writing',
  },
  disk: {
    errors: /^(SQLITE_IOERR|SQLITE_CANTOPEN|EIO$)/,
    code: 'not-saved',
    retryAfter: 300,
    words:
      'the disk reports errors or refuses to grow a file: look at the system log and the limits of the process; if portal.db is damaged, restore a backup',
  },
  damaged: {
    errors: /^SQLITE_(CORRUPT|NOTADB)/,
    code: 'not-read',
    retryAfter: 3600,
    words: 'a page of portal.db is damaged: stop the server, keep the folder, and restore the newest backup',
  },
  memory: {
    errors: /^ERR_WORKER_OUT_OF_MEMORY$/,
    code: 'not-made',
    retryAfter: 60,
    words: 'a thread ran out of memory and was ended: pages go on; free memory on the machine, or use a larger one',
  },
} as const satisfies Record<string, Known>

/**
 * Why something cannot be done now: another writer holds the database, the disk is full, read-only or broken, a page of the
 * database is damaged, or a thread has run out of memory.
 */
export type Outage = keyof typeof outages

const names = Object.keys(outages) as Outage[]

/** The outage behind an error or its cause; null for a bug. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null
  const { code, cause } = error as Error & { code?: unknown }
  const found = typeof code === 'string' && names.find((name) => outages[name].errors.test(code))
  return found || outageOf(cause)
}

/** The cause and the remedy, which the operator reads in the log. */
export const wordsForOutage = (outage: Outage): string => outages[outage].words

/** The beginning of that line when the outage ended a request. */
export const refusedFor = (outage: Outage): string =>
  outages[outage].code === 'not-saved' ? 'a request could not be saved' : 'a request could not be carried out'

/** An outage as a refusal: reassures that data is safe, and says when to try again. Source: case 76. */
export function refusalOfOutage(outage: Outage): Refusal {
  const { code, retryAfter } = outages[outage]
  return { code, status: 503, retryAfter }
}
