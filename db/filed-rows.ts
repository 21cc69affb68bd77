import type { Database } from './client'

type Sql = Readonly<Record<string, string>>

/**
 * A column. `read`: the SQL of its value in a line of the file; `cell` gives the SQL of a cell by name. `held`: the SQL of
 * its value in a row `t` of the table, by default the column. `isWritten`: false for a column that is only compared.
 */
type FiledColumn = { read(cell: (name: string) => string): string; held?: string; isWritten?: false }

/**
 * A table whose rows the cell keeps in a file. `key`: the column that names a line. `onAdd`, `onChange`: the SQL of columns
 * that the file does not have. The SQL calls the row of `import_changes` with the change of the line `c`.
 */
type FiledRows = {
  table: string
  key: string
  columns: Readonly<Record<string, FiledColumn>>
  onAdd?: Sql
  onChange?: Sql
}

const cellBefore = (name: string): string => `(c.before ->> '${name}')`
const cellAfter = (name: string): string => `(c.after ->> '${name}')`
/** The SQL of a cell that may be empty: null then. */
export const orNull = (cell: string): string => `nullif(${cell}, '')`

/**
 * Puts the changes of a file in force by three statements, however long it is: a hundred thousand lines written one by one
 * would hold up everybody for many seconds.
 */
export function filedRows(
  { sqlite }: Pick<Database, 'sqlite'>,
  { table, key, columns, onAdd = {}, onChange = {} }: FiledRows,
) {
  const differs = Object.entries(columns).map(
    ([name, { read, held = `t.${name}` }]) => `${held} IS NOT ${read(cellBefore)}`,
  )
  const written = Object.entries(columns).flatMap(([name, { read, isWritten }]) =>
    isWritten === false ? [] : [[name, read(cellAfter)] as const],
  )
  const added = [[key, 'c.key'] as const, ...written, ...Object.entries(onAdd)]
  const changed = [...written, ...Object.entries(onChange)]
  const isChanged = sqlite
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM import_changes c LEFT JOIN ${table} t ON t.${key} = c.key
         WHERE c.import_id = ? AND ((c.before IS NULL) <> (t.${key} IS NULL)
           OR (c.before IS NOT NULL AND (${differs.join(' OR ')}))))`,
    )
    .pluck()
  const remove = sqlite.prepare(
    `DELETE FROM ${table} WHERE ${key} IN (SELECT key FROM import_changes WHERE import_id = @file AND after IS NULL)`,
  )
  const change = sqlite.prepare(
    `UPDATE ${table} AS t SET ${changed.map(([name, value]) => `${name} = ${value}`).join(', ')} FROM import_changes c
     WHERE c.import_id = @file AND c.before IS NOT NULL AND c.after IS NOT NULL AND t.${key} = c.key`,
  )
  const add = sqlite.prepare(
    `INSERT INTO ${table} (${added.map(([name]) => name).join(', ')}) SELECT ${added.map(([, value]) => value).join(', ')}
     FROM import_changes c WHERE c.import_id = @file AND c.before IS NULL ORDER BY c.number`,
  )
  return {
    /** Is every entry that the file changes still as it was when the file was read? */
    isAsRead: (file: number): boolean => isChanged.get(file) === 0,

    /** Writes every change of a file. `now`: for columns that the file does not have, as `@now`. */
    write(file: number, now: number): void {
      for (const statement of [remove, change, add]) statement.run({ file, now })
    },
  }
}
