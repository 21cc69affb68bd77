import { districtsWithin, type Officer } from '#server/domain/terms/staff.ts'
import { askedOf, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { nextIn } from '#server/kernel/next-in.ts'
import type { GrievancesStore } from './store'

/** The columns and filters of the officers' list: what waits longest first. `waits`: what waits for an officer, by its kind. */
const shape: ListShape = {
  list: 'grievances',
  columns: [
    { key: 'number', kind: 'text', isSortable: true },
    { key: 'type', kind: 'text' },
    { key: 'userId', kind: 'text', isSortable: true },
    { key: 'fullName', kind: 'written', isSortable: true },
    { key: 'filedAt', kind: 'time', isSortable: true },
    { key: 'state', kind: 'text' },
    { key: 'reopenedAt', kind: 'time', isExtra: true },
  ],
  filters: ['state', 'type', 'waits', 'applicationId'],
  order: 'number',
}

/** Among so many that have waited longest, the next grievance is found. */
const mostLookedAt = 200

function reachOf(officer: Officer) {
  const districts = districtsWithin(officer)
  return { districts: districts && JSON.stringify(districts) }
}

/** The grievance to look at after this one: open, and waiting for an officer; null if no other waits. */
export const nextGrievance =
  ({ list }: Pick<GrievancesStore, 'list'>) =>
  (officer: Officer, id: number): number | null => {
    const { rows } = list.piece(askedOf(shape, { state: 'open' }), reachOf(officer), mostLookedAt)
    return nextIn(
      rows.filter((row) => row.isAnswered === 0).map((row) => row.id),
      id,
    )
  }

/** The grievances within an officer's reach; open ones unless the address asks for others. */
export const createGrievanceList = (
  store: GrievancesStore,
  numberOf: (id: number) => string,
  dueAt: (filedAt: number) => number,
) =>
  listOfStore({
    shape,
    reader: store.list,
    opensWith: { state: 'open' },
    reach: reachOf,
    /** `dueAt`: by when an open complaint about the process is to be decided; null for any other. */
    shown: (row) => ({
      ...row,
      number: numberOf(row.id),
      dueAt: row.type === 'process' && row.state === 'open' ? dueAt(row.filedAt) : null,
    }),
  })
