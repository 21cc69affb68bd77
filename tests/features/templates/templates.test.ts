import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { type MessageTemplate, messageTemplates } from '#server/domain/messages/message-templates.ts'
import { createTemplates } from '#server/features/messages/templates/service.ts'
import { templatesStore } from '#server/features/messages/templates/store.ts'
import { languages } from '#server/kernel/languages.ts'
import { minutes } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { faultsOf, folderOfTest, openPortal, signIn, viewOf } from '#tests/support/portal.ts'

const words = {
  smsEn: 'Welcome. Your merit number is {{userId}}. {{cell}}',
  smsMr: 'स्वागत. तुमचा क्रमांक {{userId}}. {{cell}}',
  subjectEn: 'Welcome {{userId}}',
  subjectMr: 'स्वागत {{userId}}',
  emailEn: 'Hello,\n\nyour number is {{userId}}.',
  emailMr: 'नमस्कार,\n\nतुमचा क्रमांक {{userId}}.',
  idEn: '1107160000000000001',
  idMr: '1107160000000000002',
  version: '0',
}
const address = 'templates/registration-welcome'

test("messages use the new wording, and the provider's new id, once an admin has changed them", async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const asked = await admin.post(address, words)
  expect(asked.status).toBe(409)
  expect(asked.text).toContain('Welcome. Your merit number is ML24100001.')
  expect((await admin.post(address, { ...words, confirmed: 'yes' })).status).toBe(303)

  await signIn(portal)
  await portal.services.messages.deliverDue()
  const [sms, mail] = ['sms', 'email'].map(
    (channel) => portal.box.sent.find((one) => one.template === 'registration-welcome' && one.channel === channel)!,
  )
  expect(sms!.text).toMatch(/^Welcome\. Your merit number is ML\d{8}\. /)
  expect(sms!.templateId).toBe('1107160000000000001')
  expect(mail!.subject).toMatch(/^Welcome ML\d{8}$/)
  expect(mail!.text).toContain('Hello,\n\nyour number is ML')
  // The signature remains the portal's.
  expect(mail!.text).toContain('Nobody from the cell will ever ask')
})

test('earlier messages keep their wording, in the log and in the message box', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await signIn(portal)
  await portal.services.messages.deliverDue()
  const candidate = portal.services.db.sqlite.prepare('SELECT id FROM candidates').pluck().get() as number
  const before = portal.services.messages.phoneLog({ candidateId: candidate }).lines.map(({ text }) => text)
  const box = portal.services.inbox.page({ candidateId: candidate })
  portal.clock.advance(minutes(1))
  await admin.post(address, { ...words, confirmed: 'yes' })
  portal.clock.advance(minutes(1))
  expect(portal.services.messages.phoneLog({ candidateId: candidate }).lines.map(({ text }) => text)).toEqual(before)
  expect(portal.services.inbox.page({ candidateId: candidate })).toEqual(box)
})

test('an admin can restore the original wording, and every version is listed', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await admin.post(address, { ...words, confirmed: 'yes' })
  const changed = viewOf<{ data: { version: number; isChanged: boolean } }>(await admin.get(address)).data
  expect(changed.isChanged).toBe(true)
  const restored = await admin.post(address, { intent: 'own-words', version: String(changed.version) })
  expect(restored.status).toBe(303)
  const { data } = viewOf<{ data: { isChanged: boolean; versions: { what: string }[] } }>(await admin.get(address))
  expect(data.isChanged).toBe(false)
  expect(data.versions.map(({ what }) => what)).toEqual(['own', 'changed'])
  await signIn(portal)
  await portal.services.messages.deliverDue()
  const sms = portal.box.sent.find((one) => one.template === 'registration-welcome' && one.channel === 'sms')!
  expect([sms.text.startsWith('Registered for'), sms.templateId]).toEqual([true, undefined])
  const acts = portal.services.db.sqlite
    .prepare("SELECT act FROM audit_log WHERE act LIKE 'templates.%' ORDER BY id")
    .pluck()
    .all()
  expect(acts).toEqual(['templates.changed', 'templates.restored'])
})

