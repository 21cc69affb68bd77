import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { placesOf } from '#pages/parts/privacy/access.server.ts'
import { noticeDueAt } from '#server/domain/privacy/breaches.ts'
import { noticeVersion } from '#server/domain/privacy/purposes.ts'
import type { View } from '#server/domain/site/view.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { holdings } from '#server/features/privacy/privacy/holdings.ts'
import { runScheduled } from '#server/jobs.ts'
import { days, hours, istOffset, plus } from '#server/kernel/time.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { jpeg, multipart } from '#tests/support/files.ts'
import { publishSeats } from '#tests/support/options.ts'
import {
  asha,
  browser,
  calls,
  faultsOf,
  folderOfTest,
  logIn,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { unzipped } from '#tests/support/zip.ts'

type MyData = {
  hasReadNotice: boolean
  consents: { subject: string; act: string; version: number; at: number }[]
  requests: { id: number; kind: string; state: string; answer: string | null }[]
  access: { id: number; who: string; what: string }[]
  older: number | null
}

const myData = async (screen: ReturnType<typeof browser>, query = '') =>
  viewOf<View<MyData>>(await screen.get(`my-data${query}`)).data

/** Everything stored, as text. */
function stored({ services: { db } }: TestPortal): string {
  const tables = db.sqlite
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all() as string[]
  return tables.map((name) => JSON.stringify(db.sqlite.prepare(`SELECT * FROM "${name}"`).all())).join('\n')
}

/** A registered candidate with a browser. */
async function signedIn(portal: TestPortal, person = asha) {
  const one = await applicant(portal, person)
  const screen = browser(portal, one.cookies)
  await screen.get('my-data')
  return { ...one, screen }
}

test('every table about candidates is in the list that downloads and erasures go by', async () => {
  const { services } = await openPortal()
  const references = services.db.sqlite
    .prepare(
      `SELECT m.name, f."table" AS parent FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table'`,
    )
    .all() as { name: string; parent: string }[]
  const held = new Set(holdings.map(({ table }) => table))
  /** Rows that refer to a candidate's rows and say nothing about a person. */
  const others = ['admission_checks']
  const unlisted = references.filter(
    ({ name, parent }) => held.has(parent) && !held.has(name) && !others.includes(name),
  )
  expect(unlisted).toEqual([])
  // Every statement of the list fits the tables.
  for (const { table, given, of } of holdings)
    services.db.sqlite.prepare(
      `SELECT ${given?.join(', ').replace(/\bby\b/, '"by"') ?? '1'} FROM ${table} WHERE ${of('1')}`,
    )
})

test('what a candidate agreed to is recorded with the version of the notice, and can be taken back', async () => {
  const portal = await openPortal()
  const { screen } = await signedIn(portal)
  expect(await myData(screen)).toMatchObject({
    hasReadNotice: true,
    consents: [{ subject: 'notice', act: 'given', version: noticeVersion }],
  })
  // The times read as the portal's clock had them, which a demo moves.
  portal.clock.set(plus(portal.clock.real(), hours(48)))
  expect((await screen.post('my-data', { intent: 'whatsapp-on' })).status).toBe(303)
  expect((await screen.post('my-data', { intent: 'whatsapp-off' })).status).toBe(303)
  expect((await screen.post('my-data', { intent: 'whatsapp-off' })).status).toBe(303)
  const { consents } = await myData(screen)
  expect(consents.map(({ subject, act }) => `${subject} ${act}`)).toEqual([
    'whatsapp withdrawn',
    'whatsapp given',
    'notice given',
  ])
  expect(consents[0]!.at).toBe(portal.clock.portal())
  // Another version is confirmed once.
  portal.services.db.sqlite.exec('UPDATE consents SET version = 0')
  expect((await myData(screen)).hasReadNotice).toBe(false)
  expect((await screen.get('dashboard')).text).toContain('Please read how your data is used')
  for (const _ of [1, 2]) await screen.post('my-data', { intent: 'notice' })
  expect((await screen.get('dashboard')).text).not.toContain('Please read how your data is used')
  expect((await myData(screen)).consents.filter(({ version }) => version === noticeVersion)).toHaveLength(1)
})

test('the archive holds everything of the candidate, each file, and nothing of anybody else', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  const his = await signedIn(portal, ravi)
  await his.complete()
  await his.submit()
  await her.answer()
  const photograph = multipart({ kind: 'photo' }, [
    { name: 'me.jpg', content: await jpeg({ width: 600, height: 800 }) },
  ])
  const uploaded = await portal.ask('POST', `${portal.base}api/documents`, {
    body: photograph.body,
    headers: { ...photograph.headers, authorization: `Bearer ${her.token}` },
  })
  expect(uploaded.status).toBe(201)
  const officer = await atDesk(portal, 'admin', 'helper.one')
  for (const { userId } of [her, his]) await officer.get(`help-desk/${userId}`)
  const answer = await portal.app.inject({ method: 'GET', url: `${portal.base}my-data.zip`, cookies: her.cookies })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const files = unzipped(answer.rawPayload)
  expect(Object.keys(files)).toEqual(['data.json', 'my-data.pdf', 'files/documents-1-photo.jpg'])
  const kept = createHash('sha256').update(files['files/documents-1-photo.jpg']!).digest('hex')
  expect(files['my-data.pdf']!.subarray(0, 5).toString()).toBe('%PDF-')
  const text = files['data.json']!.toString()
  const data = JSON.parse(text)
  expect(data.documents[0]).toMatchObject({ kind: 'photo', originalName: 'me.jpg', hash: kept })
  expect(data.candidates[0]).toMatchObject({ userId: her.userId, fullName: asha.fullName, mobile: asha.mobile })
  expect(data.application_steps.map(({ step }: { step: number }) => step)).toEqual([0, 1, 2, 3, 4])
  expect(data.audit_log).toContainEqual(expect.objectContaining({ act: 'help-desk.viewed', role: 'admin' }))
  for (const foreign of [his.userId, ravi.fullName, ravi.mobile, ravi.email, officer.loginName])
    expect(text).not.toContain(`"${foreign}"`)
  expect(text).not.toMatch(/password|cookie|csrf|sealed/i)
  // A few an hour.
  for (let n = 2; n <= 6; n++) portal.services.limits.count(`my-data:${her.id}`, hours(1), portal.clock.real())
  expect((await her.screen.get('my-data.zip')).status).toBe(429)
  expect((await browser(portal).get('my-data.zip')).status).toBe(303)
})

