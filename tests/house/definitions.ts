import type SqliteDatabase from 'better-sqlite3'

/** What an object of a database is, in words that can be compared: its columns, references and indexes, or its SQL. */
export type Definitions = Record<string, string[]>

/** The definition of every object by its kind and name. The order of columns is left out: nothing depends on it. */
export function definitionsOf(sqlite: SqliteDatabase.Database): Definitions {
  type Item = { type: string; name: string; tbl_name: string; sql: string | null }
  const objects = sqlite.prepare<[], Item>("SELECT * FROM sqlite_master WHERE name NOT LIKE '%sqlite%'").all()
  const found: Definitions = {}
  for (const { type, name, tbl_name: table, sql } of objects) {
    if (name.startsWith('__drizzle') || /^(merit_search|candidate_names)_/.test(name)) continue
    const isPlain = type === 'table' && !/^CREATE VIRTUAL/i.test(sql ?? '')
    if (type === 'index') found[`index ${name} of ${table}`] = [plain(sql ?? '')]
    else found[`${type} ${name}`] = isPlain ? tableOf(sqlite, name, sql ?? '') : [plain(sql ?? '')]
  }
  return found
}

function tableOf(sqlite: SqliteDatabase.Database, name: string, sql: string): string[] {
  type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number; hidden: number }
  type Reference = { table: string; from: string; to: string; on_update: string; on_delete: string }
  const columns = sqlite.prepare<[string], Column>('SELECT * FROM pragma_table_xinfo(?)').all(name)
  const references = sqlite.prepare<[string], Reference>('SELECT * FROM pragma_foreign_key_list(?)').all(name)
  return [
    ...columns.map((column) =>
      `${column.name} ${column.type} ${column.notnull ? 'required' : 'optional'} ${column.pk ? 'key' : ''} ${column.dflt_value ?? ''} ${column.hidden}`.trim(),
    ),
    ...references.map(
      ({ table, from, to, on_update, on_delete }) => `${from} → ${table}.${to} ${on_update} ${on_delete}`,
    ),
    /STRICT\s*$/i.test(sql) ? 'strict' : 'not strict',
  ].sort()
}

/** SQL without what does not matter: quotes of names, line breaks, and how names of tables are qualified. */
const plain = (sql: string): string =>
  sql.replaceAll(/[`"]/g, '').replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim()
