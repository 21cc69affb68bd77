import { randomBytes } from 'node:crypto'
import type { Database } from '#db/client.ts'
import {
  beyondLoss,
  type Epoch,
  epochOfRow,
  isOvertaken,
  type PortalIdentity,
  type Progress,
  type Reached,
} from '#server/domain/operations/identity.ts'
import { identityStore } from './store'

/** A database that is only read. */
type Reading = Pick<Database, 'orm' | 'sqlite'>

/** Tables whose ids are part of keys that leave the portal. */
const keyed = ['outbox', 'refunds']

const newTag = () => randomBytes(4).toString('hex')

/** Gives a database its identity and its first epoch. */
export function begin(
  db: Database,
  { profile, academicYear }: Pick<PortalIdentity, 'profile' | 'academicYear'>,
  now: number,
): PortalIdentity {
  const store = identityStore(db)
  return db.transact(() => {
    const known = store.identity()
    if (known) return known
    store.create({ id: randomBytes(16).toString('hex'), profile, academicYear, createdAt: now })
    store.addEpoch({ number: 1, tag: newTag(), begunAt: now, cutAt: null, after: {} })
    return store.identity()!
  })
}

/** Application IDs have six digits, and their series begins at 100001. */
const lastInSeries = 899_999

/**
 * Begins another epoch of a restored database, so that no number issued after its backup is issued again. `cutAt`: the
 * portal's clock at the backup. `reached`: how far its series are known to have come. Joins the
 * transaction; returns the new positions of the series. Throws if a series has no room left. Source: case 81.
 */
export function beginEpoch(
  db: Database,
  { prefix, cutAt, now, reached }: { prefix: string; cutAt: number; now: number; reached: Reached },
): { identity: PortalIdentity; reached: Reached } {
  const store = identityStore(db)
  return db.transact(() => {
    const series = store.series(prefix)
    const moved = Object.fromEntries(
      series.map(({ name, last, issued }) => [name, beyondLoss(Math.max(last, reached[name] ?? 0), issued)]),
    )
    if (series.some(({ name }) => name.startsWith('series:') && moved[name]! >= lastInSeries)) {
      throw new Error('the series of Application IDs has no room for another restore')
    }
    for (const [name, last] of Object.entries(moved)) store.moveSeries(name, last)
    const number = store.epochs().length + 1
    store.addEpoch({ number, tag: newTag(), begunAt: now, cutAt, after: store.largestIds(...keyed) })
    return { identity: store.identity()!, reached: moved }
  })
}

/** The identity in a database, null before `begin`, and a flag for an empty one. */
export const inspect = (db: Reading) => {
  const store = identityStore(db)
  return { identity: store.identity(), isEmptied: store.isEmptied() }
}

/** Reads how far a database has come; null before `begin`. Cheap enough for every write. */
export function progressOf(db: Database): () => Progress | null {
  const store = identityStore(db)
  let known: PortalIdentity | null = null
  return () => {
    known ??= store.identity()
    return known && { id: known.id, tag: known.tag, audit: store.auditHead(), reached: store.reached() }
  }
}

/** Is a database that has begun behind what its folder has seen? */
export function isBehind(db: Reading, seen: Progress): boolean {
  const store = identityStore(db)
  const tags = store.epochs().map(({ tag }) => tag)
  return isOvertaken(seen, {
    tag: tags.at(-1)!,
    reached: store.reached(),
    isOfEpoch: (tag) => tags.includes(tag),
    hashAt: store.auditHashAt,
  })
}

/** The newest instant that a database knows of, by the portal's clock; null if nothing has happened in it. */
export const newestIn = (db: Database): number | null => identityStore(db).newest()

/** The clock of a demo when it was last kept; null in a database that is none. */
export const demoClockIn = (db: Database): number | null => identityStore(db).demoClock()

/** The identity of an open portal. */
export function createIdentity(db: Database) {
  const store = identityStore(db)
  const epochs: readonly Epoch[] = store.epochs()
  const { id, academicYear } = store.identity()!
  return {
    /** The year of admission when the portal was opened on its folder. */
    academicYear,
    /** Gives the portal another year of admission, which its cell has set; joins the caller's transaction. */
    moveTo: store.moveTo,
    /** Constant across restores, and different from any other portal's. */
    id,
    /** All epochs, in order. */
    epochs,
    /** The external key of a row: the same at every attempt, and never another row's, in any epoch. */
    keyOf: (table: 'outbox' | 'refunds', row: number): string => `${epochOfRow(epochs, table, row).tag}-${row}`,
  }
}
