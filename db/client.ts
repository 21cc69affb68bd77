import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { folded } from '#server/kernel/folded.ts'
import { indexedName } from '#server/kernel/name-index.ts'
import { saidBy, seek } from '#server/kernel/names.ts'
import { outageOf } from '#server/kernel/outage.ts'
import { compiledOnce } from './compiled-once'
import * as schema from './schema/index'

type Orm = BetterSQLite3Database<typeof schema>

/** One portal's database: Drizzle for the stores, the raw connection for the hottest statements. */
export type Database = {
  orm: Orm
  sqlite: SqliteDatabase.Database
  /** Runs `work` in one write transaction; it must be synchronous. Nested calls join the outer transaction. */
  transact<T>(work: () => T): T
  /**
   * The same without waiting for the disk, for long work in pieces that only takes effect with a later transaction,
   * whose flush covers the pieces too, and for what may be lost when the power fails. Never inside another transaction.
   */
  transactUnflushed<T>(work: () => T): T
  /**
   * The same, grouped with the other calls in this turn of the event loop: many small writes share one flush to the
   * disk. Each is independent (one that throws is rolled back and rejected alone), and none resolves before the flush.
   * If the flush fails, all of them are rolled back and rejected.
   */
  transactTogether<T>(work: () => T): Promise<T>
  /** Both at once: small writes grouped in one turn, and nothing waits for the disk. */
  transactUnflushedTogether<T>(work: () => T): Promise<T>
  /** Does every transaction from now on wait for the disk, but the unflushed ones? It does when the database is opened. */
  setFlushing(isFlushing: boolean): void
  /** Caches the answer of `read`, which every page needs. Writers of the data must call `drop`. */
  kept<T>(read: () => T): Kept<T>
  /**
   * `read`, which answers a key that it was asked for last from memory, as long as no connection has written anything: one
   * request asks for the same facts several times. Exact, also between processes; within a transaction it always reads.
   */
  remembered<Key, T>(read: (key: Key) => T): (key: Key) => T
  /** Makes cached readings look for other writes at once; call it when another process says that it has written. */
  lookAnew(): void
  /** Calls `listener` within every transaction, once its work is done and before it is committed: what throws there undoes it. */
  onCommitting(listener: () => void): void
  /** Calls `listener` after every write that this connection has committed. */
  onWritten(listener: () => void): void
  /** Have all migrations of the folder been applied? */
  isMigrated(): boolean
  close(): void
}

/** A cached reading, refreshed after `drop` or soon after another process or thread has written. */
type Kept<T> = { get(): T; drop(): void }

/** For durability: every writing connection has these, and a test asserts it. */
const pragmas = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000']

/**
 * Opens (or creates) the database file and migrates it to the newest schema. `source` may be an image of one, for
 * tests.
 */
export function openDatabase(source: string | Buffer, migrations: string): Database {
  if (typeof source === 'string' && source !== ':memory:')
    mkdirSync(path.dirname(source), { recursive: true, mode: 0o700 })
  const sqlite = new SqliteDatabase(source, { timeout: patience.opening })
  for (const pragma of pragmas) sqlite.pragma(pragma)
  if (typeof source === 'string' && source !== ':memory:') keepPrivate(source)
  addFunctions(sqlite)
  const orm = drizzle(sqlite, { schema, casing: 'snake_case' })
  const known = knownMigrations(migrations)
  if (typeof source === 'string') migrate(orm, { migrationsFolder: path.resolve(migrations) })
  let written = () => {}
  let committing = () => {}
  const keeper = keeperOf(sqlite)
  const write = patiently(sqlite, keeper, () => written())
  let isFlushing = true
  const flush = (is: boolean) => sqlite.pragma(`synchronous = ${is ? 'FULL' : 'NORMAL'}`)
  const unflushed: Patiently = (work) => {
    if (!isFlushing) return write(work)
    flush(false)
    try {
      return write(work)
    } finally {
      flush(true)
    }
  }
  return {
    orm,
    sqlite,
    transact<T>(work: () => T): T {
      if (sqlite.inTransaction) return work()
      const whole = sqlite.transaction(() => {
        const value = work()
        committing()
        return value
      })
      return write(() => whole.immediate())
    },
    transactUnflushed: (work) => unflushed(() => sqlite.transaction(work).immediate()),
    transactTogether: groupsOf(sqlite, keeper, write, () => committing()),
    transactUnflushedTogether: groupsOf(sqlite, keeper, unflushed, () => {}),
    setFlushing(is) {
      isFlushing = is
      flush(is)
    },
    kept: keeper.kept,
    remembered: rememberingOf(sqlite),
    lookAnew: keeper.lookAnew,
    onCommitting(listener) {
      committing = listener
    },
    onWritten(listener) {
      written = listener
    },
    isMigrated: () => appliedTo(sqlite).length >= known.length,
    close: () => {
      try {
        // The checkpoint holds the lock of writers while it waits for readers, such as a backup or Litestream: it does not wait.
        sqlite.pragma('busy_timeout = 0')
        if (typeof source === 'string') sqlite.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        sqlite.close()
      }
    },
  }
}