test('a candidate reads who opened their data, by office and without names', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  const his = await signedIn(portal, ravi)
  const helper = await atDesk(portal, 'admin', 'helper.one')
  for (let n = 0; n < 25; n++) await helper.get(`help-desk/${her.userId}`)
  const page = await her.screen.get('my-data')
  expect(page.text).not.toContain('helper.one')
  const { access, older } = await myData(her.screen)
  expect([access.length, access[0]]).toMatchObject([20, { who: 'Admin', what: 'Opened a candidate at the help desk' }])
  const rest = await myData(her.screen, `?before=${older}`)
  expect([rest.access.length, rest.older]).toEqual([5, null])
  expect((await myData(his.screen, `?before=${older}`)).access).toEqual([])
  const regional = await atDesk(portal, 'ro', 'region.one', { region: 'pune' })
  await regional.get(`help-desk/${her.userId}`)
  expect((await myData(her.screen)).access[0]!.who).toBe('Regional office/ARA: Pune')
  for (const hostile of ['?before=-1', '?before=x', "?before=1'--", '?before=99999999999999999999'])
    expect((await her.screen.get(`my-data${hostile}`)).status).toBe(200)
})

test('a candidate reads the name of the institute that opened their data', async () => {
  const portal = await openPortal()
  publishSeats(portal.services)
  const t = ((key: string) => key) as CandidatePage['t']
  const services = portal.services as unknown as CandidatePage['services']
  const at = (code: string) => placesOf({ t, services, language: 'en', named: (name) => name }, 'institute', code)
  const { instituteCode, institute } = portal.services.seats.institutes({}).slice(0, 1)[0]!
  expect(at(instituteCode)).toBe(`staff:role.institute: ${institute}`)
})

test('says when an answer is late and when the form can no longer be changed', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  expect((await her.screen.get('my-data')).text).toContain('You can still change answers in your form yourself')
  await her.screen.post('my-data', erase)
  expect((await her.screen.get('my-data')).text).toContain('The answer is due by')
  portal.clock.advance(days(90))
  const { cookies } = await logIn(portal, her.userId)
  const late = (await browser(portal, cookies).get('my-data')).text
  expect(late).toContain('The answer was due by')
  expect(late).toContain('You cannot change your form yourself now')
})