test('an unknown placeholder, a missing OTP and an SMS of five parts are refused beside their fields', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const unknown = await admin.post(address, { ...words, smsEn: 'Dear {{name}}, {{userId}}', emailMr: '{{ userId }}' })
  expect(unknown.status).toBe(422)
  expect(faultsOf(unknown)).toEqual({
    smsEn: 'English: This message cannot fill in name',
    emailMr: 'Marathi: Use double braces only around the name of a value',
  })
  const otp = { smsEn: 'Your OTP', smsMr: 'ओटीपी {{otp}}', version: '0' }
  expect(faultsOf(await admin.post('templates/login-otp', otp))).toEqual({
    smsEn: 'English: The message needs otp: put it back',
  })
  const long = { ...otp, smsEn: '{{otp}}', smsMr: `{{otp}} ${'अ'.repeat(300)}` }
  expect(Object.keys(faultsOf(await admin.post('templates/login-otp', long)))).toEqual(['smsMr'])
})

test("of two simultaneous editors the second gets a warning, and the first one's change remains", async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await admin.post(address, { ...words, confirmed: 'yes' })
  const stale = await admin.post(address, { ...words, smsEn: 'Another. {{userId}}', confirmed: 'yes' })
  expect(stale.status).toBe(409)
  expect(stale.text).toContain('Somebody else has changed this message')
  expect(portal.services.templates.view('registration-welcome')!.parts[0]!.words.en).toBe(words.smsEn)
})

test('a change by another process counts here within a fifth of a second, and is not overwritten', async () => {
  const folder = folderOfTest()
  const portal = await openPortal({ dataDir: folder })
  const admin = await atDesk(portal, 'admin')
  const { db, clock, course, templates } = portal.services
  const others = openDatabase(path.join(folder, course.slug, 'portal.db'), 'migrations')
  onTestFinished(() => others.close())
  const there = createTemplates({ db: others, store: templatesStore(others), clock, course, record: () => {} })
  expect(templates.view('registration-welcome')!.version).toBe(0)
  const other = { id: admin.id, loginName: admin.loginName, role: 'admin' } as const
  expect(there.change(other, 'registration-welcome', words).ok).toBe(true)
  // Instead of a wait: `unseenFor` in db/client.ts.
  db.lookAnew()
  expect(templates.wording('registration-welcome', clock.portal())!.texts.sms!.en).toBe(words.smsEn)
  expect(templates.change(other, 'registration-welcome', { ...words, smsEn: 'Another. {{userId}}' }).ok).toBe(false)
})

test('a wording with a placeholder that this version no longer fills falls back to the original', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  await admin.post(address, { ...words, confirmed: 'yes' })
  portal.services.db.sqlite.exec("UPDATE template_versions SET wording = replace(wording, '{{cell}}', '{{gone}}')")
  const { userId } = await signIn(portal)
  expect(userId).toMatch(/^ML/)
})

test('the examples of a preview fit its message', async () => {
  const { templates } = (await openPortal()).services
  expect(templates.examples('candidature-order', 'en')).toMatchObject({
    reference: 'CET/2024/117',
    next: 'your application is cancelled. It takes no further part in this admission',
  })
  expect(templates.examples('seat-reminder', 'en')).toMatchObject({
    act: 'Check your facts to keep your CAP Round 1 seat',
    loss: 'Otherwise you will lose the seat.',
  })
  expect(templates.examples('seat-allotted', 'en').next).toContain('Check your facts to keep your CAP Round 1 seat')
  expect(templates.examples('grievance-refused', 'mr').reference).toBe('ML24-G00012')
})

test('every message can be previewed and saved as it is', async () => {
  const portal = await openPortal()
  const { templates } = portal.services
  for (const template of Object.keys(messageTemplates) as MessageTemplate[]) {
    const view = templates.view(template)!
    const body = Object.fromEntries(
      view.parts.flatMap(({ part, words: own }) => [
        [`${part}En`, own.en],
        [`${part}Mr`, own.mr],
      ]),
    )
    expect([template, templates.drafted(template, { ...body, version: '0' }).ok]).toEqual([template, true])
    for (const language of languages) {
      const examples = Object.values(templates.examples(template, language))
      // Neither a name, nor a key, nor a text with a gap.
      expect([template, examples.filter((one) => /^\[|\{\{|^[a-z]+:[a-z.-]+$/.test(one))]).toEqual([template, []])
    }
  }
})

test('a message is found by any of its words, in either language, and by its name', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const found = async (q: string) =>
    viewOf<{ data: { list: { rows: { template: string }[] } } }>(
      await admin.get(`templates?q=${encodeURIComponent(q)}`),
    ).data.list.rows.map(({ template }) => template)
  expect(await found('registration-welcome')).toEqual(['registration-welcome'])
  expect(await found('Quote this number whenever')).toContain('registration-welcome')
  expect(await found('no message says this')).toEqual([])
  expect((await admin.get('templates')).text).toContain('Words of a message, or its name')
})
