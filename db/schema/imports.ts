import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { releaseColumns } from './release'

/** A CSV file that was read at the desk: its report, and the person who put it in force. Written by `imports`. */
export const imports = sqliteTable(
  'imports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The table: `staff`. */
    kind: text().notNull(),
    fileName: text().notNull(),
    /** sha-256 of the file, hexadecimal; empty until it has been read. */
    hash: text().notNull().default(''),
    /** The file is the whole table: entries that it leaves out end. */
    isWhole: integer({ mode: 'boolean' }).notNull(),
    /** How many lines were read, and how many of them change nothing. */
    lines: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    /** How many faults it has, or warnings if it has no fault; the first of them as JSON. */
    faultCount: integer().notNull().default(0),
    faults: text().notNull().default('[]'),
    ...releaseColumns,
  },
  (t) => [index('imports_kind').on(t.kind, t.id), index('imports_state').on(t.state)],
)

/** The changes that a file makes, in its order. Written by `imports`. */
export const importChanges = sqliteTable(
  'import_changes',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id),
    number: integer().notNull(),
    /** Of the file; 0 for an entry that it leaves out. */
    line: integer().notNull(),
    change: text({ enum: ['new', 'changed', 'gone'] }).notNull(),
    key: text().notNull(),
    /** The values by column, as JSON; null for a new entry, and for one that is removed. */
    before: text(),
    after: text(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    index('import_changes_kind').on(t.importId, t.change, t.number),
  ],
)
