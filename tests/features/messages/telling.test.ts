import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { candidates } from '#db/schema/accounts.ts'
import { mbale } from '#server/courses/courses.ts'
import { createMessages } from '#server/features/messages/messages/service.ts'
import { noPush, standingClock } from './peers'

type Kept = { candidateId: number; template: string; language: string; params: object }

/** Undelivered messages for a candidate who reads Marathi. */
function portalOf(contact: Partial<typeof candidates.$inferInsert> = {}) {
  const db = openDatabase(':memory:', 'migrations')
  onTestFinished(() => db.close())
  const box: Kept[] = []
  const sent: string[] = []
  const sender = {
    async send({ channel, to, text }: { channel: string; to: string; text: string }) {
      sent.push(`${channel} ${to}: ${text}`)
      return { kind: 'sent' as const }
    },
  }
  const messages = createMessages({
    db,
    senders: { sms: sender, whatsapp: sender, email: sender, push: sender },
    push: noPush,
    clock: standingClock(),
    secrets: { secret: 'a secret of this test, long enough for it' },
    keyOf: String,
    wording: () => null,
    stillHolds: () => true,
    keepInBox: (message) => void box.push(message),
    keepSecrets: false,
    course: mbale,
    receiverLink: () => 'https://portal.example/mbale/candidate/verification?receiver=x',
    log: { warn() {}, error() {} },
  })
  const { id } = db.orm
    .insert(candidates)
    .values({
      userId: 'ML24100001',
      fullName: 'Asha Patil',
      email: 'asha@example.org',
      mobile: '9876543210',
      state: '27',
      district: '2701',
      language: 'mr',
      consentedAt: 0,
      createdAt: 0,
      ...contact,
    })
    .returning({ id: candidates.id })
    .get()
  const rows = () =>
    db.sqlite
      .prepare<
        [],
        { candidate_id: number | null; channel: string; recipient: string; language: string; params: string }
      >('SELECT * FROM outbox ORDER BY id')
      .all()
  const ways = () => [
    ...rows().map(({ channel, recipient }) => `${channel} ${recipient}`),
    ...box.map(({ template }) => `box ${template}`),
  ]
  return { db, messages, id, rows, box, sent, ways }
}

const reverted = (language: 'en' | 'mr') => ({ by: language === 'mr' ? 'उद्या' : 'tomorrow' })

test('a candidate gets a message on every channel of its template, in their language, with their Application ID', () => {
  const { messages, id, rows, box, ways } = portalOf()
  messages.tell(id, 'application-reverted', reverted)
  expect(ways()).toEqual(['sms 9876543210', 'email asha@example.org', 'box application-reverted'])
  const params = { userId: 'ML24100001', by: 'उद्या' }
  for (const row of rows()) {
    expect(row).toMatchObject({ candidate_id: id, language: 'mr' })
    expect(JSON.parse(row.params)).toEqual(params)
  }
  expect(box[0]).toEqual({ candidateId: id, template: 'application-reverted', language: 'mr', params })
})

test('a candidate gets an e-mail about a changed password only at a verified address', () => {
  const [one, other] = [portalOf(), portalOf({ emailVerifiedAt: 1 })]
  one.messages.tell(one.id, 'password-changed')
  other.messages.tell(other.id, 'password-changed')
  expect(one.ways()).toEqual(['sms 9876543210', 'box password-changed'])
  expect(other.ways()).toEqual(['sms 9876543210', 'email asha@example.org', 'box password-changed'])
})

test('WhatsApp messages go only to candidates who opted in', () => {
  const params = { title: 'शीर्षक', body: 'मजकूर', sms: 'मजकूर' }
  const one = portalOf()
  one.messages.tell(one.id, 'from-the-cell', params)
  const other = portalOf({ whatsappOptedInAt: 1 })
  other.messages.tell(other.id, 'from-the-cell', params)
  expect(one.ways()).not.toContain('whatsapp 9876543210')
  expect(other.ways()).toContain('whatsapp 9876543210')
})

test('a message may use fewer channels than its template has', () => {
  const { messages, id, ways } = portalOf()
  messages.tell(id, 'registration-collision', {}, { by: ['sms'] })
  expect(ways()).toEqual(['sms 9876543210'])
})

test('an OTP or a link never goes to a message box', () => {
  const { messages, id, box } = portalOf()
  expect(() => messages.tell(id, 'application-reverted', reverted, { secrets: { otp: '482913' } })).toThrow('secret')
  expect(box).toEqual([])
})

test('a message to an unknown candidate is a bug', () => {
  const { messages } = portalOf()
  expect(() => messages.tell(99, 'password-changed')).toThrow('no candidate 99')
})

test('the cell gets e-mails in both languages', () => {
  const { messages, rows } = portalOf()
  messages.tellCell('checks-failed', (language) => ({ number: 1, body: language }))
  expect(
    rows().map(({ channel, recipient, language, candidate_id }) => [channel, recipient, language, candidate_id]),
  ).toEqual([
    ['email', mbale.contact.email, 'en', null],
    ['email', mbale.contact.email, 'mr', null],
  ])
})

test('a message wakes the outbox after its transaction commits, and not if it is rolled back', async () => {
  const { db, messages, id, sent } = portalOf()
  expect(() =>
    db.transact(() => {
      messages.tell(id, 'password-changed')
      throw new Error('undone')
    }),
  ).toThrow('undone')
  await messages.drain()
  expect(sent).toEqual([])
  db.transact(() => messages.tell(id, 'password-changed'))
  expect(sent).toEqual([])
  await messages.drain()
  expect(sent).toHaveLength(1)
})
