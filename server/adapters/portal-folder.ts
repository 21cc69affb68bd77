import {
  chmodSync,
  closeSync,
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
import {
  databaseFile,
  isOfTheFolder,
  markerFile,
  type PortalMarker,
  useFile,
} from '#server/domain/operations/identity.ts'

/** Makes a folder that only its owner can read. */
export const makeFolder = (folder: string): void => void mkdirSync(folder, { recursive: true, mode: 0o700 })

export const hasDatabase = (folder: string): boolean =>
  (statSync(path.join(folder, databaseFile), { throwIfNoEntry: false })?.size ?? 0) > 0

/** The marker beside the database; null if there is none. Throws if it cannot be read. */
export function readMarker(folder: string): PortalMarker | null {
  const file = path.join(folder, markerFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PortalMarker) : null
}

/** Writes the marker whole or not at all. */
export function writeMarker(folder: string, marker: PortalMarker): void {
  const file = path.join(folder, markerFile)
  writeFileSync(`${file}.part`, `${JSON.stringify(marker, null, 2)}\n`, { mode: 0o600 })
  for (const name of [`${file}.part`, folder]) {
    const handle = openSync(name, 'r')
    fsyncSync(handle)
    closeSync(handle)
    if (name !== folder) renameSync(name, file)
  }
}

/** Does the folder contain any file besides the database and the portal's own files? */
export function hasFiles(folder: string): boolean {
  const isFile = (at: string): boolean =>
    readdirSync(at, { withFileTypes: true }).some((entry) => {
      if (at === folder && isOfTheFolder(entry.name)) return false
      return entry.isDirectory() ? isFile(path.join(at, entry.name)) : true
    })
  return existsSync(folder) && isFile(folder)
}

/** Another process uses the folder. */
export class FolderInUse extends Error {}

/**
 * Holds a folder until `release`, shared with other users or exclusively (`alone`). The lock is SQLite's on an empty
 * file, so the system releases it however the process ends. Throws `FolderInUse`.
 */
export function holdFolder(folder: string, { alone }: { alone: boolean }): { release(): void } {
  makeFolder(folder)
  const lock = new SqliteDatabase(path.join(folder, useFile), { timeout: 0 })
  try {
    lock.exec(alone ? 'BEGIN EXCLUSIVE' : 'BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get()
    chmodSync(path.join(folder, useFile), 0o600)
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') {
      throw new FolderInUse(`${folder} is in use by a running server or another command`)
    }
    throw error
  }
  return { release: () => void lock.close() }
}

/** Holds a folder alone while `work` lasts. A folder that was not there before is gone again if the work fails. */
export function aloneIn<T>(folder: string, work: () => T): T {
  const isNew = !existsSync(folder)
  const held = holdFolder(folder, { alone: true })
  let isDone = false
  try {
    const done = work()
    isDone = true
    return done
  } finally {
    held.release()
    if (isNew && !isDone) rmSync(folder, { recursive: true, force: true })
  }
}

/** Empties a folder that the caller holds alone. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(useFile)) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}
