import type { ListAsked, ListShape, ShownList } from '../../kernel/lists'
import type { Officer } from './service'
import type { GrievancesStore, QueueRow } from './store'

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
export function createGrievanceList(
  store: GrievancesStore,
  reachOf: (officer: Officer) => readonly string[] | null,
  numberOf: (id: number) => string,
): ShownList<Officer, Omit<QueueRow, 'number'> & { number: string }> {
  const within = (officer: Officer) => {
    const districts = reachOf(officer)
    return { districts: districts && JSON.stringify(districts) }
  }
  const open = (asked: ListAsked): ListAsked => ({ ...asked, filters: { state: 'open', ...asked.filters } })
  const numbered = (row: QueueRow) => ({ ...row, number: numberOf(row.id) })
  return {
    shape,
    piece(officer, asked) {
      const { rows, next } = store.list.piece(open(asked), within(officer))
      return { rows: rows.map(numbered), next }
    },
    *all(officer, asked) {
      for (const row of store.list.all(open(asked), within(officer))) yield numbered(row)
    },
  }
}
