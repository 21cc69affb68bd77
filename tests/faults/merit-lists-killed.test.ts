import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { envOf, killedAt, killedAtEach, programIn } from '#tests/support/killed.ts'
import { addForm } from '#tests/support/merit.ts'
import { folderOfTest } from '#tests/support/portal.ts'

/** The server was down from before the instant until long after it. */
const instant = ist('2024-08-17 17:00')
const later = ist('2024-08-17 23:00')
const candidates = 3

/** A database with an edition released before its instant. */
function withReleased(file: string): void {
  const db = openDatabase(file, 'migrations')
  const addStaff = db.sqlite.prepare(
    "INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at) VALUES (?, 'X', 'admin', 'x', 0, 1)",
  )
  for (const name of ['first', 'second']) addStaff.run(name)
  db.sqlite
    .prepare(
      `INSERT INTO merit_editions (id, stage, number, state, prepared_at, prepared_by, decided_at, decided_by, fingerprint, report)
       VALUES (1, 'provisional', 1, 'released', 1, 1, 2, 2, 'x', '{}')`,
    )
    .run()
  const addEntry = db.sqlite.prepare(
    "INSERT INTO merit_entries VALUES (1, 'all-india', ?, ?, ?, 'X', 'A', 'SC', '1.0000', '{}', NULL)",
  )
  for (let n = 1; n <= candidates; n++) {
    const { id, userId } = addForm(db, n)
    addEntry.run(n, id, userId)
  }
  db.close()
}

/** The expected end: one publication, one record, one message to each candidate. */
function expectOnce(file: string, publishedAt: Instant, here: string): void {
  const { sqlite, close } = openDatabase(file, 'migrations')
  const all = (sql: string) => sqlite.prepare(sql).raw().all()
  expect(all('SELECT state, published_at FROM merit_editions'), here).toEqual([['published', publishedAt]])
  expect(all("SELECT count(*) FROM audit_log WHERE act = 'merit-lists.published'"), here).toEqual([[1]])
  expect(all('SELECT told, finished_at IS NOT NULL FROM merit_announcements'), here).toEqual([[candidates, 1]])
  const told = all("SELECT key, value FROM portal_facts WHERE key LIKE 'told %' ORDER BY key")
  expect(told.length, here).toBe(candidates)
  expect(
    told.filter((row) => (row as [string, string])[1] !== '1'),
    here,
  ).toEqual([])
  close()
}

test('case 72: a server that was down at the instant and is killed at any step publishes once after its restart', {
  timeout: 180_000,
}, async () => {
  const folder = folderOfTest()
  const program = programIn(folder, 'features/merit-lists/mortal')
  const ready = path.join(folder, 'ready.db')
  withReleased(ready)
  const steps = await killedAtEach(async (step) => {
    const file = path.join(folder, `killed-${step}.db`)
    copyFileSync(ready, file)
    const isKilled = await killedAt(step, program, [file, String(later)])
    await killedAt(0, program, [file, String(later)])
    expectOnce(file, later, `killed at step ${step}`)
    return isKilled
  })
  expect(steps).toBeGreaterThan(8)
})

test('case 72: two processes that reach the instant together publish once', async () => {
  const folder = folderOfTest()
  const program = programIn(folder, 'features/merit-lists/mortal')
  for (let round = 0; round < 3; round++) {
    const file = path.join(folder, `two-${round}.db`)
    withReleased(file)
    const start = async (): Promise<ChildProcess> => {
      const child = fork(program, [file, String(instant), 'together'], { env: envOf(0) })
      await once(child, 'message')
      return child
    }
    const children = await Promise.all([start(), start()])
    const startAt = Date.now() + 200
    const ends = children.map((child) => once(child, 'exit'))
    for (const child of children) child.send({ startAt })
    for (const [code] of await Promise.all(ends)) expect(code).toBe(0)
    expectOnce(file, instant, `round ${round}`)
  }
})
