import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { smtpMailer } from '#server/adapters/mailer/smtp-mailer.ts'
import type { Delivery, OutgoingMessage, Sender } from '#server/adapters/sender.ts'
import { httpSms } from '#server/adapters/sms/http-sms.ts'
import { mbale } from '#server/courses/courses.ts'
import type { NewMessage } from '#server/domain/messages/message-templates.ts'
import type { MessagesDependencies } from '#server/features/messages/messages/deps.ts'
import { createLane } from '#server/features/messages/messages/lane.ts'
import { createMessages } from '#server/features/messages/messages/service.ts'
import { hours, minutes, plus, seconds } from '#server/kernel/time.ts'
import { envOf, programIn } from '#tests/support/killed.ts'
import { answers, mailServer, noPush, type SmsRequest, smsProvider, standingClock, takes } from './peers'

const secret = 'a secret of this test, long enough for it'
const otp = '482913'
const asha = '9876543210'

/** A database in memory, or in a file that outlives its connection. */
function database(file = ':memory:'): Database {
  const db = openDatabase(file, 'migrations')
  onTestFinished(() => {
    if (db.sqlite.open) db.close()
  })
  return db
}

function databaseFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'outbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'portal.db')
}

/** A custom sender, for behaviour that no real peer can show. */
function sender(send: (message: OutgoingMessage) => Promise<Delivery>) {
  const sent: OutgoingMessage[] = []
  return {
    sent,
    send(message: OutgoingMessage) {
      sent.push(message)
      return send(message)
    },
  }
}

const taking = () => sender(async () => ({ kind: 'sent' }))
const overall = (one: Sender) => ({ sms: one, whatsapp: one, email: one, push: one })

function outboxOf(more: Partial<MessagesDependencies> = {}) {
  const db = more.db ?? database()
  const clock = standingClock()
  const log = { warn: vi.fn(), error: vi.fn() }
  const messages = createMessages({
    db,
    senders: overall(taking()),
    clock,
    secrets: { secret },
    keyOf: (id) => `mbale-${id}`,
    wording: () => null,
    stillHolds: () => true,
    keepInBox: () => {},
    push: noPush,
    keepSecrets: false,
    course: mbale,
    receiverLink: () => 'https://portal.example/mbale/candidate/verification?receiver=x',
    log,
    ...more,
  })
  const rows = () => db.sqlite.prepare('SELECT * FROM outbox ORDER BY id').all() as Record<string, unknown>[]
  return { db, clock, log, messages, rows }
}

const loginOtp = (clock: { real(): number }, more: Partial<NewMessage> = {}): NewMessage => ({
  candidateId: null,
  channel: 'sms',
  to: asha,
  template: 'login-otp',
  language: 'en',
  params: { host: 'cap.example.org' },
  secrets: { otp },
  expiresAt: plus(clock.real() as never, minutes(10)),
  ...more,
})
const passwordChanged: NewMessage = {
  candidateId: null,
  channel: 'sms',
  to: asha,
  template: 'password-changed',
  language: 'en',
}

test("an OTP is sent once, in its reader's language, under the template id of the provider", async () => {
  const provider = await smsProvider()
  const course = { ...mbale, messageTemplateIds: { 'login-otp': { mr: '1107' } } }
  const { clock, messages, rows } = outboxOf({ senders: overall(httpSms({ url: provider.url, key: 'k' })), course })
  messages.send(loginOtp(clock, { language: 'mr' }))
  messages.send(loginOtp(clock, { to: '9123456780' }))
  expect(await messages.deliverDue()).toBe(2)
  expect(await messages.deliverDue()).toBe(0)
  const byNumber = (to: string) => provider.requests.find((request) => request.body.to === to)!
  expect(provider.requests).toHaveLength(2)
  expect(byNumber('919876543210').body).toMatchObject({ templateId: '1107', language: 'mr', reference: 'mbale-1' })
  expect(byNumber('919876543210').body.text).toBe(
    '482913 हा थेट द्वितीय वर्ष एमबीए/एमएमएसमध्ये लॉगिन करण्याचा तुमचा ओटीपी आहे. तो 10 मिनिटे वैध आहे. तो कोणालाही सांगू नका.\n@cap.example.org #482913',
  )
  expect(byNumber('919123456780').body.text).toBe(
    '482913 is your OTP to log in to Direct Second Year MBA/MMS. Valid for 10 minutes. Do not share it with anyone.\n@cap.example.org #482913',
  )
  expect(byNumber('919123456780').body).not.toHaveProperty('templateId')
  expect(rows()[0]).toMatchObject({
    state: 'sent',
    attempts: 1,
    finished_at: clock.real(),
    next_attempt_at: null,
    provider_id: expect.stringMatching(/^sms-[12]$/),
    last_error: null,
  })
})

