import { cpSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { addRound, codes, roundOne } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { killedAt, killedAtEach, programIn } from '#tests/support/killed.ts'
import { folderOfTest, openPortal } from '#tests/support/portal.ts'
import { releaseAt } from '#tests/support/release.ts'

const entrants = Array.from({ length: 6 }, (_, n) => ({ merit: n + 1, options: [codes.first, codes.second] }))

test('case 58: a run killed at any step publishes nothing, and a prepared run is complete', {
  timeout: 240_000,
}, async () => {
  const root = folderOfTest()
  const program = programIn(root, 'features/allotment/mortal')
  const clean = path.join(root, 'clean')
  const made = openDatabase(path.join(clean, 'portal.db'), 'migrations')
  made.sqlite.exec(
    "INSERT INTO staff (id, login_name, full_name, role, password_hash, must_change_password, created_at) VALUES (1, 'first', 'First', 'admin', '', 0, 1)",
  )
  addRound(made, entrants, 1)
  made.close()

  const states: string[] = []
  await killedAtEach(async (step) => {
    const folder = path.join(root, `step-${step}`)
    cpSync(clean, folder, { recursive: true })
    const isKilled = await killedAt(step, program, [folder, String(roundOne.closed)])
    const { sqlite, close } = openDatabase(path.join(folder, 'portal.db'), 'migrations')
    const runs = sqlite.prepare('SELECT id, state, verified_at, result_hash AS hash FROM allotment_runs').all() as {
      id: number
      state: string
      verified_at: number | null
      hash: string | null
    }[]
    const rows = (sqlite.prepare('SELECT count(*) AS n FROM allotments').get() as { n: number }).n
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    close()
    const [run] = runs
    states.push(run?.state ?? 'none')
    if (run?.state === 'prepared') {
      expect(run.verified_at).not.toBeNull()
      expect(rows).toBe(3)
      const dossier = path.join(folder, 'dossiers', run.hash!)
      expect(readdirSync(dossier).sort()).toEqual(['input.json', 'manifest.json', 'result.json'])
    } else {
      expect(run?.verified_at ?? null).toBeNull()
    }
    if (!isKilled) expect(run?.state).toBe('prepared')
    return isKilled
  })
  // The kills fall before the run is recorded, during it and after it is complete.
  expect([...new Set(states)]).toEqual(['none', 'preparing', 'prepared'])
})

test('case 58, case 72: a released run is published once after downtime, also by two processes, and every candidate gets one message', async () => {
  const dataDir = folderOfTest()
  const before = await openPortal({ dataDir, at: roundOne.closed })
  const first = await atDesk(before, 'admin', 'first')
  const second = await atDesk(before, 'admin', 'second')
  addRound(before.services.db, entrants, first.id)
  await first.post('allotments', { round: '1' })
  await before.services.releases.settled()
  expect((await releaseAt(second, 'allotments/1')).status).toBe(303)
  await before.close()
  expect(existsSync(path.join(dataDir, 'mbale', 'dossiers'))).toBe(true)

  const one = await openPortal({ dataDir, at: (roundOne.publishAt + 86_400_000) as typeof roundOne.publishAt })
  const other = await openPortal({ dataDir, at: (roundOne.publishAt + 86_400_000) as typeof roundOne.publishAt })
  for (let tick = 0; tick < 3; tick++) {
    for (const { services } of [one, other]) {
      services.allotment.publishDue()
      services.allotment.tellDue()
      await services.messages.deliverDue()
    }
  }
  const { sqlite } = one.services.db
  expect(sqlite.prepare("SELECT count(*) AS n FROM allotment_runs WHERE state = 'published'").get()).toEqual({ n: 1 })
  expect(sqlite.prepare("SELECT count(*) AS n FROM audit_log WHERE act = 'allotment.published'").get()).toEqual({
    n: 1,
  })
  const told = [...one.box.sent, ...other.box.sent].filter(({ template }) => template.startsWith('seat-'))
  expect([told.length, new Set(told.map(({ to }) => to)).size]).toEqual([12, 12])
})
