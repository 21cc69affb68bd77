import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { archivePortal, restorePortalArchive } from '#server/commands/archive.ts'
import type { Config } from '#server/config.ts'
import { mbale } from '#server/courses/courses.ts'
import { verifyArchive } from '#server/features/operations/housekeeping/archive.ts'
import { entriesIn, entryOf, headerOf, lastEntryOf } from '#server/features/operations/housekeeping/tar.ts'
import { runDueJobs } from '#server/jobs.ts'
import { days, ist } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, register, type TestPortal } from '#tests/support/portal.ts'

/** Archives a portal into a folder of the test. */
const archiveOf = (portal: TestPortal, to: string, mode: Config['mode'] = 'demo') =>
  archivePortal({ portal: portal.services, mode, to, software: '0.1.0' })

const configFor = (dataDir: string, mode: Config['mode'] = 'demo') =>
  ({ mode, dataDir, courses: ['mbale'] }) as unknown as Config

const restored = (file: string, dataDir: string, mode: Config['mode'] = 'demo') =>
  restorePortalArchive({
    file,
    config: configFor(dataDir, mode),
    migrations: 'migrations',
    now: ist('2025-08-01 12:00'),
  })

/** Every row of every table, as JSON. */
function rowsOf(file: string): Record<string, string[]> {
  const sqlite = new SqliteDatabase(file, { readonly: true })
  const names = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  const rows = Object.fromEntries(
    names.map((name) => [
      name,
      (sqlite.prepare(`SELECT * FROM "${name}"`).raw().all() as unknown[]).map((row) => JSON.stringify(row)),
    ]),
  )
  sqlite.close()
  return rows
}

/** The contents of every file under a folder, by name. */
function filesUnder(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names
      .filter((name) => statSync(path.join(folder, name)).isFile() && /^(files|dossiers)/.test(name))
      .sort()
      .map((name) => [name, readFileSync(path.join(folder, name), 'base64')]),
  )
}

test('the archive of a demo is restored row by row and file by file, and its audit log goes on from its archived end', {
  timeout: 120_000,
}, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ mode: 'demo', dataDir: path.join(folder, 'data') })
  portal.services.audit.record({ kind: 'system', name: 'test' }, 'housekeeping.checked', {})
  const { file, note, fingerprint } = await archiveOf(portal, path.join(folder, 'archives'))
  await portal.close()
  expect(path.basename(file)).toBe('mbale-2024-2025-2024-08-01T06-30-00Z.tar')
  expect(readdirSync(path.dirname(file)), 'nothing else is left there').toEqual([path.basename(file)])
  expect(note.course).toEqual(mbale)
  expect([note.damaged, note.missing]).toEqual([[], []])

  const back = path.join(folder, 'back')
  const brought = restored(file, back)
  expect([brought.fingerprint, brought.missing]).toEqual([fingerprint, []])
  const [before, after] = [path.join(folder, 'data/mbale'), path.join(back, 'mbale')]
  expect(filesUnder(after)).toEqual(filesUnder(before))
  expect(Object.keys(filesUnder(after)).length).toBe(note.files)
  expect(note.files).toBeGreaterThan(0)
  const { audit_log: log, audit_head: _head, sessions: _logins, ...rows } = rowsOf(path.join(before, 'portal.db'))
  const now = rowsOf(path.join(after, 'portal.db'))
  const { audit_log: logNow, audit_head: __head, sessions: __logins, ...rowsNow } = now
  expect(rowsNow).toEqual(rows)
  expect(logNow!.slice(0, -1)).toEqual(log)
  expect(logNow!.at(-1)).toContain('housekeeping.unarchived')

  expect(() => restored(file, back), 'a restore overwrites nothing').toThrow('is there already')
})

