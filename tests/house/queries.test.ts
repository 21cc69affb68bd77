import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { addFunctions } from '#db/client.ts'
import { booksStore, demoStore } from '#server/demo/store.ts'
import { meritSources } from '#server/features/merit/merit-lists/store.ts'
import { openPortal } from '#tests/support/portal.ts'
import { type Prepared, statementsPrepared, statementsWritten, type Written } from './statements'

/** Stores write with Drizzle. These write in SQL, for the reason beside them. */
const exceptions: Readonly<Record<string, string>> = {
  'server/adapters/folder-marks.ts': 'is no database of the schema, and follows every write of it',
  'server/demo/store.ts': 'seeds a hundred thousand candidates',
  'server/features/accounts/accounts/store.ts': 'takes the next number and purges several tables alike',
  'server/features/seats/allotment/mock-store.ts': 'writes a row for each participant',
  'server/features/seats/allotment/store.ts': 'writes a row for each participant',
  'server/features/application/application/store.ts': 'runs for every save of a step',
  'server/features/application/documents/store.ts': 'deletes what no version names, in one statement',
  'server/features/operations/housekeeping/carry-over.ts': 'copies tables between two databases',
  'server/features/operations/identity/store.ts': 'moves the counters of SQLite itself',
  'server/features/desk/imports/store.ts': 'writes a row for each line of a file',
  'server/features/accounts/limits/store.ts': 'counts and compares in one statement, for every login',
  'server/features/merit/merit-lists/store.ts': 'writes a row for each place in a list',
  'server/features/seats/option-form/store.ts': 'runs for every save of a list of hundreds of choices',
  'server/features/messages/messages/store.ts': 'adds the messages of a publication, hundreds of thousands at once',
  'server/features/messages/reminders/store.ts': 'notes each of hundreds of thousands of reminders',
  'server/features/operations/audit/store.ts': 'adds a line for every act',
  'server/features/operations/public-log/store.ts': 'adds an entry for every publication, within 5 ms',
  'server/features/privacy/privacy/aside-store.ts': 'writes rows of every table as they were',
  'server/features/privacy/privacy/erasure-store.ts':
    'deletes from the tables of every feature, as the list of holdings says',
  'server/features/desk/release/store.ts': 'moves rows of several tables alike',
  'server/features/scrutiny/scrutiny/store.ts': 'writes every verdict of a form',
  'server/features/seats/seat-matrix/store.ts': 'writes a row for each pool of a matrix',
  'server/features/desk/staff/store.ts': 'notes every account of a file',
}

/** Stores prepare a statement when they are made. These prepare some later, as many as stand here, for the reason beside. */
const preparedLater: Readonly<Record<string, [count: number, reason: string]>> = {
  'db/client.ts': [5, 'asks a connection before it is one of a portal'],
  'db/list-reader.ts': [1, 'keeps one for each order and choice of filters'],
  'server/adapters/folder-marks.ts': [3, 'is no database of the schema'],
  'server/adapters/portal-folder.ts': [1, 'is no database of the schema'],
  'server/demo/store.ts': [7, 'asks once in a season'],
  'server/features/desk/overview/store.ts': [3, 'names the districts of an officer'],
  'server/features/operations/housekeeping/carry-over.ts': [2, 'copies tables between two databases, once'],
  'server/features/operations/identity/store.ts': [2, 'asks tables that the database itself names, once'],
  'server/features/privacy/privacy/aside-store.ts': [1, 'writes rows of every table as they were'],
}

/** Rows of whole tables, whose columns the list of holdings names. */
const openRows = [
  'server/features/privacy/privacy/download-store.ts',
  'server/features/privacy/privacy/erasure-store.ts',
]

const write = /\b(INSERT (OR \w+ )?INTO|REPLACE INTO|DELETE FROM|UPDATE \S+ SET)\b/

