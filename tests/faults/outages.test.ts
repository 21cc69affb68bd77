import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Delivery } from '#server/adapters/sender.ts'
import { seconds } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha, browser, calls, folderOfTest, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

const marathi = /[\u0900-\u097F]/
const register = `candidate/api/${calls.register}`

/** Leaves the database less room than a counter or a registration needs. */
function fill({ services }: TestPortal): () => void {
  const { sqlite } = services.db
  const more = 'BEGIN INSERT INTO rate_limits VALUES (hex(randomblob(9000)), 1, 1); END'
  sqlite.exec(`CREATE TRIGGER more_people BEFORE INSERT ON registrations ${more}`)
  sqlite.exec(`CREATE TRIGGER more_limits BEFORE UPDATE ON rate_limits ${more}`)
  const most = Number(sqlite.pragma('max_page_count', { simple: true }))
  sqlite.pragma(`max_page_count = ${sqlite.pragma('page_count', { simple: true })}`)
  return () => void sqlite.pragma(`max_page_count = ${most}`)
}

describe('case 76: a failed write does not end the server', () => {
  test('case 66, case 76: while one course cannot be written for seven seconds, the other works and the server lives', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir, slugs: ['mbale', 'scd'], config: { logLevel: 'error' } })
    const writer = new SqliteDatabase(path.join(dataDir, 'mbale/portal.db'))
    onTestFinished(() => void writer.close())
    writer.exec('BEGIN IMMEDIATE')
    const begun = performance.now()
    const waits: number[] = []
    const statuses = { home: new Set<number>(), other: new Set<number>(), stuck: new Set<number>() }
    for (let n = 0; performance.now() - begun < 7000; n++) {
      const asked = performance.now()
      statuses.other.add((await portal.ask('GET', '/scd/candidate/home')).status)
      const body = { ...asha, mobile: `98${String(n).padStart(8, '0')}`, email: `asha${n}@example.org` }
      statuses.other.add((await portal.ask('POST', `/scd/${register}`, { body, ip: `10.0.${n % 250}.1` })).status)
      waits.push(performance.now() - asked)
      statuses.home.add((await portal.ask('GET', '/mbale/candidate/home')).status)
      statuses.stuck.add((await portal.ask('POST', `/mbale/${register}`, { body: asha })).status)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    expect(statuses).toEqual({ home: new Set([200]), other: new Set([200]), stuck: new Set([503]) })
    // The others do not wait for the writer to end; one slow moment of a busy machine says nothing.
    expect(waits.sort((a, b) => a - b)[waits.length >> 1]).toBeLessThan(3500)
    // The guard's timer has come due meanwhile; it used to end the process.
    expect(portal.logs.join('')).toContain('saving the counts of the flood guard')
    writer.exec('ROLLBACK')
    expect((await portal.ask('POST', `/mbale/${register}`, { body: asha })).status).toBe(200)
  })

  test('case 76: a process waits for another writer once, not at every attempt', async () => {
    const dataDir = folderOfTest()
    const portal = await openPortal({ dataDir })
    const writer = new SqliteDatabase(path.join(dataDir, 'mbale/portal.db'))
    onTestFinished(() => void writer.close())
    const { sqlite } = portal.services.db
    const waitsFor = () => sqlite.pragma('busy_timeout', { simple: true })
    expect(waitsFor()).toBe(1000)
    writer.exec('BEGIN IMMEDIATE')
    expect(() => portal.services.limits.put('a', 1, 1)).toThrow(/locked/)
    expect(waitsFor()).toBe(0)
    expect(() => portal.services.db.transact(() => {})).toThrow(/locked/)
    writer.exec('ROLLBACK')
    portal.services.limits.put('a', 1, 1)
    expect(waitsFor()).toBe(1000)
  })

  test('case 65, case 76: on a full disk a call answers 503, says in both languages what is safe, and stores nothing', async () => {
    const portal = await openPortal({ config: { logLevel: 'error' } })
    const makeRoom = fill(portal)
    const before = await portal.contents()
    for (const language of ['en', 'mr']) {
      const headers = { 'accept-language': language }
      const answer = await portal.api('POST', calls.register, asha, { headers })
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'not-saved', '300'])
      expect(marathi.test(answer.body.message)).toBe(language === 'mr')
      if (language === 'en') expect(answer.body.message).toContain('Everything you saved before is safe')
    }
    expect(await portal.contents()).toBe(before)
    expect(portal.logs.join('')).toContain('a request could not be saved')
    makeRoom()
    expect((await portal.api('POST', calls.register, asha)).status).toBe(200)
  })

  test.each(['en', 'mr'])(
    'case 76: a form that cannot be saved comes back with everything typed (%s)',
    async (lang) => {
      const portal = await openPortal()
      const makeRoom = fill(portal)
      const visitor = browser(portal, { mbale_lang: lang })
      const answer = await visitor.post('registration', { ...ravi, consent: 'true' })
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '300'])
      const { form } = viewOf<{ form: { message: string; values: Record<string, string> } }>(answer)
      expect(form.values.fullName).toBe(ravi.fullName)
      expect(form.values.password).toBeUndefined()
      expect(marathi.test(form.message)).toBe(lang === 'mr')
      makeRoom()
      expect((await visitor.post('registration', { ...ravi, consent: 'true' })).status).toBe(303)
    },
  )

  test('case 76: readiness makes a real write, and answers for one course if asked to', async () => {
    const portal = await openPortal({ slugs: ['mbale', 'scd'] })
    const ready = async (query = '') => (await portal.ask('GET', `/readyz${query}`)).status
    expect([await ready(), await ready('?course=mbale'), await ready('?course=scd')]).toEqual([200, 200, 200])
    const { total_changes: before } = changes(portal)
    await ready('?course=mbale')
    expect(changes(portal).total_changes).toBe(before + 1)
    const makeRoom = fill(portal)
    expect([await ready(), await ready('?course=mbale'), await ready('?course=scd')]).toEqual([503, 503, 200])
    makeRoom()
    expect(await ready('?course=none')).toBe(503)
  })
})

