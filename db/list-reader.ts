import type { Statement } from 'better-sqlite3'
import type { ListAsked, ListPiece, ListRow } from '#server/kernel/lists.ts'
import type { Database } from './client'

/**
 * A list in SQL. `from`: its tables; a function where the index depends on the filters. `columns`: the expression of each
 * column; one that lists are sorted by must never be null. `key`: the expression that tells rows apart, and breaks ties of
 * the order. `filters`: a condition with the value as `@name`, or the conditions by value. `always`: a condition with the
 * values of the reach.
 *
 * `candidate`: the expression of the candidate whom a row is about, null for a row about nobody. A closed record takes its
 * rows out of the list, so that nobody at the desk finds them (rules §13.6). `candidate: null` keeps every row: the list
 * is not about candidates, or its rows outlive the record, as money, the audit log and requests about data do.
 */
type ListSql<Row> = {
  from: string | ((filters: Readonly<Record<string, string>>) => string)
  candidate: string | null
  key: string
  columns: Readonly<Record<keyof Row & string, string>>
  filters: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  always: string
}

/** Rows of a CSV read at once, so that nothing else has to wait. */
const chunk = 500

/**
 * Reads pages of a list along an index of its order, without the pages before it; and all of it, piece by piece. Every
 * expression comes from the list's own definition; the address only chooses among them. Statements are prepared once for
 * each combination of order and filters.
 */
export function listReader<Row extends ListRow>({ sqlite }: Pick<Database, 'sqlite'>, list: ListSql<Row>) {
  const prepared = new Map<string, Statement<[object], Row & { listKey: string | number }>>()
  const selected = Object.entries(list.columns).map(([name, sql]) => `${sql} AS "${name}"`)

  function conditionOf(name: string, value: string): string {
    const filter = list.filters[name]
    if (filter === undefined) return 'true'
    return typeof filter === 'string' ? filter : (filter[value] ?? 'false')
  }

  function statement({ sort, isDescending, filters, after }: ListAsked) {
    const order = list.columns[sort]
    if (order === undefined) throw new Error(`the list has no column ${sort}`)
    const from = typeof list.from === 'string' ? list.from : list.from(filters)
    const conditions = [
      list.always,
      // Few or no records are closed during a season, so the subquery costs next to nothing. No candidate is number 0.
      ...(list.candidate ? [`coalesce(${list.candidate}, 0) NOT IN (SELECT candidate_id FROM data_states)`] : []),
      ...Object.entries(filters).map(([name, value]) => conditionOf(name, value)),
      ...(after ? [`(${order}, ${list.key}) ${isDescending ? '<' : '>'} (@afterValue, @afterKey)`] : []),
    ]
    const way = isDescending ? 'DESC' : 'ASC'
    const sql = `SELECT ${selected.join(', ')}, ${list.key} AS listKey FROM ${from}
      WHERE ${conditions.join(' AND ')} ORDER BY ${order} ${way}, ${list.key} ${way} LIMIT @limit`
    const known = prepared.get(sql)
    if (known) return known
    const made = sqlite.prepare<[object], Row & { listKey: string | number }>(sql)
    prepared.set(sql, made)
    return made
  }

  /** `reach`: the values of `always`. */
  function piece(asked: ListAsked, reach: object, limit: number = asked.size): ListPiece<Row> {
    const { sort, filters, after } = asked
    const found = statement(asked).all({
      ...filters,
      ...reach,
      limit: limit + 1,
      afterValue: after?.value ?? null,
      afterKey: after?.key ?? null,
    })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return { rows, next: last && found.length > limit ? { value: last[sort]!, key: last.listKey } : null }
  }

  return {
    piece,
    *all(asked: ListAsked, reach: object): Generator<Row> {
      for (let after: ListAsked['after'] = null; ; ) {
        const { rows, next } = piece({ ...asked, after }, reach, chunk)
        yield* rows
        if (next === null) return
        after = next
      }
    },
  }
}
