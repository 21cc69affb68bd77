import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { holdFolder } from '#server/adapters/portal-folder.ts'
import { restorePortal } from '#server/commands/restore.ts'
import { type Config, demoSecret } from '#server/config.ts'
import { courses, mbale } from '#server/courses/courses.ts'
import { createCodes } from '#server/features/content/printables/codes.ts'
import { fairQueue } from '#server/kernel/fair-queue.ts'
import { days, hours, ist, minutes } from '#server/kernel/time.ts'
import { clearDemo } from '#server/process/start.ts'
import { candidateAtDocuments } from '#tests/features/documents/candidate.ts'
import { atDesk } from '#tests/support/desk.ts'
import { jpeg, multipart, pdf } from '#tests/support/files.ts'
import {
  asha,
  browser,
  calls,
  folderOfTest,
  logIn,
  openPortal,
  ravi,
  register,
  type TestPortal,
} from '#tests/support/portal.ts'
import { approve, propose } from '#tests/support/settings.ts'

const photo = async () => ({ name: 'me.jpg', content: await jpeg() })
const certificate = async () => ({ name: 'certificate.pdf', content: await pdf() })
const longAgo = new Date(ist('2024-07-01 00:00'))

/** Every kept file of a portal, by path. */
const keptIn = (folder: string): string[] =>
  readdirSync(path.join(folder, 'mbale/files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name))
    .map((name) => path.join(folder, 'mbale/files', name))
    .sort()

/** A closed portal with two uploads of Asha's on real files. */
async function lived(more: Parameters<typeof openPortal>[0] = {}) {
  const dataDir = folderOfTest()
  const portal = await openPortal({ dataDir, ...more })
  const candidate = await candidateAtDocuments(portal)
  await candidate.upload('photo', await photo())
  await candidate.upload('nationality', await certificate())
  await portal.close()
  const files = keptIn(dataDir)
  expect(files).toHaveLength(2)
  return { dataDir, files, database: path.join(dataDir, 'mbale/portal.db') }
}

const database = (file: string, work: (sqlite: SqliteDatabase.Database) => void) => {
  const sqlite = new SqliteDatabase(file)
  work(sqlite)
  sqlite.close()
}

describe('case 80: a database that does not belong to its folder', () => {
  test('case 80: a lost, empty or damaged database does not become a new portal, and no upload is touched', async () => {
    const { dataDir, files, database: file } = await lived()
    const kept = readFileSync(file)
    const open = () => openPortal({ dataDir })
    rmSync(file)
    await expect(open()).rejects.toThrow('the database is missing')
    writeFileSync(file, '')
    await expect(open()).rejects.toThrow('the database is missing')
    rmSync(path.join(dataDir, 'mbale/portal.json'))
    await expect(open()).rejects.toThrow('the database is missing')
    writeFileSync(file, 'this is no database'.repeat(100))
    await expect(open()).rejects.toThrow('no database that SQLite can read')
    writeFileSync(file, kept)
    database(file, (sqlite) => {
      sqlite.pragma('foreign_keys = OFF')
      for (const table of ['documents', 'candidates']) sqlite.exec(`DELETE FROM ${table}`)
    })
    await expect(open()).rejects.toThrow('knows nobody')
    expect(keptIn(dataDir)).toEqual(files)
    writeFileSync(file, kept)
    expect((await open()).rows().documents).toBe(2)
  })

  test('case 80: a database of another course or portal is refused, and so is an older one of this portal', async () => {
    const { dataDir, database: file } = await lived()
    const other = await lived({ slugs: ['mbale'] })
    const scd = folderOfTest()
    await (await openPortal({ dataDir: scd, slugs: ['scd'] })).close()
    const own = readFileSync(file)
    const open = (course = {}) => openPortal({ dataDir, course })

    writeFileSync(file, readFileSync(path.join(scd, 'scd/portal.db')))
    await expect(open()).rejects.toThrow('another course: set DATA_DIR and COURSES to fit')
    writeFileSync(file, readFileSync(other.database))
    await expect(open()).rejects.toThrow('not the one that portal.json names')
    writeFileSync(file, own)
    const marker = path.join(dataDir, 'mbale/portal.json')
    const said = JSON.parse(readFileSync(marker, 'utf8'))
    writeFileSync(marker, JSON.stringify({ ...said, epoch: 2, tag: 'ffffffff' }))
    await expect(open()).rejects.toThrow('older than portal.json says')
    writeFileSync(marker, JSON.stringify(said))
    await (await open()).close()
  })

  test('case 80: a database of a newer version is left alone', async () => {
    const { dataDir, database: file } = await lived()
    database(file, (sqlite) =>
      sqlite.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 4102444800000)"),
    )
    await expect(openPortal({ dataDir })).rejects.toThrow('another version')
  })

  test('case 80: a database made before the first release is refused by name, and not touched', async () => {
    const { dataDir, database: file } = await lived()
    database(file, (sqlite) => sqlite.exec('UPDATE __drizzle_migrations SET created_at = 1795183911167'))
    const before = readFileSync(file)
    await expect(openPortal({ dataDir })).rejects.toThrow(/before version 0\.1\.0.*move the folder away/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('case 80: the marker agrees with the database, and only its owner can read it', async () => {
    const { dataDir, database: file } = await lived()
    const marker = path.join(dataDir, 'mbale/portal.json')
    expect(JSON.parse(readFileSync(marker, 'utf8'))).toMatchObject({
      profile: 'mbale',
      academicYear: mbale.academicYear,
      epoch: 1,
      mode: 'live',
    })
    rmSync(marker)
    await (await openPortal({ dataDir })).close()
    for (const one of [file, marker]) expect(statSync(one).mode & 0o777, one).toBe(0o600)
  })
})

describe('case 80: the sweep', () => {
  const age = (portal: TestPortal) => {
    for (const file of keptIn(path.dirname(portal.services.folder))) utimesSync(file, longAgo, longAgo)
  }
  const orphan = (portal: TestPortal, text: string) => portal.services.fileStorage.keep(Buffer.from(text))

  test('case 80: the sweep never runs if the rows name no file or only a minority, and the desk gets one message', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const candidate = await candidateAtDocuments(portal)
    await candidate.upload('photo', await photo())
    for (const text of ['one', 'two']) await orphan(portal, text)
    age(portal)
    const files = keptIn(dataDir)
    expect(await portal.services.documents.sweep()).toEqual({ aside: 0, isHeld: true })
    portal.services.db.sqlite.exec('DELETE FROM documents')
    expect(await portal.services.documents.sweep()).toEqual({ aside: 0, isHeld: true })
    expect(keptIn(dataDir)).toEqual(files)
    expect(await portal.sentTo(mbale.contact.email, 'checks-failed')).toBe(2)
    const page = await (await atDesk(portal, 'admin')).get('health')
    expect(page.text).toContain('Files that no record refers to, too many to be set aside')
    const { results } = await portal.services.housekeeping.check()
    expect(results.find(({ check }) => check === 'unnamed-files')).toMatchObject({ count: 3 })
  })

  test('case 80: the sweep sets files aside for a week, notifies the desk, and restores those that a row names again', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const candidate = await candidateAtDocuments(portal)
    await candidate.upload('photo', await photo())
    await candidate.upload('nationality', await certificate())
    const [first, second] = [await orphan(portal, 'one'), await orphan(portal, 'two')]
    if (!first.ok || !second.ok) throw new Error('not kept')
    age(portal)
    const sweep = () => portal.services.documents.sweep()
    expect(await sweep()).toEqual({ aside: 2, isHeld: false })
    expect(keptIn(dataDir)).toHaveLength(2)
    const day = path.join(dataDir, 'mbale/files/.aside/2024-08-01')
    expect(readdirSync(day).sort()).toEqual([first.value, second.value].sort())
    const admin = await atDesk(portal, 'admin')
    expect((await admin.get('health')).text).toContain('2024-08-01: 2 files')

    portal.services.db.sqlite
      .prepare(
        `INSERT INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
         VALUES (?, 'signature', ?, 'image/jpeg', 3, 1, 'me.jpg', 1)`,
      )
      .run(candidate.id, first.value)
    await sweep()
    expect(readdirSync(day)).toEqual([second.value])
    expect((await candidate.get('signature')).body).toBe('one')
    portal.clock.advance(days(7) - hours(12))
    await sweep()
    expect(existsSync(day)).toBe(true)
    portal.clock.advance(days(2))
    await sweep()
    expect(existsSync(day)).toBe(false)
  })
})

describe('case 80: a folder in use', () => {
  test('case 80: a folder in use is not seeded, created or restored into; a live one never is', async () => {
    const dataDir = folderOfTest()
    const folder = path.join(dataDir, 'mbale')
    const demo = await openPortal({ dataDir, mode: 'demo' })
    for (const isKept of [true, false]) expect(() => clearDemo(folder, { isKept })).toThrow('is in use')
    expect(() => holdFolder(folder, { alone: true })).toThrow('is in use')
    await demo.close()
    clearDemo(folder, { isKept: true })
    expect(existsSync(path.join(folder, 'portal.db'))).toBe(true)
    clearDemo(folder, { isKept: false })
    expect(readdirSync(folder)).toEqual(['in-use.lock'])
    const again = await openPortal({ dataDir, mode: 'demo' })
    await again.close()
    rmSync(path.join(folder, 'portal.db'))
    clearDemo(folder, { isKept: false })

    const live = await lived()
    expect(() => clearDemo(path.join(live.dataDir, 'mbale'), { isKept: false })).toThrow('holds real data')
    rmSync(live.database)
    expect(() => clearDemo(path.join(live.dataDir, 'mbale'), { isKept: false })).toThrow('holds real data')
    expect(keptIn(live.dataDir)).toEqual(live.files)
  })
})

describe('case 81: a restore', () => {
  const course = courses.find(({ slug }) => slug === 'mbale')!
  const meera = { ...asha, email: 'meera@example.org', mobile: '9123456780', fullName: 'Meera Joshi' }

  /** Loses everything since a backup and restores it. */
  function restore(dataDir: string, name: string, now = ist('2024-08-03 12:00')) {
    for (const left of readdirSync(path.join(dataDir, 'mbale')).filter((one) => one.startsWith('portal.db')))
      rmSync(path.join(dataDir, 'mbale', left))
    const config = { dataDir, mode: 'live' } as Config
    const migrations = path.resolve('migrations')
    return restorePortal({ config, course, migrations, from: path.join(dataDir, 'backups/mbale'), name, now })
  }

  const sent = (portal: TestPortal) => portal.box.sent.map(({ idempotencyKey }) => idempotencyKey)

  test('case 81: a restore never reissues an Application ID or an idempotency key, however often it is repeated', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    await register(first)
    const { name } = await first.services.housekeeping.backUp()
    const ids = [await register(first, ravi)]
    await first.services.messages.deliverDue()
    const keys = sent(first)
    await first.close()
    for (const person of [meera, { ...meera, email: 'm2@example.org', mobile: '9123456781' }]) {
      restore(dataDir, name)
      const portal = await openPortal({ dataDir })
      ids.push(await register(portal, person))
      await portal.services.messages.deliverDue()
      keys.push(...sent(portal))
      await portal.close()
    }
    expect(ids.every((id) => /^ML24\d{6}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(3)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('case 81: a message waiting at the backup keeps its key, so that a provider sends it once', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    first.box.answers.push(...Array.from({ length: 4 }, () => ({ kind: 'failed', reason: 'away' }) as const))
    await first.api('POST', calls.register, asha)
    await first.services.messages.deliverDue()
    const { name } = await first.services.housekeeping.backUp()
    const [key] = sent(first)
    await first.close()
    restore(dataDir, name)
    const portal = await openPortal({ dataDir })
    portal.clock.advance(minutes(2))
    await portal.services.messages.deliverDue()
    expect(sent(portal)[0]).toBe(key)
  })

  test('case 81: a restore advances every series, also of empty tables, and records it in the audit log', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    const { name } = await first.services.housekeeping.backUp()
    await first.close()
    restore(dataDir, name)
    const { services } = await openPortal({ dataDir })
    const last = services.db.sqlite.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck()
    const tables = services.db.sqlite
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
      .pluck()
      .all() as string[]
    expect(tables).toEqual(expect.arrayContaining(['payments', 'grievances', 'refunds', 'merit_editions']))
    for (const table of tables) expect(last.get(table), table).toBeGreaterThanOrEqual(10_000)
    expect(services.db.sqlite.prepare('SELECT act FROM audit_log').pluck().all()).toContain('housekeeping.restored')
    expect(services.identity.epochs).toHaveLength(2)
    expect(readdirSync(path.join(dataDir, 'mbale')).filter((name) => name.includes('restoring'))).toEqual([])
  })

  test('case 81: a restore ends every earlier login', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    const userId = await register(first)
    const { token, cookies } = await logIn(first, userId)
    const admin = await atDesk(first, 'admin')
    const { name } = await first.services.housekeeping.backUp()
    await first.close()
    restore(dataDir, name)
    const portal = await openPortal({ dataDir })
    expect((await portal.api('GET', calls.name, undefined, { token })).status).toBe(401)
    expect((await browser(portal, cookies).get('dashboard')).status).toBe(303)
    expect((await portal.api('GET', calls.refresh, undefined, { cookies })).status).toBe(401)
    const desk = await portal.ask('GET', '/mbale/cell/health', { cookies: admin.jar, headers: { accept: 'text/html' } })
    expect(desk.headers.location).toContain('/cell/login')
    expect((await logIn(portal, userId)).token).toBeTruthy()
  })

  test('case 81: a code issued between backup and loss is unknown, even if its number is reused; an older one is valid', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    const userId = await register(first)
    const submit = (portal: TestPortal, version: number) =>
      portal.services.db.sqlite
        .prepare(
          `INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint)
           VALUES (1, ?, ?, '{}', '')`,
        )
        .run(version, portal.clock.portal())
    first.services.db.sqlite.exec('INSERT OR IGNORE INTO applications (candidate_id) VALUES (1)')
    submit(first, 1)
    const codes = createCodes({ secret: demoSecret }, 'mbale', first.services.identity.epochs)
    const codeOf = (version: number) => codes.issue({ kind: 'application-form', candidateId: 1, number: version })
    first.clock.advance(hours(1))
    const { name } = await first.services.housekeeping.backUp()
    await first.close()
    restore(dataDir, name)
    const portal = await openPortal({ dataDir, at: ist('2024-08-03 12:00') })
    submit(portal, 2)
    const check = (code: string) => portal.services.printables.verify(code, '10.0.0.1')
    expect(check(codeOf(1))).toMatchObject({ ok: true, value: { userId } })
    expect(check(codeOf(2))).toMatchObject({ ok: false, refusal: { code: 'unknown-code' } })
  })

  test('case 81: nor one of the year and letters that the cell has set, even if nobody had registered before the backup', async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    const [one, other] = [await atDesk(first, 'admin', 'one'), await atDesk(first, 'admin', 'other')]
    await propose(first, one, 'year', { academicYear: '2024-2025', applicationIdPrefix: 'QZ' })
    await approve(first, other, 'year')
    const { name } = await first.services.housekeeping.backUp()
    const lost = await register(first)
    expect(lost).toMatch(/^QZ24/)
    await first.close()
    restore(dataDir, name)
    const again = await openPortal({ dataDir })
    const given = await register(again, ravi)
    expect([given.slice(0, 4), given > lost]).toEqual(['QZ24', true])
  })

  test("case 81: a restore does not overwrite SQLite's remains of a lost database, nor another course", async () => {
    const dataDir = folderOfTest()
    const first = await openPortal({ dataDir })
    const { name } = await first.services.housekeeping.backUp()
    await first.close()
    const from = path.join(dataDir, 'backups/mbale')
    const config = { dataDir, mode: 'live' } as Config
    const task = { config, course, migrations: path.resolve('migrations'), from, name, now: ist('2024-08-03 12:00') }
    rmSync(path.join(dataDir, 'mbale/portal.db'))
    writeFileSync(path.join(dataDir, 'mbale/portal.db-wal'), 'x')
    expect(() => restorePortal(task)).toThrow('is there already')
    const scd = courses.find(({ slug }) => slug === 'scd')!
    expect(() => restorePortal({ ...task, course: scd })).toThrow('is a backup of mbale')
    expect(existsSync(path.join(dataDir, 'scd/portal.db'))).toBe(false)
  })
})

