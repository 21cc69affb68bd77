import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import * as schema from '#db/schema/index.ts'
import { type Definitions, definitionsOf } from './definitions'

const migrations = path.resolve('migrations')
/** The objects whose definition was changed after the first 63 migrations became one, in order of their names. */
const changedSince: string[] = [
  'index grievances_one_open of grievances',
  'table admission_checks',
  'table admissions',
  'table breaches',
  'table cancellations',
  'table certificate_reminders',
  'table institutes',
  'table jk_choices',
  'table jk_seats',
  'table merit_editions',
  'table option_reminders',
  'table otps',
  'table outbox',
  'table payments',
  'table recoveries',
  'table scrutiny_judgements',
  'table seat_matrix_courses',
  'table seat_reminders',
  'table staff',
  'trigger candidates_named',
  'trigger candidates_renamed',
  'trigger merit_entries_added',
  'trigger merit_entries_renamed',
]
const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-database-'))
let database: Database
let snapshot: Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>
let wanted: Record<string, WantedTable>

/** A table as drizzle-kit writes it into a snapshot, which its own types leave open. */
type WantedTable = {
  columns: Record<string, { name: string; type: string; primaryKey: boolean; notNull: boolean; default?: unknown }>
  indexes: Record<string, { name: string; isUnique: boolean; columns: string[] }>
  foreignKeys: Record<string, { tableTo: string; columnsFrom: string[]; columnsTo: string[]; onDelete?: string }>
  compositePrimaryKeys: Record<string, { columns: string[] }>
}

