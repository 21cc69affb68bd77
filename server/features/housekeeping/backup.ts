import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { backupName, backupNamePattern } from '../../domain/housekeeping'
import { days } from '../../kernel/time'
import { damageOf } from './store'

/** What a backup says of itself. `fingerprint`: sha-256 of the database, hexadecimal; sizes in bytes. */
export type BackupNote = { name: string; madeAt: number; bytes: number; fingerprint: string; files: number }

/** `to`: the folder of this portal's backups. `source`: the database, as a file or an image. `folder`: the portal's. */
export type BackupTask = { source: string | Uint8Array; folder: string; to: string; at: number; keep: number }

const database = 'portal.db'
const note = 'backup.json'
/** What is half made for so long was interrupted. */
const interruptedAfter = days(1)

/**
 * Copies a portal while it works: its database by SQLite's online backup, in one step and so of one instant, held to its
 * own integrity; then every other file that it has, each once for all backups, for files never change. A file lies
 * there before any row names it, so whatever the copied rows name is there. The backup appears whole or not at all, and
 * one that fails leaves nothing behind.
 * `keep`: how many there are to be; older ones go. Source: attacks and faults, cases 67 and 68.
 */
export async function makeBackup(task: BackupTask): Promise<BackupNote> {
  const { to, at, keep } = task
  const name = backupName(at)
  const partial = path.join(to, `.${name}`)
  remove(partial)
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  const oldest = `.${backupName(at - interruptedAfter)}`
  for (const left of readdirSync(to))
    if (left < oldest && backupNamePattern.test(left.slice(1))) remove(path.join(to, left))
  try {
    const made = await copyInto(partial, name, task)
    renameSync(partial, path.join(to, name))
    sync(to)
    for (const old of backupsIn(to).slice(keep)) remove(path.join(to, old.name))
    return made
  } catch (error) {
    remove(partial)
    throw error
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

async function copyInto(partial: string, name: string, { source, folder, to, at }: BackupTask): Promise<BackupNote> {
  const copy = path.join(partial, database)
  const original =
    typeof source === 'string'
      ? new SqliteDatabase(source, { readonly: true, fileMustExist: true })
      : new SqliteDatabase(Buffer.from(source))
  try {
    await original.backup(copy, { progress: () => 0x7fffffff })
  } finally {
    original.close()
  }
  holdToIntegrity(copy)
  const files = copyTree(folder, path.join(to, 'files'))
  const made = { name, madeAt: at, bytes: statSync(copy).size, fingerprint: await fingerprintOf(copy), files }
  writeFileSync(path.join(partial, note), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  for (const file of [copy, path.join(partial, note), partial]) sync(file)
  return made
}

/** The backups of a portal, newest first; what was interrupted is none. */
export function backupsIn(to: string): BackupNote[] {
  if (!existsSync(to)) return []
  return readdirSync(to)
    .filter((name) => backupNamePattern.test(name))
    .sort()
    .reverse()
    .map((name) => JSON.parse(readFileSync(path.join(to, name, note), 'utf8')) as BackupNote)
}

/**
 * Puts a backup where there is no portal yet: database and files, each held to what it was. Throws where there is a
 * database already, or anything of the backup is not as it was made.
 */
export async function restoreBackup({ from, name, folder }: { from: string; name: string; folder: string }) {
  const target = path.join(folder, database)
  if (existsSync(target)) throw new Error(`${target} is there already: move the folder away first`)
  const { fingerprint } = JSON.parse(readFileSync(path.join(from, name, note), 'utf8')) as BackupNote
  const copy = path.join(from, name, database)
  if ((await fingerprintOf(copy)) !== fingerprint) throw new Error(`${copy} is not as it was made`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = copyTree(path.join(from, 'files'), folder)
  copyFileSync(copy, target, constants.COPYFILE_EXCL)
  holdToIntegrity(target)
  sync(target)
  sync(folder)
  return { files }
}

function holdToIntegrity(file: string): void {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    const [found] = damageOf(sqlite)
    if (found !== undefined) throw new Error(`the database is damaged: ${found}`)
  } finally {
    sqlite.close()
  }
}

/** Not the database, which is copied by itself, and not what is just coming in. */
const isLeftOut = (relative: string) => relative.startsWith(database) || relative === path.join('files', 'incoming')

/** Copies what is not there yet, each file whole or not at all; answers how many there are in all. */
function copyTree(from: string, to: string, relative = ''): number {
  let files = 0
  if (!existsSync(path.join(from, relative))) return files
  for (const entry of readdirSync(path.join(from, relative), { withFileTypes: true })) {
    const at = path.join(relative, entry.name)
    if (isLeftOut(at)) continue
    if (entry.isDirectory()) {
      files += copyTree(from, to, at)
      continue
    }
    files++
    const [original, copy] = [path.join(from, at), path.join(to, at)]
    const size = statSync(original, { throwIfNoEntry: false })?.size
    // No row names it, or it would not have been swept away meanwhile.
    if (size === undefined || statSync(copy, { throwIfNoEntry: false })?.size === size) continue
    mkdirSync(path.dirname(copy), { recursive: true, mode: 0o700 })
    copyFileSync(original, `${copy}.partial`)
    sync(`${copy}.partial`)
    renameSync(`${copy}.partial`, copy)
  }
  return files
}

function sync(file: string): void {
  const handle = openSync(file, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer)
  return hash.digest('hex')
}