test("a link is sent by mail, with its subject and the cell's signature", async () => {
  const server = await mailServer()
  const mailer = smtpMailer({ url: server.url, from: 'no-reply@cell.example.org' })
  onTestFinished(() => mailer.close?.())
  const { messages } = outboxOf({ senders: overall(mailer) })
  const link = 'https://cap.example.org/mbale/candidate/verification?email=4fT0'
  messages.send({
    ...passwordChanged,
    channel: 'email',
    to: 'asha@example.org',
    template: 'email-verification',
    secrets: { link },
  })
  await messages.deliverDue()
  const [mail] = server.mails
  expect(mail!.to).toEqual(['asha@example.org'])
  expect(mail!.header('Subject')).toBe('Verify your e-mail address: Direct Second Year MBA/MMS')
  expect(mail!.header('Message-ID')).toBe('<mbale-1@cell.example.org>')
  expect(mail!.text).toContain(`\n${link}\n`)
  expect(mail!.text).toContain('State Common Entrance Test Cell\nDirect Second Year MBA/MMS\n')
})

test('a message is written in the transaction that causes it', async () => {
  const phone = taking()
  const { db, messages, rows } = outboxOf({ senders: overall(phone) })
  expect(() =>
    db.transact(() => {
      messages.send(passwordChanged)
      throw new Error('the password was not changed after all')
    }),
  ).toThrow('after all')
  await messages.drain()
  expect(rows()).toEqual([])
  expect(phone.sent).toEqual([])
})

test('any number of messages and kicks starts one delivery, soon and without delaying the caller', async () => {
  const phone = taking()
  const { db, log, messages } = outboxOf({ senders: overall(phone) })
  db.transact(() => messages.send(passwordChanged))
  for (let i = 0; i < 10; i++) messages.kick()
  expect(phone.sent).toEqual([])
  await messages.drain()
  expect(phone.sent).toHaveLength(1)
  db.close()
  messages.kick()
  await messages.drain()
  expect(log.error).toHaveBeenCalledOnce()
})

test('a failed message is tried again after 5 s, 30 s, 2 min, 10 min, 30 min and 2 h, eight times in all', async () => {
  const provider = await smsProvider(answers(503))
  const { clock, messages, rows } = outboxOf({ senders: overall(httpSms({ url: provider.url, key: 'k' })) })
  messages.send(passwordChanged)
  expect(await messages.deliverDue()).toBe(1)
  for (const wait of [seconds(5), seconds(30), minutes(2), minutes(10), minutes(30), hours(2), hours(2)]) {
    clock.pass(wait - 1)
    expect(await messages.deliverDue()).toBe(0)
    clock.pass(wait * 0.1 + 1)
    expect(await messages.deliverDue()).toBe(1)
  }
  expect(rows()[0]).toMatchObject({
    state: 'failed',
    attempts: 8,
    last_error: 'provider answered 503',
    next_attempt_at: null,
  })
  clock.pass(hours(48))
  expect(await messages.deliverDue()).toBe(0)
  expect(provider.requests).toHaveLength(8)
  expect(new Set(provider.requests.map((request) => request.headers['idempotency-key']))).toEqual(new Set(['mbale-1']))
})

test('case 71: a message arrives once the provider recovers', async () => {
  const provider = await smsProvider(answers(200, 'garbage'))
  const { clock, messages, rows } = outboxOf({ senders: overall(httpSms({ url: provider.url, key: 'k' })) })
  messages.send(loginOtp(clock))
  await messages.deliverDue()
  expect(rows()[0]).toMatchObject({ state: 'waiting', last_error: 'provider answered 200 without an id' })
  provider.answer = takes
  clock.pass(seconds(6))
  await messages.deliverDue()
  expect(rows()[0]).toMatchObject({ state: 'sent', attempts: 2, last_error: null, provider_id: 'sms-2' })
})