beforeAll(async () => {
  database = openDatabase(path.join(folder, 'mbale', 'portal.db'), migrations)
  snapshot = await generateSQLiteDrizzleJson({ ...schema }, undefined, 'snake_case')
  wanted = snapshot.tables as Record<string, WantedTable>
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const all = <Row>(sql: string, ...params: unknown[]) => database.sqlite.prepare(sql).all(...params) as Row[]
const tables = () =>
  all<{ name: string; type: string; strict: number; schema: string }>('PRAGMA table_list').filter(
    // Without the tables of SQLite itself, of full-text search (which have another type), and of the migrator.
    ({ name, type, schema: owner }) =>
      owner === 'main' && type === 'table' && !name.startsWith('sqlite_') && name !== '__drizzle_migrations',
  )

describe('a database file', () => {
  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ])('has %s = %s', (pragma, value) => {
    expect(database.sqlite.pragma(pragma, { simple: true })).toBe(value)
  })

  test('a batch of long work does not wait for the disk, but later transactions do', () => {
    expect(database.transactUnflushed(() => database.sqlite.pragma('synchronous', { simple: true }))).toBe(1)
    expect(() =>
      database.transactUnflushed(() => {
        throw new Error('it fails')
      }),
    ).toThrow('it fails')
    expect(database.sqlite.pragma('synchronous', { simple: true })).toBe(2)
  })

  test('nothing waits for the disk while a demo is played, also after a batch of long work', () => {
    const level = () => database.sqlite.pragma('synchronous', { simple: true })
    database.setFlushing(false)
    expect(database.transactUnflushed(level)).toBe(1)
    expect(database.transact(level)).toBe(1)
    database.setFlushing(true)
    expect([database.transactUnflushed(level), database.transact(level)]).toEqual([1, 2])
  })

  test('waits at most a second for another writer, because waiting blocks the other portals', () => {
    expect(database.sqlite.pragma('busy_timeout', { simple: true })).toBe(1000)
  })

  test('is closed without waiting for a reading: the checkpoint would keep every writer out meanwhile', () => {
    const file = path.join(folder, 'closing', 'portal.db')
    const [serving, command] = [openDatabase(file, migrations), openDatabase(file, migrations)]
    const reading = new SqliteDatabase(file, { readonly: true })
    onTestFinished(() => {
      reading.close()
      serving.close()
    })
    reading.exec('BEGIN')
    reading.prepare('SELECT count(*) FROM candidates').get()
    serving.sqlite.exec("INSERT INTO portal_facts VALUES ('written', 'after the reading began')")
    const before = performance.now()
    command.close()
    // It used to wait the whole second that a connection has for another writer.
    expect(performance.now() - before).toBeLessThan(900)
  })

  test('caches a reading until it is dropped or another connection has written', async () => {
    const other = new SqliteDatabase(path.join(folder, 'mbale', 'portal.db'))
    onTestFinished(() => void other.close())
    database.sqlite.exec('CREATE TABLE words (word TEXT) STRICT')
    onTestFinished(() => void database.sqlite.exec('DROP TABLE words'))
    let reads = 0
    const words = database.kept(() => {
      reads++
      return database.sqlite.prepare('SELECT word FROM words').pluck().all()
    })
    const write = (to: typeof other, word: string) => to.prepare('INSERT INTO words VALUES (?)').run(word)

    expect([words.get(), words.get(), reads]).toEqual([[], [], 1])
    write(database.sqlite, 'ours')
    words.drop()
    expect(words.get()).toEqual(['ours'])
    // Another connection's writes are seen at once in a transaction, and soon elsewhere.
    write(other, 'theirs')
    expect(database.transact(() => words.get())).toEqual(['ours', 'theirs'])
    write(other, 'more')
    await expect.poll(() => words.get(), { timeout: 5000 }).toEqual(['ours', 'theirs', 'more'])
    // A transaction that has changed nothing reads once, however often it asks after another's write.
    write(other, 'again')
    const before = reads
    database.transact(() => {
      for (let times = 0; times < 5; times++) expect(words.get()).toContain('again')
    })
    expect([words.get().length, reads - before]).toEqual([4, 1])
    // After its own changes it reads once more, and what it read then ends with it.
    const readBefore = reads
    expect(() =>
      database.transact(() => {
        write(database.sqlite, 'never committed')
        words.drop()
        for (let times = 0; times < 5; times++) expect(words.get()).toContain('never committed')
        write(database.sqlite, 'nor this')
        words.drop()
        expect(words.get()).toContain('nor this')
        throw new Error('it fails at the end')
      }),
    ).toThrow('it fails at the end')
    expect(reads - readBefore).toBe(2)
    expect(words.get()).not.toContain('never committed')
    expect(database.transact(() => words.get())).not.toContain('nor this')
    // The next transaction looks again, whatever became of the one before.
    for (const word of ['once more', 'and again']) {
      write(other, word)
      expect(database.transact(() => words.get())).toContain(word)
      expect(() =>
        database.transact(() => {
          words.get()
          throw new Error('it fails between')
        }),
      ).toThrow('it fails between')
    }
    // Of writes that share a transaction, one is undone: what it read is not what the next one reads.
    const undone = database.transactTogether(() => {
      write(database.sqlite, 'undone alone')
      words.drop()
      expect(words.get()).toContain('undone alone')
      throw new Error('it fails alone')
    })
    const next = database.transactTogether(() => words.get())
    await expect(undone).rejects.toThrow('it fails alone')
    expect(await next).not.toContain('undone alone')
    expect(words.get()).not.toContain('undone alone')
    // Readings after a transaction's own changes are not cached, because it may be rolled back.
    expect(() =>
      database.transact(() => {
        write(database.sqlite, 'undone')
        words.drop()
        expect(words.get()).toContain('undone')
        throw new Error('it fails')
      }),
    ).toThrow('it fails')
    expect(words.get()).not.toContain('undone')
  })

  test('answers a remembered reading again only while nobody has written', () => {
    const other = new SqliteDatabase(path.join(folder, 'mbale', 'portal.db'))
    onTestFinished(() => void other.close())
    database.sqlite.exec('CREATE TABLE words (key INTEGER, word TEXT) STRICT')
    onTestFinished(() => void database.sqlite.exec('DROP TABLE words'))
    let reads = 0
    const wordsOf = database.remembered((key: number) => {
      reads++
      return database.sqlite.prepare('SELECT word FROM words WHERE key = ?').pluck().all(key)
    })
    const write = (to: typeof other, key: number, word: string) =>
      to.prepare('INSERT INTO words VALUES (?, ?)').run(key, word)

    expect([wordsOf(1), wordsOf(1), reads]).toEqual([[], [], 1])
    // The answer of one key is none for another.
    expect([wordsOf(2), wordsOf(1), reads]).toEqual([[], [], 3])
    write(database.sqlite, 1, 'ours')
    expect(wordsOf(1)).toEqual(['ours'])
    write(other, 1, 'theirs')
    expect(wordsOf(1)).toEqual(['ours', 'theirs'])
    expect(() =>
      database.transact(() => {
        write(database.sqlite, 1, 'undone')
        expect(wordsOf(1)).toContain('undone')
        throw new Error('it fails')
      }),
    ).toThrow('it fails')
    expect(wordsOf(1)).toEqual(['ours', 'theirs'])
    database.sqlite.exec("DELETE FROM words WHERE word = 'ours'")
    expect(wordsOf(1)).toEqual(['theirs'])
  })

  test('compiles statements of one text and mode once, and each answers in its own mode, also beside rows that are still read', () => {
    const { sqlite } = database
    const text = "WITH n(i) AS (VALUES (1), (2), (3)) SELECT i, 'x' || ? AS said FROM n"
    const [plain, list, first] = [sqlite.prepare(text), sqlite.prepare(text).raw(), sqlite.prepare(text).pluck()]
    for (const _ of [1, 2]) {
      expect(plain.get('a')).toEqual({ i: 1, said: 'xa' })
      expect(list.get('b')).toEqual([1, 'xb'])
      expect(first.all('c')).toEqual([1, 2, 3])
    }
    expect(first.pluck(false).get('d')).toEqual({ i: 1, said: 'xd' })
    expect(sqlite.prepare(text).pluck().get('e')).toBe(1)
    const seen: unknown[] = []
    for (const row of sqlite.prepare(text).iterate('f')) seen.push(row, sqlite.prepare(text).get('g'))
    expect(seen).toHaveLength(6)
    expect(seen.slice(2, 4)).toEqual([
      { i: 2, said: 'xf' },
      { i: 1, said: 'xg' },
    ])
  })

  test('belongs to its owner alone: nobody else can enter its folder', () => {
    expect(statSync(path.join(folder, 'mbale')).mode & 0o777).toBe(0o700)
  })

  test('is intact, and all of its references exist', () => {
    expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.sqlite.pragma('foreign_key_check')).toEqual([])
  })

  test('refuses a row with a missing reference', () => {
    const orphan = database.sqlite.prepare('INSERT INTO applications (candidate_id, mode) VALUES (4711, 1)')
    expect(() => orphan.run()).toThrow(/FOREIGN KEY/)
  })

  test('is unchanged and migrated when it is opened again', () => {
    const again = openDatabase(path.join(folder, 'mbale', 'portal.db'), migrations)
    expect(again.isMigrated()).toBe(true)
    for (const pragma of ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout']) {
      expect(again.sqlite.pragma(pragma, { simple: true }), pragma).toBe(
        database.sqlite.pragma(pragma, { simple: true }),
      )
    }
    again.sqlite.close()
  })

  test('without all migrations says so', () => {
    const behind = openDatabase(':memory:', migrations)
    expect(behind.isMigrated()).toBe(true)
    behind.sqlite.exec('DELETE FROM __drizzle_migrations')
    expect(behind.isMigrated()).toBe(false)
    behind.close()
  })
})

