// Loaded ahead of the product by the bench: between two signals SIGUSR2 it takes down every read of the database, with its
// parameters, into the file that BENCH_QUERIES names.
import { writeFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'

let recorded = null
const prepare = SqliteDatabase.prototype.prepare
SqliteDatabase.prototype.prepare = function (source) {
  const statement = prepare.call(this, source)
  const modes = []
  for (const mode of ['pluck', 'raw']) {
    const set = statement[mode].bind(statement)
    statement[mode] = (...args) => {
      modes.push(mode)
      set(...args)
      return statement
    }
  }
  for (const method of ['get', 'all']) {
    const read = statement[method].bind(statement)
    statement[method] = (...params) => {
      if (recorded && statement.readonly) recorded.push({ source, method, params, modes })
      return read(...params)
    }
  }
  return statement
}
process.on('SIGUSR2', () => {
  if (recorded) writeFileSync(process.env.BENCH_QUERIES, JSON.stringify(recorded))
  recorded = recorded ? null : []
})
