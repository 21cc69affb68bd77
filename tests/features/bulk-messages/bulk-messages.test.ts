import { beforeEach, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { hours, plus } from '#server/kernel/time.ts'
import { acceptSeat } from '#tests/support/acceptance.ts'
import { addRound, codes, roundOne } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { faultsOf, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { releaseAt } from '#tests/support/release.ts'

let portal: TestPortal
let admin: Awaited<ReturnType<typeof atDesk>>
let second: Awaited<ReturnType<typeof atDesk>>

/** Opens a demo with as many people, for two of its admins. */
async function openDemo(cohort: number) {
  portal = await openPortal({ mode: 'demo', cohort })
  admin = await atDesk(portal, 'admin', 'writer')
  second = await atDesk(portal, 'admin', 'releaser')
}
beforeEach(() => openDemo(250))
/** Enough people for several batches. */
const forBatches = 700

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
const newest = () => {
  const { list } = portal.services.bulkMessages
  return list.piece({} as never, askedOf(list.shape, {})).rows[0]!
}
const view = async () =>
  viewOf<
    View<{
      counted: number
      sample: unknown[]
      state: string
      sent: number
      mayRelease: boolean
      rendered: { language: string; sms: string | null; parts: number | null; text: string }[]
      delivery: { counts: { channel: string; state: string; count: number }[]; failures: { userId: string }[] }
    }>
  >(await admin.get('bulk-message/1')).data

test('a message has a dry run, is released by another admin, and reaches each recipient once', async () => {
  const made = await admin.post('bulk-message', { ...words, stage: 'sent-back', bySms: 'true', byEmail: 'true' })
  expect([made.status, made.headers.location]).toEqual([303, '/mbale/cell/bulk-message/1'])
  const reverted = count('applications WHERE reverted_at IS NOT NULL')
  expect(reverted).toBeGreaterThan(10)
  expect(await view()).toMatchObject({ counted: reverted, state: 'prepared', sent: 0, mayRelease: false })
  const [english, marathi] = (await view()).rendered
  expect([english!.parts, english!.text.includes('Then submit it again.'), marathi!.parts]).toEqual([1, true, 1])
  expect((await view()).sample.length).toBe(5)
  await sendAll()
  expect(count("outbox WHERE template = 'from-the-cell'")).toBe(0)

  const own = await admin.post('bulk-message/1', { intent: 'send', checked: 'true' })
  expect([own.status, viewOf<View>(own).form?.message]).toEqual([
    403,
    expect.stringContaining('Another person has to release this.'),
  ])
  const unchecked = await second.post('bulk-message/1', { intent: 'send' })
  expect([unchecked.status, faultsOf(unchecked)]).toEqual([422, { checked: 'Tick that you have checked it' }])
  expect((await second.post('bulk-message/1', { intent: 'send', checked: 'true' })).status).toBe(303)
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
  for (const intent of ['send', 'withdraw', 'stop'])
    expect((await second.post('bulk-message/1', { intent, checked: 'true' })).status).toBe(409)
})

test('messages to many recipients go out in batches; a batch waits until the one before is delivered, and a crash repeats none', async () => {
  await openDemo(forBatches)
  await admin.post('bulk-message', { ...words, bySms: 'true' })
  await second.post('bulk-message/1', { intent: 'send', checked: 'true' })
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
    const { id } = newest()
    expect(made.status).toBe(303)
    if (audience.type) expect((await admin.get(`bulk-message/${id}`)).text).toContain('OMS: outside Maharashtra State')
    expect((await admin.post(`bulk-message/${id}`, { intent: 'withdraw' })).status).toBe(303)
    return portal.services.db.sqlite.prepare('SELECT counted FROM bulk_messages WHERE id = ?').pluck().get(id) as number
  }
  const everybody = await reached({})
  const [sc, oms, pune] = [
    await reached({ category: 'SC' }),
    await reached({ type: 'OMS' }),
    await reached({ district: 'MH-pune' }),
  ]
  for (const some of [sc, oms, pune]) expect(some > 0 && some < everybody).toBe(true)
  const nobody = await admin.post('bulk-message', { ...words, category: 'SC', type: 'OMS' })
  expect([nobody.status, viewOf<View>(nobody).form?.message]).toEqual([422, 'Nobody matches this audience now.'])
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

const state = (id: number) =>
  portal.services.db.sqlite
    .prepare('SELECT state, sent, stopped_at IS NOT NULL AS stopped FROM bulk_messages WHERE id = ?')
    .get(id)

test('a scheduled message waits for its time; sending can be stopped, and those who have it keep it', async () => {
  await openDemo(forBatches)
  const now = portal.clock.portal()
  const at = new Date(now + 26 * 3_600_000 + 5.5 * 3_600_000).toISOString()
  const when = { date: at.slice(0, 10), time: at.slice(11, 16) }
  await admin.post('bulk-message', { ...words, bySms: 'true', ...when })
  await second.post('bulk-message/1', { intent: 'send', checked: 'true' })
  await sendAll()
  expect([state(1), (await view()).state]).toEqual([{ state: 'released', sent: 0, stopped: 0 }, 'scheduled'])
  portal.clock.set(plus(now, hours(27)))
  portal.services.bulkMessages.sendDue()
  await portal.services.messages.deliverDue()
  expect((await view()).state).toBe('sending')
  expect((await admin.post('bulk-message/1', { intent: 'stop' })).status).toBe(303)
  await sendAll()
  expect(state(1)).toEqual({ state: 'published', sent: 300, stopped: 1 })
  expect((await view()).state).toBe('stopped')
  expect(count("inbox_messages WHERE template = 'from-the-cell'")).toBe(300)
  expect((await second.post('bulk-message/1', { intent: 'stop' })).status).toBe(409)
  const past = await admin.post('bulk-message', { ...words, date: '2024-01-01', time: '10:00' })
  expect(faultsOf(past)).toEqual({ date: 'This time has passed' })
  for (const bad of [
    { date: '2030-02-30', time: '10:00' },
    { date: '2030-03-01', time: '' },
  ])
    expect(Object.keys(faultsOf(await admin.post('bulk-message', { ...words, ...bad })))).toEqual(['date'])
})

test('the delivery report counts each channel, and names the first who were not reached', async () => {
  const { db } = portal.services
  const ids = db.sqlite.prepare('SELECT user_id FROM candidates ORDER BY id LIMIT 3').pluck().all() as string[]
  const made = await admin.post('bulk-message', {
    ...words,
    segment: 'listed',
    ids: `${ids[0]!.toLowerCase()}\n${ids[1]}, ${ids[2]};${ids[0]}`,
    bySms: 'true',
    byEmail: 'true',
  })
  expect(made.status).toBe(303)
  expect(await view()).toMatchObject({ counted: 3 })
  await second.post('bulk-message/1', { intent: 'send', checked: 'true' })
  portal.services.bulkMessages.sendDue()
  db.sqlite.exec(
    "UPDATE outbox SET state = 'refused', last_error = 'no such number' WHERE id = (SELECT min(id) FROM outbox WHERE batch = 'bulk-message:1' AND channel = 'sms')",
  )
  await portal.services.messages.deliverDue()
  const { delivery } = await view()
  const total = (channel: string) =>
    delivery.counts.filter((one) => one.channel === channel).reduce((sum, one) => sum + one.count, 0)
  expect([total('sms'), total('email')]).toEqual([3, 3])
  expect(delivery.counts).toContainEqual({ channel: 'sms', state: 'refused', count: 1 })
  expect(delivery.failures).toEqual([{ userId: ids[0], channel: 'sms', state: 'refused', reason: 'no such number' }])
})

test('case 36: a pasted list is refused whole if one Application ID is unknown, too long, or not asked for', async () => {
  const known = portal.services.db.sqlite.prepare('SELECT user_id FROM candidates LIMIT 1').pluck().get() as string
  const faults = async (fields: Record<string, string>) =>
    faultsOf(await admin.post('bulk-message', { ...words, ...fields }))
  expect(await faults({ segment: 'listed', ids: `${known} ZZ99999999 =1+2` })).toEqual({
    ids: 'Not found here: ZZ99999999, =1+2 (2 in all)',
  })
  expect(await faults({ segment: 'listed' })).toEqual({ ids: 'Paste the Application IDs' })
  expect(await faults({ ids: known })).toEqual({
    ids: 'Choose “A pasted list of Application IDs”, or leave this empty',
  })
  const many = Array.from({ length: 5001 }, (_, place) => `ML${place}`).join(' ')
  expect((await faults({ segment: 'listed', ids: many })).ids).toContain('At most 5,000 Application IDs')
  expect(await faults({ institute: '9999999' })).toEqual({
    institute: 'No institute of the seat matrix has this code',
  })
  expect(portal.rows().bulk_messages).toBe(0)
})

test('the segment of due fees is that of the payments', async () => {
  await admin.post('bulk-message', { ...words, segment: 'fee-due' })
  const { db, payments } = portal.services
  const all = db.sqlite.prepare('SELECT id AS candidateId FROM candidates').all() as { candidateId: number }[]
  const due = all.filter((actor) => {
    const application = payments.dues(actor.candidateId).due
    return application?.due === 'application-fee' || payments.conversion(actor.candidateId).due !== null
  })
  expect(due.length).toBeGreaterThan(5)
  expect((await view()).counted).toBe(due.length)
})

test('the segments about seats follow acceptance as it is when the message goes out', async () => {
  portal = await openPortal()
  admin = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  const ids = addRound(
    portal.services.db,
    [
      { merit: 1, options: [codes.first] },
      { merit: 2, options: [codes.second] },
      { merit: 3, options: [codes.first] },
    ],
    admin.id,
  )
  portal.clock.set(roundOne.closed)
  await admin.post('allotments', { round: '1' })
  await portal.services.releases.settled()
  expect((await releaseAt(second, 'allotments/1')).status).toBe(303)
  portal.clock.set(plus(roundOne.publishAt, hours(20)))
  portal.services.allotment.publishDue()
  const counted = async (audience: Record<string, string>) => {
    const made = await admin.post('bulk-message', { ...words, ...audience })
    const id = Number(/\d+$/.exec(String(made.headers.location ?? ''))?.[0])
    return id ? portal.services.db.sqlite.prepare('SELECT counted FROM bulk_messages WHERE id = ?').pluck().get(id) : 0
  }
  expect(await counted({ segment: 'allotted' })).toBe(3)
  expect(await counted({ institute: '8001' })).toBe(2)
  expect(await counted({ segment: 'not-accepted', institute: '8002' })).toBe(1)
  expect(await counted({ segment: 'not-reported' })).toBe(0)
  expect(await counted({ segment: 'options-open' })).toBe(0)
  const before = newest().id
  expect(await counted({ segment: 'not-accepted' })).toBe(3)
  await second.post(`bulk-message/${before + 1}`, { intent: 'send', checked: 'true' })
  // Somebody accepts between the release and the sending.
  acceptSeat(portal.services.db, ids[0]!, 1, 'freeze', portal.clock.portal())
  await sendAll()
  expect(state(before + 1)).toMatchObject({ sent: 2 })

  // All three have their first choice, which freezes: nobody of them plays in a further round.
  expect(await counted({ segment: 'in-play' })).toBe(0)
})

test('an order that changes the rules of a running round reaches whoever takes part in it, and nobody else', async () => {
  portal = await openPortal()
  admin = await atDesk(portal, 'admin', 'first')
  second = await atDesk(portal, 'admin', 'second')
  const people = [1, 2, 3].map((merit) => ({ merit, options: [codes.first] }))
  const ids = addRound(portal.services.db, people, admin.id)
  const { settings, db } = portal.services
  db.sqlite.prepare('UPDATE applications SET excluded_at = 1 WHERE candidate_id = ?').run(ids[2])
  portal.clock.set(roundOne.closed)
  const value = settings.valueNow('rounds')
  const typed = { ...settings.formOf('rounds').typedOf(value as never), freeze1: '3' }
  const proposed = settings.propose({ id: admin.id, loginName: 'first', role: 'admin' } as never, 'rounds', typed, {
    intent: 'propose',
    base: String(settings.newest('rounds')),
    orderNumber: 'GR 14',
  })
  expect(proposed).toMatchObject({ ok: true })
  expect((await second.post('settings/rounds', { intent: 'approve', id: '1' })).status).toBe(303)
  await sendAll()
  const told = db.sqlite
    .prepare("SELECT DISTINCT candidate_id FROM outbox WHERE template = 'from-the-cell' ORDER BY candidate_id")
    .pluck()
    .all()
  expect(told).toEqual(ids.slice(0, 2))
})
