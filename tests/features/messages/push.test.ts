import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { candidates } from '#db/schema/accounts.ts'
import { webPush } from '#server/adapters/web-push.ts'
import { mbale } from '#server/courses/courses.ts'
import { isPushAddress, mostPushDevices } from '#server/domain/messages/push.ts'
import { createMessages } from '#server/features/messages/messages/service.ts'
import { createPush } from '#server/features/messages/push/service.ts'
import { pushStore } from '#server/features/messages/push/store.ts'
import { createSeal } from '#server/http/seal.ts'
import { hours, ist, seconds } from '#server/kernel/time.ts'
import { noPush, pushService, standingClock } from './peers'

const page = 'https://portal.example/mbale/candidate/message'
const sealOf = (secret: string, previousSecret?: string) =>
  createSeal<string>({ secret, previousSecret }, 'mbale', 'push keys')

/** A portal with two candidates, whose messages leave by the real sender of notifications. */
function portalOf({ secret = 'a secret of this test, long enough for it', at = ist('2024-07-20 11:00') } = {}) {
  const db = openDatabase(':memory:', 'migrations')
  onTestFinished(() => db.close())
  const clock = standingClock(at)
  const store = pushStore(db)
  const consents: string[] = []
  let tries = 0
  const deps = {
    db,
    store,
    clock,
    limits: { count: () => ({ count: ++tries, resetsAt: clock.real() + hours(1) }) },
    seal: sealOf(secret),
    contact: () => mbale.contact.email,
    onConsent: (candidateId: number, subject: string, act: string) =>
      void consents.push(`${candidateId} ${subject} ${act}`),
    isDemo: false,
    isArchive: false,
  }
  const push = createPush(deps)
  const taking = { send: async () => ({ kind: 'sent' as const }) }
  const boxed: string[] = []
  const messages = createMessages({
    db,
    senders: { sms: taking, whatsapp: taking, email: taking, push: webPush({ timeoutMs: seconds(2) }) },
    push: { ...push, page: () => page },
    clock,
    secrets: { secret },
    keyOf: String,
    wording: () => null,
    stillHolds: () => true,
    keepInBox: ({ template }) => void boxed.push(template),
    keepSecrets: false,
    course: mbale,
    receiverLink: () => 'https://portal.example/mbale/candidate/verification?receiver=x',
    log: { warn() {}, error() {} },
  })
  const people = ['9876543210', '9876543211'].map(
    (mobile, n) =>
      db.orm
        .insert(candidates)
        .values({
          userId: `ML2410000${n + 1}`,
          fullName: 'Asha Patil',
          email: `asha${n}@example.org`,
          mobile,
          state: '27',
          district: '2701',
          language: n === 0 ? 'mr' : 'en',
          consentedAt: 0,
          createdAt: 0,
        })
        .returning({ id: candidates.id })
        .get().id,
  )
  const [asha, ravi] = people as [number, number]
  const put = (candidateId: number, device: { endpoint: string; p256dh: string; auth: string }) =>
    store.add({ candidateId, ...device, device: 'Chrome · Android', createdAt: clock.real() })
  const ends = () =>
    db.sqlite.prepare("SELECT state FROM outbox WHERE channel = 'push' ORDER BY id").pluck().all() as string[]
  return { db, clock, deps, store, push, messages, asha, ravi, put, ends, consents }
}

