import SqliteDatabase from 'better-sqlite3'
import type { Database } from '#db/client.ts'
import { holdings } from './holdings'

/** A row of any table, by column. */
export type Row = Readonly<Record<string, unknown>>

export type AsideStore = ReturnType<typeof asideStore>

/** For how many nights what was erased can be brought back. */
const keptFor = 7
const pieceSize = 2000
/** In place of a table's name: what was kept before this does not belong together with what follows. A record's state is another such sign. */
const boundary = ''

const isTaken = (error: unknown): boolean =>
  error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE'

/** The only writer of `erasure_nights` and `erased_rows`: what the retention erases stays there for a week, and can be brought back. */
export function asideStore({ sqlite }: Pick<Database, 'sqlite'>) {
  const keepRow = sqlite.prepare<[number, string, string]>(
    'INSERT INTO erased_rows (night_id, in_table, row) VALUES (?, ?, ?)',
  )
  const addNight = sqlite.prepare<[number]>('INSERT INTO erasure_nights (at, age) VALUES (?, 0)')
  const oldNight = sqlite
    .prepare<[number], number>('SELECT id FROM erasure_nights WHERE age > ? ORDER BY id LIMIT 1')
    .pluck()
  const dropRows = sqlite.prepare<[number, number]>(
    'DELETE FROM erased_rows WHERE id IN (SELECT id FROM erased_rows WHERE night_id = ? LIMIT ?)',
  )
  const dropNights = sqlite.prepare<[number]>(
    `DELETE FROM erasure_nights WHERE id < ?
     AND NOT EXISTS (SELECT 1 FROM erased_rows r WHERE r.night_id = erasure_nights.id)`,
  )
  const nights = sqlite.prepare<[], { id: number; at: number; rows: number }>(
    `SELECT n.id, n.at, count(nullif(r.in_table, '')) AS rows FROM erasure_nights n
     JOIN erased_rows r ON r.night_id = n.id GROUP BY n.id ORDER BY n.id DESC`,
  )
  const left = sqlite
    .prepare<[number, number], number>('SELECT count(*) FROM (SELECT 1 FROM erased_rows WHERE night_id = ? LIMIT ?)')
    .pluck()
  const pieces = sqlite.prepare<[number, number, number], { id: number; inTable: string; row: string }>(
    'SELECT id, in_table AS inTable, row FROM erased_rows WHERE night_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
  )
  const reopen = sqlite.prepare<[number]>('DELETE FROM data_states WHERE candidate_id = ?')
  const broughtBack = sqlite.prepare<[number, number]>('DELETE FROM erased_rows WHERE night_id = ? AND id >= ?')
  const endNight = sqlite.prepare<[number]>('DELETE FROM erasure_nights WHERE id = ?')
  /** The columns that can be written, and those of the primary key. */
  function columnsOf(table: string): { all: string[]; key: string[] } {
    const found = sqlite.pragma(`table_xinfo(${table})`) as { name: string; hidden: number; pk: number }[]
    const own = found.filter(({ hidden }) => hidden === 0)
    return { all: own.map(({ name }) => name), key: own.filter(({ pk }) => pk > 0).map(({ name }) => name) }
  }

  /** Writes rows as they were, in a transaction. */
  function writerOf() {
    const deleted = new Set(holdings.filter(({ erase }) => erase === 'rows').map(({ table }) => table))
    const blanked = new Map(
      holdings.flatMap(({ table, erase }) =>
        typeof erase === 'object' && erase !== null ? [[table, Object.keys(erase.set)] as const] : [],
      ),
    )
    const known = new Map<string, ReturnType<typeof columnsOf>>()
    const taken = new Set<unknown>()
    // Rows refer to each other in any order.
    sqlite.pragma('defer_foreign_keys = ON')
    const statements = new Map<string, SqliteDatabase.Statement<[Row]>>()
    function statementFor(table: string, columns: { all: string[]; key: string[] }, left: string) {
      const own = blanked.get(table) ?? columns.all
      const names = own.filter((name) => !left.includes(name))
      const given = (list: string[], between: string) => list.map((name) => `"${name}" = @${name}`).join(between)
      return sqlite.prepare<[Row]>(
        deleted.has(table)
          ? `INSERT OR IGNORE INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
             VALUES (${names.map((name) => `@${name}`).join(', ')})`
          : `UPDATE ${table} SET ${given(names, ', ')} WHERE ${given(columns.key, ' AND ')}`,
      )
    }
    function put(table: string, row: Row, left = ''): void {
      // A record that the night closed was open before, so nothing is left that closes it.
      if (table === 'data_states' && row.restricted_at === null && row.erased_at === null)
        return void reopen.run(row.candidate_id as number)
      const columns = known.get(table) ?? columnsOf(table)
      known.set(table, columns)
      const statement = statements.get(table + left) ?? statementFor(table, columns, left)
      statements.set(table + left, statement)
      statement.run(Object.fromEntries(columns.all.map((name) => [name, row[name] ?? null])))
    }
    return {
      /** The candidates whose number or address somebody else has. */
      taken,
      write(table: string, row: Row): void {
        try {
          put(table, row)
        } catch (error) {
          if (!isTaken(error)) throw error
          taken.add(row.id)
          put(table, row, 'mobile email sso_subject')
        }
      },
    }
  }

  return {
    /** Begins a night; answers its number. What was erased more than a week of nights ago is to be deleted by `forget`. */
    beginNight(at: number): number {
      sqlite.exec('UPDATE erasure_nights SET age = age + 1')
      return Number(addNight.run(at).lastInsertRowid)
    },

    /**
     * Deletes some of what was erased over a week of nights ago, and nights before `night` without rows; false once nothing is left
     * to delete.
     */
    forget(night: number): boolean {
      const old = oldNight.get(keptFor)
      if (old !== undefined && dropRows.run(old, pieceSize).changes > 0) return true
      return dropNights.run(night).changes > 0
    },

    keep: (night: number, table: string, rows: readonly Row[]): void => {
      for (const row of rows) keepRow.run(night, table, JSON.stringify(row))
    },

    /** Says that what was kept so far does not belong together with what is kept next: the two can be brought back one by one. */
    part: (night: number): void => void keepRow.run(night, boundary, '{}'),

    /** The nights that can be brought back, newest first, with the number of their rows. */
    nights: (): { id: number; at: number; rows: number }[] => nights.all(),

    /** Are so many rows of a night left, or fewer? */
    hasAtMost: (night: number, rows: number): boolean => left.get(night, rows + 1)! <= rows,

    /**
     * Writes rows of a night as they were, and of rows that are still there what was blanked: the state of a request,
     * or of an order, may have changed since. Those kept last come first, until all are back, or so many milliseconds are over and
     * whatever belongs together is. Answers how many; the candidates that they are of; how many of these lost their mobile number or address to
     * somebody since: their record stays without it; and whether the night is over. Joins the caller's transaction.
     */
    bringBack(night: number, milliseconds: number) {
      const { write, taken } = writerOf()
      const people = new Set<number>()
      const begun = performance.now()
      let rows = 0
      const isTimeOver = () => performance.now() - begun >= milliseconds
      let before: { id: number; of: number | null } | null = null
      /** Writes a piece; answers the row at which it stops, or null to go on. */
      function bring(piece: readonly { id: number; inTable: string; row: string }[]): number | null {
        for (const { id, inTable, row: json } of piece) {
          const row = JSON.parse(json) as Row
          if (inTable === boundary) before = { id, of: null }
          else {
            const column = inTable === 'candidates' ? row.id : row.candidate_id
            const of: number | null = typeof column === 'number' ? column : (before?.of ?? null)
            // Nights from before there were boundaries have all of each person together, and nothing between two people.
            if (before && before.of !== null && before.of !== of && isTimeOver()) return before.id
            rows++
            if (typeof column === 'number') people.add(column)
            write(inTable, row)
            before = { id, of }
          }
          // A record begins with its state, and was kept before whatever follows it.
          const isWhole = inTable === boundary || inTable === 'data_states'
          if (isWhole && isTimeOver()) return id
        }
        return null
      }
      let isOver = false
      let stoppedAt: number | null = null
      for (let next = Number.MAX_SAFE_INTEGER; !isOver && stoppedAt === null; ) {
        const piece = pieces.all(night, next, pieceSize)
        next = piece.at(-1)?.id ?? 0
        isOver = piece.length === 0
        stoppedAt = bring(piece)
      }
      broughtBack.run(night, stoppedAt ?? 0)
      isOver = left.get(night, 1) === 0
      if (isOver) endNight.run(night)
      return { rows, taken: taken.size, people, isOver }
    },
  }
}
