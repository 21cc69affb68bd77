import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'vitest'
import { proposedHours, restoreFromDatabase } from '#server/commands/restore.ts'
import type { Config } from '#server/config.ts'
import { mbale } from '#server/courses/courses.ts'
import { openPortalFolder } from '#server/features/open-folder.ts'
import { isJournalOfAnother } from '#server/features/operations/housekeeping/journal.ts'
import { hours, minutes } from '#server/kernel/time.ts'
import { envOf, programIn } from '#tests/support/killed.ts'
import { folderOfTest, openPortal, ravi, register } from '#tests/support/portal.ts'
import { backupsOf, issue, opening, wanted, warnings } from './numbers'

/** Works in a portal's folder as a server does, and closes it. */
function served<T>(folder: string, work: (db: ReturnType<typeof open>['db']) => T): T {
  const { db, release } = open(folder)
  try {
    return work(db)
  } finally {
    db.close()
    release()
  }
}
const open = (folder: string) => openPortalFolder(folder, wanted, opening(backupsOf(folder)))
const epochs = (folder: string) =>
  served(folder, (db) => db.sqlite.prepare('SELECT count(*) FROM portal_epochs').pluck().get())
const next = (folder: string) => served(folder, issue)

const programs = mkdtempSync(path.join(tmpdir(), 'mortal-portal-'))
const program = programIn(programs, 'features/housekeeping/mortal-portal')
afterAll(() => rmSync(programs, { recursive: true }))

/** Another process gives out numbers in the folder, and is killed. */
function killedAfter(folder: string, count: number): void {
  const run = spawnSync(process.execPath, [program, folder, String(count)], { encoding: 'utf8', env: envOf(0) })
  expect([run.signal, run.stderr]).toEqual(['SIGKILL', ''])
}

/** An online copy of the database, as a backup or Litestream makes it. */
async function copied(folder: string, to: string): Promise<void> {
  const sqlite = new SqliteDatabase(path.join(folder, 'portal.db'), { readonly: true })
  await sqlite.backup(to)
  sqlite.close()
}

const restored = (folder: string, file: string) =>
  restoreFromDatabase({
    config: { dataDir: path.dirname(folder), mode: 'live' } as Config,
    course: mbale,
    migrations: 'migrations',
    from: backupsOf(folder),
    file,
    now: opening('').now,
  })

const newFolder = () => path.join(folderOfTest(), 'mbale')

let begun: string | undefined
/** A closed portal that has given out three numbers, each in a process of its own: a copy of the first one. */
function begunFolder(): string {
  if (!begun) {
    begun = path.join(programs, 'begun/mbale')
    for (let n = 0; n < 3; n++) served(begun, issue)
  }
  const folder = newFolder()
  cpSync(begun, folder, { recursive: true, preserveTimestamps: true })
  return folder
}
const wal = (folder: string) => ['-wal', '-shm'].map((suffix) => path.join(folder, `portal.db${suffix}`))

test('a killed server, and one moved with its whole folder, go on in the same epoch', () => {
  const folder = newFolder()
  served(folder, issue)
  killedAfter(folder, 3)
  expect(next(folder)).toBe(5)
  const moved = newFolder()
  cpSync(folder, moved, { recursive: true })
  expect(next(moved)).toBe(6)
  rmSync(path.join(folder, 'portal.json'))
  expect(next(folder)).toBe(6)
  expect([epochs(folder), epochs(moved)]).toEqual([1, 1])
})

test.each([1, 40])('an older database copied back over one that was killed %i numbers later is refused', (later) => {
  const folder = begunFolder()
  const old = `${folder}.old`
  copyFileSync(path.join(folder, 'portal.db'), old)
  killedAfter(folder, later)
  for (const left of wal(folder)) rmSync(left)
  copyFileSync(old, path.join(folder, 'portal.db'))
  expect(() => open(folder)).toThrow(/an older copy.*--course mbale --from-database .*portal\.db/)
  expect(() => open(folder), 'at every start').toThrow('an older copy')

  const { missing, isOfTheFolder } = restored(folder, path.join(folder, 'portal.db'))
  expect([missing, isOfTheFolder]).toEqual([[], true])
  expect(next(folder)).toBeGreaterThan(10_000)
  expect(epochs(folder)).toBe(2)
})