const mother = { fullName: 'Sunita Patil', relation: 'guardian', mobile: '9123456780', email: 'sunita@example.org' }
/** Names a second receiver on the page, who agrees. */
async function nameMother(portal: TestPortal, screen: ReturnType<typeof browser>) {
  expect((await screen.post('second-receiver', mother)).status).toBe(303)
  const otp = await portal.otpFor(mother.mobile)
  expect((await screen.post('second-receiver', { otp })).status).toBe(303)
  expect((await screen.get('second-receiver')).text).toContain('••••••6780')
}

test('a download has the second receiver, and the record of consents says since when', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  await nameMother(portal, her.screen)
  const answer = await portal.app.inject({ method: 'GET', url: `${portal.base}my-data.zip`, cookies: her.cookies })
  const data = JSON.parse(unzipped(answer.rawPayload)['data.json']!.toString())
  expect(data.second_receivers).toEqual([expect.objectContaining({ ...mother, confirmedAt: expect.anything() })])
  expect((await myData(her.screen)).consents).toContainEqual(
    expect.objectContaining({ subject: 'receiver', act: 'given', version: noticeVersion }),
  )
})

const erase = { kind: 'erasure', text: 'Please erase my account.' }

test('a form that was never submitted is erased as a whole, after three days and not before', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  await her.answer()
  await nameMother(portal, her.screen)
  expect((await her.screen.post('my-data', erase)).status).toBe(303)
  const again = await her.screen.post('my-data', erase)
  expect([again.status, again.text.includes('A request of this kind is open already')]).toEqual([409, true])
  const officer = await atDesk(portal, 'admin')
  const inbox = await officer.get('home')
  expect(inbox.text).toContain('Requests about data')
  const answer = { outcome: 'done', text: 'It is done.' }
  expect((await officer.post('data-requests/1', answer)).status).toBe(409)
  portal.clock.advance(hours(73))
  const later = await atDesk(portal, 'admin', 'another')
  expect((await later.get('data-requests/1')).text).toContain('Erase what may be erased')
  expect((await later.post('data-requests/1', answer)).status).toBe(303)
  await portal.services.messages.deliverDue()
  expect(portal.box.sent.at(-1)!.text + portal.box.sent.at(-2)!.text).toContain('Erased: name and contacts')
  await portal.services.privacy.retention.run()
  portal.services.limits.purge(portal.clock.real())
  const left = stored(portal)
  const traces = [asha.fullName, asha.mobile, asha.email, ...Object.values(mother), 'Please erase'].filter((trace) =>
    left.includes(trace),
  )
  expect(traces).toEqual([])
  expect((await portal.api('POST', calls.login, { userId: her.userId, password: asha.password })).status).toBe(401)
  expect((await her.screen.get('my-data')).status).toBe(303)
  expect(portal.services.audit.verify().isWhole).toBe(true)
  // The number, the mobile and the address are free again, and nobody gets the old Application ID.
  const newcomer = await signIn(portal, asha)
  expect(newcomer.userId).not.toBe(her.userId)
})

test('nothing is erased while money is under way', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  await her.screen.post('my-data', erase)
  portal.clock.advance(hours(73))
  portal.services.db.sqlite.exec(`INSERT INTO payments (candidate_id, due, amount, gateway, status, created_at, changed_at)
    VALUES (${her.id}, 'application-fee', 100000, 'razorpay', 'pending', 1, 1)`)
  const officer = await atDesk(portal, 'admin')
  expect((await officer.get('data-requests/1')).text).toContain('A payment or refund is under way')
  const answer = await officer.post('data-requests/1', { outcome: 'done', text: 'Done.' })
  expect([answer.status, stored(portal).includes(asha.fullName)]).toEqual([409, true])
})