test('case 71: a provider that lost its answer recognises the repetition, and the candidate reads one message', async () => {
  const read = new Map<string, SmsRequest['body']>()
  const provider = await smsProvider((request, response, count) => {
    const key = String(request.headers['idempotency-key'])
    const isRepetition = read.has(key)
    read.set(key, request.body)
    if (isRepetition) takes(request, response, count)
    else response.destroy()
  })
  const { clock, messages, rows } = outboxOf({ senders: overall(httpSms({ url: provider.url, key: 'k' })) })
  messages.send(loginOtp(clock))
  await messages.deliverDue()
  clock.pass(seconds(6))
  await messages.deliverDue()
  expect(provider.requests).toHaveLength(2)
  expect(provider.requests[1]!.body).toEqual(provider.requests[0]!.body)
  expect(read.size).toBe(1)
  expect(rows()[0]!.state).toBe('sent')
})

test('an expired OTP is dropped and erased', async () => {
  const phone = taking()
  const { clock, messages, rows } = outboxOf({ senders: overall(phone) })
  messages.send(loginOtp(clock))
  messages.send(passwordChanged)
  clock.pass(minutes(10))
  expect(await messages.deliverDue()).toBe(1)
  expect(phone.sent.map((message) => message.template)).toEqual(['password-changed'])
  expect(rows()[0]).toMatchObject({ state: 'expired', attempts: 0, sealed: null, finished_at: clock.real() })
})

test('a failed OTP is not tried again if it would arrive too late', async () => {
  const { clock, messages, rows } = outboxOf({
    senders: overall(sender(async () => ({ kind: 'failed', reason: 'busy' }))),
  })
  messages.send(loginOtp(clock))
  await messages.deliverDue()
  for (const wait of [6, 33, 132]) {
    clock.pass(seconds(wait))
    await messages.deliverDue()
  }
  expect(rows()[0]).toMatchObject({ state: 'expired', attempts: 4, sealed: null, last_error: 'busy' })
})

test('a message that the provider refuses is not tried again', async () => {
  const provider = await smsProvider(answers(422))
  const { clock, log, messages, rows } = outboxOf({ senders: overall(httpSms({ url: provider.url, key: 'k' })) })
  messages.send(loginOtp(clock))
  await messages.deliverDue()
  clock.pass(hours(3))
  await messages.deliverDue()
  expect(provider.requests).toHaveLength(1)
  expect(rows()[0]).toMatchObject({ state: 'refused', last_error: 'provider answered 422', sealed: null })
  expect(log.warn).toHaveBeenCalledOnce()
})

test('case 71: the outbox survives a restart', async () => {
  const file = databaseFile()
  const before = outboxOf({ db: database(file) })
  before.messages.send(loginOtp(before.clock))
  before.db.close()
  const phone = taking()
  const after = outboxOf({ db: database(file), clock: before.clock, senders: overall(phone) })
  expect(await after.messages.deliverDue()).toBe(1)
  expect(phone.sent[0]).toMatchObject({ idempotencyKey: 'mbale-1', to: asha, text: expect.stringContaining(otp) })
})

test('two services on one database never send a message twice', async () => {
  const file = databaseFile()
  const phone = sender(async () => {
    await aMoment()
    return { kind: 'sent' }
  })
  const one = outboxOf({ db: database(file), senders: overall(phone) })
  const two = outboxOf({ db: database(file), senders: overall(phone), clock: one.clock })
  one.db.transact(() => {
    for (let i = 0; i < 200; i++) one.messages.send(passwordChanged)
  })
  const taken = await Promise.all([one.messages.deliverDue(), two.messages.deliverDue()])
  expect(taken[0] + taken[1]).toBe(200)
  expect(Math.min(...taken)).toBeGreaterThan(0)
  expect(new Set(phone.sent.map((message) => message.idempotencyKey)).size).toBe(200)
  expect(phone.sent).toHaveLength(200)
})

