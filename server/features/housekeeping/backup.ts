import {
  chmodSync,
  closeSync,
  copyFileSync,
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
import { asideFolder, backupName, backupNamePattern } from '../../domain/portal/housekeeping'
import { databaseFile, isOfTheFolder } from '../../domain/portal/identity'
import { days } from '../../kernel/time'
import { fingerprintOf } from './fingerprint'
import { damageOf, namedFiles } from './store'

/**
 * The manifest of a backup. `fingerprint`: sha-256 of the database, hexadecimal; sizes in bytes. `damaged`: files left
 * out because their bytes did not match their names; absent in backups of older versions.
 */
export type BackupNote = {
  name: string
  madeAt: number
  bytes: number
  fingerprint: string
  files: number
  damaged?: string[]
}

/** `to`: the folder of this portal's backups. `source`: the database, as a file or an image. `folder`: the portal's. */
export type BackupTask = { source: string | Uint8Array; folder: string; to: string; at: number; keep: number }

const note = 'backup.json'
/** A half-made backup of this age was interrupted. */
const interruptedAfter = days(1)

/**
 * Copies a portal while it runs: first its database, in one step of SQLite's online backup and so at one instant, with
 * an integrity check; then its other files, each once for all backups, because files never change. A file exists before
 * any row names it, so every file that the copied rows name is there. Each backup checks each copy against the hash in
 * its name: a changed copy is made again, and a changed original is listed and left out. The backup appears whole or
 * not at all; a failed one leaves nothing behind. `keep`: the number of backups to keep; older ones are deleted.
 * Source: cases 67, 68 and 88.
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
  const copy = path.join(partial, databaseFile)
  const original =
    typeof source === 'string'
      ? new SqliteDatabase(source, { readonly: true, fileMustExist: true })
      : new SqliteDatabase(Buffer.from(source))
  try {
    await original.backup(copy, { progress: () => 0x7fffffff })
  } finally {
    original.close()
  }
  chmodSync(copy, 0o600)
  holdToIntegrity(copy)
  const copied = copyTree(folder, path.join(to, 'files'))
  const made = { name, madeAt: at, bytes: statSync(copy).size, fingerprint: fingerprintOf(copy), ...copied }
  writeFileSync(path.join(partial, note), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  for (const file of [copy, path.join(partial, note), partial]) sync(file)
  return made
}

/** The folders named like backups, newest first; interrupted ones have another name. */
const foldersIn = (to: string): string[] =>
  existsSync(to)
    ? readdirSync(to)
        .filter((name) => backupNamePattern.test(name))
        .sort()
        .reverse()
    : []

/** The manifest of a backup; null if it is missing or unreadable. */
function noteOf(to: string, name: string): BackupNote | null {
  try {
    return JSON.parse(readFileSync(path.join(to, name, note), 'utf8')) as BackupNote
  } catch {
    return null
  }
}

/** The backups of a portal, newest first. */
export const backupsIn = (to: string): BackupNote[] => foldersIn(to).flatMap((name) => noteOf(to, name) ?? [])

/** Folders that are named like a backup and cannot be restored for lack of a manifest; newest first. */
export const brokenBackupsIn = (to: string): string[] => foldersIn(to).filter((name) => noteOf(to, name) === null)

/**
 * The result of a restore. `damaged`: changed files of the backup, left out; `missing`: files that rows name but the
 * backup lacks.
 */
export type Restored = { files: number; damaged: string[]; missing: string[] }

/**
 * Restores a backup where there is no database: files and database, each checked against its hash. `begin` gets the
 * database file before it is moved into place. Throws if there is already a database, or if the backup's own has
 * changed; single changed files are left out and listed. Source: cases 68, 81 and 88.
 */
export function restoreBackup({
  from,
  name,
  folder,
  begin,
}: {
  from: string
  name: string
  folder: string
  begin(file: string, made: BackupNote): void
}): Restored {
  const target = path.join(folder, databaseFile)
  const partial = `${target}.restoring`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const left of readdirSync(folder).filter((one) => one.startsWith(path.basename(partial))))
    remove(path.join(folder, left))
  // SQLite would read the leftover files of a deleted database into the restored one.
  const there = readdirSync(folder).find(
    (one) => one.startsWith(databaseFile) && statSync(path.join(folder, one)).size > 0,
  )
  if (there) throw new Error(`${path.join(folder, there)} is there already: move the folder away first`)
  const made = JSON.parse(readFileSync(path.join(from, name, note), 'utf8')) as BackupNote
  const copy = path.join(from, name, databaseFile)
  if (fingerprintOf(copy) !== made.fingerprint) throw new Error(`${copy} is not as it was made`)
  const copied = copyTree(path.join(from, 'files'), folder)
  copyFileSync(copy, partial)
  chmodSync(partial, 0o600)
  try {
    holdToIntegrity(partial)
    begin(partial, made)
    const missing = missingOf(partial, folder)
    sync(partial)
    renameSync(partial, target)
    for (const left of [`${partial}-wal`, `${partial}-shm`]) remove(left)
    sync(folder)
    return { ...copied, missing }
  } catch (error) {
    remove(partial)
    throw error
  }
}

/** The files that rows name and that do not exist. */
function missingOf(file: string, folder: string): string[] {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    const names = [...namedFiles(sqlite)].map(({ hash }) => path.join('files', hash.slice(0, 2), hash.slice(2)))
    return names.filter((one) => !existsSync(path.join(folder, one)))
  } finally {
    sqlite.close()
  }
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

/** Leaves out data about the folder itself, uploads in progress, and files set aside. */
const isLeftOut = (relative: string) =>
  isOfTheFolder(relative) || relative === path.join('files', 'incoming') || relative === path.join('files', asideFolder)

/** The hash in the name of a kept file; null for files with another name. */
const hashIn = (relative: string): string | null =>
  /^files\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(relative.replaceAll(path.sep, '/'))?.slice(1).join('') ?? null

/** Copies every missing or changed file, each whole or not at all; returns the total number of files. */
function copyTree(from: string, to: string, relative = '', done = { files: 0, damaged: [] as string[] }) {
  if (!existsSync(path.join(from, relative))) return done
  for (const entry of readdirSync(path.join(from, relative), { withFileTypes: true })) {
    const at = path.join(relative, entry.name)
    if (isLeftOut(at)) continue
    if (entry.isDirectory()) {
      copyTree(from, to, at, done)
      continue
    }
    done.files++
    const [original, copy] = [path.join(from, at), path.join(to, at)]
    // The sweep has deleted it meanwhile, so no row names it.
    if (!existsSync(original)) continue
    const wanted = hashIn(at) ?? fingerprintOf(original)
    if (existsSync(copy) && fingerprintOf(copy) === wanted) continue
    mkdirSync(path.dirname(copy), { recursive: true, mode: 0o700 })
    copyFileSync(original, `${copy}.partial`)
    if (fingerprintOf(`${copy}.partial`) !== wanted) {
      remove(`${copy}.partial`)
      done.damaged.push(at)
      continue
    }
    sync(`${copy}.partial`)
    renameSync(`${copy}.partial`, copy)
  }
  return done
}

function sync(file: string): void {
  const handle = openSync(file, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
