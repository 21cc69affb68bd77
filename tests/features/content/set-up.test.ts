import { expect, test } from 'vitest'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import { isSetUp, type SetUpFacts, setUpLines } from '#server/domain/season/set-up.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { everyId } from '#tests/support/message-ids.ts'
import { browser, calls, folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { formOf } from '#tests/support/settings.ts'

const unopened = { isDated: false, isOpened: false, at: ist('2026-03-02 10:00') } as const
const pageOf = (portal: TestPortal, path: string) => browser(portal).get(path)

const complete: SetUpFacts = {
  set: new Set(cellSettings),
  marks: new Set(['course', 'documents', 'message', 'payment']),
  undated: 0,
  past: 0,
  centres: 1,
  needsCentres: true,
  institutes: 1,
  admins: 2,
  officers: 1,
  rulesMissing: 8,
  withoutId: 0,
  backups: 1,
}
const missingIn = (facts: Partial<SetUpFacts>) =>
  setUpLines({ ...complete, ...facts }).flatMap(({ item, missing }) => missing.map(({ what }) => `${item}: ${what}`))

test.each<[Partial<SetUpFacts>, string[]]>([
  [{}, []],
  [{ set: new Set(cellSettings.filter((one) => one !== 'own-time')) }, ['rules: setting']],
  [{ undated: 2, past: 1 }, ['dates: undated', 'dates: past']],
  [{ centres: 0 }, ['centres: centres']],
  [{ centres: 0, needsCentres: false }, []],
  [{ admins: 1, officers: 0 }, ['officers: admins', 'officers: officers']],
  [{ marks: new Set() }, ['course: look', 'documents: rules', 'documents: look', 'message: test', 'payment: test']],
  [{ marks: new Set(['course', 'message', 'payment']), rulesMissing: 0, withoutId: 0 }, []],
  [{ institutes: 0, backups: 0 }, ['institutes: institutes', 'backup: backup']],
])('with %j the set-up misses %j', (facts, missing) => {
  expect(missingIn(facts)).toEqual(missing)
  expect(isSetUp({ ...complete, ...facts })).toBe(missing.length === 0)
})

test('until the portal is opened, candidates read that it is not, and every act of theirs is refused with that reason', async () => {
  const portal = await openPortal(unopened)
  const home = await pageOf(portal, 'home')
  expect(home.text).toContain('Admissions for 2026-2027 have not opened yet')
  expect((await pageOf(portal, 'home?lang=mr')).text).toContain('अजून सुरू झालेली नाही')
  for (const path of ['home', 'importantdate', 'notifications', 'news', 'contactus', 'privacyandpolicy', 'faq'])
    expect((await pageOf(portal, path)).text, path).not.toMatch(/2024|2025/)
  const before = await portal.contents()
  for (const path of ['registration', 'login', 'dashboard', 'application_Fee', 'forgot-password']) {
    const answer = await pageOf(portal, path)
    expect([path, answer.status, answer.text.includes('have not opened yet')]).toEqual([path, 403, true])
  }
  for (const call of [calls.register, calls.login]) {
    const answer = await portal.api('POST', call, {})
    expect([answer.status, answer.body.message]).toEqual([403, 'Admissions have not opened yet.'])
  }
  expect((await portal.api('GET', 'application-fee')).status).toBe(403)
  expect((await portal.api('GET', 'notices')).status).toBe(200)
  expect(await portal.contents()).toBe(before)
})

/** The form of a setting, confirmed after the preview. */
const confirmedForm = (...form: Parameters<typeof formOf>) => ({ ...formOf(...form), confirmed: 'yes' })
const itemsDone = (portal: TestPortal) =>
  portal.services.setUp.lines().flatMap(({ item, missing }) => (missing.length ? [] : [item]))

/** What no page of this test sets up: dates, institutes, officers and centres. */
function fillTheRest(portal: TestPortal): void {
  const { sqlite } = portal.services.db
  sqlite.exec(`UPDATE activities SET opens_at = 1800000000000`)
  sqlite.exec(`INSERT INTO institutes (code, facilities) VALUES ('9001', '[]')`)
}

async function setUpEverything(portal: TestPortal, admin: DeskBrowser): Promise<void> {
  await admin.post(
    'settings/year',
    confirmedForm(portal, 'year', { academicYear: '2027-2028', applicationIdPrefix: 'HX' }),
  )
  for (const setting of cellSettings)
    if (setting !== 'year')
      expect((await admin.post(`settings/${setting}`, confirmedForm(portal, setting, {}))).status, setting).toBe(303)
  for (const item of ['course', 'documents']) await admin.post('set-up', { intent: 'tick', item })
  const keeper = await tableKeeper(portal, 'keeper')
  await keeper.apply((await keeper.bring('message-ids', everyId(portal))).address)
  expect(
    (await admin.post('set-up', { intent: 'message', mobile: '9876543210', email: 'it@example.org' })).status,
  ).toBe(303)
  expect(itemsDone(portal), 'one press tries all three').toEqual(
    expect.arrayContaining(['message', 'payment', 'backup']),
  )
  await admin.post('centres', {
    isNew: 'true',
    code: 'FC01',
    district: 'MH-pune',
    nameEn: 'Centre, Pune',
    nameMr: 'केंद्र, पुणे',
    addressEn: 'Station Road, Pune',
    addressMr: 'स्टेशन रोड, पुणे',
    confirmed: 'yes',
  })
  fillTheRest(portal)
}

const gateway = {
  createOrder: async () => ({ ok: true, value: { orderId: 'order_1' } }),
  triesOf: async () => ({ ok: true, value: [] }),
} as never

test('one admin sets everything up, interrupted after each step; another one opens the portal', async () => {
  const dataDir = folderOfTest()
  let portal = await openPortal({ ...unopened, dataDir, gateway })
  const first = await atDesk(portal, 'admin', 'first')
  await atDesk(portal, 'admin', 'second')
  await atDesk(portal, 'so', 'officer')
  const home = (await first.get('home')).text
  expect(home, 'an admin begins with what the set-up misses').toContain('Parts of the set-up that miss something')
  expect((await first.post('set-up', { intent: 'propose' })).status).toBe(409)
  await setUpEverything(portal, first)
  expect(portal.services.course).toMatchObject({ academicYear: '2027-2028', applicationIdYear: '27' })
  const done = itemsDone(portal)
  await portal.close()

  portal = await openPortal({ ...unopened, dataDir, gateway })
  expect(portal.services.setUp.lines().filter(({ missing }) => missing.length)).toEqual([])
  expect(itemsDone(portal), 'kept across a restart').toEqual(expect.arrayContaining(done))
  expect(portal.services.identity.academicYear).toBe('2027-2028')
  const again = await atDesk(portal, 'admin', 'third')
  const last = await atDesk(portal, 'admin', 'fourth')
  expect((await again.post('set-up', { intent: 'propose' })).status).toBe(303)
  const blocked = await again.post('settings/own-time', confirmedForm(portal, 'own-time', { hours: '30' }))
  expect(blocked.status, 'nothing changes under the person who looks').toBe(409)
  const id = String(portal.services.setUp.waiting({ id: 0, loginName: '', role: 'admin' })!.id)
  expect((await again.post('set-up', { intent: 'open', id })).status, 'not the one who proposed it').toBe(403)
  expect(portal.services.settings.isOpened()).toBe(false)
  expect((await last.post('set-up', { intent: 'open', id })).status).toBe(303)
  expect(portal.services.settings.isOpened()).toBe(true)
  expect((await pageOf(portal, 'login')).status).toBe(200)
  expect((await pageOf(portal, 'home')).text).not.toContain('have not opened yet')
  await again.post('settings/own-time', confirmedForm(portal, 'own-time', { hours: '30' }))
  expect(portal.services.course.ownHours, 'from now on two people change a value').toBe(24)
})

test('without provider ids the portal opens only if two people say so, with a reason', async () => {
  const dataDir = folderOfTest()
  const before = await openPortal({ ...unopened, dataDir, gateway })
  await atDesk(before, 'so', 'officer')
  await setUpEverything(before, await atDesk(before, 'admin', 'before'))
  await before.close()
  const portal = await openPortal({ ...unopened, dataDir, gateway })
  const first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  const { templates, setUp, settings } = portal.services
  const seen = () => String(templates.newestVersion())
  await first.post('message-ids', { seen: seen(), 'id-login-otp-en': '', 'id-login-otp-mr': '' })
  expect(setUp.lines().find(({ item }) => item === 'templates')!.missing).toEqual([{ what: 'template-ids', count: 2 }])
  expect((await first.get('set-up')).text).toContain('Open the portal with 2 ids missing')
  expect((await first.post('set-up', { intent: 'propose' })).status).toBe(422)
  expect((await first.post('set-up', { intent: 'propose', reason: 'no' })).status).toBe(422)
  const reason = 'The provider needs a week; logins go by e-mail until then'
  expect((await first.post('set-up', { intent: 'propose', reason })).status).toBe(303)
  expect((await second.get('home')).text, 'the second admin learns of it').toContain('Opening of the portal to approve')
  expect((await first.get('home')).text).not.toContain('Opening of the portal to approve')
  expect((await second.get('set-up')).text).toContain(`It opens with 2 provider ids missing. Reason: ${reason}`)
  const id = String(setUp.waiting({ id: 0, loginName: '', role: 'admin' })!.id)
  expect((await first.post('set-up', { intent: 'open', id })).status, 'not alone').toBe(403)
  await first.post('message-ids', { seen: seen(), 'id-seat-kept-en': '' })
  expect((await second.post('set-up', { intent: 'open', id })).status, 'more are missing than was said').toBe(409)
  await first.post('message-ids', { seen: seen(), 'id-seat-kept-en': '1107160000000041772' })
  expect((await second.post('set-up', { intent: 'open', id })).status).toBe(303)
  expect(settings.isOpened()).toBe(true)
  const told = portal.services.db.sqlite.prepare("SELECT detail FROM audit_log WHERE act LIKE 'content.open%'").pluck()
  expect(told.all().map((detail) => JSON.parse(String(detail)))).toMatchObject([{ withoutId: 2 }, { withoutId: 2 }])
  expect((await first.get('set-up')).text).toContain(`It was opened with 2 provider ids missing. Reason: ${reason}`)
})

test('the test message goes out under its provider id, as real ones do', async () => {
  const portal = await openPortal(unopened)
  const admin = await atDesk(portal, 'admin')
  const sent = async () => {
    await admin.post('set-up', { intent: 'message', mobile: '9876543210', email: 'it@example.org' })
    const { template, templateId } = portal.box.sent.filter(({ channel }) => channel === 'sms').at(-1)!
    return [template, templateId]
  }
  expect(await sent()).toEqual(['registration-otp', undefined])
  await admin.post('message-ids', { seen: '0', 'id-seat-kept-en': '1107160000000041772' })
  expect(await sent(), 'one that has an id').toEqual(['seat-kept', '1107160000000041772'])
  const seen = String(portal.services.templates.newestVersion())
  await admin.post('message-ids', { seen, 'id-registration-otp-en': '1107160000000041773' })
  expect(await sent()).toEqual(['registration-otp', '1107160000000041773'])
})

test('a test that fails says why and ticks nothing', async () => {
  const portal = await openPortal(unopened)
  const admin = await atDesk(portal, 'admin')
  portal.box.answers.push({ kind: 'refused', reason: 'template not registered' })
  const message = await admin.post('set-up', { intent: 'message', mobile: '9876543210', email: 'it@example.org' })
  expect([message.status, message.text.includes('template not registered')]).toEqual([409, true])
  expect((await admin.post('set-up', { intent: 'payment' })).status).toBe(409)
  expect(itemsDone(portal)).not.toContain('message')
  expect(itemsDone(portal)).not.toContain('payment')
})

test('the page of the portal’s health shows the same list, and the letterhead prints the name of the cell', async () => {
  const portal = await openPortal(unopened)
  const admin = await atDesk(portal, 'admin')
  const [health, guide] = [await admin.get('health'), await admin.get('set-up')]
  for (const words of ['have no date', 'No institute yet', 'Not tested yet', 'Extra time of a candidate'])
    for (const { text } of [health, guide]) expect(text).toContain(words)
  expect(health.text).toContain('The cell has not set it yet: Extra time of a candidate')
  expect(guide.text).toContain('the cell has not set it yet')
  const paper = await admin.get('set-up/letterhead.pdf')
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('before the opening a value is set by one press, and the guide leads to the next part; rules are kept together', async () => {
  const portal = await openPortal({ ...unopened, gateway })
  const admin = await atDesk(portal, 'admin', 'first')
  const next = async (path: string, fields: Record<string, string>) => {
    const answer = await admin.post(path, fields)
    expect(answer.status, path).toBe(303)
    return String(answer.headers.location).split('/cell/')[1]
  }
  expect(
    await next('settings/year', formOf(portal, 'year', { academicYear: '2027-2028', applicationIdPrefix: 'HX' })),
  ).toBe('settings/head')
  expect(portal.services.course.academicYear).toBe('2027-2028')
  expect(await next('settings/payment-time', formOf(portal, 'payment-time', {})), 'back to what was left out').toBe(
    'settings/fees',
  )
  for (const setting of ['fees', 'acceptance-fee'] as const)
    await admin.post(`settings/${setting}`, formOf(portal, setting, {}))
  const shown = (await admin.get('set-up')).text
  expect(shown, 'with their values in view').toContain('Keep these values')
  const versions = portal.services.settings.newest('limits')
  expect(await next('set-up', { intent: 'keep', item: 'rules' })).toBe('imports/centres')
  expect(itemsDone(portal)).toContain('rules')
  expect(portal.services.settings.newest('limits')).not.toBe(versions)
  expect((await admin.post('set-up', { intent: 'keep', item: 'fees' })).status, 'only rules are kept unread').toBe(422)
  // Once more changes nothing, and an opened portal keeps its preview.
  const again = portal.services.settings.newest('limits')
  await admin.post('set-up', { intent: 'keep', item: 'rules' })
  expect(portal.services.settings.newest('limits')).toBe(again)
  const open = await openPortal()
  const other = await atDesk(open, 'admin', 'first')
  expect((await other.post('settings/own-time', formOf(open, 'own-time', { hours: '30' }))).status).toBe(409)
})