test('an erasure leaves a submitted form and an admission, and says what stays and why', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  await her.complete()
  await her.submit()
  await her.screen.post('feedback', { about: 'other', rating: '5', text: 'Very good' })
  portal.services.db.sqlite.exec(`INSERT INTO staff (id, login_name, full_name, role, password_hash, must_change_password, created_at)
    VALUES (99, 'x.y', 'X', 'institute', '', 0, 1);
    INSERT INTO admissions (candidate_id, round, choice_code, institute_code, seen, awaited, admitted_at, admitted_by)
    VALUES (${her.id}, 1, '101110110', '1011', '[]', '[]', 1, 99)`)
  const asked = await her.screen.post('my-data', erase)
  expect(asked.status).toBe(303)
  portal.clock.advance(hours(73))
  const officer = await atDesk(portal, 'admin')
  expect((await officer.post('data-requests/1', { outcome: 'done', text: 'See below.' })).status).toBe(303)
  const login = { userId: her.userId, password: asha.password }
  const { cookies } = await portal.api('POST', calls.login, login)
  const page = await browser(portal, cookies).get('my-data')
  expect(page.text).toContain('the rules of admission and the audit require the record of an admission')
  expect(page.text).toContain('accounts of public money must be kept for audit')
  expect(stored(portal)).not.toContain('Very good')
  expect(stored(portal)).toContain(asha.fullName)
})

test('nobody reaches the request of another, nor one that does not exist', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  const his = await signedIn(portal, ravi)
  await her.screen.post('my-data', { kind: 'correction', text: 'My mother is called Sunita.' })
  for (const request of ['1', '2', '0', '-1', 'x', '1 OR 1=1', '999999999'])
    expect([404, 422]).toContain((await his.screen.post('my-data', { request })).status)
  expect((await his.screen.get('my-data')).text).not.toContain('Sunita')
  expect((await her.screen.post('my-data', { request: '1' })).status).toBe(303)
  expect((await her.screen.post('my-data', { request: '1' })).status).toBe(409)
  const officer = await atDesk(portal, 'admin')
  expect((await officer.get('data-requests/x')).status).toBe(404)
  expect((await officer.post('data-requests/77', { outcome: 'done', text: 'x' })).status).toBe(404)
  const late = await officer.post('data-requests/1', { outcome: 'done', text: 'x' })
  expect(late.status).toBe(409)
})