test('a notification carries the title of the message and its page, for its device alone, in the name of the portal', async () => {
  const { messages, asha, put, ends, push, clock } = portalOf()
  const service = await pushService()
  put(asha, service.device)
  const address = 'https://portal.example/mbale/candidate/option-form'
  messages.tell(asha, 'seat-reminder', {
    act: 'काम',
    by: 'उद्या',
    loss: '',
    page: address,
    institute: 'A',
    branch: 'B',
    choiceCode: '1',
    round: 'I',
    next: '',
  })
  messages.tell(asha, 'application-reverted', { by: 'उद्या' })
  await messages.deliverDue()
  const said = service.pushed.map(({ text }) => JSON.parse(text)).sort((a, b) => a.page.length - b.page.length)
  expect(said).toEqual([
    { title: 'तुमचा अर्ज परत आला आहे: ML24100001', page },
    { title: expect.stringContaining('ML24100001'), page: address },
  ])
  const { headers, body, claims } = service.pushed[0]!
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    'content-length': String(body.length),
  })
  expect(body.toString('utf8')).not.toContain('ML24100001')
  expect(claims).toMatchObject({
    aud: new URL(service.device.endpoint).origin,
    sub: `mailto:${mbale.contact.email}`,
    key: push.view({ candidateId: asha }).key,
  })
  expect(claims.exp).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 24 * 3600)
  expect(ends()).toEqual(['sent', 'sent'])
  expect(clock.real()).toBe(ist('2024-07-20 11:00'))
})

test.each([404, 410])(
  'a device whose push service answers %i is forgotten, and other channels go on',
  async (status) => {
    const { messages, asha, put, ends, push, db } = portalOf()
    const service = await pushService()
    put(asha, service.device)
    service.status = status
    messages.tell(asha, 'application-reverted', { by: 'उद्या' })
    await messages.deliverDue()
    expect([ends(), push.view({ candidateId: asha }).devices]).toEqual([['refused'], []])
    messages.tell(asha, 'application-reverted', { by: 'उद्या' })
    await messages.deliverDue()
    expect(service.pushed).toHaveLength(1)
    expect(
      db.sqlite.prepare("SELECT count(*) FROM outbox WHERE channel = 'sms' AND state = 'sent'").pluck().get(),
    ).toBe(2)
  },
)

test.each([429, 500, 503])(
  'a push service that answers %i is asked again later, and keeps its device',
  async (status) => {
    const { messages, asha, put, ends, push, clock } = portalOf()
    const service = await pushService()
    put(asha, service.device)
    service.status = status
    messages.tell(asha, 'application-reverted', { by: 'उद्या' })
    await messages.deliverDue()
    expect([ends(), push.view({ candidateId: asha }).devices.length]).toEqual([['waiting'], 1])
    service.status = 201
    clock.pass(hours(1))
    await messages.deliverDue()
    expect(ends()).toEqual(['sent'])
  },
)

test('a device with keys that are none is forgotten, and nothing is sent', async () => {
  const { messages, asha, put, ends, push } = portalOf()
  const service = await pushService()
  put(asha, { ...service.device, p256dh: 'AAAA' })
  messages.tell(asha, 'application-reverted', { by: 'उद्या' })
  await messages.deliverDue()
  expect([ends(), push.view({ candidateId: asha }).devices, service.pushed]).toEqual([['refused'], [], []])
})

test('a browser is the last candidate’s who asked: what waits for another one is not shown there', async () => {
  const { messages, asha, ravi, ends, push, put, store, consents, deps } = portalOf()
  const endpoint = 'https://fcm.googleapis.com/fcm/send/one'
  const service = await pushService()
  const form = { ...service.device, endpoint }
  expect(push.add({ candidateId: asha, language: 'mr' }, form, 'Chrome')).toEqual({ ok: true, value: undefined })
  messages.tell(asha, 'application-reverted', { by: 'उद्या' })
  push.add({ candidateId: ravi, language: 'en' }, form, 'Chrome')
  await messages.deliverDue()
  expect([ends(), push.view({ candidateId: asha }).devices]).toEqual([['stopped'], []])
  expect(store.devicesOf(ravi).map((one) => one.endpoint)).toEqual([endpoint])
  expect(consents).toEqual([`${asha} push given`, `${ravi} push given`])
  // Every login of a candidate ends with their notifications, and with nobody else's.
  put(asha, service.device)
  push.endWithLogins(asha)
  expect([push.view({ candidateId: asha }).devices, push.view({ candidateId: ravi }).devices]).toEqual([[], ['Chrome']])
  expect(deps.isDemo).toBe(false)
})

