import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

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
  'server/features/privacy/privacy/aside-store.ts': 'writes rows of every table as they were',
  'server/features/privacy/privacy/erasure-store.ts':
    'deletes from the tables of every feature, as the list of holdings says',
  'server/features/desk/release/store.ts': 'moves rows of several tables alike',
  'server/features/scrutiny/scrutiny/store.ts': 'writes every verdict of a form',
  'server/features/seats/seat-matrix/store.ts': 'writes a row for each pool of a matrix',
  'server/features/desk/staff/store.ts': 'notes every account of a file',
}

const write = /\b(INSERT (OR \w+ )?INTO|REPLACE INTO|DELETE FROM|UPDATE \S+ SET)\b/

test('stores write with Drizzle, except where one statement runs for many rows or often', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file}`.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && write.test(readFileSync(file, 'utf8')))
  expect(files.sort()).toEqual(Object.keys(exceptions).sort())
})