test('two operating-system processes that claim messages at once never hold the same one', async () => {
  const file = databaseFile()
  const { db, clock, messages } = outboxOf({ db: database(file) })
  db.transact(() => {
    for (let i = 0; i < 400; i++) messages.send(passwordChanged)
  })
  // This process leaves the messages to the others.
  await messages.close()
  const claimer = programIn(path.dirname(file), 'features/messages/claimer')
  const claimers = [1, 2].map(() => fork(claimer, [file, String(clock.real())], { env: envOf(0) }))
  await Promise.all(claimers.map((child) => once(child, 'message')))
  const claimed = claimers.map((child) => once(child, 'message'))
  for (const child of claimers) child.send({ startAt: Date.now() + 100 })
  const ids = (await Promise.all(claimed)).map(([list]) => list as number[])
  expect(ids.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
})

/** A sender that waits for the test to give its answer. */
function hanging() {
  const open: ((delivery: Delivery) => void)[] = []
  const one = sender(() => new Promise<Delivery>((resolve) => open.push(resolve)))
  const answer = (delivery: Delivery) => {
    for (const resolve of open.splice(0)) resolve(delivery)
  }
  return { ...one, answer }
}

const aMoment = () => new Promise((resolve) => setImmediate(resolve))

test('after a crash between claim and delivery, the message is sent under the same key when the lease ends', async () => {
  const file = databaseFile()
  const before = hanging()
  const crashed = outboxOf({ db: database(file), senders: overall(before) })
  crashed.messages.send(passwordChanged)
  void crashed.messages.deliverDue()
  const phone = taking()
  const restarted = outboxOf({ db: database(file), senders: overall(phone), clock: crashed.clock })
  crashed.clock.pass(seconds(60) - 1)
  expect(await restarted.messages.deliverDue()).toBe(0)
  crashed.clock.pass(1)
  expect(await restarted.messages.deliverDue()).toBe(1)
  expect([...before.sent, ...phone.sent].map((message) => message.idempotencyKey)).toEqual(['mbale-1', 'mbale-1'])
  expect(restarted.rows()[0]).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a delivery that outlives its lease writes nothing: the message belongs to the next attempt', async () => {
  const [first, second] = [hanging(), hanging()]
  const slow = outboxOf({ senders: overall(first) })
  const next = outboxOf({ db: slow.db, clock: slow.clock, senders: overall(second) })
  slow.messages.send(passwordChanged)
  slow.messages.kick()
  await aMoment()
  slow.clock.pass(seconds(60))
  next.messages.kick()
  await aMoment()
  const held = slow.rows()
  first.answer({ kind: 'refused', reason: 'too late to say so' })
  await slow.messages.drain()
  expect(slow.rows()).toEqual(held)
  expect(slow.log.warn).toHaveBeenCalledOnce()
  second.answer({ kind: 'sent' })
  await next.messages.drain()
  expect(slow.rows()[0]).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
})

test('case 76: a message goes out once, although another writer holds the database when its delivery is to be noted', async () => {
  const file = databaseFile()
  const db = database(file)
  const other = database(file)
  const phone = sender(async () => {
    db.sqlite.pragma('busy_timeout = 0')
    other.sqlite.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.sqlite.exec('ROLLBACK'), 100)
    return { kind: 'sent' }
  })
  const { clock, log, messages, rows } = outboxOf({ db, senders: overall(phone) })
  messages.send(loginOtp(clock))
  await messages.deliverDue()
  await vi.waitFor(() => expect(other.sqlite.inTransaction).toBe(false))
  clock.pass(seconds(61))
  await messages.deliverDue()
  expect(phone.sent).toHaveLength(1)
  expect(rows()[0]).toMatchObject({ state: 'sent', attempts: 1, sealed: null })
  expect(log.error).not.toHaveBeenCalled()
})

test('an OTP that expires while it waits its turn is not sent', async () => {
  const provider = hanging()
  const { clock, messages, rows } = outboxOf({ senders: overall(provider) })
  for (let i = 0; i < 9; i++) messages.send(loginOtp(clock))
  messages.kick()
  await aMoment()
  clock.pass(minutes(10))
  provider.answer({ kind: 'sent' })
  await messages.drain()
  expect(await messages.deliverDue()).toBe(0)
  expect(provider.sent).toHaveLength(8)
  expect(rows()[8]).toMatchObject({ state: 'expired', attempts: 0 })
})