test('the newest devices of a candidate stay, and nobody adds them without end', () => {
  const { asha, push, store } = portalOf()
  const actor = { candidateId: asha, language: 'mr' } as const
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  const answers = Array.from({ length: 22 }, (_, n) =>
    push.add(actor, { endpoint: `https://web.push.apple.com/${n}`, ...keys }, `device ${n}`),
  )
  expect(answers.filter(({ ok }) => !ok)).toHaveLength(2)
  expect(answers.at(-1)).toMatchObject({ ok: false, refusal: { status: 429 } })
  const kept = store.devicesOf(asha).map(({ device }) => device)
  expect(kept).toEqual(Array.from({ length: mostPushDevices }, (_, n) => `device ${19 - n}`))
})

test.each([
  'http://fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com:8443/fcm/send/1',
  'https://fcm.googleapis.com.example.org/1',
  'https://user:word@fcm.googleapis.com/1',
  'https://fcm.googleapis.com@127.0.0.1/1',
  'https://127.0.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/1',
  'https://notify.windows.com.example/1',
  'https://push.invalid/1',
  'https://evilpush.apple.com/1',
  'ftp://fcm.googleapis.com/1',
  'fcm.googleapis.com/1',
])('the server posts to no address that is not a push service’s: %s', (endpoint) => {
  const { push, asha } = portalOf()
  expect(isPushAddress(endpoint)).toBe(false)
  const added = push.add({ candidateId: asha, language: 'en' }, { endpoint, p256dh: '', auth: '' }, '')
  expect(added).toMatchObject({ ok: false, refusal: { code: 'push-unknown', status: 422 } })
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-pn1p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('the push services of the browsers are known: %s', (endpoint) => expect(isPushAddress(endpoint)).toBe(true))

test('at night a notification waits for the morning like an SMS', async () => {
  const { messages, asha, put, clock } = portalOf({ at: ist('2024-07-20 22:00') })
  const service = await pushService()
  put(asha, service.device)
  messages.tell(asha, 'application-reverted', { by: 'उद्या' }, { quietUntil: ist('2024-07-21 09:00') })
  await messages.deliverDue()
  expect(service.pushed).toEqual([])
  clock.pass(hours(11))
  await messages.deliverDue()
  expect(service.pushed).toHaveLength(1)
})

test('the key lies sealed under the server’s secret, opens under the next one, and without one nothing is offered', () => {
  const { db, deps, asha, push } = portalOf()
  const { key } = push.view({ candidateId: asha })
  const row = db.sqlite.prepare('SELECT public_key, sealed FROM push_keys').get() as Record<string, string>
  expect(row.public_key).toBe(key)
  const plain = sealOf('a secret of this test, long enough for it').open(row.sealed!, `push keys ${key}`)!
  expect(Buffer.from(plain, 'base64url')).toHaveLength(32)
  expect(Buffer.from(row.sealed!, 'base64url').toString('latin1')).not.toContain(plain)
  const next = createPush({
    ...deps,
    seal: sealOf('another secret of this test, long enough', 'a secret of this test, long enough for it'),
  })
  expect([next.view({ candidateId: asha }).key, next.renewSeals()]).toEqual([key, { renewed: 1, lost: 0 }])
  const lost = createPush({ ...deps, seal: sealOf('a third secret that opens nothing at all') })
  expect(lost.view({ candidateId: asha }).key).toBe(null)
  const added = lost.add(
    { candidateId: asha, language: 'en' },
    { endpoint: 'https://web.push.apple.com/1', p256dh: '', auth: '' },
    '',
  )
  expect(added).toMatchObject({ ok: false, refusal: { code: 'push-off', status: 409 } })
  expect(lost.renewSeals()).toEqual({ renewed: 0, lost: 1 })
})

test('a candidate without a device gets no notification', () => {
  const { messages, asha, db } = portalOf()
  messages.tell(asha, 'application-reverted', { by: 'उद्या' })
  expect(db.sqlite.prepare('SELECT channel FROM outbox').pluck().all()).toEqual(['sms', 'email'])
  expect(noPush.order()).toBe(null)
})