describe('a restored archive', () => {
  test('serves its pages under its own season, refuses every change with a true sentence, and runs no job', {
    timeout: 120_000,
  }, async () => {
    const folder = folderOfTest()
    const portal = await openPortal({ dataDir: path.join(folder, 'data') })
    await register(portal)
    const { file } = await archiveOf(portal, folder, 'live')
    await portal.close()
    const back = path.join(folder, 'back')
    restored(file, back, 'live')

    // The profile has moved on to another year; the archive keeps its own.
    const archive = await openPortal({ dataDir: back, course: { academicYear: '2031-2032' } })
    expect(archive.services.course.academicYear).toBe('2024-2025')
    const before = await archive.contents()
    const home = await archive.ask('GET', `${archive.base}home`)
    expect(home.status).toBe(200)
    expect(home.text).toContain('This portal is an archive. You can read it but not change it.')
    expect((await archive.ask('GET', `${archive.base}home?lang=mr`)).text).toContain('हे पोर्टल संग्रहित आहे.')
    for (const { method, url } of archive.routes()) {
      if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !url.startsWith('/mbale/')) continue
      if (/\/cell\/(login|logout|.*\.csv$)/.test(url)) continue
      const answer = await archive.ask(method as 'POST', url.replace(/:\w+/g, '1'), { body: {} })
      expect([method, url, answer.status]).toEqual([method, url, 423])
      expect(answer.text).toContain('This portal is an archive.')
    }
    archive.clock.advance(days(400))
    await runDueJobs(archive.portals)
    expect(await archive.contents()).toBe(before)
  })

  test('lets staff sign in and read', { timeout: 120_000 }, async () => {
    const folder = folderOfTest()
    const portal = await openPortal({ dataDir: path.join(folder, 'data') })
    await register(portal)
    const { file } = await archiveOf(portal, folder, 'live')
    await portal.close()
    restored(file, path.join(folder, 'back'), 'live')
    const archive = await openPortal({ dataDir: path.join(folder, 'back') })
    const admin = await atDesk(archive, 'admin')
    expect((await admin.get('overview')).status).toBe(200)
    expect((await admin.post('candidates.csv')).status).toBe(200)
    expect((await admin.post('notices', { intent: 'add' })).status).toBe(423)
  })
})

describe('case 94: an archive altered by one byte is refused, and the altered part is named', () => {
  test('in every part: database, file, description, sums, seal, headers, padding', { timeout: 120_000 }, async () => {
    const folder = folderOfTest()
    const portal = await openPortal({ dataDir: path.join(folder, 'data') })
    await register(portal)
    await portal.services.fileStorage.keep(Buffer.from('a certificate '.repeat(100)))
    const { file } = await archiveOf(portal, folder, 'live')
    expect(() => verifyArchive(file)).not.toThrow()
    const handle = openSync(file, 'r')
    const entries = [...entriesIn(handle)]
    closeSync(handle)
    const kept = entries.find(({ name }) => name.startsWith('files/'))!
    const at = (name: string) => entries.find((entry) => entry.name === name)!.at
    const alterations: [string, number, string][] = [
      ['the database', at('portal.db') + 5000, 'portal.db was altered'],
      ['a file', kept.at + 7, `${kept.name} was altered`],
      ['a header', kept.at - 512 + 3, 'the header after portal.db was altered'],
      ['the first header', 1, 'its first header was altered'],
      ['the description', at('archive.json') + 20, 'archive.json was altered'],
      ['the sums', at('SHA256SUMS') + 3, 'portal.db was altered'],
      ['the padding after a file', kept.at + kept.bytes + 1, 'what lies between its files was altered'],
      ['the seal', at('SEAL') + 5, 'its seal or'],
      ['the last byte', statSync(file).size - 1, 'its seal or'],
    ]
    for (const [part, position, words] of alterations) {
      const altered = path.join(folder, 'altered.tar')
      copyFileSync(file, altered)
      flip(altered, position)
      expect(() => verifyArchive(altered), part).toThrow(words)
      const back = path.join(folder, 'back')
      expect(() => restored(altered, back, 'live'), part).toThrow(`${altered} is not as it was made`)
      expect(existsSync(path.join(back, 'mbale/portal.db')), part).toBe(false)
    }
  })

  test('cut short at any block', { timeout: 60_000 }, async () => {
    const folder = folderOfTest()
    const portal = await openPortal({ dataDir: path.join(folder, 'data') })
    const { file } = await archiveOf(portal, folder, 'live')
    const whole = readFileSync(file)
    mkdirSync(path.join(folder, 'cut'))
    for (const bytes of [0, 512, Math.floor(whole.length / 1024) * 512, whole.length - 1024, whole.length - 1]) {
      const cut = path.join(folder, `cut/${bytes}.tar`)
      const handle = openSync(cut, 'w')
      writeSync(handle, whole, 0, bytes)
      closeSync(handle)
      expect(() => verifyArchive(cut), `${bytes} bytes`).toThrow('is not as it was made')
    }
  })
})

