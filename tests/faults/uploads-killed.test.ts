import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { createFileStorage } from '#server/adapters/file-storage/file-storage.ts'
import { hours } from '#server/kernel/time.ts'
import { jpeg } from '#tests/support/files.ts'
import { killedAt, killedAtEach, programIn } from '#tests/support/killed.ts'
import { folderOfTest } from '#tests/support/portal.ts'

/** The kept files of a folder, by hash. */
const keptIn = (folder: string): string[] =>
  readdirSync(path.join(folder, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.aside') && statSync(path.join(folder, 'files', name)).isFile())
    .map((name) => name.replace('/', ''))
    .sort()

const rowsIn = (folder: string): string[] => {
  const { sqlite, close } = openDatabase(path.join(folder, 'portal.db'), 'migrations')
  const rows = sqlite.prepare<[], { hash: string }>('SELECT hash FROM documents').all()
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  close()
  return rows.map(({ hash }) => hash)
}

function addCandidate(folder: string): void {
  const { sqlite, close } = openDatabase(path.join(folder, 'portal.db'), 'migrations')
  sqlite
    .prepare(
      `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
       VALUES ('ML24100001', 'Asha Patil', 'asha@example.org', '9876543210', 'MH', 'MH-pune', 'en', 1, 1)`,
    )
    .run()
  close()
}

test('case 35: after a kill at any step of an upload every row has its file, and the sweep removes a file without a row', {
  timeout: 180_000,
}, async () => {
  const folder = folderOfTest()
  const program = programIn(folder, 'features/documents/mortal')
  const picture = path.join(folder, 'me.jpg')
  writeFileSync(picture, await jpeg())

  const steps = await killedAtEach(async (step) => {
    const home = path.join(folder, `killed-${step}`)
    addCandidate(home)
    const here = `killed at step ${step}`
    const isKilled = await killedAt(step, program, [home, picture])
    const storage = createFileStorage(path.join(home, 'files'))
    const named = await storage.keep(Buffer.from("somebody else's"))
    const others = named.ok ? [named.value] : []
    const rows = rowsIn(home)
    for (const hash of rows) expect(keptIn(home), here).toContain(hash)
    await storage.sweep((hash) => [...rows, ...others].includes(hash), Date.now() + hours(1))
    expect(keptIn(home), here).toEqual([...rows, ...others].sort())
    if (!isKilled) expect(rows, 'not killed').toHaveLength(1)
    return isKilled
  })
  expect(steps).toBeGreaterThan(8)
})