/**
 * How long, in ms, a connection waits for another writer: while opening, when a migration may be running, and while
 * serving. `turns`: how often it repeats that wait while the other writers make progress.
 */
const patience = { opening: 5000, serving: 1000, turns: 5 }

type Patiently = <T>(write: () => T) => T

/**
 * Runs writes, and waits once for a stuck writer: waiting blocks the whole process, and with it the other portals.
 * After a wait in vain, the next writes fail at once until one succeeds. If the other writers make progress, it waits
 * longer. Single statements outside transactions follow the same rule. `onWritten` follows each. Source: case 76.
 */
function patiently(sqlite: SqliteDatabase.Database, keeper: Keeper, onWritten: () => void): Patiently {
  const version = sqlite.prepare<[], number>('PRAGMA data_version').pluck()
  let isPatient = true
  function setPatience(to: boolean): void {
    isPatient = to
    sqlite.pragma(`busy_timeout = ${to ? patience.serving : 0}`)
  }
  function write<T>(work: () => T, turns = patience.turns): T {
    if (sqlite.inTransaction) return work()
    const seen = version.get()
    keeper.noteBegin()
    try {
      const value = work()
      keeper.noteEnd()
      if (!isPatient) setPatience(true)
      onWritten()
      return value
    } catch (error) {
      keeper.noteEnd()
      // Busy is reported before any work: in this mode a transaction takes the lock when it begins.
      if (!isPatient || outageOf(error) !== 'busy') throw error
      if (turns > 1 && version.get() !== seen) return write(work, turns - 1)
      setPatience(false)
      throw error
    }
  }
  const compile = sqlite.prepare.bind(sqlite)
  const prepare = (source: string): Statement => compile(compiledOnce(source))
  const compiled = new Map<string, Statement>()
  /** Drizzle prepares a statement each time that it runs one: those of the same text and modes are compiled once. */
  function shared(source: string, modes: readonly Mode[]): Statement {
    const key = `${modes} ${source}`
    let statement = compiled.get(key)
    if (!statement) {
      statement = inModes(prepare(source), modes)
      compiled.set(key, statement)
      if (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value as string)
    }
    return statement
  }
  const own = (source: string, modes: readonly Mode[]) => inModes(prepare(source), modes)
  sqlite.prepare = ((source: string) => onFirstUse(source, shared, own, write)) as typeof sqlite.prepare
  setPatience(true)
  return (work) => write(work)
}

type Statement = SqliteDatabase.Statement<unknown[]>
type Mode = 'pluck' | 'raw'
type Compile = (source: string, modes: readonly Mode[]) => Statement

/** How many compiled statements a connection keeps for others of the same text; the oldest go first. */
const mostCompiled = 2000

function inModes(statement: Statement, modes: readonly Mode[]): Statement {
  for (const mode of modes) statement[mode]()
  return statement
}

/**
 * A statement that SQLite compiles when it is first used. A portal has about a thousand, and most processes, commands
 * and tests use few of them. `shared`: one compiled statement for all of the same text and modes, which never run inside each
 * other; `own`: one of its own, for rows that are read while other statements run. `write`: runs the statement if it writes.
 */