function flip(file: string, position: number): void {
  const handle = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, position)
  byte[0]! ^= 1
  writeSync(handle, byte, 0, 1, position)
  closeSync(handle)
}

describe('the tar file of an archive', () => {
  const earlier = path.join(import.meta.dirname, 'earlier-archive.tar')

  test('an archive from before the headers came from a library is held to the same hashes', () => {
    const { note, fingerprint } = verifyArchive(earlier)
    expect(note).toMatchObject({ software: '0.0.9', portal: { academicYear: '2023-2024' }, files: 2 })
    expect(fingerprint).toBe('4e4627f472af275ef291049080b355d9f545deb13d1e5186c51d4b6feb604f9f')
    const altered = path.join(folderOfTest(), 'altered.tar')
    const { size } = statSync(earlier)
    // Every byte of the seal, its header and the blocks after it, which no hash inside the archive covers.
    for (let position = size - 2048; position < size; position++) {
      copyFileSync(earlier, altered)
      flip(altered, position)
      expect(() => verifyArchive(altered), `byte ${position}`).toThrow('is not as it was made')
    }
  })

  test('the same file gives the same bytes at any time', () => {
    const hash = createHash('sha256').update(lastEntryOf('files/a', 'one file\n'))
    expect(hash.digest('hex')).toBe('b42f0acefeb258856bfa7628c54dfeaa8d17ea0dbba1914cd01a2a34966e6f3d')
  })

  test('a file of more than 8 GiB keeps its size, and the file after it its place', () => {
    const file = path.join(folderOfTest(), 'large.tar')
    const handle = openSync(file, 'w+')
    const bytes = 9 * 1024 ** 3 + 7
    // The content is a hole in the file: no disk holds it, and nothing reads it.
    writeSync(handle, headerOf('portal.db', bytes), 0, 512, 0)
    writeSync(handle, lastEntryOf('archive.json', '{}'), 0, 2048, 512 + 9 * 1024 ** 3 + 512)
    expect([...entriesIn(handle)]).toEqual([
      { name: 'portal.db', bytes, at: 512 },
      { name: 'archive.json', bytes: 2, at: 9 * 1024 ** 3 + 1536 },
    ])
    closeSync(handle)
    expect(execFileSync('tar', ['--list', '--verbose', '--file', file], { encoding: 'utf8' })).toContain(`${bytes} `)
  })

  test('names that no header holds are refused, and a damaged header is told by the entry before it', () => {
    expect(() => entryOf(`files/${'a'.repeat(101)}`, '')).toThrow('does not fit as a name in an archive')
    const file = path.join(folderOfTest(), 'damaged.tar')
    for (const [position, byte] of [
      [124, 0xb0], // a size in base 256 that is none
      [156, 0x35], // a folder
      [150, 0x39], // the checksum
      [0, 0x2e], // the name
    ] as const) {
      const second = entryOf('second', 'text')
      second[position] = byte
      writeFileSync(file, Buffer.concat([entryOf('first', 'text'), second, lastEntryOf('third', 'text')]))
      const handle = openSync(file, 'r')
      expect(() => [...entriesIn(handle)], `byte ${position}`).toThrow(expect.objectContaining({ after: 'first' }))
      closeSync(handle)
    }
  })
})

test('an archive takes the same memory whatever the size of its files', { timeout: 120_000 }, async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: path.join(folder, 'data') })
  await register(portal)
  const piece = Buffer.alloc(8 * 1024 * 1024)
  for (let n = 0; n < 40; n++) {
    piece.writeUInt32LE(n)
    await portal.services.fileStorage.keep(piece)
  }
  const before = process.memoryUsage().rss
  const { file, note } = await archiveOf(portal, folder, 'live')
  verifyArchive(file)
  const grown = process.memoryUsage().rss - before
  expect(note.files).toBe(40)
  expect(statSync(file).size).toBeGreaterThan(320 * 1024 * 1024)
  expect(grown / 1024 / 1024).toBeLessThan(200)
})