test('a message with an unknown template is not sent', async () => {
  const phone = taking()
  const { db, messages, rows } = outboxOf({ senders: overall(phone) })
  messages.send(passwordChanged)
  db.sqlite.exec(`UPDATE outbox SET template = 'of-another-version'`)
  await messages.deliverDue()
  expect(phone.sent).toEqual([])
  expect(rows()[0]).toMatchObject({ state: 'failed', last_error: 'no such message' })
})

test('a failing job does not stop the lane', async () => {
  const jobs = [1, 2, 3]
  const done: number[] = []
  const onError = vi.fn()
  const lane = createLane({
    width: 1,
    take: (most) => jobs.splice(0, most),
    work: async (job) => {
      if (job === 1) throw new Error('a bug')
      done.push(job)
    },
    onError,
  })
  lane.fill()
  await lane.idle()
  expect(done).toEqual([2, 3])
  expect(onError).toHaveBeenCalledOnce()
})

test('a message that crashes the process every time is abandoned', async () => {
  const phone = taking()
  const { db, messages, rows } = outboxOf({ senders: overall(phone) })
  messages.send(passwordChanged)
  db.sqlite.exec('UPDATE outbox SET attempts = 8')
  await messages.deliverDue()
  expect(phone.sent).toEqual([])
  expect(rows()[0]).toMatchObject({ state: 'failed', last_error: 'interrupted at the last attempt' })
})

test('the database never shows a secret in clear, and holds none after delivery', async () => {
  const file = databaseFile()
  const link = 'https://cap.example.org/mbale/candidate/verification?stop=sEcReT'
  const { db, clock, messages, rows } = outboxOf({ db: database(file) })
  messages.send(loginOtp(clock))
  messages.send({ ...passwordChanged, template: 'mobile-change-requested', secrets: { link } })
  const onDisk = () => Buffer.concat([file, `${file}-wal`].map((name) => readFileSync(name))).toString('latin1')
  db.sqlite.pragma('wal_checkpoint(FULL)')
  expect(onDisk()).toContain(asha)
  expect(rows().map((row) => typeof row.sealed)).toEqual(['string', 'string'])
  expect(onDisk()).not.toContain(otp)
  expect(onDisk()).not.toContain('sEcReT')
  await messages.deliverDue()
  expect(rows().map((row) => row.sealed)).toEqual([null, null])
  expect(onDisk()).not.toContain(otp)
  expect(onDisk()).not.toContain('sEcReT')
})

test('a sealed secret opens only for its recipient and under the right key', async () => {
  const phone = taking()
  const { db, clock, messages, rows } = outboxOf({ senders: overall(phone) })
  messages.send(loginOtp(clock))
  messages.send(loginOtp(clock, { to: '9123456780' }))
  db.sqlite.exec(`UPDATE outbox SET sealed = (SELECT sealed FROM outbox WHERE id = 1) WHERE id = 2`)
  await messages.deliverDue()
  expect(phone.sent.map((message) => message.to)).toEqual([asha])
  messages.send(loginOtp(clock))
  messages.send(loginOtp(clock))
  db.sqlite.exec(`UPDATE outbox SET sealed = 'AAAA' WHERE id = 4`)
  await outboxOf({ db, clock, senders: overall(phone), secrets: { secret: `${secret}!` } }).messages.deliverDue()
  expect(phone.sent).toHaveLength(1)
  for (const row of rows().slice(1))
    expect(row).toMatchObject({ state: 'failed', last_error: 'sealed under another secret' })
})

test('a waiting message opens beside the earlier secret, and alone once it is sealed anew', async () => {
  const phone = taking()
  const { db, clock, messages } = outboxOf({ senders: overall(phone) })
  const now = `${secret}!`
  messages.send(loginOtp(clock))
  const both = outboxOf({ db, clock, secrets: { secret: now, previousSecret: secret } }).messages
  expect(db.transact(() => both.renewSeals())).toEqual({ renewed: 1, lost: 0 })
  expect(db.transact(() => both.renewSeals())).toEqual({ renewed: 0, lost: 0 })
  await outboxOf({ db, clock, senders: overall(phone), secrets: { secret: now } }).messages.deliverDue()
  expect(phone.sent).toHaveLength(1)
})

