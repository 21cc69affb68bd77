import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { importChanges, imports, staff } from '#db/schema/index.ts'
import type { EntryChange, ImportChange, ImportKind } from '#server/domain/desk/imports.ts'
import type { CsvLineFault } from '#server/domain/terms/csv-table.ts'

type ImportRow = typeof imports.$inferSelect
/** An import with the names of those who read the file and put it in force. */
export type NamedImport = Omit<ImportRow, 'kind' | 'faults'> & {
  kind: ImportKind
  faults: readonly CsvLineFault[]
  preparedByName: string
  decidedByName: string | null
}
/** A file in the desk's list. */
type ImportLine = Pick<
  NamedImport,
  | 'id'
  | 'fileName'
  | 'kind'
  | 'state'
  | 'lines'
  | 'faultCount'
  | 'preparedAt'
  | 'preparedByName'
  | 'decidedAt'
  | 'decidedByName'
>
/** A change that a line makes. `number`: its place among the changes of the file, from 1. */
export type StagedChange = EntryChange & { number: number; line: number; change: ImportChange }

type ChangeColumns = {
  number: number
  line: number
  change: ImportChange
  key: string
  before: string | null
  after: string | null
}

export type ImportsStore = ReturnType<typeof importsStore>

/** The only writer of the tables of imports. Everything is synchronous and joins the caller's transaction. */
export function importsStore(db: Database) {
  const { orm, sqlite } = db
  const decider = alias(staff, 'decider')
  const named = () =>
    orm
      .select({ row: imports, preparedByName: staff.fullName, decidedByName: decider.fullName })
      .from(imports)
      .innerJoin(staff, eq(staff.id, imports.preparedBy))
      .leftJoin(decider, eq(decider.id, imports.decidedBy))
  const flat = ({ row, ...names }: ReturnType<ReturnType<typeof named>['all']>[number]): NamedImport => ({
    ...row,
    kind: row.kind as ImportKind,
    faults: JSON.parse(row.faults),
    ...names,
  })
  const add = sqlite.prepare<[number, number, number, string, string, string | null, string | null]>(
    'INSERT INTO import_changes (import_id, number, line, change, key, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const columns = 'number, line, change, key, before, after'
  const next = sqlite.prepare<[number, number, number], ChangeColumns>(
    `SELECT ${columns} FROM import_changes WHERE import_id = ? AND number > ? ORDER BY number LIMIT ?`,
  )
  const nextOf = sqlite.prepare<[number, string, number, number], ChangeColumns>(
    `SELECT ${columns} FROM import_changes WHERE import_id = ? AND change = ? AND number > ? ORDER BY number LIMIT ?`,
  )
  const counts = sqlite.prepare<[number], { change: ImportChange; count: number }>(
    'SELECT change, count(*) AS count FROM import_changes WHERE import_id = ? GROUP BY change',
  )
  const json = (values: EntryChange['before']) => (values ? JSON.stringify(values) : null)
  const parsed = (text: string | null): EntryChange['before'] => (text === null ? null : JSON.parse(text))
  const changeOf = ({ before, after, ...row }: ChangeColumns): StagedChange => ({
    ...row,
    before: parsed(before),
    after: parsed(after),
  })

  const list = listReader<ImportLine>(db, {
    from: 'imports i JOIN staff s ON s.id = i.prepared_by LEFT JOIN staff d ON d.id = i.decided_by',
    candidate: null,
    key: 'i.id',
    columns: {
      id: 'i.id',
      fileName: 'i.file_name',
      kind: 'i.kind',
      state: 'i.state',
      lines: 'i.lines',
      faultCount: "iif(i.state = 'failed', i.fault_count, 0)",
      preparedAt: 'i.prepared_at',
      preparedByName: 's.full_name',
      decidedAt: 'i.decided_at',
      decidedByName: 'd.full_name',
    },
    filters: { kind: 'i.kind = @kind', state: 'i.state = @state' },
    always: 'i.kind IN (SELECT value FROM json_each(@kinds))',
  })

  return {
    add: (row: Pick<ImportRow, 'kind' | 'fileName' | 'isWhole' | 'state' | 'preparedAt' | 'preparedBy'>): number =>
      orm.insert(imports).values(row).returning({ id: imports.id }).get().id,
    find(id: number): NamedImport | undefined {
      const row = named().where(eq(imports.id, id)).get()
      return row && flat(row)
    },
    /** The newest of a table. */
    newest: (kind: ImportKind, most: number): NamedImport[] =>
      named().where(eq(imports.kind, kind)).orderBy(desc(imports.id)).limit(most).all().map(flat),
    /** Pages and files of the imports of some tables (`kinds`, as JSON). */
    list,
    /** What reading found. `faults`: the first of them. */
    finish: (
      id: number,
      { faults, ...found }: Pick<NamedImport, 'hash' | 'lines' | 'unchanged' | 'faultCount' | 'faults'>,
    ): void =>
      void orm
        .update(imports)
        .set({ ...found, faults: JSON.stringify(faults) })
        .where(eq(imports.id, id))
        .run(),

    stage(id: number, changes: readonly StagedChange[]): void {
      for (const { number, line, change, key, before, after } of changes)
        add.run(id, number, line, change, key, json(before), json(after))
    },
    /** The next changes of a file in its order; `change`: only those of one kind. */
    changes: (id: number, after: number, most: number, change?: ImportChange): StagedChange[] =>
      (change ? nextOf.all(id, change, after, most) : next.all(id, after, most)).map(changeOf),
    counts: (id: number): Record<ImportChange, number> => ({
      new: 0,
      changed: 0,
      gone: 0,
      ...Object.fromEntries(counts.all(id).map(({ change, count }) => [change, count])),
    }),
    drop: (id: number): void => void orm.delete(importChanges).where(eq(importChanges.importId, id)).run(),
  }
}
