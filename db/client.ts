import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import * as schema from './schema'

export type Orm = BetterSQLite3Database<typeof schema>

/** One portal's database: Drizzle for the stores, the bare connection for the hottest statements. */
export type Database = {
  orm: Orm
  sqlite: SqliteDatabase.Database
  /** Runs `work` in one write transaction; it must be synchronous. Nested calls join the outer transaction. */
  transact<T>(work: () => T): T
  /**
   * The same without waiting for the disk, for long work in pieces that counts only by a later transaction, whose flush
   * is theirs too. Never inside of another one.
   */
  transactUnflushed<T>(work: () => T): T
  /**
   * The same, together with whatever else is asked for in this turn of the event loop: many small writes share one
   * flush to the disk. Each stands alone (one that throws is undone and rejected by itself), and none is answered
   * before the flush. Where that fails, all of them are undone and rejected.
   */
  transactTogether<T>(work: () => T): Promise<T>
  /** Keeps what `read` answers, as every page asks for it. Whoever writes what it reads drops it. */
  kept<T>(read: () => T): Kept<T>
  /** Whether every migration of the folder has been applied. */
  isMigrated(): boolean
  close(): void
}

/** What is read once: until it is dropped, or soon after another process or thread has written. */
export type Kept<T> = { get(): T; drop(): void }

/** Durable and patient: every connection that writes has these, and a test asserts it. */
const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  'cache_size = -16000',
]

/** Opens (or makes) the database file and brings it to the newest schema. `source` may be an image of one, for tests. */
export function openDatabase(source: string | Buffer, migrations: string): Database {
  if (typeof source === 'string' && source !== ':memory:')
    mkdirSync(path.dirname(source), { recursive: true, mode: 0o700 })
  const sqlite = new SqliteDatabase(source)
  for (const pragma of pragmas) sqlite.pragma(pragma)
  const orm = drizzle(sqlite, { schema, casing: 'snake_case' })
  if (typeof source === 'string') migrate(orm, { migrationsFolder: path.resolve(migrations) })
  return {
    orm,
    sqlite,
    transact: (work) => (sqlite.inTransaction ? work() : sqlite.transaction(work).immediate()),
    transactUnflushed(work) {
      sqlite.pragma('synchronous = NORMAL')
      try {
        return sqlite.transaction(work).immediate()
      } finally {
        sqlite.pragma('synchronous = FULL')
      }
    },
    transactTogether: groupsOf(sqlite),
    kept: keeperOf(sqlite),
    isMigrated: () => {
      const journal = JSON.parse(readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8')) as {
        entries: unknown[]
      }
      const { applied } = sqlite.prepare('SELECT count(*) AS applied FROM __drizzle_migrations').get() as {
        applied: number
      }
      return applied >= journal.entries.length
    },
    close: () => {
      if (typeof source === 'string') sqlite.pragma('wal_checkpoint(TRUNCATE)')
      sqlite.close()
    },
  }
}

/** How long, in ms, what another connection writes may stay unseen outside of a transaction. */
const unseenFor = 200

/** What another connection has written is seen at once within a transaction, where it decides, and soon elsewhere. */
function keeperOf(sqlite: SqliteDatabase.Database): Database['kept'] {
  const version = sqlite.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = version.get()
  let seenAt = performance.now()
  /** One more with each time that another connection is seen to have written. */
  let writes = 0
  function otherWrites(): number {
    if (!sqlite.inTransaction && performance.now() - seenAt < unseenFor) return writes
    const now = version.get()
    if (now !== seen) writes++
    seen = now
    seenAt = performance.now()
    return writes
  }
  return <T>(read: () => T) => {
    let held: { value: T; at: number } | null = null
    return {
      get() {
        const at = otherWrites()
        if (held?.at === at) return held.value
        const value = read()
        // A transaction may yet be undone: what it reads is its own.
        held = sqlite.inTransaction ? null : { value, at }
        return value
      },
      drop() {
        held = null
      },
    }
  }
}

type Waiting = { work: () => unknown; resolve(value: unknown): void; reject(error: unknown): void }

/** Transactions of one turn of the event loop in one, each within a savepoint of its own. */
function groupsOf(sqlite: SqliteDatabase.Database): Database['transactTogether'] {
  let group: Waiting[] = []
  const alone = sqlite.transaction((work: () => unknown) => work())
  const together = sqlite.transaction((works: readonly Waiting[]) =>
    works.map(({ work }) => {
      try {
        return { value: works.length > 1 ? alone(work) : work() }
      } catch (error) {
        // A full disk ends the whole transaction; what was done before it is gone as well.
        if (works.length === 1 || !sqlite.inTransaction) throw error
        return { error }
      }
    }),
  )
  function flush(): void {
    const works = group
    group = []
    try {
      const done = together.immediate(works)
      works.forEach(({ resolve, reject }, index) => {
        const one = done[index]!
        if ('error' in one) reject(one.error)
        else resolve(one.value)
      })
    } catch (error) {
      for (const { reject } of works) reject(error)
    }
  }
  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      if (group.push({ work, resolve: resolve as Waiting['resolve'], reject }) === 1) setImmediate(flush)
    })
}

/** Opens a database file for reading alone: nothing is migrated and nothing can be written. */
export function readDatabase(file: string): Pick<Database, 'orm' | 'close'> {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  return { orm: drizzle(sqlite, { schema, casing: 'snake_case' }), close: () => sqlite.close() }
}