test('retention closes a record first and erases it later, and the log proves it', async () => {
  const portal = await openPortal()
  const { services } = portal
  const her = await signedIn(portal)
  await her.complete()
  await her.submit()
  services.db.sqlite.exec('UPDATE documents SET hash = lower(hex(randomblob(32)))')
  const his = await signedIn(portal, ravi)
  await his.answer()
  const end = Math.max(...services.notices.schedule().map(({ opensAt, closesAt }) => closesAt ?? opensAt))
  const acts = () =>
    services.db.sqlite
      .prepare("SELECT act || ' ' || detail FROM audit_log WHERE actor_name = 'retention' ORDER BY id")
      .pluck()
      .all()
  await services.privacy.retention.run()
  expect(acts()).toEqual([])
  /** This many days after the season. */
  const after = async (count: number) => {
    portal.clock.advance(end + days(count) - portal.clock.portal())
    await services.messages.deliverDue()
    // What it erases is set aside for a week of nights.
    for (let night = 0; night <= 8; night++) await services.privacy.retention.run()
    services.limits.purge(portal.clock.real())
  }
  await after(91)
  expect(acts()).toEqual(['privacy.restricted {"class":"unfinished","people":1}'])
  const officer = await atDesk(portal, 'admin')
  const closed = await officer.get(`help-desk/${his.userId}`)
  expect([closed.status, closed.text.includes('This record is closed'), closed.text.includes(ravi.fullName)]).toEqual([
    403,
    true,
    false,
  ])
  expect((await officer.get(`help-desk/${her.userId}`)).status).toBe(200)
  // The owner still gets in.
  const login = { userId: his.userId, password: ravi.password }
  expect((await portal.api('POST', calls.login, login)).status).toBe(200)
  await after(181)
  const left = stored(portal)
  expect([left.includes(ravi.fullName), left.includes(ravi.mobile), left.includes(asha.fullName)]).toEqual([
    false,
    false,
    true,
  ])
  await after(1096)
  expect(stored(portal)).not.toContain(asha.fullName)
  await after(2921)
  expect(services.db.sqlite.prepare('SELECT count(*) FROM payments').pluck().get()).toBe(0)
  const done = acts()
  expect(done.join('\n')).toMatch(/privacy.erased {"class":"unfinished","people":1,"rows":\d+/)
  expect(done.join('\n')).toMatch(/privacy.erased {"class":"payments","people":1,"rows":\d+/)
  await after(2922)
  expect(acts()).toEqual(done)
  expect(services.audit.verify().isWhole).toBe(true)
  expect(services.db.sqlite.pragma('foreign_key_check')).toEqual([])
})

/** Every row of every table but those that the retention itself writes, as JSON. */
const rowsOf = ({ services: { db } }: TestPortal) => {
  const own = [
    'audit_log',
    'audit_head',
    'erasure_nights',
    'erased_rows',
    'data_states',
    'rate_limits',
    'check_reports',
  ]
  const tables = db.sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT'")
    .pluck()
    .all()
  return Object.fromEntries(
    tables
      .filter((table) => !own.includes(table))
      .map((table) => [
        table,
        (db.sqlite.prepare(`SELECT * FROM "${table}"`).all() as object[]).map((row) => JSON.stringify(row)).sort(),
      ]),
  )
}

test('what a night of the retention erased is brought back row by row and file by file, for a week of nights', async () => {
  const portal = await openPortal({ dataDir: folderOfTest() })
  const { services } = portal
  const her = await signedIn(portal)
  await her.complete()
  await her.submit()
  services.db.sqlite.exec('UPDATE documents SET hash = lower(hex(randomblob(32)))')
  const his = await signedIn(portal, ravi)
  await his.answer()
  const kept = await services.fileStorage.keep(Buffer.from('a photo'))
  if (!kept.ok) throw new Error('not kept')
  services.db.sqlite
    .prepare(
      `INSERT INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
       VALUES (?, 'signature', ?, 'image/jpeg', 7, 1, 'me.jpg', 1)`,
    )
    .run(his.id, kept.value)
  await services.messages.deliverDue()
  const { retention } = services.privacy
  const before = rowsOf(portal)
  const at = portal.clock.real()
  // The clock is wrong by ten years, for one night.
  portal.clock.advance(days(3650))
  await retention.run()
  expect(rowsOf(portal)).not.toEqual(before)
  for (const table of ['application_steps', 'documents', 'outbox', 'payments'])
    expect([table, rowsOf(portal)[table]!.length]).toEqual([table, 0])
  portal.clock.advance(at - portal.clock.real())
  await services.documents.sweep()

  const [night] = retention.nights()
  expect(await retention.bringBack(night!.id)).toMatchObject({ files: 1, taken: 0 })
  expect(rowsOf(portal)).toEqual(before)
  expect(services.db.sqlite.pragma('foreign_key_check')).toEqual([])
  expect(retention.nights()).toEqual([])
  // The desk opens the records again, and its lists show them.
  expect(services.db.sqlite.prepare('SELECT count(*) FROM data_states').pluck().get()).toBe(0)
  const admin = await atDesk(portal, 'admin')
  expect((await admin.get(`help-desk/${her.userId}`)).status).toBe(200)
  const pieces: Uint8Array[] = []
  for await (const piece of await services.fileStorage.read(kept.value)) pieces.push(piece as Uint8Array)
  expect(Buffer.concat(pieces).toString()).toBe('a photo')
  expect(services.audit.verify().isWhole).toBe(true)

  portal.clock.advance(days(3650))
  for (let n = 0; n < 8; n++) {
    await retention.run()
    expect(retention.nights(), `night ${n}`).toHaveLength(1)
  }
  // State of the portal names it, while it can be brought back.
  const [last] = retention.nights()
  const later = await atDesk(portal, 'admin', 'admin.later')
  expect((await later.get('health')).text).toContain(`Night ${last!.id}, `)
  await retention.run()
  expect(retention.nights()).toEqual([])
  expect(services.db.sqlite.prepare('SELECT count(*) FROM erased_rows').pluck().get()).toBe(0)
})

test('a wrong time that somebody confirms at the desk costs nothing for good: hundreds of records and files of the diploma course come back', {
  timeout: 60_000,
}, async () => {
  const portal = await openPortal({ slugs: ['scd'], dataDir: folderOfTest() })
  const { services } = portal
  const { db, fileStorage, machineTime, privacy } = services
  const tick = () => runScheduled(portal.portals, { warn() {}, error() {} })
  const first = await register(portal)
  const copy = db.sqlite.prepare(
    `INSERT INTO candidates (user_id, full_name, mobile, email, state, district, language, consented_at, created_at)
     SELECT @userId, full_name || ' ' || @n, @mobile, @n || email, state, district, language, consented_at, created_at
     FROM candidates WHERE user_id = @of`,
  )
  const keep = db.sqlite.prepare(
    `INSERT INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
     VALUES (?, ?, ?, 'image/jpeg', 9, 1, 'paper.jpg', 1)`,
  )
  const kinds = ['photo', 'signature', 'domicile-certificate', 'ssc-marksheet']
  for (let n = 1; n <= 120; n++) {
    const userId = `${first.slice(0, 4)}${String(500_000 + n)}`
    const { lastInsertRowid } = copy.run({ userId, n, mobile: String(7_000_000_000 + n), of: first })
    for (const kind of kinds) {
      const kept = await fileStorage.keep(Buffer.from(`${n} ${kind}`))
      if (!kept.ok) throw new Error('not kept')
      keep.run(lastInsertRowid, kind, kept.value)
    }
  }
  await tick()
  const before = rowsOf(portal)
  const setAside = () => fileStorage.aside().reduce((sum, { files }) => sum + files, 0)
  expect([before.documents!.length, setAside()]).toEqual([480, 0])

  portal.clock.advance(days(3650))
  await tick()
  expect(db.sqlite.prepare('SELECT count(*) FROM erased_rows').pluck().get(), 'before somebody confirms').toBe(0)
  const admin = await atDesk(portal, 'admin')
  const watch = new Date(portal.clock.real() + istOffset).toISOString()
  const typed = { intent: 'confirm-time', watchDate: watch.slice(0, 10), watchTime: watch.slice(11, 16) }
  expect((await admin.post('health', typed)).status).toBe(303)
  // The next night comes by and by: a jump would be doubted again.
  for (let n = 0; n < 24; n++) {
    portal.clock.advance(hours(1))
    await tick()
  }
  expect(rowsOf(portal).documents!.length).toBe(0)
  expect(setAside()).toBe(480)

  portal.clock.advance(-days(3651))
  expect(machineTime.isTrusted(), 'the right time is doubted next').toBe(false)
  const [night] = privacy.retention.nights()
  expect(await privacy.retention.bringBack(night!.id)).toMatchObject({ files: 480, taken: 0 })
  const after = rowsOf(portal)
  for (const table of ['candidates', 'documents']) expect([table, after[table]], table).toEqual([table, before[table]])
  expect(setAside()).toBe(0)
  expect(db.sqlite.pragma('foreign_key_check')).toEqual([])
  expect(db.sqlite.prepare('SELECT count(*) FROM data_states').pluck().get()).toBe(0)
})

test('a night that is brought back changes no request that was answered since, and restores nobody whose erasure was granted', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  await her.answer()
  await her.screen.post('my-data', erase)
  const his = await signedIn(portal, ravi)
  await his.answer()
  await his.screen.post('my-data', erase)
  // The clock is wrong by ten years, for one night.
  portal.clock.advance(days(3650))
  await portal.services.privacy.retention.run()
  portal.clock.advance(hours(73) - days(3650))
  expect(stored(portal)).toContain(asha.fullName)
  const officer = await atDesk(portal, 'admin')
  const answers = [
    await officer.post('data-requests/1', { outcome: 'done', text: 'It is done.' }),
    await officer.post('data-requests/2', { outcome: 'refused', text: 'You have withdrawn it on paper.' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([303, 303])

  const { retention } = portal.services.privacy
  expect(await retention.bringBack(retention.nights()[0]!.id)).toMatchObject({ taken: 0 })
  const rows = (sql: string) => portal.services.db.sqlite.prepare(sql).all()
  expect(rows('SELECT state, text FROM data_requests ORDER BY id')).toEqual([
    { state: 'done', text: '' },
    { state: 'refused', text: erase.text },
  ])
  expect(rows('SELECT user_id AS id, full_name AS name FROM candidates ORDER BY id')).toEqual([
    { id: her.userId, name: '' },
    { id: his.userId, name: ravi.fullName },
  ])
  expect(rows('SELECT candidate_id AS id FROM data_states WHERE erased_at IS NOT NULL')).toEqual([{ id: her.id }])
  expect(rows('SELECT DISTINCT candidate_id AS id FROM application_steps')).toEqual([{ id: his.id }])
  const left = stored(portal)
  expect([asha.fullName, asha.mobile, asha.email].filter((trace) => left.includes(trace))).toEqual([])
  expect(portal.services.audit.verify().isWhole).toBe(true)
})

test('somebody who has registered again since keeps the number; the old record comes back without it', async () => {
  const portal = await openPortal()
  const her = await signedIn(portal)
  portal.clock.advance(days(3650))
  await portal.services.privacy.retention.run()
  portal.clock.advance(-days(3650))
  const again = await signedIn(portal, asha)
  const [night] = portal.services.privacy.retention.nights()
  expect((await portal.services.privacy.retention.bringBack(night!.id)).taken).toBe(1)
  const named = portal.services.db.sqlite.prepare('SELECT user_id FROM candidates WHERE mobile = ?').pluck()
  expect(named.all(asha.mobile)).toEqual([again.userId])
  const old = portal.services.db.sqlite.prepare('SELECT full_name FROM candidates WHERE user_id = ?').pluck()
  expect(old.get(her.userId)).toBe(asha.fullName)
})

test('the clocks of a breach run from the moment at which it was noticed; each notice is drafted in both languages', async () => {
  const portal = await openPortal()
  const officer = await atDesk(portal, 'admin')
  const said = {
    whatEn: 'A backup was copied.',
    whatMr: 'एका बॅकअपची प्रत झाली.',
    dataEn: 'Names',
    dataMr: 'नावे',
    consequencesEn: 'Unwanted calls',
    consequencesMr: 'नको असलेले कॉल',
    measuresEn: 'Keys changed',
    measuresMr: 'किल्ल्या बदलल्या',
    stepsEn: 'Give nobody your OTP',
    stepsMr: 'ओटीपी कोणालाही देऊ नका',
  }
  const breach = { noticedDate: '2024-08-01', noticedTime: '11:30', what: said.whatEn }
  const future = await officer.post('breaches', { ...breach, noticedTime: '23:59' })
  expect(future.status).toBe(422)
  expect(Object.keys(faultsOf(await officer.post('breaches', { ...breach, what: '' })))).toEqual(['what'])
  expect((await officer.post('breaches', breach)).status).toBe(303)
  const begun = await officer.get('breaches/1')
  for (const words of ['1 Aug 2024, 17:30', '4 Aug 2024, 11:30', 'A backup was copied. [मराठीत लिहा]', '[narrow down]'])
    expect(begun.text, 'drafted from one sentence').toContain(words)
  expect((await officer.post('breaches/1', { intent: 'facts', people: '12x', ...said })).status).toBe(422)
  const emptied = await officer.post('breaches/1', { intent: 'facts', dataEn: 'Names' })
  expect(Object.keys(faultsOf(emptied))).toEqual(['whatEn'])
  expect((await officer.post('breaches/1', { intent: 'facts', people: '120', ...said })).status).toBe(303)
  const page = await officer.get('breaches/1')
  for (const words of ['1 Aug 2024, 17:30', ...Object.values(said)]) expect(page.text).toContain(words)
  expect(page.text).not.toMatch(/\[narrow down\]|मराठीत लिहा/)
  expect((await officer.post('breaches/9', { intent: 'facts', ...said })).status).toBe(404)
  const noticed = portal.clock.real() - 30 * 60_000
  expect([noticeDueAt('cert-in', noticed) - noticed, noticeDueAt('report', noticed) - noticed]).toEqual([
    hours(6),
    hours(72),
  ])
  expect((await officer.get('home')).text).toContain('Breaches with a notice to send')
  for (const notice of ['cert-in', 'people', 'board', 'report'])
    expect((await officer.post('breaches/1', { notice })).status).toBe(303)
  expect((await officer.post('breaches/1', { notice: 'people' })).status).toBe(409)
  expect((await officer.get('home')).text).not.toContain('Breaches with a notice to send')
})

test('one sentence in Marathi records a breach too, and only those who answer for data may', async () => {
  const portal = await openPortal()
  const [officer, so] = [await atDesk(portal, 'admin'), await atDesk(portal, 'so', 'officer')]
  const breach = { noticedDate: '2024-08-01', noticedTime: '11:30', what: 'एका बॅकअपची प्रत झाली.' }
  expect((await so.post('breaches', breach)).status).toBe(403)
  expect((await officer.post('breaches', breach)).status).toBe(303)
  const { text } = await officer.get('breaches/1')
  expect(text).toContain('एका बॅकअपची प्रत झाली. [translate into English]')
  expect((await so.post('breaches/1', { intent: 'facts', whatEn: 'x' })).status).toBe(403)
})