function onFirstUse(source: string, shared: Compile, own: Compile, write: Patiently): Statement {
  let modes: Mode[] = []
  let compiled: Statement | undefined
  let iterated: Statement | undefined
  const statement = (): Statement => {
    compiled ??= shared(source, modes)
    return compiled
  }
  function inMode(mode: Mode, toggle: boolean): Statement {
    if (modes.includes(mode) === toggle) return onUse
    modes = [...modes.filter((one) => one !== mode), ...(toggle ? [mode] : [])]
    compiled = undefined
    iterated = undefined
    return onUse
  }
  const using = <T>(use: (statement: Statement) => T): T => {
    const it = statement()
    return it.readonly ? use(it) : write(() => use(it))
  }
  const onUse = {
    run: (...params: unknown[]) => using((it) => it.run(...params)),
    get: (...params: unknown[]) => using((it) => it.get(...params)),
    all: (...params: unknown[]) => using((it) => it.all(...params)),
    iterate: (...params: unknown[]) => {
      iterated ??= own(source, modes)
      return iterated.iterate(...params)
    },
    pluck: (toggle = true) => inMode('pluck', toggle),
    raw: (toggle = true) => inMode('raw', toggle),
  } as Statement
  return onUse
}

/** Lets only the server's own user read a database file and the files that SQLite creates beside it. */
function keepPrivate(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600)
}

/**
 * Gives a connection what our SQL calls: `folded(text)`, the key by which texts are found, `indexed_name(name)`, what the
 * full-text tables hold of a name, and `says(text, typed)`, the search of `kernel/names.ts`. Triggers need the second to write
 * names, so every connection that writes has it.
 */
export function addFunctions(sqlite: SqliteDatabase.Database): SqliteDatabase.Database {
  let last = { typed: '', isFound: seek('') }
  return sqlite
    .function('folded', { deterministic: true }, (text: unknown) => folded(String(text ?? '')))
    .function('indexed_name', { deterministic: true }, (name: unknown) => indexedName(String(name ?? '')))
    .function('says', { deterministic: true }, (text: unknown, typed: unknown) => {
      if (last.typed !== typed) last = { typed: String(typed), isFound: seek(String(typed)) }
      return last.isFound(saidBy(String(text ?? ''))) ? 1 : 0
    })
}

/** The timestamps that identify migrations, in order. */
function knownMigrations(folder: string): number[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return journal.entries.map(({ when }) => when)
}

/** The migrations applied to a database. */
const appliedTo = (sqlite: SqliteDatabase.Database): number[] =>
  sqlite.prepare<[], number>('SELECT created_at FROM __drizzle_migrations ORDER BY created_at').pluck().all()

type SchemaFault = 'foreign' | 'unreleased' | 'damaged'

/**
 * Why a file cannot be opened as a portal's database; null if it can. `damaged`: SQLite cannot read it. `unreleased`: its
 * first migration is older than ours, which no release has. `foreign`: it belongs to no version up to this one, as it
 * has tables but none of our migrations, or a migration that the folder lacks.
 */
export function schemaFault(file: string, migrations: string): SchemaFault | null {
  // A connection that may write writes the journal beside the file into it when it ends.
  const hasJournal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const sqlite = new SqliteDatabase(file, { fileMustExist: true, readonly: hasJournal })
  try {
    const tables = sqlite.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    if (!tables.length) return null
    const known = knownMigrations(migrations)
    const applied = tables.includes('__drizzle_migrations') ? appliedTo(sqlite) : []
    if ((applied[0] ?? Infinity) < (known[0] ?? 0)) return 'unreleased'
    const isForeign = !tables.includes('__drizzle_migrations') || applied.some((when) => !known.includes(when))
    return isForeign ? 'foreign' : null
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)) return 'damaged'
    throw error
  } finally {
    sqlite.close()
  }
}

/** How long, in ms, another connection's writes may go unnoticed outside a transaction. */
const unseenFor = 200

/** `noteBegin` and `noteEnd` are called around each transaction that writes, `notePiece` around each part that may be undone alone. */
type Keeper = Pick<Database, 'kept' | 'lookAnew'> & { noteBegin(): void; noteEnd(): void; notePiece(): void }

/**
 * Notices the writes of other connections: at once within a transaction, where decisions depend on them, and after
 * `unseenFor` at most elsewhere. A transaction that writes looks once: nobody else writes until it has ended.
 */