describe('case 86: the share of one candidate', () => {
  test('case 86: a candidate who requests 120 prints at once must wait, while another is served', async () => {
    const portal = await openPortal()
    const [greedy, other] = [await candidateAtDocuments(portal), await candidateAtDocuments(portal, ravi)]
    const print = (token: string) => portal.api('GET', 'printables/application-form.pdf', undefined, { token })
    const prints = Array.from({ length: 120 }, () => print(greedy.token))
    const served = await print(other.token)
    expect(served.status).toBe(200)
    const answers = await Promise.all(prints)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(100)
    expect(refused[0]!.body.code).toBe('prints-waiting')
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  })

  test('case 86: the press serves candidates in turn', async () => {
    const { press, done } = await waitingPress()
    for (const lane of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) press(lane)
    expect(await done(7)).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  test('case 86: a candidate may upload a fixed number of bytes a day, kept or not', async () => {
    const rules = { ...mbale.candidateLimits, uploadBytesPerDay: 30_000 }
    const portal = await openPortal({ course: { candidateLimits: rules } })
    const [greedy, other] = [await candidateAtDocuments(portal), await candidateAtDocuments(portal, ravi)]
    const rubbish = { name: 'a.txt', content: Buffer.alloc(20_000, 'x') }
    for (let n = 0; n < 2; n++) expect((await greedy.upload('photo', rubbish)).status).toBe(422)
    const refused = await greedy.upload('photo', await photo())
    expect([refused.status, refused.body.code]).toEqual([429, 'upload-bytes'])
    expect(refused.body.message).toContain('24 hours')
    const byPage = await greedy.post('photo-details', { kind: 'photo' }, [{ ...(await photo()), field: 'photo' }])
    expect(byPage.status).toBe(429)
    expect((await other.upload('photo', await photo())).status).toBe(201)
    portal.clock.advance(days(1))
    const { token } = await logIn(portal, greedy.userId)
    const { body, headers } = multipart({ kind: 'photo' }, [await photo()])
    expect((await portal.ask('POST', `${portal.base}api/documents`, { token, body, headers })).status).toBe(201)
  })

  test('case 86: simultaneous uploads are limited, and those above the limit end unread', async () => {
    const rules = { ...mbale.candidateLimits, uploadsAtOnce: 2 }
    const portal = await openPortal({ course: { candidateLimits: rules } })
    const greedy = await candidateAtDocuments(portal)
    const file = await photo()
    const answers = await Promise.all(Array.from({ length: 6 }, () => greedy.upload('photo', file)))
    expect(answers.filter(({ body }) => body.code === 'uploads-at-once').length).toBeGreaterThan(0)
    expect((await greedy.upload('photo', file)).status, 'afterwards').toBe(201)
  })

  test('case 86: a file that came while there was no room counts once, when it is taken in', async () => {
    const rules = { ...mbale.candidateLimits, uploadsAtOnce: 8, filesWaiting: 1, uploadsPerHour: 9 }
    const portal = await openPortal({ course: { candidateLimits: rules } })
    const candidate = await candidateAtDocuments(portal)
    const file = await photo()
    const answers = await Promise.all(Array.from({ length: 8 }, () => candidate.upload('photo', file)))
    const taken = answers.filter(({ status }) => status === 201).length
    expect(taken).toBeLessThan(8)
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('uploads-at-once')
    for (let n = taken; n < 9; n++) expect((await candidate.upload('photo', file)).status).toBe(201)
    expect((await candidate.upload('photo', file)).body.code).toBe('too-often')
  })

  test('case 86: a file replaced before submission goes after an hour; a submitted one stays', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const candidate = await candidateAtDocuments(portal)
    const upload = async (width: number) =>
      expect(
        (await candidate.upload('photo', { name: 'me.jpg', content: await jpeg({ width, height: 600 }) })).status,
      ).toBe(201)
    await upload(500)
    const [submitted] = keptIn(dataDir)
    const hash = submitted!.slice(-65).replace('/', '')
    portal.services.db.sqlite
      .prepare(
        `INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint)
         VALUES (?, 1, 1, ?, '')`,
      )
      .run(candidate.id, JSON.stringify({ documents: [{ kind: 'photo', hash }] }))
    for (const width of [510, 520, 530]) await upload(width)
    expect(keptIn(dataDir)).toHaveLength(4)
    for (const file of keptIn(dataDir)) utimesSync(file, longAgo, longAgo)
    await portal.services.documents.sweep()
    expect(keptIn(dataDir)).toHaveLength(4)
    portal.clock.advance(hours(1) + minutes(1))
    expect(await portal.services.documents.sweep()).toEqual({ aside: 0, isHeld: false })
    expect(keptIn(dataDir)).toHaveLength(2)
    expect(keptIn(dataDir)).toContain(submitted)
  })
})

/** A queue like the press's, whose work ends on demand. */
async function waitingPress() {
  const queue = fairQueue({ concurrency: 1, perLane: 10, inAll: 100, now: () => 0 })
  const order: string[] = []
  const running: Promise<unknown>[] = []
  return {
    press: (lane: string) => void running.push(queue.run(lane, async () => void order.push(lane))),
    async done(count: number) {
      await Promise.all(running)
      return order.slice(0, count)
    },
  }
}

describe('case 88: a file whose bytes have changed', () => {
  const change = (file: string) => {
    const bytes = readFileSync(file)
    bytes[bytes.length - 10]! ^= 1
    writeFileSync(file, bytes)
  }

  test('case 88: the portal refuses a changed or truncated file at once and notifies the desk', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const candidate = await candidateAtDocuments(portal)
    await candidate.upload('photo', await photo())
    const [file] = keptIn(dataDir)
    const whole = readFileSync(file!)
    change(file!)
    const answer = await candidate.get('photo')
    expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([503, 'file-damaged'])
    writeFileSync(file!, whole)
    expect((await candidate.get('photo')).statusCode).toBe(200)
    truncateSync(file!, 100)
    expect((await candidate.get('photo')).statusCode).toBe(503)
    const page = await (await atDesk(portal, 'admin')).get('health')
    expect(page.text).toContain('Files whose content has changed since they were saved')
    // Once for the file, in two languages.
    expect(await portal.sentTo(mbale.contact.email, 'checks-failed')).toBe(2)
  })

  test('case 88: a large changed file is not served either', async () => {
    const dataDir = folderOfTest()
    const { services } = await openPortal({ dataDir })
    const kept = await services.fileStorage.keep(Buffer.alloc(3 * 1024 * 1024, 'book'))
    if (!kept.ok) throw new Error('not kept')
    expect(Buffer.concat(await (await services.fileStorage.read(kept.value)).toArray())).toHaveLength(3 * 1024 * 1024)
    change(keptIn(dataDir)[0]!)
    await expect(services.fileStorage.read(kept.value)).rejects.toThrow('is changed')
  })

  test('case 88: the nightly check and a backup find a changed file, and the backup keeps its good copy', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const candidate = await candidateAtDocuments(portal)
    await candidate.upload('photo', await photo())
    const { housekeeping } = portal.services
    await housekeeping.backUp()
    const [file] = keptIn(dataDir)
    const copy = file!.replace('/mbale/', '/backups/mbale/files/')
    const whole = readFileSync(copy)
    change(file!)
    const { results } = await housekeeping.check()
    expect(results.find(({ check }) => check === 'changed-file')).toMatchObject({ count: 1 })
    portal.clock.advance(days(1))
    expect((await housekeeping.backUp()).damaged).toEqual([])
    expect(readFileSync(copy).equals(whole)).toBe(true)
    // The copy in the backups is checked against its name too, and replaced from a good original.
    change(copy)
    portal.clock.advance(days(1))
    const [damaged] = (await housekeeping.backUp()).damaged!
    expect(file).toContain(damaged)
    writeFileSync(file!, whole)
    portal.clock.advance(days(1))
    expect((await housekeeping.backUp()).damaged).toEqual([])
    expect(readFileSync(copy).equals(whole)).toBe(true)
  })

  test('case 88: a restore leaves out and names a changed or missing file of the backup', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const candidate = await candidateAtDocuments(portal)
    await candidate.upload('photo', await photo())
    await candidate.upload('nationality', await certificate())
    const { name } = await portal.services.housekeeping.backUp()
    await portal.close()
    const [first, second] = keptIn(dataDir).map((file) => path.relative(path.join(dataDir, 'mbale'), file))
    const from = path.join(dataDir, 'backups/mbale')
    change(path.join(from, 'files', first!))
    rmSync(path.join(from, 'files', second!))
    const back = folderOfTest()
    const config = { dataDir: back, mode: 'live' } as Config
    const course = courses.find(({ slug }) => slug === 'mbale')!
    const now = ist('2024-08-03 12:00')
    const restored = restorePortal({ config, course, migrations: path.resolve('migrations'), from, name, now })
    expect(restored).toEqual({ files: 1, damaged: [first], missing: [first, second] })
  })

  test('a file not named after its hash is backed up again if it changed at the same size', async () => {
    const dataDir = folderOfTest()
    const { services, clock } = await openPortal({ dataDir })
    const lists = path.join(dataDir, 'mbale/merit-lists')
    mkdirSync(lists)
    writeFileSync(path.join(lists, 'final-1.pdf'), 'one')
    await services.housekeeping.backUp()
    writeFileSync(path.join(lists, 'final-1.pdf'), 'two')
    clock.advance(days(1))
    await services.housekeeping.backUp()
    expect(readFileSync(path.join(dataDir, 'backups/mbale/files/merit-lists/final-1.pdf'), 'utf8')).toBe('two')
  })

  test('only the owner can read backups and databases', async () => {
    const dataDir = folderOfTest()
    const { services } = await openPortal({ dataDir })
    const { name } = await services.housekeeping.backUp()
    for (const file of [`backups/mbale/${name}/portal.db`, 'mbale/portal.db', 'mbale/portal.db-wal'])
      expect(statSync(path.join(dataDir, file)).mode & 0o777, file).toBe(0o600)
  })
})
