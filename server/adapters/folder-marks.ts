import { existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { databaseFile, marksFile, type Progress } from '#server/domain/operations/identity.ts'

/**
 * What a folder remembers of its database. `file`: the inode and the last change of its file. `isClosed`: the last process that
 * used it closed it, so that the file holds all.
 */
export type Remembered = { progress: Progress | null; file: FileState | null; isClosed: boolean }
type FileState = { inode: string; changedAt: number }

/** The file of a folder's database as it is now; null if there is none. */
export function databaseState(folder: string): FileState | null {
  const found = statSync(path.join(folder, databaseFile), { throwIfNoEntry: false })
  return found ? { inode: String(found.ino), changedAt: Math.trunc(found.mtimeMs) } : null
}

const kinds = { portal: 'portal', epoch: 'epoch', audit: 'audit', file: 'file', closed: 'closed' } as const

/**
 * Opens the marks of a folder: how far its database has come, kept outside of it, so that an earlier copy in its place is
 * noticed. SQLite keeps them because several processes write, and a killed one must leave them whole. They outlive a killed
 * process at once, and a machine that loses its power up to the last half minute. Throws if they cannot be read.
 */
export function openMarks(folder: string) {
  const sqlite = new SqliteDatabase(path.join(folder, marksFile), { timeout: 1000 })
  for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL', 'wal_autocheckpoint = 100']) sqlite.pragma(pragma)
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY, number INTEGER NOT NULL, text TEXT NOT NULL) STRICT',
  )
  /** Another process may have come further meanwhile. */
  const raise = sqlite.prepare<[string, number, string]>(
    `INSERT INTO marks (name, number, text) VALUES (?, ?, ?) ON CONFLICT (name)
     DO UPDATE SET number = excluded.number, text = excluded.text WHERE excluded.number > number`,
  )
  const put = sqlite.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO marks (name, number, text) VALUES (?, ?, ?)',
  )
  let known = new Map<string, number>()

  const rowsOf = ({ id, tag, audit, reached }: Progress): [string, number, string][] => [
    [kinds.portal, 0, id],
    [kinds.epoch, 0, tag],
    [kinds.audit, audit.line, audit.hash],
    ...Object.entries(reached).map(([name, last]): [string, number, string] => [name, last, '']),
  ]
  const raiseAll = sqlite.transaction((rows: [string, number, string][]) => {
    for (const row of rows) raise.run(...row)
  })
  const renewAll = sqlite.transaction((rows: [string, number, string][]) => {
    sqlite.exec('DELETE FROM marks')
    for (const row of rows) put.run(...row)
  })

  return {
    read(): Remembered {
      const rows = sqlite.prepare('SELECT name, number, text FROM marks').raw().all() as [string, number, string][]
      const all = new Map(rows.map(([name, number, text]) => [name, { number, text }]))
      const [portal, epoch, audit, file] = [kinds.portal, kinds.epoch, kinds.audit, kinds.file].map((name) =>
        all.get(name),
      )
      const reached = rows.filter(([name]) => !Object.values<string>(kinds).includes(name))
      return {
        progress:
          portal && epoch && audit
            ? {
                id: portal.text,
                tag: epoch.text,
                audit: { line: audit.number, hash: audit.text },
                reached: Object.fromEntries(reached.map(([name, number]) => [name, number])),
              }
            : null,
        file: file ? { inode: file.text, changedAt: file.number } : null,
        isClosed: all.get(kinds.closed)?.number === 1,
      }
    },

    /** Notes how far the database has come. */
    raise(progress: Progress): void {
      const file = databaseState(folder)
      const rows = rowsOf(progress)
      if (file) rows.push([kinds.file, file.changedAt, file.inode])
      const news = rows.filter(([name, number]) => known.get(name) !== number)
      if (news.length === 0) return
      raiseAll.immediate(news)
      known = new Map(rows.map(([name, number]) => [name, number]))
    },

    /** Forgets everything, and notes how far the database of this folder has come from now on. */
    renew(progress: Progress): void {
      const file = databaseState(folder)
      renewAll.immediate([
        ...rowsOf(progress),
        ...(file ? [[kinds.file, file.changedAt, file.inode] as [string, number, string]] : []),
      ])
      known = new Map()
    },

    /** The database has been opened, or the last process that used it has closed it. */
    setClosed: (isClosed: boolean): void => void put.run(kinds.closed, isClosed ? 1 : 0, ''),

    close: (): void => void sqlite.close(),
  }
}

export type Marks = ReturnType<typeof openMarks>

/** The marks of a folder; null if there are none, or none that can be read: those are removed. */
export function marksIn(folder: string): Marks | null {
  if (!existsSync(path.join(folder, marksFile))) return null
  try {
    return openMarks(folder)
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code))) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(path.join(folder, `${marksFile}${suffix}`), { force: true })
    return null
  }
}
