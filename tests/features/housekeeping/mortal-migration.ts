import SqliteDatabase from 'better-sqlite3'
import { openDatabase } from '#db/client.ts'

/**
 * A separate process that brings a database to the newest schema and is killed before its n-th statement; with 0 it
 * survives and tells the number of its statements. Arguments: file, folder of migrations, step.
 */
const [file, migrations, step] = process.argv.slice(2) as [string, string, string]
let steps = 0
const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
  if (++steps === Number(step)) process.kill(process.pid, 'SIGKILL')
  return prepare.call(this, source)
} as typeof prepare
openDatabase(file, migrations).close()
process.send?.(steps)
