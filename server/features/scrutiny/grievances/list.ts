import { districtsWithin, type Officer } from '#server/domain/terms/staff.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import type { GrievancesStore } from './store'

/** The columns and filters of the officers' list: what waits longest first. */
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
  filters: ['state', 'type', 'applicationId'],
  order: 'number',
}

/** The grievances within an officer's reach; open ones unless the address asks for others. */
export const createGrievanceList = (store: GrievancesStore, numberOf: (id: number) => string) =>
  listOfStore({
    shape,
    reader: store.list,
    opensWith: { state: 'open' },
    reach(officer: Officer) {
      const districts = districtsWithin(officer)
      return { districts: districts && JSON.stringify(districts) }
    },
    shown: (row) => ({ ...row, number: numberOf(row.id) }),
  })