test('no stored or logged error contains the recipient, the OTP or the link', async () => {
  const link = 'https://cap.example.org/stop?t=sEcReT'
  const told = `91${asha}\r\nasha@example.org ${otp} ${link} ${'x'.repeat(500)}`
  const talkative = sender(async ({ template }) => {
    if (template === 'login-otp') throw new TypeError(told)
    return { kind: template === 'recovery-otp' ? 'refused' : 'failed', reason: told }
  })
  const { clock, log, messages, rows } = outboxOf({ senders: overall(talkative) })
  messages.send(loginOtp(clock))
  messages.send(loginOtp(clock, { template: 'recovery-otp', channel: 'email', to: 'asha@example.org' }))
  messages.send({ ...passwordChanged, template: 'mobile-change-requested', secrets: { link } })
  await messages.deliverDue()
  const [login, recovery, change] = rows().map((row) => String(row.last_error))
  expect(login).toBe('sender threw TypeError')
  expect(recovery).toMatch(new RegExp(`^91${asha} … … https.* x+$`))
  expect(change).toMatch(new RegExp(`^91… asha@example.org ${otp} … x+$`))
  for (const error of [login, recovery, change]) expect(error!.length).toBeLessThanOrEqual(200)
  const logged = JSON.stringify([...log.warn.mock.calls, ...log.error.mock.calls])
  expect(logged).toContain(recovery)
  expect(logged).not.toContain(`91${asha} asha@example.org`)
})

test('case 71: a hanging mail server does not delay OTPs, and no channel sends more than eight at once', async () => {
  let atOnce = 0
  let most = 0
  const release: (() => void)[] = []
  const hanging = sender(async () => {
    most = Math.max(most, ++atOnce)
    await new Promise<void>((resolve) => release.push(resolve))
    atOnce--
    return { kind: 'sent' }
  })
  const phone = taking()
  const { clock, messages } = outboxOf({ senders: { sms: phone, whatsapp: phone, email: hanging, push: phone } })
  for (let i = 0; i < 20; i++) messages.send({ ...passwordChanged, channel: 'email', to: 'asha@example.org' })
  messages.kick()
  await aMoment()
  messages.send(loginOtp(clock))
  messages.kick()
  await vi.waitFor(() => expect(phone.sent).toHaveLength(1), 20_000)
  expect(hanging.sent).toHaveLength(8)
  while (hanging.sent.length < 20 || release.length) {
    for (const resolve of release.splice(0)) resolve()
    await aMoment()
  }
  await messages.drain()
  expect(most).toBe(8)
})

test('closing waits for deliveries in progress and leaves the rest to the next start', async () => {
  const slow = hanging()
  const { db, clock, messages, rows } = outboxOf({ senders: overall(slow) })
  messages.send(passwordChanged)
  messages.kick()
  await aMoment()
  messages.send(passwordChanged)
  const closed = messages.close()
  slow.answer({ kind: 'sent' })
  await closed
  messages.kick()
  expect(await messages.deliverDue()).toBe(0)
  expect(rows().map((row) => row.state)).toEqual(['sent', 'waiting'])
  expect(await outboxOf({ db, clock }).messages.deliverDue()).toBe(1)
})