test('stores write with Drizzle, except where one statement runs for many rows or often', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file}`.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && write.test(readFileSync(file, 'utf8')))
  expect(files.sort()).toEqual(Object.keys(exceptions).sort())
})

test('Drizzle is asked without placeholders, whose values no compiler knows', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  expect(files.filter((file) => /\bsql\.placeholder\b/.test(readFileSync(path.join('server', file), 'utf8')))).toEqual(
    [],
  )
})

/** Keys of texts that are made of words which their types leave open. Shorten this list; never add to it. */
const openKeys: Readonly<Record<string, number>> = {
  'pages/candidate/my-data/page.server.ts': 1,
  'pages/cell/allotments/[id]/page.tsx': 1,
  'pages/cell/approvals/[code]/[userId]/page.tsx': 1,
  'pages/cell/approvals/[code]/page.tsx': 1,
  'pages/cell/centre/[userId]/page.server.ts': 1,
  'pages/cell/health/page.tsx': 2,
  'pages/cell/imports/[kind]/[id]/page.tsx': 3,
  'pages/cell/imports/[kind]/page.tsx': 1,
  'pages/cell/merit-lists/[id]/page.tsx': 1,
  'pages/cell/merit-lists/page.tsx': 1,
  'pages/cell/orders/NewOrder.tsx': 1,
  'pages/cell/orders/page.tsx': 1,
  'pages/cell/reporting/[userId]/page.tsx': 1,
  'pages/parts/checking/KeyMap.tsx': 1,
  'pages/parts/checking/outcome.ts': 1,
  'pages/demo/phase-words.ts': 3,
  'pages/parts/imports/FaultLines.tsx': 1,
  'pages/parts/privacy/access.server.ts': 1,
  'pages/parts/viewer/Viewer.tsx': 1,
}

test('a key of a text is made of words that its type names', () => {
  const counts: Record<string, number> = {}
  for (const folder of ['server', 'pages'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(file)) {
        const found = readFileSync(path.join(folder, file), 'utf8').match(/\bt(ranslate)?\(.*\$\{.* as '|` as '/g)
        if (found) counts[`${folder}/${file}`] = found.length
      }
  expect(counts).toEqual(openKeys)
})

describe('a statement in SQL', () => {
  let written: Written[]
  let prepared: Prepared[]
  let database: SqliteDatabase.Database
  beforeAll(async () => {
    written = statementsWritten()
    prepared = await statementsPrepared(async () => {
      const portal = await openPortal({ shared: true })
      const { db } = portal.services
      for (const makeLater of [demoStore, booksStore, ({ sqlite }: typeof db) => meritSources(sqlite)]) makeLater(db)
      database = addFunctions(new SqliteDatabase(db.sqlite.serialize()))
      await portal.close()
    })
    return () => void database.close()
  })

  test('answers with the columns that its row type names', () => {
    const wrong: string[] = []
    let read = 0
    for (const { site, row } of written)
      for (const { text, isPlucked } of prepared.filter((one) => one.site === site)) {
        const statement = database.prepare(text)
        if (!statement.reader) continue
        read++
        const columns = statement.columns().map(({ name }) => name)
        const fault = faultOf(row, columns, isPlucked)
        if (fault) wrong.push(`${site}: ${fault}`)
      }
    expect(wrong).toEqual([])
    expect(read).toBeGreaterThan(300)
  })

  test('leaves its columns open only where the list of holdings names them', () => {
    const open = written.filter(({ row }) => row.kind === 'open').map(({ site }) => fileOf(site))
    expect([...new Set(open)].sort()).toEqual(openRows)
  })

  test('is prepared once, when its store is made', () => {
    const made = new Set(prepared.map(({ site }) => site))
    const later = written.map(({ site }) => site).filter((site) => !made.has(site))
    expect(countedByFile(later)).toEqual(
      Object.fromEntries(Object.entries(preparedLater).map(([file, [n]]) => [file, n])),
    )
  })
})

function faultOf({ kind, ...row }: Written['row'], columns: string[], isPlucked: boolean): string | null {
  if (kind === 'untyped') return 'names no row type'
  if ((kind === 'value') !== isPlucked) return isPlucked ? 'plucks one value of a row' : 'reads a row as one value'
  if ('length' in row)
    return row.length === columns.length ? null : `has ${columns.length} columns for ${row.length} values`
  if (!('required' in row)) return null
  const missing = row.required.filter((name) => !columns.includes(name))
  const unnamed = columns.filter((name) => ![...row.required, ...row.optional].includes(name))
  return missing.length + unnamed.length ? `lacks [${missing}], does not name [${unnamed}]` : null
}

const fileOf = (site: string) => site.replace(/:\d+:\d+$/, '')

function countedByFile(sites: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const site of sites) counts[fileOf(site)] = (counts[fileOf(site)] ?? 0) + 1
  return counts
}