/** A database and what SQLite has beside it, by their bytes. */
const bytesOf = (folder: string) =>
  ['', '-wal'].map((suffix) => {
    const file = path.join(folder, `portal.db${suffix}`)
    return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null
  })

/** How an older database comes into the place of a newer one. */
const putBack: Record<string, (old: string, file: string) => void> = {
  'written over it': copyFileSync,
  'written over it with its time': (old, file) => {
    copyFileSync(old, file)
    const { atime, mtime } = statSync(old)
    utimesSync(file, atime, mtime)
  },
  'moved into its place': renameSync,
}

describe.each(Object.keys(putBack))('an older database %s, beside the journal of the newer one', (how) => {
  test.each([
    // How many numbers before and after the last orderly end, until the newer one is killed.
    [400, 1],
    [400, 40],
    [1, 400],
    [40, 1500],
  ])('is refused with not a byte changed, and restored without it (%i, %i)', (before, after) => {
    const folder = begunFolder()
    const [file, old] = [path.join(folder, 'portal.db'), `${folder}.old`]
    copyFileSync(file, old)
    killedAfter(folder, before)
    next(folder)
    // What the last process leaves alone, so that its journal does not have it.
    served(folder, ({ sqlite }) =>
      sqlite.exec(`INSERT INTO portal_facts (key, value)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT 'fact ' || i, i FROM n`),
    )
    killedAfter(folder, after)
    putBack[how]!(old, file)
    const bytes = bytesOf(folder)
    for (const start of ['first', 'second'])
      expect(() => open(folder), start).toThrow(
        /portal\.db-wal belongs to another database.*--course mbale --from-database .*portal\.db/,
      )
    expect(bytesOf(folder)).toEqual(bytes)

    expect(restored(folder, file)).toMatchObject({ isOfTheFolder: true, isJournalLeftOut: true, missing: [] })
    const aside = path.join(folder, 'files/.aside')
    const [day] = readdirSync(aside)
    const kept = readFileSync(path.join(aside, day!, 'portal.db-wal'))
    expect(createHash('sha256').update(kept).digest('hex')).toBe(bytes[1])
    // A portal that knows nobody has no files.
    rmSync(path.join(folder, 'files'), { recursive: true })
    expect(next(folder)).toBeGreaterThan(10_000)
    expect(served(folder, ({ sqlite }) => sqlite.pragma('integrity_check', { simple: true }))).toBe('ok')
  })
})

test('a copy made while the newer one was used is either made whole or refused with not a byte changed', async () => {
  for (const isCheckpointed of [false, true]) {
    const folder = begunFolder()
    const old = `${folder}.old`
    await copied(folder, old)
    if (isCheckpointed) killedAfter(folder, 400)
    killedAfter(folder, 10)
    const given = isCheckpointed ? 413 : 13
    expect(existsSync(wal(folder)[0]!)).toBe(true)
    rmSync(path.join(folder, 'portal.db'))
    copyFileSync(old, path.join(folder, 'portal.db'))
    const bytes = bytesOf(folder)
    let number = Number.POSITIVE_INFINITY
    try {
      number = next(folder)
    } catch (error) {
      expect(String(error)).toMatch(/an older copy|belongs to another database/)
      expect(bytesOf(folder)).toEqual(bytes)
    }
    expect(number).toBeGreaterThan(given)
  }
})

