import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { backupsIn, brokenBackupsIn, restoreBackup } from '#server/features/operations/housekeeping/backup.ts'
import { days, ist } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, register, type TestPortal } from '#tests/support/portal.ts'

/** Uploads as the portal does: first the bytes, then the row that names them. */
async function upload(portal: TestPortal, n: number): Promise<void> {
  const kept = await portal.services.fileStorage.keep(Buffer.from(`file ${n} `.repeat(50)))
  if (!kept.ok) throw new Error('not kept')
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at, superseded_at)
      VALUES (1, 'photo', ?, 'image/jpeg', ?, 1, 'me.jpg', ?, 1)`,
    )
    .run(kept.value, `file ${n} `.repeat(50).length, n)
}

const uploadsIn = (folder: string): number[] => {
  const { sqlite, close } = openDatabase(path.join(folder, 'portal.db'), 'migrations')
  const rows = sqlite.prepare('SELECT hash, bytes, uploaded_at AS n FROM documents ORDER BY uploaded_at').all() as {
    hash: string
    bytes: number
    n: number
  }[]
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  close()
  for (const { hash, bytes } of rows) {
    const content = readFileSync(path.join(folder, 'files', hash.slice(0, 2), hash.slice(2)))
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, hash])
  }
  return rows.map(({ n }) => n)
}

test('case 68: a backup under load is a snapshot of one instant: its restored copy has every row, and a file for each', {
  timeout: 120_000,
}, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: path.join(folder, 'data') })
  await register(portal)
  for (let n = 0; n < 20; n++) await upload(portal, n)

  let written = 20
  let isOver = false
  // As fast as people upload: a writer without a pause makes the backup longer, and itself by that.
  const writer = (async () => {
    while (!isOver) {
      await upload(portal, written++)
      await pause(2)
    }
  })()
  const made = await portal.services.housekeeping.backUp()
  isOver = true
  await writer
  expect(written).toBeGreaterThan(20)

  const from = path.join(folder, 'data/backups/mbale')
  const back = path.join(folder, 'back/mbale')
  restoreBackup({ from, name: made.name, folder: back, begin() {} })
  const uploads = uploadsIn(back)
  expect(uploads.length).toBeGreaterThanOrEqual(20)
  expect(uploads).toEqual([...uploads.keys()])
  // The portal opens the restored database and finds its candidates.
  const opened = await openPortal({ dataDir: path.join(folder, 'back') })
  expect(opened.services.db.sqlite.prepare('SELECT user_id FROM candidates').pluck().all()).toEqual(
    portal.services.db.sqlite.prepare('SELECT user_id FROM candidates').pluck().all(),
  )
  // A restore overwrites nothing.
  const again = () => restoreBackup({ from, name: made.name, folder: back, begin() {} })
  expect(again).toThrow('is there already')
})

/** The next night at the right time, which an admin confirms because the clock of a test jumps to it. */
function nextNight({ clock, services }: TestPortal): void {
  clock.advance(days(1))
  if (!services.machineTime.isTrusted()) services.machineTime.confirm(null, clock.real())
  expect(services.machineTime.isTrusted()).toBe(true)
}

test('a backup that was dated by a wrong clock is neither taken for the newest, nor kept in place of one made later', async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: path.join(folder, 'data') })
  const from = path.join(folder, 'data/backups/mbale')
  const night = async (): Promise<string> => (await portal.services.housekeeping.backUp()).name
  // Two from before backups had numbers.
  const old = [await night()]
  nextNight(portal)
  old.push(await night())
  for (const name of old) {
    const note = path.join(from, name, 'backup.json')
    writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), number: undefined }))
  }
  expect(backupsIn(from).map(({ name }) => name)).toEqual(old.toReversed())
  portal.clock.advance(days(1500))
  const wrong: string[] = []
  for (let n = 0; n < 4; n++, portal.clock.advance(days(1))) wrong.push(await night())
  portal.clock.advance(-days(1500))
  const right: string[] = []
  for (let n = 0; n < 2; n++) {
    nextNight(portal)
    right.push(await night())
  }
  expect(backupsIn(from).map(({ name }) => name)).toEqual([...right.toReversed(), wrong.at(-1)])
  expect(portal.services.housekeeping.backupAge()).toBeLessThan(days(2))
})

test('however many nights are dated by a wrong clock, the newest backup of before stays, until there is one made at a right time', {
  timeout: 120_000,
}, async () => {
  for (const wrongBy of [days(1500), -days(400)]) {
    const folder = folderOfTest()
    const portal = await openPortal({ dataDir: path.join(folder, 'data') })
    const to = path.join(folder, 'data/backups/mbale')
    const night = async (): Promise<string> => (await portal.services.housekeeping.backUp()).name
    const right: string[] = []
    for (let n = 0; n < 2; n++) {
      nextNight(portal)
      right.unshift(await night())
    }
    // Doubted by the jobs of each minute; the backup alone sees it too, as after a start with a wrong clock.
    portal.clock.advance(wrongBy)
    const wrong: string[] = []
    for (let n = 0; n < 5; n++) {
      portal.clock.advance(days(1))
      if (n % 2) expect(portal.services.machineTime.isTrusted()).toBe(false)
      wrong.unshift(await night())
      expect(backupsIn(to).map(({ name }) => name)).toContain(right[0])
    }
    expect(backupsIn(to).map(({ name }) => name)).toEqual([...wrong.slice(0, 3), right[0]])
    // The newest of before can be brought back, and the number of the wrong ones does not hide it.
    const back = path.join(folder, 'back')
    expect(restoreBackup({ from: to, name: right[0]!, folder: back, begin() {} }).damaged).toEqual([])
    portal.clock.advance(-wrongBy)
    nextNight(portal)
    const after = await night()
    expect(backupsIn(to).map(({ name }) => name)).toEqual([after, ...wrong.slice(0, 2)])
  }
})

test('only the newest backups are kept, each file is stored once, and an interrupted backup is ignored', {
  timeout: 60_000,
}, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: folder })
  await register(portal)
  await upload(portal, 0)
  const to = path.join(folder, 'backups/mbale')
  mkdirSync(path.join(to, '.2024-08-01T00-00-00Z'), { recursive: true })
  const names: string[] = []
  for (let n = 0; n < 4; n++) {
    names.unshift((await portal.services.housekeeping.backUp()).name)
    nextNight(portal)
  }
  expect(backupsIn(to).map(({ name }) => name)).toEqual(names.slice(0, 3))
  expect(readdirSync(to).sort(), 'what was interrupted is gone').toEqual([...names.slice(0, 3), 'files'].sort())
  const kept = readdirSync(path.join(to, 'files'), { recursive: true, encoding: 'utf8' })
  expect(kept.filter((name) => statSync(path.join(to, 'files', name)).isFile())).toHaveLength(1)
})

test('a backup folder without its note is reported, and neither hides nor ends the others', {
  timeout: 60_000,
}, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: folder })
  await register(portal)
  const { name } = await portal.services.housekeeping.backUp()
  const to = path.join(folder, 'backups/mbale')
  const broken = ['2024-07-31T21-00-00Z', '2024-07-30T21-00-00Z']
  for (const one of broken) mkdirSync(path.join(to, one))
  writeFileSync(path.join(to, broken[1]!, 'backup.json'), '{"name":')
  expect(backupsIn(to).map((backup) => backup.name)).toEqual([name])
  expect(brokenBackupsIn(to)).toEqual(broken)
  portal.clock.advance(days(1))
  await portal.services.housekeeping.backUp()
  const admin = await atDesk(portal, 'admin')
  const page = await admin.get('health')
  expect(page.status).toBe(200)
  for (const one of broken) expect(page.text).toContain(one)
})

test('case 67: a corrupted page is found: the database is not backed up, and the checks report it', {
  timeout: 60_000,
}, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: folder })
  await register(portal)
  for (let n = 0; n < 30; n++) await upload(portal, n)
  const { sqlite } = portal.services.db
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const root = sqlite
    .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'documents_hash'")
    .pluck()
    .get() as number
  const size = sqlite.pragma('page_size', { simple: true }) as number
  const file = openSync(path.join(folder, 'mbale/portal.db'), 'r+')
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(file)

  await expect(portal.services.housekeeping.backUp()).rejects.toThrow(/damaged|malformed/)
  // Not even a partial one: on a full disk every attempt would take more space.
  expect(readdirSync(path.join(folder, 'backups/mbale'))).toEqual([])
  const { results } = await portal.services.housekeeping.check()
  expect(results.map(({ check, count }) => [check, count > 0])).toEqual([['database', true]])
})

test('a backup whose database was modified later is not restored', { timeout: 60_000 }, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: folder, at: ist('2024-08-14 12:00') })
  const { name } = await portal.services.housekeeping.backUp()
  const from = path.join(folder, 'backups/mbale')
  const file = openSync(path.join(from, name, 'portal.db'), 'r+')
  writeSync(file, Buffer.from([1]), 0, 1, 4000)
  closeSync(file)
  const back = path.join(folder, 'back')
  const restore = () => restoreBackup({ from, name, folder: back, begin() {} })
  expect(restore).toThrow('is not as it was made')
  expect(existsSync(path.join(back, 'portal.db'))).toBe(false)
  onTestFinished(() => rmSync(back, { recursive: true, force: true }))
})
