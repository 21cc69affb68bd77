import SqliteDatabase from 'better-sqlite3'
import { openDatabase } from '#db/client.ts'
import { pass, passed } from '#tests/support/mortal.ts'

/**
 * A separate process that brings a database to the newest schema and is killed before its n-th statement; with 0 it
 * survives and tells the number of its statements. Arguments: file, folder of migrations.
 */
const [file, migrations] = process.argv.slice(2) as [string, string]
const { prepare } = SqliteDatabase.prototype
SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
  pass()
  return prepare.call(this, source)
} as typeof prepare
openDatabase(file, migrations).close()
process.send?.(passed())
