import { writeSync } from 'node:fs'
import { openDatabase } from '#db/client.ts'

/**
 * A separate process that writes pairs of rows until it is killed, alone and in groups, and says each number only once it
 * is kept. Arguments: file, first number.
 */
const [file, first] = process.argv.slice(2) as [string, string]
const db = openDatabase(file, 'migrations')
const add = db.sqlite.prepare("INSERT INTO portal_facts (key, value) VALUES (?, 'kept')")
const pair = (n: number) => () => {
  add.run(`one ${n}`)
  add.run(`other ${n}`)
}
const say = (n: number) => void writeSync(1, `${n}\n`)

async function write(n: number): Promise<void> {
  db.transact(pair(n))
  say(n)
  await Promise.all([1, 2, 3, 4].map((more) => db.transactTogether(pair(n + more)).then(() => say(n + more))))
  return write(n + 5)
}
void write(Number(first))