const changes = ({ services }: TestPortal) =>
  services.db.sqlite.prepare('SELECT total_changes() AS total_changes').get() as { total_changes: number }

test('case 71, case 76: when SMS do not go out, the log, the desk and then the candidates are told, until they do', async () => {
  const portal = await openPortal({ config: { logLevel: 'error' } })
  const desk = await atDesk(portal, 'admin')
  const { troubles, messages } = portal.services
  const inLanguage = (lang: string) => browser(portal, { mbale_lang: lang }).get('login')
  const failed: Delivery = { kind: 'failed', reason: 'provider answered 503' }
  portal.box.answers.push(failed, failed)
  expect((await portal.api('POST', calls.register, asha)).status).toBe(200)
  await messages.drain()
  expect(portal.logs.join('')).toContain('SMS do not go out: they wait and are tried again')
  expect((await desk.get('home')).text).toContain('SMS do not go out')
  // A failed try or two is no news for candidates; half a minute is.
  expect((await inLanguage('en')).text).not.toContain('SMS arrive late')
  portal.clock.advance(seconds(31))
  portal.box.answers.push(failed, failed, failed, failed)
  await messages.deliverDue()
  expect((await inLanguage('en')).text).toContain('SMS arrive late just now')
  expect((await inLanguage('mr')).text).toContain('आत्ता एसएमएस उशिरा पोहोचत आहेत')
  portal.box.answers.length = 0
  portal.clock.advance(seconds(60))
  await messages.deliverDue()
  expect(troubles.now()).toEqual([])
  expect((await desk.get('health')).text).not.toContain('SMS do not go out')
  expect((await inLanguage('mr')).text).not.toContain('एसएमएस उशिरा')
})

test('case 65: on a full disk the desk is told, and a damaged page is told to the cell at once', async () => {
  const portal = await openPortal()
  const desk = await atDesk(portal, 'admin')
  expect((await desk.get('home')).text).not.toContain('The disk of the server is full')
  const makeRoom = fill(portal)
  for (const page of ['home', 'health']) expect((await desk.get(page)).text).toContain('The disk of the server is full')
  makeRoom()
  expect((await desk.get('home')).text).not.toContain('The disk of the server is full')

  const { sqlite } = portal.services.db
  const damaged = Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' })
  vi.spyOn(portal.services.accounts, 'login').mockImplementation(() => {
    throw damaged
  })
  const answer = await portal.api('POST', calls.login, { userId: 'ML24100001', password: 'Passw0rd' })
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'not-read', '3600'])
  expect(answer.body.message).toContain('The cell has been told')
  expect(sqlite.prepare("SELECT count(*) FROM outbox WHERE template = 'checks-failed'").pluck().get()).toBe(2)
})
