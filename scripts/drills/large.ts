import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { command, commandWith, type Drill, folderOfDrill, reading } from './portal'

const GiB = 1024 ** 3
/** More than the sizes that a header of a tar file spells out in digits. */
const large = 8.25 * GiB
/** What the copies take at the same time: two of the database, and room for the machine. */
const needed = 20 * GiB

/**
 * Makes a database larger with empty pages that SQLite keeps for later: lists of them, and between the lists a hole in the
 * file, which takes no place on the disk. Every copy of the database has all of them.
 */
function grow(file: string, bytes: number): void {
  const sqlite = addFunctions(new Database(file))
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.pragma('journal_mode = DELETE')
  sqlite.exec('VACUUM')
  sqlite.close()
  const handle = openSync(file, 'r+')
  const header = Buffer.alloc(100)
  readSync(handle, header, 0, 100, 0)
  const pageSize = header.readUInt16BE(16)
  const first = header.readUInt32BE(28) + 1
  const last = Math.floor(bytes / pageSize)
  // The page that holds SQLite's locks is never used.
  const locks = GiB / pageSize + 1
  const free: number[] = []
  for (let page = first; page <= last; page++) if (page !== locks) free.push(page)
  // Some of the room of a list is left empty, as SQLite does.
  const each = Math.floor(pageSize / 4) - 8
  for (let at = 0; at < free.length; at += each + 1) {
    const list = Buffer.alloc(pageSize)
    const leaves = free.slice(at + 1, at + 1 + each)
    list.writeUInt32BE(free[at + 1 + each] ?? 0, 0)
    list.writeUInt32BE(leaves.length, 4)
    for (const [n, page] of leaves.entries()) list.writeUInt32BE(page, 8 + 4 * n)
    writeSync(handle, list, 0, pageSize, (free[at]! - 1) * pageSize)
  }
  header.writeUInt32BE(last, 28)
  header.writeUInt32BE(free[0]!, 32)
  header.writeUInt32BE(free.length, 36)
  writeSync(handle, header, 0, 100, 0)
  ftruncateSync(handle, last * pageSize)
  closeSync(handle)
}

/** A database above 8 GiB: backed up, archived, and brought back from both. */
export const largeDatabase: Drill = {
  name: 'a large database: above 8 GiB it is backed up, archived and brought back',
  async run(say) {
    const [folder, fromBackup, fromArchive, backups] = [
      folderOfDrill(),
      folderOfDrill(),
      folderOfDrill(),
      folderOfDrill(),
    ]
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    say({ what: 'There is room for two copies', holds: free > needed, measured: `${(free / GiB).toFixed(0)} GiB free` })
    if (free <= needed) return
    command(folder, 'seed', '--candidates', '100')
    const database = path.join(folder, 'mbale', 'portal.db')
    grow(database, large)
    const bytes = statSync(database).size
    const whole = (at: string) =>
      reading(at, (sqlite) => ({
        bytes: statSync(path.join(at, 'mbale', 'portal.db')).size,
        integrity: sqlite.pragma('integrity_check', { simple: true }),
        candidates: sqlite.prepare('SELECT count(*) FROM candidates').pluck().get() as number,
      }))
    const { candidates, integrity } = whole(folder)
    say({
      what: 'It is a whole database',
      holds: integrity === 'ok' && bytes > 8 * GiB,
      measured: `${(bytes / GiB).toFixed(2)} GiB, ${integrity}`,
    })

    const timed = (what: string, work: () => void) => {
      const begun = performance.now()
      work()
      return `${what} in ${((performance.now() - begun) / 1000).toFixed(0)} s`
    }
    const as = (what: string, at: string, took: string) => {
      const found = whole(at)
      say({
        what,
        holds: found.integrity === 'ok' && found.candidates === candidates && found.bytes >= bytes,
        measured: `${(found.bytes / GiB).toFixed(2)} GiB, ${found.integrity}, ${found.candidates} candidates; ${took}`,
      })
      rmSync(at, { recursive: true })
    }

    const kept = { BACKUP_DIR: backups }
    const backed = timed('backed up', () => commandWith(kept, folder, 'backup'))
    as(
      'A backup brings it back',
      fromBackup,
      `${backed}, ${timed('brought back', () => commandWith(kept, fromBackup, 'restore', '--course', 'mbale'))}`,
    )
    rmSync(backups, { recursive: true })

    const archives = folderOfDrill()
    const archived = timed('archived', () => command(folder, 'archive', '--to', archives))
    const [archive] = readdirSync(archives, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tar'),
    )
    const file = path.join(archives, archive ?? 'none')
    as(
      'An archive brings it back',
      fromArchive,
      `${archived}, ${timed('brought back', () => command(fromArchive, 'restore', '--archive', file))}`,
    )
    rmSync(archives, { recursive: true })
  },
}
