import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type CheckResult, maySweep } from '#server/domain/operations/housekeeping.ts'
import { type BackupTask, makeBackup } from './backup'
import { fingerprintOf } from './fingerprint'
import { checkDatabase, checkRows, isNamed, namedFiles } from './store'

/** `source`: the database, as a file or an image. `files`: the folder of the kept files. */
type CheckTask = { source: string | Uint8Array; files: string }
export type HouseTask = ({ kind: 'backup' } & BackupTask) | ({ kind: 'checks' } & CheckTask)

/** Long tasks that must not delay pages. */
export default async function work(task: HouseTask): Promise<unknown> {
  return task.kind === 'backup' ? makeBackup(task) : checkAll(task)
}

/** Every check of the database and its files; only the first one if it finds damage. */
function checkAll({ source, files }: CheckTask): CheckResult[] {
  const sqlite =
    typeof source === 'string'
      ? new SqliteDatabase(source, { readonly: true, fileMustExist: true })
      : new SqliteDatabase(Buffer.from(source))
  try {
    const whole = checkDatabase(sqlite)
    if (whole.count) return [whole]
    return [whole, ...checkRows(sqlite), ...checkNamed(sqlite, files), checkUnnamed(sqlite, files)]
  } finally {
    sqlite.close()
  }
}

type Sqlite = InstanceType<typeof SqliteDatabase>

function note(result: CheckResult, hash: string): void {
  result.count++
  if (result.first.length < 20) result.first.push(hash.slice(0, 16))
}

/**
 * Checks the files that rows name: present, of the right size, and with bytes that match their names. Source: case 88.
 */
function checkNamed(sqlite: Sqlite, files: string): CheckResult[] {
  const missing: CheckResult = { check: 'missing-file', count: 0, first: [] }
  const changed: CheckResult = { check: 'changed-file', count: 0, first: [] }
  for (const { hash, bytes } of namedFiles(sqlite)) {
    const file = path.join(files, hash.slice(0, 2), hash.slice(2))
    if (statSync(file, { throwIfNoEntry: false })?.size !== bytes) note(missing, hash)
    else if (fingerprintOf(file) !== hash) note(changed, hash)
  }
  return [missing, changed]
}

/** Reports files that no row names, if there are so many that the sweep sets none aside. Source: case 80. */
function checkUnnamed(sqlite: Sqlite, files: string): CheckResult {
  const unnamed: CheckResult = { check: 'unnamed-files', count: 0, first: [] }
  const isKnown = isNamed(sqlite)
  let named = 0
  for (const start of existsSync(files) ? readdirSync(files) : []) {
    if (!/^[0-9a-f]{2}$/.test(start)) continue
    for (const rest of readdirSync(path.join(files, start))) {
      if (isKnown(start + rest)) named++
      else note(unnamed, start + rest)
    }
  }
  return maySweep({ named, unnamed: unnamed.count }) ? { check: 'unnamed-files', count: 0, first: [] } : unnamed
}