function keeperOf(sqlite: SqliteDatabase.Database): Keeper {
  const version = sqlite.prepare<[], number>('PRAGMA data_version').pluck()
  const changes = sqlite.prepare<[], number>('SELECT total_changes()').pluck()
  /** The changes of this connection before the newest write began; a rollback leaves their number as it is. */
  let changesBefore = changes.get()
  let seen = version.get()
  let seenAt = performance.now()
  /** Increases each time that another connection has written. */
  let writes = 0
  let isWriting = false
  let hasLooked = false
  /** The transaction that writes now, or its piece: what it has read after its own changes holds only within it. */
  let piece = 0
  function otherWrites(): number {
    if (isWriting && hasLooked) return writes
    if (!sqlite.inTransaction && performance.now() - seenAt < unseenFor) return writes
    const now = version.get()
    if (now !== seen) writes++
    seen = now
    seenAt = performance.now()
    hasLooked = sqlite.inTransaction
    return writes
  }
  /** Does this connection see what was committed? In a transaction only as long as it has changed nothing. */
  const seesCommitted = () => !sqlite.inTransaction || changes.get() === changesBefore
  function kept<T>(read: () => T): Kept<T> {
    let held: { value: T; at: number } | null = null
    let within: { value: T; piece: number } | null = null
    return {
      get() {
        const at = otherWrites()
        if (held?.at === at) return held.value
        if (isWriting && within?.piece === piece) return within.value
        const value = read()
        // A transaction may be rolled back: what it reads after its own changes is kept for the rest of it, and no longer.
        const isCommitted = seesCommitted()
        held = isCommitted ? { value, at } : null
        within = isCommitted ? null : { value, piece }
        return value
      },
      drop() {
        held = null
        within = null
      },
    }
  }
  return {
    kept,
    lookAnew() {
      seenAt = Number.NEGATIVE_INFINITY
    },
    noteBegin() {
      changesBefore = changes.get()
      isWriting = true
      hasLooked = false
      piece++
    },
    noteEnd() {
      isWriting = false
    },
    notePiece() {
      piece++
    },
  }
}

/** `data_version` counts the writes of other connections, `total_changes()` those of this one. */
function rememberingOf(sqlite: SqliteDatabase.Database): Database['remembered'] {
  const byOthers = sqlite.prepare<[], number>('PRAGMA data_version').pluck()
  const byUs = sqlite.prepare<[], number>('SELECT total_changes()').pluck()
  return function remembered<Key, T>(read: (key: Key) => T): (key: Key) => T {
    let last: { key: Key; value: T; others: number; us: number } | null = null
    return (key) => {
      if (sqlite.inTransaction) return read(key)
      const others = byOthers.get()!
      const us = byUs.get()!
      if (!last || last.key !== key || last.others !== others || last.us !== us)
        last = { key, value: read(key), others, us }
      return last.value
    }
  }
}

type Waiting = { work: () => unknown; resolve(value: unknown): void; reject(error: unknown): void }

/** Groups the transactions of one turn of the event loop into one, each within a savepoint. */
function groupsOf(
  sqlite: SqliteDatabase.Database,
  { notePiece }: Keeper,
  run: Patiently,
  committing: () => void,
): Database['transactTogether'] {
  let group: Waiting[] = []
  const alone = sqlite.transaction((work: () => unknown) => work())
  const together = sqlite.transaction((works: readonly Waiting[]) => {
    const done = works.map(({ work }) => {
      notePiece()
      try {
        return { value: works.length > 1 ? alone(work) : work() }
      } catch (error) {
        // A full disk ends the whole transaction, including the work done before.
        if (works.length === 1 || !sqlite.inTransaction) throw error
        return { error }
      }
    })
    notePiece()
    committing()
    return done
  })
  function flush(): void {
    const works = group
    group = []
    try {
      const done = run(() => together.immediate(works))
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

/** Opens a database file read-only: it is not migrated and cannot be written. */
export function readDatabase(file: string): Pick<Database, 'orm' | 'sqlite' | 'close'> {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  addFunctions(sqlite)
  return { orm: drizzle(sqlite, { schema, casing: 'snake_case' }), sqlite, close: () => sqlite.close() }
}
