import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { asideFolder } from '#server/domain/operations/housekeeping.ts'
import { databaseFile, isOfTheFolder } from '#server/domain/operations/identity.ts'
import { fingerprintOf } from './fingerprint'
import { hasJournal, isJournalOfAnother } from './journal'
import { damageOf, namedFiles } from './store'

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

export function sync(file: string): void {
  const handle = openSync(file, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Copies a database while it is written, in one step of SQLite's online backup and so at one instant, and checks the
 * copy's integrity. `source`: a file or an image.
 */
export async function copyDatabase(source: string | Uint8Array, copy: string): Promise<void> {
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

/** The files of a database: its own, and those that SQLite has beside it. */
const suffixes = ['', '-wal', '-shm', '-journal']
/** What a copy of a database is named by while it is looked at or brought back. */
const copySuffix = '.restoring'

function removeDatabase(file: string): void {
  for (const suffix of suffixes) remove(file + suffix)
}

/** Is a database whole without the journal beside it? Looks at a copy, which it deletes. */
export function isWholeAlone(file: string): boolean {
  const copy = `${file}${copySuffix}-${process.pid}`
  try {
    copyFileSync(file, copy)
    return isWhole(copy)
  } finally {
    removeDatabase(copy)
  }
}

/**
 * Copies a database that nobody writes to, with what SQLite has beside it, unless that belongs to another one: SQLite would
 * spoil the copy with it. Answers whether it was left out.
 */
export function copyWithJournal(file: string, copy: string): { isJournalLeftOut: boolean } {
  let isJournalLeftOut = isJournalOfAnother(file)
  if (!isJournalLeftOut) {
    for (const suffix of ['', '-wal', '-journal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    isJournalLeftOut = hasJournal(file) && !isWhole(copy)
  }
  if (isJournalLeftOut) {
    removeDatabase(copy)
    copyFileSync(file, copy)
  }
  return { isJournalLeftOut }
}

/** Is a database whole with all that SQLite has beside it? That is written into it. */
function isWhole(file: string): boolean {
  const sqlite = new SqliteDatabase(file, { fileMustExist: true })
  try {
    return damageOf(sqlite).length === 0
  } finally {
    sqlite.close()
  }
}

/** Leaves out data about the folder itself, uploads in progress, and files set aside. */
const isLeftOut = (relative: string) =>
  isOfTheFolder(relative) || relative === path.join('files', 'incoming') || relative === path.join('files', asideFolder)

/** The hash in the name of a kept file; null for files with another name. */
export const hashIn = (relative: string): string | null =>
  /^files\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(relative.replaceAll(path.sep, '/'))?.slice(1).join('') ?? null

/** The files of a portal's folder beside its database, in the order of their names; relative to the folder. */
export function* filesOf(folder: string, relative = ''): Generator<string> {
  if (!existsSync(path.join(folder, relative))) return
  const entries = readdirSync(path.join(folder, relative), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(relative, entry.name)
    if (isLeftOut(at)) continue
    if (entry.isDirectory()) yield* filesOf(folder, at)
    else yield at
  }
}

/**
 * Copies every missing or changed file, each whole or not at all. Answers the total number, and the files left out
 * because their bytes did not match their names.
 */
export function copyTree(from: string, to: string): { files: number; damaged: string[] } {
  const done = { files: 0, damaged: [] as string[] }
  for (const at of filesOf(from)) {
    done.files++
    const [original, copy] = [path.join(from, at), path.join(to, at)]
    // The sweep has deleted it meanwhile, so no row names it.
    if (!existsSync(original)) continue
    const wanted = hashIn(at) ?? fingerprintOf(original)
    if (existsSync(copy) && fingerprintOf(copy) === wanted) continue
    const isWhole = placeFile(copy, wanted, (partial) => copyFileSync(original, partial))
    if (!isWhole) done.damaged.push(at)
  }
  return done
}

/** Puts a file in place whole or not at all. Answers false if `write` made another one than `wanted`. */
export function placeFile(copy: string, wanted: string, write: (partial: string) => void): boolean {
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o700 })
  const partial = `${copy}.partial`
  write(partial)
  if (fingerprintOf(partial) !== wanted) {
    remove(partial)
    return false
  }
  sync(partial)
  renameSync(partial, copy)
  return true
}

/** The files that rows name and that do not exist. */
export function missingOf(file: string, folder: string): string[] {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    const names = [...namedFiles(sqlite)].map(({ hash }) => path.join('files', hash.slice(0, 2), hash.slice(2)))
    return names.filter((one) => !existsSync(path.join(folder, one)))
  } finally {
    sqlite.close()
  }
}

/**
 * Brings a portal's files and database into a folder without a portal. `bring` writes the database to a partial file
 * and everything else into place; `begin` gets the database before it is moved into place. Throws if there is already
 * a database, unless it is the one brought (`isThere`): then it is replaced. What it had brought is gone again if it fails.
 */
export function bringBack<T>(
  folder: string,
  { isThere, bring, begin }: { isThere?: boolean; bring(partial: string): T; begin(partial: string): void },
): T & { missing: string[] } {
  const target = path.join(folder, databaseFile)
  const partial = target + copySuffix
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const left of readdirSync(folder).filter((one) => one.startsWith(path.basename(partial))))
    remove(path.join(folder, left))
  // SQLite would read the leftover files of a deleted database into the restored one.
  const there = readdirSync(folder).find(
    (one) => one.startsWith(databaseFile) && statSync(path.join(folder, one)).size > 0,
  )
  if (there && !isThere) throw new Error(`${path.join(folder, there)} is there already: move the folder away first`)
  const before = new Set(filesOf(folder))
  try {
    const brought = bring(partial)
    chmodSync(partial, 0o600)
    holdToIntegrity(partial)
    begin(partial)
    const missing = missingOf(partial, folder)
    sync(partial)
    // What SQLite had beside a replaced database is in the one brought.
    for (const left of isThere ? [`${target}-wal`, `${target}-shm`] : []) remove(left)
    renameSync(partial, target)
    for (const left of [`${partial}-wal`, `${partial}-shm`]) remove(left)
    sync(folder)
    return { ...brought, missing }
  } catch (error) {
    removeDatabase(partial)
    for (const at of [...filesOf(folder)]) if (!before.has(at)) remove(path.join(folder, at))
    throw error
  }
}
