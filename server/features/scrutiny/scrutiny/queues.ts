import type { Clock } from '#server/adapters/clock.ts'
import { districtsWithin, type Officer } from '#server/domain/terms/staff.ts'
import type { ScrutinyQueue } from '#server/domain/terms/states.ts'
import { askedOf, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { minutes } from '#server/kernel/time.ts'
import type { ScrutinyStore } from './store'

/** The columns of the queues; an index gives them in the order of submission. */
const queueShape: ListShape = {
  list: 'scrutiny',
  columns: [
    { key: 'userId', kind: 'text' },
    { key: 'fullName', kind: 'written' },
    { key: 'district', kind: 'text' },
    { key: 'claimedType', kind: 'text', isExtra: true },
    { key: 'claimedCategory', kind: 'text', isExtra: true },
    { key: 'submittedAt', kind: 'time', isSortable: true },
    { key: 'officer', kind: 'written' },
    { key: 'holder', kind: 'written' },
  ],
  filters: ['queue', 'mine', 'type', 'category', 'district'],
  order: 'submittedAt',
}

/** Forms of the whole state that are counted for each page: an index gives their number at once. */
const fewForms = 5000

/** An officer with more forms than these finds a page of them by looking at each form of a queue. */
const manyForms = 5000

type Needs = { store: Pick<ScrutinyStore, 'list' | 'counts' | 'hasMany'>; clock: Pick<Clock, 'real'> }

/** The queues of e-scrutiny within an officer's reach. */
export function createQueues({ store, clock }: Needs) {
  function reachOf(officer: Officer) {
    const districts = districtsWithin(officer)
    const hasMany = store.hasMany(officer.id, manyForms) ? 1 : 0
    return { officer: officer.id, hasMany, districts: districts && JSON.stringify(districts) }
  }

  const counted = new Map<string | null, { at: number; counts: Partial<Record<ScrutinyQueue, number>> }>()

  return {
    /** The queues within reach: new forms, the longest waiting first, unless the address asks for others. */
    list: listOfStore({ shape: queueShape, reader: store.list, opensWith: { queue: 'new' }, reach: reachOf }),

    /**
     * The number of forms in each queue. Those of a region, and those of the whole state once there are thousands, are
     * counted once a minute.
     */
    counts(officer: Officer): Partial<Record<ScrutinyQueue, number>> {
      const now = clock.real()
      const districts = districtsWithin(officer)
      const reach = districts?.join() ?? null
      const known = counted.get(reach)
      if (known && now - known.at < minutes(1)) return known.counts
      const counts = store.counts(districts)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      if (reach !== null || all > fewForms) counted.set(reach, { at: now, counts })
      return counts
    },

    /** The form that has waited longest for this officer: their own first, then anybody's; null if none waits. */
    next(officer: Officer): string | null {
      for (const whose of [{ mine: 'yes' }, {}]) {
        for (const queue of ['resubmitted', 'new'] as const) {
          const [row] = store.list.piece(askedOf(queueShape, { queue, ...whose }), reachOf(officer), 1).rows
          if (row) return row.userId
        }
      }
      return null
    },
  }
}
