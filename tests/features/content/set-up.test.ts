import { expect, test } from 'vitest'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import type { View } from '#server/domain/site/view.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { everyId } from '#tests/support/message-ids.ts'
import { asData, browser, calls, folderOfTest, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { publishRules } from '#tests/support/public-files.ts'
import { formOf, realValues } from '#tests/support/settings.ts'

const unopened = { isDated: false, isOpened: false, at: ist('2026-03-02 10:00') } as const
const pageOf = (portal: TestPortal, path: string) => browser(portal).get(path)

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
      expect(
        (await admin.post(`settings/${setting}`, confirmedForm(portal, setting, realValues[setting] ?? {}))).status,
        setting,
      ).toBe(303)
  await publishRules(portal)
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

/** A portal with everything set up. It is opened again, because the test's own dates bypass what it remembers. */
async function setUpPortal(): Promise<TestPortal> {
  const dataDir = folderOfTest()
  const before = await openPortal({ ...unopened, dataDir, gateway })
  await atDesk(before, 'so', 'officer')
  await setUpEverything(before, await atDesk(before, 'admin', 'before'))
  await before.close()
  return openPortal({ ...unopened, dataDir, gateway })
}

test('without provider ids the portal opens only if two people say so, with a reason', async () => {
  const portal = await setUpPortal()
  const first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  const { templates, setUp, settings } = portal.services
  const seen = () => String(templates.newestVersion())
  await first.post('message-ids', { seen: seen(), 'id-login-otp-en': '', 'id-login-otp-mr': '' })
  expect(setUp.lines().find(({ item }) => item === 'templates')!.missing).toEqual([{ what: 'template-ids', count: 2 }])
  expect((await first.get('set-up')).text).toContain('Open the portal although something is missing')
  expect((await first.post('set-up', { intent: 'propose' })).status).toBe(422)
  expect((await first.post('set-up', { intent: 'propose', reason: 'no' })).status).toBe(422)
  const reason = 'The provider needs a week; logins go by e-mail until then'
  expect((await first.post('set-up', { intent: 'propose', reason })).status).toBe(303)
  expect((await second.get('home')).text, 'the second admin learns of it').toContain('Opening of the portal to approve')
  expect((await first.get('home')).text).not.toContain('Opening of the portal to approve')
  const shown = (await second.get('set-up')).text
  expect(shown).toContain(`It opens although this is missing. Reason: ${reason}`)
  expect(shown).toContain('2 texts by SMS have no provider id')
  const id = String(setUp.waiting({ id: 0, loginName: '', role: 'admin' })!.id)
  expect((await first.post('set-up', { intent: 'open', id })).status, 'not alone').toBe(403)
  await first.post('message-ids', { seen: seen(), 'id-seat-kept-en': '' })
  expect((await second.post('set-up', { intent: 'open', id })).status, 'more are missing than was said').toBe(409)
  await first.post('message-ids', { seen: seen(), 'id-seat-kept-en': '1107160000000041772' })
  expect((await second.post('set-up', { intent: 'open', id })).status).toBe(303)
  expect(settings.isOpened()).toBe(true)
  const told = portal.services.db.sqlite.prepare("SELECT detail FROM audit_log WHERE act LIKE 'content.open%'").pluck()
  expect(told.all().map((detail) => JSON.parse(String(detail)))).toMatchObject([{ withoutId: 2 }, { withoutId: 2 }])
  expect((await first.get('set-up')).text).toContain(
    `It was opened although this was missing: 2 texts by SMS have no provider id. Reason: ${reason}`,
  )
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

test('a test message says that it is one, in its first value and in the subject', async () => {
  const portal = await openPortal(unopened)
  const admin = await atDesk(portal, 'admin')
  await admin.post('set-up', { intent: 'message', mobile: '9876543210', email: 'it@example.org' })
  const [sms, mail] = ['sms', 'email'].map((channel) => portal.box.sent.find((one) => one.channel === channel)!)
  expect(sms!.text).toMatch(/^TEST \d+ is your OTP to register/)
  expect(mail!.subject).toMatch(/^TEST: /)
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

test('rules without a PDF and examples keep the portal closed, or two people say why not', async () => {
  const portal = await setUpPortal()
  const first = await atDesk(portal, 'admin', 'first')
  const second = await atDesk(portal, 'admin', 'second')
  const { publicFiles, setUp, settings } = portal.services
  const withdrawn = publicFiles.list().find(({ address }) => address === 'rule2019.pdf')!
  publicFiles.withdraw({ id: first.id, loginName: 'first', role: 'admin' }, withdrawn.id)
  const phone = { phone: '1800 000 0000' }
  expect((await first.post('settings/contact', confirmedForm(portal, 'contact', phone))).status).toBe(303)
  const page = (await first.get('set-up')).text
  expect(page).toContain('The PDF of 1 rule in the menu is missing')
  expect(page, 'and the example by name').toContain('Contacts still has an example: 1800 000 0000')
  expect((await first.post('set-up', { intent: 'propose' })).status).toBe(422)
  const reason = 'The telephone company connects the number on Monday'
  expect((await first.post('set-up', { intent: 'propose', reason })).status).toBe(303)
  const asked = (await second.get('set-up')).text
  for (const words of ['The PDF of 1 rule in the menu is missing', '1 setting still has examples', reason])
    expect(asked).toContain(words)
  const id = String(setUp.waiting({ id: 0, loginName: '', role: 'admin' })!.id)
  const another = publicFiles.list().find(({ address }) => address === 'rule2020.pdf')!
  publicFiles.withdraw({ id: first.id, loginName: 'first', role: 'admin' }, another.id)
  expect((await second.post('set-up', { intent: 'open', id })).status, 'one rule more is missing').toBe(409)
  await publishRules(portal, ['rule2020.pdf'])
  expect((await second.post('set-up', { intent: 'open', id })).status).toBe(303)
  expect(settings.isOpened()).toBe(true)
})

test('one page sets the cell and its fees; an example is left out, and a faulty field keeps all of them back', async () => {
  const portal = await openPortal({ ...unopened, gateway })
  const admin = await atDesk(portal, 'admin', 'first')
  const { settings } = portal.services
  type Values = { settings: { base: Field; fields: Field[] }[] }
  type Field = { name: string; value: string | number }
  const offered = async () => {
    const shown = viewOf<View<Values>>(await admin.get('set-up/values', asData)).data.settings
    return Object.fromEntries(
      shown.flatMap(({ base, fields }) => [base, ...fields].map(({ name, value }) => [name, String(value)] as const)),
    )
  }
  const began = await offered()
  expect(began).toMatchObject({ 'contact-phone': '', 'contact-email': '', 'fees-open': '1200' })
  const typed = {
    ...began,
    ...{
      'year-academicYear': '2027-2028',
      'year-applicationIdPrefix': 'HX',
      'fees-open': '900',
      'fees-reserved': '950',
    },
    ...{
      'contact-phone': '1800 222 3333',
      'contact-email': 'help@hills.edu.in',
      'contact-officerEmail': 'go@hills.edu.in',
    },
  }
  const refused = await admin.post('set-up/values', typed)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('href="#f-fees-reserved"')
  expect(settings.newest('year'), 'nothing is set').toBe(0)
  const done = await admin.post('set-up/values', { ...typed, 'fees-reserved': '700' })
  expect([done.status, done.headers.location]).toEqual([303, '/mbale/cell/schedule'])
  expect(itemsDone(portal).slice(0, 5)).toEqual(['year', 'head', 'contact', 'login-links', 'fees'])
  expect(portal.services.course).toMatchObject({ academicYear: '2027-2028', applicationFees: { open: rupees(900) } })
  // Once more with one change makes one version, and a page that is older than another admin's change is refused.
  const versions = () => cellSettings.map((setting) => settings.newest(setting))
  const [before, again] = [versions(), await offered()]
  expect((await admin.post('set-up/values', { ...again, 'fees-open': '950' })).status).toBe(303)
  expect(versions().filter((version, at) => version !== before[at])).toHaveLength(1)
  expect((await admin.post('set-up/values', { ...again, 'fees-open': '960' })).status).toBe(409)
  const opened = await atDesk(await openPortal(), 'admin', 'first')
  expect((await opened.get('set-up/values')).headers.location, 'an opened portal has its settings').toMatch(/settings$/)
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
  ).toBe('set-up/values')
  expect(portal.services.course.academicYear).toBe('2027-2028')
  for (const setting of ['head', 'contact', 'login-links', 'fees', 'acceptance-fee', 'payment-time'] as const)
    await admin.post(`settings/${setting}`, formOf(portal, setting, realValues[setting] ?? {}))
  expect(await next('settings/pictures', formOf(portal, 'pictures', {})), 'on from the part of the setting').toBe(
    'schedule',
  )
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
