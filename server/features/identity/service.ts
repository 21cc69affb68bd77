import { randomBytes } from 'node:crypto'
import type { Database } from '../../../db/client'
import { beyondLoss, type Epoch, epochOfRow, type PortalIdentity } from '../../domain/portal/identity'
import { identityStore } from './store'

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

/** How far earlier restores of this portal moved each series, by its name. */
export type Reached = Readonly<Record<string, number>>

/** Application IDs have six digits, and their series begins at 100001. */
const lastInSeries = 899_999

/**
 * Begins another epoch of a restored database, so that no number issued after its backup is issued again. `cutAt`: the
 * portal's clock at the backup. `reached`: how far earlier restores of this portal moved its series. Joins the
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
export const inspect = (db: Database) => {
  const store = identityStore(db)
  return { identity: store.identity(), isEmptied: store.isEmptied() }
}

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