test('every table is STRICT', () => {
  expect(tables().length).toBeGreaterThan(0)
  expect(
    tables()
      .filter(({ strict }) => strict !== 1)
      .map(({ name }) => name),
  ).toEqual([])
})

describe('the migrations are up to date with the schema', () => {
  test('a new migration would change nothing', async () => {
    const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as { entries: { idx: number }[] }
    const newest = String(Math.max(...journal.entries.map(({ idx }) => idx))).padStart(4, '0')
    const written = JSON.parse(readFileSync(`migrations/meta/${newest}_snapshot.json`, 'utf8'))
    expect(await generateSQLiteMigration(written, snapshot)).toEqual([])
  })

  test('the journal names every file, and the folder contains nothing else', () => {
    const { entries } = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
      entries: { tag: string }[]
    }
    const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
    expect(files.sort()).toEqual(entries.map(({ tag }) => `${tag}.sql`).sort())
  })

  test('the one migration made of the first 63 makes what they made, object by object', () => {
    const before = JSON.parse(readFileSync('tests/house/before-one-migration.json', 'utf8')) as Definitions
    const now = definitionsOf(database.sqlite)
    expect(Object.keys(before).length).toBe(258)
    const differing = Object.keys(before).filter((name) => String(now[name]) !== String(before[name]))
    expect(differing).toEqual(changedSince)
  })

  test('a migrated database has the tables of the schema', () => {
    expect(
      tables()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(wanted).sort())
  })

  test('and their columns: name, type, NOT NULL, default, primary key', () => {
    type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }
    for (const [name, table] of Object.entries(wanted)) {
      const composite = Object.values(table.compositePrimaryKeys).flatMap((key) => key.columns)
      const expected = Object.values(table.columns).map((column) => ({
        name: column.name,
        type: column.type.toUpperCase(),
        isRequired: column.notNull,
        isKey: column.primaryKey || composite.includes(column.name),
        standard: column.default === undefined ? null : String(column.default),
      }))
      const found = all<Column>('SELECT * FROM pragma_table_xinfo(?)', name).map((column) => ({
        name: column.name,
        type: column.type.toUpperCase(),
        isRequired: column.notnull === 1,
        isKey: column.pk > 0,
        standard: column.dflt_value,
      }))
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      expect(found.sort(byName), name).toEqual(expected.sort(byName))
    }
  })

  test('and their indexes and references', () => {
    type Index = { name: string; unique: number; origin: string }
    type Reference = { table: string; from: string; to: string; on_delete: string }
    for (const [name, table] of Object.entries(wanted)) {
      const indexes = all<Index>('SELECT * FROM pragma_index_list(?)', name)
        .filter(({ origin }) => origin === 'c')
        .map((index) => ({
          name: index.name,
          isUnique: index.unique === 1,
          columns: all<{ name: string }>('SELECT * FROM pragma_index_info(?)', index.name).map((part) => part.name),
        }))
      const wantedIndexes = Object.values(table.indexes).map(({ name: index, isUnique, columns }) => ({
        name: index,
        isUnique,
        columns,
      }))
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      expect(indexes.sort(byName), name).toEqual(wantedIndexes.sort(byName))

      const references = all<Reference>('SELECT * FROM pragma_foreign_key_list(?)', name).map(
        ({ table: to, from, to: column, on_delete }) => `${from} → ${to}.${column} ${on_delete.toLowerCase()}`,
      )
      const wantedReferences = Object.values(table.foreignKeys).map(
        ({ tableTo, columnsFrom, columnsTo, onDelete }) =>
          `${columnsFrom[0]} → ${tableTo}.${columnsTo[0]} ${onDelete ?? 'no action'}`,
      )
      expect(references.sort(), name).toEqual(wantedReferences.sort())
    }
  })
})

