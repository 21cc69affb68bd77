import { type Serializable, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isWhole } from '#tests/support/extent.ts'
import { envOf, killedAt, programIn } from '#tests/support/killed.ts'
import { folderOfTest } from '#tests/support/portal.ts'

/** The migrations with one more behind them, of thirty statements that build on each other. */
function withOneMore(folder: string): string {
  const more = path.join(folder, 'migrations')
  cpSync('migrations', more, { recursive: true })
  const journal = path.join(more, 'meta/_journal.json')
  const told = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
  const last = told.entries.at(-1)
  if (!last) throw new Error('there is no migration')
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'one-more' }
  writeFileSync(journal, JSON.stringify({ ...told, entries: [...told.entries, next] }))
  const statements = Array.from({ length: 10 }, (_, n) => [
    `CREATE TABLE more_${n} (key text PRIMARY KEY NOT NULL) STRICT`,
    `INSERT INTO more_${n} SELECT key FROM portal_facts`,
    `ALTER TABLE portal_facts ADD COLUMN more_${n} text`,
  ])
  writeFileSync(path.join(more, 'one-more.sql'), statements.flat().join(';\n--> statement-breakpoint\n'))
  return more
}

test('case 69: a migration killed at any statement leaves the old schema or the new one, and goes on at the next start', {
  timeout: 180_000,
}, async () => {
  const folder = folderOfTest()
  const program = programIn(folder, 'features/housekeeping/mortal-migration')
  const old = path.join(folder, 'old.db')
  const migrations = withOneMore(folder)
  const before = openDatabase(old, 'migrations')
  before.sqlite.prepare("INSERT INTO portal_facts (key, value) VALUES ('kept', 'yes')").run()
  const expected = Number(before.sqlite.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()) + 1
  before.close()

  async function migrate(step: number): Promise<{ file: string; said: Serializable | null }> {
    const file = path.join(folder, `killed-${step}.db`)
    copyFileSync(old, file)
    let said: Serializable | null = null
    const isKilled = await killedAt(step, program, [file, migrations], (message) => {
      said = message
    })
    expect(isKilled, `killed at ${step}`).toBe(step > 0)
    return { file, said }
  }

  const statements = Number((await migrate(0)).said)
  expect(statements).toBeGreaterThan(30)
  for (let nth = 1; nth <= 10; nth++) {
    const step = Math.ceil((statements * nth) / 10)
    const { file } = await migrate(step)
    const { sqlite, close } = openDatabase(file, migrations)
    const here = `killed at ${step} of ${statements}`
    expect(sqlite.pragma('integrity_check', { simple: true }), here).toBe('ok')
    expect(sqlite.pragma('foreign_key_check'), here).toEqual([])
    expect(sqlite.prepare("SELECT value FROM portal_facts WHERE key = 'kept'").pluck().get(), here).toBe('yes')
    const applied = sqlite.prepare('SELECT count(*) FROM __drizzle_migrations').pluck().get()
    expect(applied, here).toBe(expected)
    expect(sqlite.prepare('SELECT key FROM more_9').pluck().all(), here).toEqual(['kept'])
    close()
  }
})

/** How often each of four writers is killed: a hundred kills in `test:all`, twenty in `npm test`. */
const killsEach = isWhole ? 25 : 5

test('case 64: after kills at random points under write load nothing that was said to be kept is lost, and nothing is half kept', {
  timeout: 300_000,
}, async () => {
  const folder = folderOfTest()
  const program = programIn(folder, 'features/housekeeping/mortal-writer')

  /** Kills a writer again and again on one database; returns how much it had said to be kept. */
  async function lane(name: string, kills: number): Promise<number> {
    const file = path.join(folder, `${name}.db`)
    const said: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const child = spawn(process.execPath, [program, file, String(1 + (said.at(-1) ?? 0) + 1000)], { env: envOf(0) })
      let told = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        told += text
      })
      await once(child.stdout, 'data')
      await pause(Math.random() * 40)
      child.kill('SIGKILL')
      await once(child, 'close')
      // The last line may be cut off.
      said.push(...told.slice(0, told.lastIndexOf('\n')).split('\n').map(Number))
      said.sort((a, b) => a - b)
    }
    const { sqlite, close } = openDatabase(file, 'migrations')
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    const numbers = (key: string) =>
      new Set(
        sqlite
          .prepare<[string], number>(
            `SELECT CAST(substr(key, ${key.length + 2}) AS INTEGER) FROM portal_facts WHERE key LIKE ? || ' %'`,
          )
          .pluck()
          .all(key),
      )
    const [one, other] = [numbers('one'), numbers('other')]
    expect(said.filter((n) => !one.has(n))).toEqual([])
    expect([...one].sort()).toEqual([...other].sort())
    close()
    return said.length
  }

  const kept = await Promise.all(['a', 'b', 'c', 'd'].map((name) => lane(name, killsEach)))
  expect(Math.min(...kept)).toBeGreaterThan(killsEach)
})