test.each([1, 40, 400, 1500])(
  'a journal that is put beside a closed database, from %i numbers later, spoils it in no folder',
  (later) => {
    const folder = begunFolder()
    for (const isMarked of [true, false]) {
      const old = newFolder()
      cpSync(folder, old, { recursive: true })
      if (!isMarked) rmSync(path.join(old, 'marks.db'))
      killedAfter(folder, later)
      const given = next(folder)
      killedAfter(folder, later)
      copyFileSync(wal(folder)[0]!, wal(old)[0]!)
      const bytes = bytesOf(old)
      let number = Number.POSITIVE_INFINITY
      try {
        number = next(old)
        expect(served(old, ({ sqlite }) => sqlite.pragma('integrity_check', { simple: true }))).toBe('ok')
      } catch (error) {
        expect(String(error)).toMatch(/an older copy|belongs to another database|cannot be opened/)
        expect(bytesOf(old)).toEqual(bytes)
      }
      expect(number, 'all that the journal tells of, or nothing').toBeGreaterThan(given)
      next(folder)
    }
  },
)

test('a database never loses the journal that is its own, however its folder was copied', () => {
  let given = 0
  const folder = newFolder()
  for (const count of [1, 40, 400, 3, 1500, 7]) {
    killedAfter(folder, count)
    given += count
    expect(isJournalOfAnother(path.join(folder, 'portal.db')), `${count}`).toBe(false)
    const moved = newFolder()
    cpSync(folder, moved, { recursive: true })
    expect(next(moved), 'a copy of the whole folder skips numbers, and has all that was saved').toBeGreaterThan(given)
    expect(next(folder)).toBe(++given)
  }
  expect(epochs(folder)).toBe(1)
})

test('a journal that SQLite began anew while its database was used is told from one of another database', () => {
  const [file, old] = [path.join(folderOfTest(), 'used.db'), path.join(folderOfTest(), 'old.db')]
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)')
  const put = sqlite.prepare('INSERT OR REPLACE INTO t VALUES (?, ?)')
  const write = (from: number, to: number, word: string) =>
    sqlite.transaction(() => {
      for (let id = from; id < to; id++) put.run(id, word.repeat(200))
    })()
  write(0, 400, 'first ')
  sqlite.pragma('wal_checkpoint(RESTART)')
  copyFileSync(file, old)
  // The same size and the same count of changes: nothing but these pages tells the two databases apart.
  write(100, 110, 'other ')
  sqlite.pragma('wal_checkpoint(RESTART)')
  write(0, 1, 'newest')
  expect(isJournalOfAnother(file)).toBe(false)
  copyFileSync(`${file}-wal`, `${old}-wal`)
  expect(isJournalOfAnother(old)).toBe(true)
  sqlite.close()
})

test('an older database in a new folder begins another epoch by itself, and so does one whose marks are lost or unreadable', async () => {
  const folder = begunFolder()
  const elsewhere = newFolder()
  served(elsewhere, () => {})
  rmSync(path.dirname(elsewhere), { recursive: true })
  cpSync(path.join(folder, 'portal.db'), path.join(elsewhere, 'portal.db'))
  warnings.length = 0
  expect(next(elsewhere)).toBeGreaterThan(10_000)
  expect(warnings.join()).toContain('it may be a copy')
  expect(next(elsewhere), 'once').toBeLessThan(20_000)

  for (const spoil of [
    () => rmSync(path.join(folder, 'marks.db')),
    () => writeFileSync(path.join(folder, 'marks.db'), 'no database'.repeat(500)),
  ]) {
    const before = epochs(folder) as number
    spoil()
    expect(epochs(folder)).toBe(before + 1)
  }
})

test('another file in place of the one of a killed server begins another epoch, even if it lacks nothing', async () => {
  const folder = newFolder()
  served(folder, issue)
  killedAfter(folder, 3)
  await copied(folder, `${folder}.copy`)
  for (const left of wal(folder)) rmSync(left, { force: true })
  renameSync(`${folder}.copy`, path.join(folder, 'portal.db'))
  expect(next(folder)).toBeGreaterThan(10_000)
})