describe('a transaction', () => {
  const put = (key: string) =>
    database.sqlite.prepare('INSERT INTO portal_facts (key, value) VALUES (?, ?)').run(key, 'x')
  const keys = () => all<{ key: string }>('SELECT key FROM portal_facts ORDER BY key').map(({ key }) => key)
  const fail = () => {
    throw new Error('in the middle of it')
  }

  test('commits everything and returns the result of its work', () => {
    expect(database.transact(() => [put('kept-1'), put('kept-2')].length)).toBe(2)
    expect(keys()).toEqual(['kept-1', 'kept-2'])
  })

  test('commits nothing if its work throws, and passes the error on', () => {
    const before = keys()
    expect(() => database.transact(() => [put('lost-1'), put('lost-2'), fail()])).toThrow('in the middle of it')
    expect(keys()).toEqual(before)
    expect(database.sqlite.inTransaction).toBe(false)
  })

  test('joins an outer one: a later throw rolls back both', () => {
    const before = keys()
    const work = () => {
      put('outer')
      database.transact(() => put('inner'))
      fail()
    }
    expect(() => database.transact(work)).toThrow('in the middle of it')
    expect(keys()).toEqual(before)
  })

  test('rolls back its outer one if it throws', () => {
    const before = keys()
    const work = () => {
      put('outer')
      database.transact(() => [put('inner'), fail()])
    }
    expect(() => database.transact(work)).toThrow('in the middle of it')
    expect(keys()).toEqual(before)
  })

  test('commits together with its outer one', () => {
    database.transact(() => {
      put('nested-outer')
      database.transact(() => put('nested-inner'))
      expect(database.sqlite.inTransaction).toBe(true)
    })
    expect(keys()).toEqual(expect.arrayContaining(['nested-outer', 'nested-inner']))
  })

  test('includes Drizzle, which writes on the same connection', () => {
    const before = keys()
    const work = () => {
      database.orm.insert(schema.portalFacts).values({ key: 'by-drizzle', value: 'x' }).run()
      fail()
    }
    expect(() => database.transact(work)).toThrow('in the middle of it')
    expect(keys()).toEqual(before)
  })

  test('cannot wait: work that returns a promise is refused and rolled back', () => {
    const before = keys()
    const waiting = async () => {
      put('async')
    }
    expect(() => database.transact(waiting)).toThrow(/promise/)
    expect(keys()).toEqual(before)
  })

  test('takes the write lock at once, so that it cannot lose it half-way', () => {
    const other = openDatabase(path.join(folder, 'mbale', 'portal.db'), migrations)
    other.sqlite.pragma('busy_timeout = 0')
    database.transact(() => {
      expect(() => other.transact(() => undefined)).toThrow(/locked|busy/i)
    })
    expect(other.transact(() => 'now')).toBe('now')
    other.sqlite.close()
  })
})

