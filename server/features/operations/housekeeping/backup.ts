import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { backupName, backupNamePattern } from '#server/domain/operations/housekeeping.ts'
import { databaseFile } from '#server/domain/operations/identity.ts'
import { days } from '#server/kernel/time.ts'
import { bringBack, copyDatabase, copyTree, remove, sync } from './copying'
import { fingerprintOf } from './fingerprint'

/**
 * The manifest of a backup. `fingerprint`: sha-256 of the database, hexadecimal; sizes in bytes. `damaged`: files left
 * out because their bytes did not match their names; absent in backups of older versions. `number`: which backup of the folder it
 * is, because a clock that was wrong for a night dates one into the future; absent in those from before there were numbers.
 * `isDoubted`: it was made while the time of the machine was doubted; absent otherwise.
 */
export type BackupNote = {
  name: string
  number?: number
  madeAt: number
  bytes: number
  fingerprint: string
  files: number
  damaged?: string[]
  isDoubted?: true
}

/**
 * `to`: the folder of this portal's backups. `source`: the database, as a file or an image. `folder`: the portal's. `isDoubted`: the
 * time of the machine is.
 */
export type BackupTask = {
  source: string | Uint8Array
  folder: string
  to: string
  at: number
  isDoubted: boolean
  keep: number
}

const note = 'backup.json'
/** A half-made backup of this age was interrupted. */
const interruptedAfter = days(1)

/**
 * Copies a portal while it runs: first its database, in one step of SQLite's online backup and so at one instant, with
 * an integrity check; then its other files, each once for all backups, because files never change. A file exists before
 * any row names it, so every file that the copied rows name is there. Each backup checks each copy against the hash in
 * its name: a changed copy is made again, and a changed original is listed and left out. The backup appears whole or
 * not at all; a failed one leaves nothing behind. `keep`: the number of backups to keep; older ones are deleted, but for the newest
 * that was made while the time was not doubted. Source: rules §12.6, cases 67, 68 and 88.
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
    const all = backupsIn(to)
    const sure = all.find(({ isDoubted }) => !isDoubted)
    for (const old of all.slice(keep)) if (old !== sure) remove(path.join(to, old.name))
    return made
  } catch (error) {
    remove(partial)
    throw error
  }
}

async function copyInto(
  partial: string,
  name: string,
  { source, folder, to, at, isDoubted }: BackupTask,
): Promise<BackupNote> {
  const copy = path.join(partial, databaseFile)
  await copyDatabase(source, copy)
  const copied = copyTree(folder, path.join(to, 'files'))
  const number = 1 + Math.max(0, ...backupsIn(to).map((earlier) => earlier.number ?? 0))
  const made: BackupNote = {
    name,
    number,
    madeAt: at,
    bytes: statSync(copy).size,
    fingerprint: fingerprintOf(copy),
    ...copied,
    ...(isDoubted && { isDoubted }),
  }
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

/** The backups of a portal, the one made last first. */
export const backupsIn = (to: string): BackupNote[] =>
  foldersIn(to)
    .flatMap((name) => noteOf(to, name) ?? [])
    .sort((a, b) => (b.number ?? 0) - (a.number ?? 0))

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
  return bringBack(folder, {
    bring(partial) {
      const copy = path.join(from, name, databaseFile)
      if (fingerprintOf(copy) !== madeIn(from, name).fingerprint) throw new Error(`${copy} is not as it was made`)
      const copied = copyTree(path.join(from, 'files'), folder)
      copyFileSync(copy, partial)
      return copied
    },
    begin: (file) => begin(file, madeIn(from, name)),
  })
}

const madeIn = (from: string, name: string) =>
  JSON.parse(readFileSync(path.join(from, name, note), 'utf8')) as BackupNote
