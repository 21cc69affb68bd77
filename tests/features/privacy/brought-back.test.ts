import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { holdings } from '#server/features/privacy/privacy/holdings.ts'
import { days } from '#server/kernel/time.ts'
import { applicant } from '#tests/support/applicant.ts'
import { killedAt, programIn } from '#tests/support/killed.ts'
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
})