describe('transactions of one turn of the event loop', () => {
  const written = () => all<{ key: string }>('SELECT key FROM notes ORDER BY key').map(({ key }) => key)
  const write = (key: string) => database.sqlite.prepare('INSERT INTO notes VALUES (?)').run(key).changes

  beforeAll(() => database.sqlite.exec('CREATE TABLE notes (key TEXT PRIMARY KEY) STRICT'))
  afterAll(() => database.sqlite.exec('DROP TABLE notes'))

  test('are committed as one; one that throws is rolled back alone', async () => {
    const done = await Promise.allSettled([
      database.transactTogether(() => write('a')),
      database.transactTogether(() => {
        write('b')
        throw new Error('a fault')
      }),
      database.transactTogether(() => database.transact(() => write('c'))),
    ])
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written()).toEqual(['a', 'c'])
  })

  test('resolve once all of them are in the file, and not before', async () => {
    const first = database.transactTogether(() => write('d'))
    const second = database.transactTogether(() => write('e'))
    expect(written()).toEqual(['a', 'c'])
    await first
    expect(written()).toEqual(['a', 'c', 'd', 'e'])
    expect(await second).toBe(1)
  })

  test('are rolled back and rejected together if the file cannot be written', async () => {
    database.sqlite.pragma('query_only = ON')
    const done = await Promise.allSettled(['f', 'g'].map((key) => database.transactTogether(() => write(key))))
    database.sqlite.pragma('query_only = OFF')
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(written()).toEqual(['a', 'c', 'd', 'e'])
  })
})

describe('a statement with values', () => {
  test.each([
    ['SELECT 1 FROM notes WHERE key = ? LIMIT ?', 'SELECT 1 FROM notes WHERE key = +? LIMIT +?'],
    [
      'select "key" from "notes" where "key"=@key offset @from',
      'select "key" from "notes" where "key"=+@key offset +@from',
    ],
    ['SELECT key IS ? FROM notes WHERE key >= ?', 'SELECT key IS +? FROM notes WHERE key >= +?'],
    ['SELECT \'a = ?\', "b = ?" FROM notes WHERE key IN (?)', 'SELECT \'a = ?\', "b = ?" FROM notes WHERE key IN (?)'],
  ])('%s hides them from the planner', (written, compiled) => expect(compiledOnce(written)).toBe(compiled))

  test('finds the same by text, number, blob and null', () => {
    const { sqlite } = database
    sqlite.exec('CREATE TABLE kinds (id INTEGER PRIMARY KEY, t TEXT, b BLOB, r REAL) STRICT')
    sqlite.prepare('INSERT INTO kinds VALUES (1, ?, ?, ?), (2, NULL, NULL, NULL)').run('7', Buffer.from('7'), 7)
    const ids = (sql: string, value: unknown) => sqlite.prepare(`SELECT id FROM kinds WHERE ${sql}`).pluck().all(value)
    expect([ids('t = ?', '7'), ids('t = ?', 7n), ids('b = ?', Buffer.from('7')), ids('r = ?', 7)]).toEqual([
      [1],
      [1],
      [1],
      [1],
    ])
    expect([ids('t IS ?', null), ids('t = ?', null), ids('b = ?', '7')]).toEqual([[2], [], []])
    sqlite.exec('DROP TABLE kinds')
  })

  test('is not compiled anew for each value', () => {
    const { sqlite } = database
    const parts = Array.from(
      { length: 30 },
      (_, n) => `(SELECT max(d.id) FROM documents d WHERE d.candidate_id = c.id AND d.id > ${n})`,
    )
    const of = (value: string) =>
      `SELECT ${parts} FROM candidates c JOIN applications a ON a.candidate_id = c.id WHERE c.id = ${value} ORDER BY a.candidate_id`
    const spent = (run: () => unknown) => {
      const before = process.cpuUsage().user
      for (let n = 0; n < 300; n++) run()
      return process.cpuUsage().user - before
    }
    const bound = sqlite.prepare(of('?'))
    const compiling = spent(() => sqlite.prepare(`${of('1')} -- ${Math.random()}`).all())
    bound.all(1)
    expect(spent(() => bound.all(Math.ceil(Math.random() * 1e6)))).toBeLessThan(compiling / 4)
  })
})
