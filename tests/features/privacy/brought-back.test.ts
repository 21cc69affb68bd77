import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { asideStore } from '#server/features/privacy/privacy/aside-store.ts'
import { holdings } from '#server/features/privacy/privacy/holdings.ts'
import { days } from '#server/kernel/time.ts'
import { applicant } from '#tests/support/applicant.ts'
import { killedAt, programIn } from '#tests/support/killed.ts'
import { addForm } from '#tests/support/merit.ts'
import { asha, folderOfTest, openPortal } from '#tests/support/portal.ts'

const programs = mkdtempSync(path.join(tmpdir(), 'mortal-bringing-'))
afterAll(() => rmSync(programs, { recursive: true }))

/** The tables of a record that is erased in one, with a column that says whose a row is. */
const ofOneRecord = (sqlite: SqliteDatabase.Database) =>
  holdings
    .filter(({ part, erase }) => ['application', 'seats', 'optional'].includes(part) && erase === 'rows')
    .map(({ table }) => table)
    .filter((table) =>
      (sqlite.pragma(`table_info(${table})`) as { name: string }[]).some(({ name }) => name === 'candidate_id'),
    )

/** What a database holds of each candidate: the name, and how many rows of each table. */
function heldIn(file: string): Map<number, string> {
  const sqlite = new SqliteDatabase(file, { readonly: true })
  try {
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    const counts = ofOneRecord(sqlite).map((table) =>
      sqlite.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE candidate_id = ?`).pluck(),
    )
    const people = sqlite.prepare('SELECT id, full_name AS name FROM candidates ORDER BY id').all()
    return new Map(
      (people as { id: number; name: string }[]).map(({ id, name }) => [
        id,
        [name, ...counts.map((count) => count.get(id))].join(),
      ]),
    )
  } finally {
    sqlite.close()
  }
}

test('a night that comes back is killed at every step: each record is whole or not there yet, and the rest comes with the next call', async () => {
  const dataDir = folderOfTest()
  const portal = await openPortal({ dataDir })
  const people = ['One', 'Two', 'Three', 'Four'].map((name, n) => ({
    ...asha,
    fullName: `${asha.fullName} ${name}`,
    mobile: String(9_300_000_001 + n),
    email: `${n}${asha.email}`,
  }))
  for (const person of people) {
    const one = await applicant(portal, person)
    await one.complete()
    await one.submit()
  }
  portal.services.db.sqlite.exec('UPDATE documents SET hash = lower(hex(randomblob(32)))')
  await portal.services.messages.deliverDue()
  const file = path.join(dataDir, 'mbale/portal.db')
  const copy = path.join(programs, 'copy.db')
  const looked = async () => {
    await portal.services.db.sqlite.backup(copy)
    return heldIn(copy)
  }
  const before = await looked()
  portal.clock.advance(days(3650))
  await portal.services.privacy.retention.run()
  portal.clock.advance(-days(3650))
  const gone = await looked()
  const [night] = portal.services.privacy.retention.nights()
  expect(night!.rows).toBeGreaterThan(people.length * 10)
  await portal.close()

  const program = programIn(programs, 'features/privacy/mortal-bringing')
  const seen = new Set<number>()
  for (let step = 1; await killedAt(step, program, [file, String(night!.id)]); step = (step % 4) + 1) {
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
    const held = heldIn(copy)
    const back = [...held].filter(([id, what]) => what === before.get(id))
    for (const [id, what] of held) expect([before.get(id), gone.get(id)], `${id}`).toContain(what)
    seen.add(back.length)
  }
  expect(seen.size, 'one record after another').toBeGreaterThan(2)
  const again = await openPortal({ dataDir })
  expect(again.services.privacy.retention.nights()).toEqual([])
  await again.close()
  expect(heldIn(file)).toEqual(before)
  // A portal is opened for each step.
}, 180_000)

test('a night from before portions were marked comes back person by person: payments, messages and logins, too', async () => {
  const portal = await openPortal()
  const { db, privacy } = portal.services
  const people = Array.from({ length: 30 }, (_, n) => addForm(db, n + 1).id)
  for (const id of people) {
    for (const n of [1, 2]) {
      const { lastInsertRowid } = db.sqlite
        .prepare(
          `INSERT INTO payments (candidate_id, due, amount, gateway, status, created_at, changed_at, captured_at)
           VALUES (?, 'application-fee', 100000, 'demo', 'refunded', ?, 1, 1)`,
        )
        .run(id, n)
      db.sqlite
        .prepare(
          "INSERT INTO payment_events (payment_id, gateway, event_id, kind, at) VALUES (?, 'demo', ?, 'created', 1)",
        )
        .run(lastInsertRowid, `e${lastInsertRowid}`)
      db.sqlite
        .prepare(
          `INSERT INTO refunds (payment_id, amount, reason, status, created_at, changed_at, next_attempt_at)
           VALUES (?, 100000, 'by-hand', 'done', 1, 1, 1)`,
        )
        .run(lastInsertRowid)
    }
    portal.services.messages.tell(id, 'registration-welcome')
  }
  await portal.services.messages.deliverDue()
  const tables = ['payments', 'payment_events', 'refunds', 'outbox', 'application_steps']
  const held = () => tables.map((table) => db.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number)
  const before = held()
  portal.clock.advance(days(3650))
  await privacy.retention.run()
  portal.clock.advance(-days(3650))
  expect(held().every((count, n) => count < before[n]!)).toBe(true)
  // As a night was kept before 28 November 2026.
  expect(db.sqlite.prepare("DELETE FROM erased_rows WHERE in_table = ''").run().changes).toBeGreaterThan(0)
  const [night] = privacy.retention.nights()
  const aside = asideStore(db)
  let most = 0
  let all = 0
  for (let isOver = false; !isOver; ) {
    const done = db.transact(() => aside.bringBack(night!.id, 0))
    most = Math.max(most, done.rows)
    all += done.rows
    isOver = done.isOver
  }
  expect([held(), all]).toEqual([before, night!.rows])
  expect(most, 'the rows of one person').toBeLessThan(night!.rows / people.length + 20)
})
