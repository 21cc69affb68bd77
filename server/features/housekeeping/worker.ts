import { statSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { CheckResult } from '../../domain/housekeeping'
import { type BackupTask, makeBackup } from './backup'
import { checkDatabase, checkRows, namedFiles } from './store'

/** `source`: the database, as a file or an image. `files`: the folder of the kept files. */
export type CheckTask = { source: string | Uint8Array; files: string }
export type HouseTask = ({ kind: 'backup' } & BackupTask) | ({ kind: 'checks' } & CheckTask)

/** What takes long and must not hold up a page. */
export default async function work(task: HouseTask): Promise<unknown> {
  return task.kind === 'backup' ? makeBackup(task) : checkAll(task)
}

/** Every check of the database and its files; the first alone where that finds damage. */
function checkAll({ source, files }: CheckTask): CheckResult[] {
  const sqlite =
    typeof source === 'string'
      ? new SqliteDatabase(source, { readonly: true, fileMustExist: true })
      : new SqliteDatabase(Buffer.from(source))
  try {
    const whole = checkDatabase(sqlite)
    if (whole.count) return [whole]
    const missing: CheckResult = { check: 'missing-file', count: 0, first: [] }
    for (const { hash, bytes } of namedFiles(sqlite)) {
      const found = statSync(path.join(files, hash.slice(0, 2), hash.slice(2)), { throwIfNoEntry: false })
      if (found?.size === bytes) continue
      missing.count++
      if (missing.first.length < 20) missing.first.push(hash.slice(0, 16))
    }
    return [whole, ...checkRows(sqlite), missing]
  } finally {
    sqlite.close()
  }
}