test('a delivery that cannot be recorded is repeated, and the others continue', async () => {
  const { db, clock, log, messages, rows } = outboxOf()
  messages.send(passwordChanged)
  messages.send(passwordChanged)
  db.sqlite.exec(`CREATE TRIGGER full BEFORE UPDATE OF state ON outbox WHEN OLD.id = 1 AND OLD.attempts = 1
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
  await messages.deliverDue()
  expect(rows().map((row) => row.state)).toEqual(['waiting', 'sent'])
  expect(log.error).toHaveBeenCalledOnce()
  clock.pass(seconds(60))
  await messages.deliverDue()
  expect(rows().map((row) => row.state)).toEqual(['sent', 'sent'])
})

test('the lag is the age of the oldest due message', async () => {
  const { clock, messages } = outboxOf({
    senders: overall(sender(async () => ({ kind: 'failed', reason: 'busy' }))),
  })
  expect(messages.lag()).toBe(0)
  messages.send(passwordChanged)
  expect(messages.lag()).toBe(0)
  clock.pass(seconds(7))
  messages.send(passwordChanged)
  expect(messages.lag()).toBe(7000)
  await messages.deliverDue()
  expect(messages.lag()).toBe(0)
})

test('the demo shows the latest messages first, with their OTPs, even after delivery', async () => {
  const { clock, messages } = outboxOf({ keepSecrets: true })
  messages.send(loginOtp(clock, { language: 'mr' }))
  messages.send({ ...passwordChanged, channel: 'email', to: 'asha@example.org' })
  messages.send(loginOtp(clock, { to: '9123456780' }))
  await messages.deliverDue()
  expect(messages.outbox().map((message) => message.id)).toEqual([3, 2, 1])
  expect(messages.outbox({ limit: 1 }).map((message) => message.id)).toEqual([3])
  const [mail] = messages.outbox({ to: 'asha@example.org' })
  expect(mail).toMatchObject({ channel: 'email', subject: 'Your password was changed: Direct Second Year MBA/MMS' })
  expect(messages.outbox({ to: asha })).toEqual([
    {
      id: 1,
      course: 'mbale',
      channel: 'sms',
      to: asha,
      template: 'login-otp',
      language: 'mr',
      text: expect.stringContaining(`${otp} हा `),
      otp,
      at: '2024-07-20T05:30:00.000Z',
    },
  ])
})

test('a live portal shows no OTP after delivery', async () => {
  const { clock, messages } = outboxOf()
  messages.send(loginOtp(clock))
  expect(messages.outbox()[0]!.otp).toBe(otp)
  await messages.deliverDue()
  expect(messages.outbox()[0]).not.toHaveProperty('otp')
  expect(messages.outbox()[0]!.text).toMatch(/^•••••• is your OTP/)
})

test('a message with a missing value, a wrong channel or an unsealed secret is a bug, and is not written', () => {
  const { clock, messages, rows } = outboxOf()
  expect(() => messages.send(loginOtp(clock, { channel: 'email', to: 'asha@example.org' }))).toThrow(
    'does not go by email',
  )
  expect(() => messages.send(loginOtp(clock, { secrets: {} }))).toThrow('lacks otp')
  expect(() => messages.send(loginOtp(clock, { expiresAt: undefined }))).toThrow('lacks minutes')
  expect(() => messages.send(loginOtp(clock, { params: { otp } }))).toThrow('secrets, not params')
  expect(() => messages.send({ ...passwordChanged, template: 'registration-welcome' })).toThrow('lacks userId')
  expect(rows()).toEqual([])
})

test('a hostile name remains a value: it adds no header and no line, and changes no other text', async () => {
  const server = await mailServer()
  const mailer = smtpMailer({ url: server.url, from: 'no-reply@cell.example.org' })
  onTestFinished(() => mailer.close?.())
  const phone = taking()
  const { messages } = outboxOf({ senders: { sms: phone, whatsapp: phone, email: mailer, push: phone } })
  const name = 'Asha\r\nBcc: thief@example.net\r\n\r\n<b>{{cell}}</b> $t(messages:signature) $& \u2028'
  messages.send({
    ...passwordChanged,
    channel: 'whatsapp',
    template: 'whatsapp-summary',
    params: { name, userId: 'ML24100001', status: 'Draft' },
  })
  messages.send({
    ...passwordChanged,
    channel: 'email',
    to: 'asha@example.org',
    template: 'registration-welcome',
    params: { userId: name },
  })
  await messages.deliverDue()
  const flat = 'Asha Bcc: thief@example.net <b>{{cell}}</b> $t(messages:signature) $&  '
  expect(phone.sent[0]!.text.split('\n')[2]).toBe(`Name: ${flat}`)
  const [mail] = server.mails
  expect(mail!.to).toEqual(['asha@example.org'])
  expect(mail!.headers.some((line) => /^bcc/i.test(line))).toBe(false)
  expect(mail!.header('Subject')).toContain('<b>{{cell}}</b>')
})