test('a database that has gone another way is refused, though it is further', () => {
  const folder = newFolder()
  const audited = (db: ReturnType<typeof open>['db'], detail: string) =>
    db.transact(() => {
      const line = db.sqlite.prepare('SELECT coalesce(max(line), 0) + 1 FROM audit_head').pluck().get() as number
      db.sqlite
        .prepare(
          `INSERT INTO audit_log (id, at, actor_kind, actor_name, act, detail, previous_hash, hash)
          VALUES (?, 1, 'system', 'test', 'x', '{}', 'x', ?)`,
        )
        .run(line, detail)
      db.sqlite.prepare('INSERT OR REPLACE INTO audit_head (id, line, hash) VALUES (1, ?, ?)').run(line, detail)
    })
  served(folder, (db) => audited(db, 'first'))
  const elsewhere = newFolder()
  cpSync(folder, elsewhere, { recursive: true })
  served(folder, (db) => audited(db, 'here'))
  served(elsewhere, (db) => {
    audited(db, 'there')
    audited(db, 'further')
    for (let n = 0; n < 9; n++) issue(db)
  })
  copyFileSync(path.join(elsewhere, 'portal.db'), path.join(folder, 'portal.db'))
  expect(() => open(folder)).toThrow('or another one of this portal')
})

test('a lost database whose marks are left is lost, not new', () => {
  const folder = newFolder()
  served(folder, issue)
  for (const name of ['portal.db', 'portal.json']) rmSync(path.join(folder, name))
  expect(() => open(folder)).toThrow('the database is missing')
})

test('a restore from a database takes its number beyond all that the folder has seen, and refuses what is not of this portal', async () => {
  const dataDir = folderOfTest()
  const folder = path.join(dataDir, 'mbale')
  const first = await openPortal({ dataDir })
  await register(first)
  const old = path.join(dataDir, 'old.db')
  await copied(folder, old)
  first.services.db.sqlite.exec("UPDATE application_id_series SET last = 60000 WHERE prefix = 'ML24'")
  first.services.db.transact(() => {})
  await first.close()

  expect(() => restored(folder, old)).toThrow('is there already')
  rmSync(path.join(folder, 'portal.db'))
  const wrong = path.join(dataDir, 'wrong.db')
  for (const [content, words] of [
    ['', 'is missing or empty'],
    ['this is no database'.repeat(100), 'no database that SQLite can read'],
  ] as const) {
    writeFileSync(wrong, content)
    expect(() => restored(folder, wrong)).toThrow(words)
  }
  rmSync(wrong)
  new SqliteDatabase(wrong).exec('CREATE TABLE t (a)').close()
  expect(() => restored(folder, wrong)).toThrow('another version of this software')
  const scd = folderOfTest()
  await (await openPortal({ dataDir: scd, slugs: ['scd'] })).close()
  expect(() => restored(folder, path.join(scd, 'scd/portal.db'))).toThrow('is a database of scd')
  const other = folderOfTest()
  await (await openPortal({ dataDir: other })).close()
  expect(() => restored(folder, path.join(other, 'mbale/portal.db'))).toThrow('of another portal')
  const damaged = readFileSync(old)
  damaged.fill(0xa5, damaged.length - 8192)
  writeFileSync(wrong, damaged)
  expect(() => restored(folder, wrong)).toThrow(/damaged|malformed/)
  expect(existsSync(path.join(folder, 'portal.db'))).toBe(false)

  expect(restored(folder, old).until).not.toBeNull()
  const portal = await openPortal({ dataDir })
  const id = await register(portal, ravi)
  expect(Number(id.slice(4))).toBeGreaterThan(100_000 + 60_000)
})

test('the extension to propose covers what was lost, in whole hours, and leaves people time to hear of it', () => {
  expect([minutes(1), hours(3), hours(3) + 1, hours(26)].map(proposedHours)).toEqual([3, 3, 4, 26])
})
