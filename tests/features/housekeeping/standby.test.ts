import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readDatabase } from '#db/client.ts'
import { restorePortal } from '#server/commands/restore.ts'
import { copyForStandby, proposedHours } from '#server/commands/standby.ts'
import { courses } from '#server/courses/courses.ts'
import { backupsIn } from '#server/features/operations/housekeeping/backup.ts'
import { hours, type Instant, minutes } from '#server/kernel/time.ts'
import { folderOfTest, openPortal } from '#tests/support/portal.ts'

test('a stand-by takes over from the newest of two copies, past the numbers that restores have used up', async () => {
  const folder = folderOfTest()
  const [dataDir, to] = [path.join(folder, 'data'), path.join(folder, 'standby')]
  const portal = await openPortal({ dataDir })
  const backups = path.join(dataDir, 'backups')
  await portal.services.housekeeping.backUp()
  const used = [{ at: 1, backup: 'earlier', epoch: 1, reached: { candidates: 77_000 } }]
  writeFileSync(path.join(backups, 'mbale/restores.json'), JSON.stringify(used))
  let now = portal.clock.real() as number
  const copy = () => copyForStandby({ slug: 'mbale', dataDir, backups, to, now: () => now })
  for (const name of ['first', 'second', 'third']) {
    portal.services.db.sqlite.exec(`CREATE TABLE ${name}_act (id integer)`)
    now += minutes(1)
    expect(await copy()).toMatchObject({ slug: 'mbale', at: now })
  }
  expect(backupsIn(path.join(to, 'mbale')).map(({ madeAt }) => madeAt)).toEqual([now, now - minutes(1)])
  expect(JSON.parse(readFileSync(path.join(to, 'mbale/restores.json'), 'utf8'))).toEqual(used)
  await portal.close()

  const course = courses.find(({ slug }) => slug === 'mbale')!
  const config = { dataDir: path.join(folder, 'second'), mode: 'live' } as Parameters<typeof restorePortal>[0]['config']
  const [newest] = backupsIn(path.join(to, 'mbale'))
  restorePortal({
    config,
    course,
    migrations: path.resolve('migrations'),
    from: path.join(to, 'mbale'),
    name: newest!.name,
    now: now as Instant,
  })
  const there = path.join(folder, 'second/mbale/portal.db')
  expect(existsSync(there)).toBe(true)
  const db = readDatabase(there)
  expect(db.sqlite.prepare('SELECT count(*) FROM third_act').pluck().get()).toBe(0)
  db.close()
})

test('the extension to propose covers what was lost and the time without a portal, in whole hours', () => {
  expect(proposedHours({ lost: minutes(1), down: minutes(5) })).toBe(3)
  expect(proposedHours({ lost: hours(2), down: hours(3) + 1 })).toBe(6)
})
