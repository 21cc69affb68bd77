import { beforeEach, expect, test } from 'vitest'
import type { View } from '../../../pages/ui/view'
import { atDesk, type DeskBrowser } from '../../support/desk'
import { faultsOf, openPortal, type TestPortal, viewOf } from '../../support/portal'

let portal: TestPortal
let admin: DeskBrowser

/** The people of a demo and one of its admins. */
beforeEach(async () => {
  portal = await openPortal({ mode: 'demo', cohort: 700 })
  admin = await atDesk(portal, 'admin', 'writer')
})

const words = {
  titleEn: 'Scrutiny ends on 16 August',
  titleMr: 'छाननी 16 ऑगस्टला संपते',
  bodyEn: 'Correct your form.\n\nThen submit it again.',
  bodyMr: 'अर्ज दुरुस्त करा.\n\nनंतर पुन्हा सादर करा.',
  smsEn: 'Correct your form and submit it again by 16 August.',
  smsMr: '16 ऑगस्टपर्यंत अर्ज दुरुस्त करून पुन्हा सादर करा.',
}
const count = (sql: string) =>
  (portal.services.db.sqlite.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n
const sendAll = async () => {
  for (let tick = 0; tick < 10; tick++) {
    portal.services.bulkMessages.sendDue()
    await portal.services.messages.deliverDue()
  }
}
const view = async () =>
  viewOf<View<{ recipients: number; sample: unknown[]; state: string; sent: number }>>(
    await admin.get('bulk-message/1'),
  ).data

test('a message is previewed with its audience, confirmed once more, and reaches each recipient once', async () => {
  const made = await admin.post('bulk-message', { ...words, stage: 'sent-back', bySms: 'true', byEmail: 'true' })
  expect([made.status, made.headers.location]).toEqual([303, '/mbale/cell/bulk-message/1'])
  const reverted = count('applications WHERE reverted_at IS NOT NULL')
  expect(reverted).toBeGreaterThan(10)
  expect(await view()).toMatchObject({ recipients: reverted, state: 'prepared', sent: 0 })
  await sendAll()
  expect(count("outbox WHERE template = 'from-the-cell'")).toBe(0)

  const unchecked = await admin.post('bulk-message/1', { intent: 'send' })
  expect([unchecked.status, faultsOf(unchecked)]).toEqual([422, { checked: 'Tick that you have checked it' }])
  expect((await admin.post('bulk-message/1', { intent: 'send', checked: 'true' })).status).toBe(303)
  await sendAll()
  expect(await view()).toMatchObject({ state: 'sent', sent: reverted })
  for (const channel of ['sms', 'email']) {
    const to = portal.box.sent.filter((one) => one.template === 'from-the-cell' && one.channel === channel)
    expect([to.length, new Set(to.map((one) => one.to)).size]).toEqual([reverted, reverted])
  }
  expect(count("inbox_messages WHERE template = 'from-the-cell'")).toBe(reverted)
  const mail = portal.box.sent.find(
    ({ template, channel, language }) => template === 'from-the-cell' && channel === 'email' && language === 'en',
  )
  expect(mail!.text).toContain(words.bodyEn)
  // A sent message is neither repeated nor withdrawn.
  for (const intent of ['send', 'withdraw'])
    expect((await admin.post('bulk-message/1', { intent, checked: 'true' })).status).toBe(409)
})

test('messages to many recipients go out in batches; a batch waits until the one before is delivered, and a crash repeats none', async () => {
  await admin.post('bulk-message', { ...words, bySms: 'true' })
  await admin.post('bulk-message/1', { intent: 'send', checked: 'true' })
  const { bulkMessages, messages } = portal.services
  bulkMessages.sendDue()
  bulkMessages.sendDue()
  expect(await view()).toMatchObject({ state: 'sending', sent: 300 })
  await messages.deliverDue()
  const { sqlite } = portal.services.db
  const before = sqlite.prepare('SELECT sent_up_to FROM bulk_messages').get()
  sqlite.exec("CREATE TRIGGER broken BEFORE UPDATE ON bulk_messages BEGIN SELECT RAISE(ABORT, 'cut'); END")
  expect(() => bulkMessages.sendDue()).toThrow('cut')
  expect([
    count("outbox WHERE template = 'from-the-cell'"),
    sqlite.prepare('SELECT sent_up_to FROM bulk_messages').get(),
  ]).toEqual([300, before])
  sqlite.exec('DROP TRIGGER broken')
  await sendAll()
  const everybody = count('candidates')
  expect(everybody).toBeGreaterThan(700)
  expect([
    count("outbox WHERE template = 'from-the-cell'"),
    count('(SELECT DISTINCT candidate_id FROM inbox_messages)'),
  ]).toEqual([everybody, everybody])
})

test('type, category and district narrow an audience; a withdrawn message reaches no candidate', async () => {
  const reached = async (audience: Record<string, string>) => {
    const made = await admin.post('bulk-message', { ...words, ...audience })
    const { id } = portal.services.bulkMessages.latest()[0]!
    expect(made.status).toBe(303)
    expect((await admin.post(`bulk-message/${id}`, { intent: 'withdraw' })).status).toBe(303)
    const found = portal.services.bulkMessages.view(id)
    return found.ok ? found.value.recipients : -1
  }
  const everybody = await reached({})
  const [sc, oms, pune] = [
    await reached({ category: 'SC' }),
    await reached({ type: 'OMS' }),
    await reached({ district: 'MH-pune' }),
  ]
  for (const some of [sc, oms, pune]) expect(some > 0 && some < everybody).toBe(true)
  expect(await reached({ category: 'SC', type: 'OMS' })).toBe(0)
  await sendAll()
  expect(count("inbox_messages WHERE template = 'from-the-cell'")).toBe(0)
})

test('missing parts are reported: words in both languages, an SMS where one is sent, an existing district', async () => {
  const { smsMr: _, titleMr: __, ...some } = words
  const bad = await admin.post('bulk-message', { ...some, bySms: 'true', stage: 'nobody' })
  expect(Object.keys(faultsOf(bad)).sort()).toEqual(['stage', 'titleMr'])
  const { smsMr: ___, ...rest } = words
  const worse = await admin.post('bulk-message', { ...rest, bySms: 'true', district: 'MH-atlantis' })
  expect(faultsOf(worse)).toEqual({ smsMr: 'Marathi: Write the SMS', district: 'Choose the district' })
  expect(portal.rows().bulk_messages).toBe(0)
})
