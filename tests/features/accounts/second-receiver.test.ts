import { expect, test } from 'vitest'
import { isForReceiver, type MessageTemplate, messageTemplates } from '#server/domain/messages/message-templates.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { days, hours, ist, minutes, seconds } from '#server/kernel/time.ts'
import { asha, openPortal, otpDigits, ravi, register, signIn, type TestPortal } from '#tests/support/portal.ts'

const mother = { fullName: 'Sunita Patil', relation: 'mother', mobile: '9123456780' } as const

const idOf = ({ services }: TestPortal, userId: string) =>
  services.db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').pluck().get(userId) as number

/** A portal with Asha, who may name somebody, and what was sent to an address. */
async function portalOf() {
  const portal = await openPortal()
  const { userId } = await signIn(portal)
  const actor = { candidateId: idOf(portal, userId) }
  const { accounts, messages } = portal.services
  const sentTo = async (to: string) => {
    await messages.deliverDue()
    return portal.box.sent.filter((one) => one.to === to)
  }
  const code = async (to: string = mother.mobile) =>
    otpDigits.exec((await sentTo(to)).filter(({ template }) => template === 'code-for-receiver').at(-1)!.text)![0]
  const agree = async (input: Parameters<typeof accounts.nameReceiver>[1] = mother) => {
    expect(accounts.nameReceiver(actor, input)).toEqual({ ok: true, value: undefined })
    expect(accounts.confirmReceiver(actor, await code(input.mobile))).toEqual({ ok: true, value: undefined })
  }
  const remind = (by = '14 Aug 2024, 17:00') =>
    messages.tell(actor.candidateId, 'form-reminder', { left: 3, by, page: 'https://portal.example/x' })
  const consents = () =>
    portal.services.db.sqlite.prepare("SELECT act FROM consents WHERE subject = 'receiver' ORDER BY id").pluck().all()
  const rows = () => portal.services.db.sqlite.prepare('SELECT count(*) FROM second_receivers').pluck().get()
  return { portal, userId, actor, accounts, messages, sentTo, code, agree, remind, consents, rows }
}

test('whoever is named gets nothing but the OTP until they agree, and copies of deadlines from then on', async () => {
  const { accounts, actor, userId, sentTo, code, remind, consents } = await portalOf()
  const email = 'sunita@example.org'
  accounts.nameReceiver(actor, { ...mother, email })
  expect(accounts.receiver(actor)).toMatchObject({ isConfirmed: false, mobile: mother.mobile, resendIn: 30 })
  remind()
  expect((await sentTo(mother.mobile)).map(({ template }) => template)).toEqual(['code-for-receiver'])
  expect((await sentTo(mother.mobile))[0]!.text).toContain(userId)
  const otp = await code()
  expect(accounts.confirmReceiver(actor, otp === '000000' ? '000001' : '000000')).toMatchObject({ ok: false })
  expect(accounts.confirmReceiver(actor, otp)).toEqual({ ok: true, value: undefined })
  expect(accounts.receiver(actor)).toMatchObject({
    isConfirmed: true,
    mobile: '••••••6780',
    email: 's•••••@example.org',
  })
  remind()
  const [, welcome, copy, ...others] = await sentTo(mother.mobile)
  expect([welcome!.template, copy!.template, others]).toEqual(['receiver-welcome', 'form-reminder', []])
  expect(copy!.text).toBe((await sentTo(asha.mobile)).at(-1)!.text)
  const [hello, mail] = await sentTo(email)
  expect(hello!.template).toBe('receiver-welcome')
  // The e-mail has the words of the SMS, and the link that ends it: not the page of the candidate's own e-mail.
  expect(mail!.text).toContain(copy!.text)
  expect(mail!.text).toMatch(/verification\?receiver=[\w-]{23}\n/)
  expect(mail!.text).not.toContain('portal.example/x')
  expect(await sentTo(asha.email)).toContainEqual(expect.objectContaining({ template: 'receiver-confirmed' }))
  expect(consents()).toEqual(['given'])
})

test('no message for the second receiver has an OTP, a link, a page, a finding or a password in its words', () => {
  const copied = (Object.keys(messageTemplates) as MessageTemplate[]).filter(isForReceiver)
  expect(copied.length).toBeGreaterThan(20)
  for (const template of copied)
    for (const language of languages) {
      const words = ['sms', 'subject']
        .map((part) => pageTexts[language](`messages:${template}.${part}` as never))
        .join(' ')
      expect([
        template,
        /\{\{(otp|link|page|fact|body|name)\}\}/.test(words) && template !== 'certificate-reminder',
      ]).toEqual([template, false])
      expect([template, /password|पासवर्ड/i.test(words)]).toEqual([template, false])
    }
})

test('payments, grievances, OTPs and logins never reach the second receiver', async () => {
  const { portal, agree, messages, actor, sentTo } = await portalOf()
  await agree()
  const before = (await sentTo(mother.mobile)).length
  messages.tell(actor.candidateId, 'payment-captured', { amount: '1,000', reference: 'ML24-1', next: '' })
  messages.tell(actor.candidateId, 'grievance-received', { reference: '7', type: 'x', kind: 'y', at: 'z' } as never)
  messages.tell(actor.candidateId, 'new-device', { at: '1', device: 'x' })
  portal.services.accounts.requestOtp({ ...actor, language: 'en' } as never, { purpose: 'submit' })
  expect((await sentTo(mother.mobile)).length).toBe(before)
})

test('the link ends the messages without a login, a look at it changes nothing, and the candidate is told once', async () => {
  const { portal, agree, accounts, actor, remind, sentTo, consents, rows } = await portalOf()
  await agree()
  const text = (await sentTo(mother.mobile)).at(-1)!.text
  const link = new URL(/https:\S+/.exec(text)![0])
  const page = `${link.pathname}${link.search}`
  const shown = await portal.app.inject({ url: page })
  expect([shown.statusCode, rows()]).toEqual([200, 1])
  expect(shown.body).not.toMatch(new RegExp(`${asha.fullName}|${mother.fullName}|${mother.mobile}`))
  // What waits for them is not sent either.
  remind()
  const pressed = accounts.endReceiverByLink(link.searchParams.get('receiver')!)
  expect([pressed, rows(), accounts.receiver(actor)]).toEqual([{ ok: true, value: undefined }, 0, null])
  const before = (await sentTo(mother.mobile)).length
  remind()
  expect((await sentTo(mother.mobile)).length).toBe(before)
  expect(accounts.endReceiverByLink(link.searchParams.get('receiver')!)).toEqual({ ok: true, value: undefined })
  expect((await sentTo(asha.mobile)).filter(({ template }) => template === 'receiver-ended')).toHaveLength(1)
  expect(consents()).toEqual(['given', 'withdrawn'])
  const states = "SELECT state FROM outbox WHERE receiver_id IS NOT NULL AND template = 'form-reminder'"
  expect(portal.services.db.sqlite.prepare(states).pluck().all()).toEqual(['stopped'])
})

test.each(['', 'x', 'A'.repeat(23), 'AAAAAQC-wrong-seal-AAAA', '../..'])(
  'a link that is none ends nothing: %s',
  async (token) => {
    const { agree, accounts, rows } = await portalOf()
    await agree()
    expect(accounts.endReceiverByLink(token)).toMatchObject({
      ok: false,
      refusal: { code: 'link-unknown', status: 404 },
    })
    expect(rows()).toBe(1)
  },
)

test('the candidate ends it, and whoever had agreed is told; a link of theirs then ends nobody else’s', async () => {
  const { agree, accounts, actor, sentTo, rows, code } = await portalOf()
  await agree()
  const link = new URL(/https:\S+/.exec((await sentTo(mother.mobile)).at(-1)!.text)![0]).searchParams.get('receiver')!
  accounts.endReceiver(actor)
  expect((await sentTo(mother.mobile)).at(-1)!.template).toBe('receiver-stopped')
  const father = { fullName: 'Ramesh Patil', relation: 'father', mobile: '9123456781' } as const
  expect(accounts.nameReceiver(actor, father)).toMatchObject({ ok: true })
  expect(accounts.confirmReceiver(actor, await code(father.mobile))).toMatchObject({ ok: true })
  expect(accounts.endReceiverByLink(link)).toMatchObject({ ok: true })
  expect([rows(), accounts.receiver(actor)?.fullName]).toEqual([1, father.fullName])
  expect(accounts.nameReceiver(actor, mother)).toMatchObject({
    ok: false,
    refusal: { code: 'receiver-there', status: 409 },
  })
})

test('a number with an account here is asked like any other, and its owner loses no OTP by it', async () => {
  const { portal, accounts, actor, code } = await portalOf()
  await register(portal, ravi)
  const answers = [mother.mobile, ravi.mobile].map((mobile, n) => {
    if (n) portal.clock.advance(minutes(31))
    const named = accounts.nameReceiver(actor, { ...mother, mobile })
    const seen = { ...accounts.receiver(actor)!, mobile: '' }
    return { named, seen }
  })
  expect(answers[1]).toEqual(answers[0])
  // As many as a stranger can have sent to it: its owner still has all of their own.
  for (let n = 0; n < 5; n++) {
    accounts.askReceiverAgain(actor)
    portal.clock.advance(seconds(30))
  }
  const ravis = { candidateId: idOf(portal, 'ML24100002') }
  for (let n = 0; n < 5; n++) {
    expect(accounts.requestOtp({ ...ravis, language: 'en' } as never, { purpose: 'submit' }).ok).toBe(true)
    portal.clock.advance(seconds(30))
  }
  // It proves nothing for that account, and the owner agrees with the OTP of this purpose alone.
  expect(accounts.checkAttendedOtp(ravis.candidateId, 'edit-at-centre', await code(ravi.mobile)).ok).toBe(false)
})

test.each([
  ['the own number', { ...mother, mobile: asha.mobile }, 'mobile', 'receiverMobile.own'],
  ['the own address', { ...mother, email: asha.email }, 'email', 'receiverEmail.own'],
] as const)('%s is refused by name', async (_, input, field, code) => {
  const { accounts, actor, rows } = await portalOf()
  expect(accounts.nameReceiver(actor, input)).toMatchObject({
    ok: false,
    refusal: { status: 422, fields: [{ field, code }] },
  })
  expect(rows()).toBe(0)
})

test('whoever is named again and again is not rung again and again', async () => {
  const { portal, accounts, actor, sentTo } = await portalOf()
  for (let n = 0; n < 30; n++) {
    accounts.nameReceiver(actor, { ...mother, fullName: `Sunita ${'abcdefghij'[n % 10]}` })
    portal.clock.advance(minutes(1))
  }
  expect((await sentTo(mother.mobile)).length).toBeLessThanOrEqual(3)
  const numbers = Array.from({ length: 12 }, (_, n) => `91234500${String(n).padStart(2, '0')}`)
  portal.clock.advance(hours(2))
  expect(numbers.map((mobile) => accounts.nameReceiver(actor, { ...mother, mobile }).ok).filter(Boolean)).toHaveLength(
    5,
  )
})

test('a number that nobody confirmed is forgotten after a day; one that agreed stays', async () => {
  const { portal, accounts, actor, agree, rows } = await portalOf()
  accounts.nameReceiver(actor, mother)
  portal.clock.advance(days(1) + 1)
  accounts.purge()
  expect(rows()).toBe(0)
  await agree()
  portal.clock.advance(days(30))
  accounts.purge()
  expect(rows()).toBe(1)
})

test('a copy rings at night no more than the message of the candidate', async () => {
  const { portal, agree, messages, actor, sentTo } = await portalOf()
  await agree()
  portal.clock.set(ist('2024-08-12 23:00'))
  const before = (await sentTo(mother.mobile)).length
  messages.tell(
    actor.candidateId,
    'form-reminder',
    { left: 3, by: 'x', page: 'y' },
    { batch: 'reminder:not-submitted:24', quietUntil: ist('2024-08-13 09:00') },
  )
  expect((await sentTo(mother.mobile)).length).toBe(before)
  expect(messages.unsentOf('reminder:not-submitted:24').waiting).toBe(2)
  portal.clock.set(ist('2024-08-13 09:00'))
  expect((await sentTo(mother.mobile)).length).toBe(before + 1)
})

test('a copy is sent again to the one who gets copies, and to nobody once they are one no longer', async () => {
  const { portal, agree, messages, accounts, actor, sentTo, remind } = await portalOf()
  await agree({ ...mother, email: 'sunita@example.org' })
  remind()
  await messages.deliverDue()
  const ids = portal.services.db.sqlite
    .prepare("SELECT id FROM outbox WHERE receiver_id IS NOT NULL AND template = 'form-reminder' ORDER BY id")
    .pluck()
    .all() as number[]
  expect(ids).toHaveLength(2)
  for (const id of ids) expect(messages.resend(actor.candidateId, id)).toEqual({ ok: true, value: undefined })
  expect((await sentTo('sunita@example.org')).filter(({ template }) => template === 'form-reminder')).toHaveLength(2)
  expect((await sentTo(mother.mobile)).filter(({ template }) => template === 'form-reminder')).toHaveLength(2)
  accounts.endReceiver(actor)
  for (const id of ids)
    expect(messages.resend(actor.candidateId, id)).toMatchObject({ ok: false, refusal: { code: 'message-no-address' } })
})

test('the candidate’s own log shows what came to their own phone', async () => {
  const { agree, messages, actor, remind } = await portalOf()
  await agree()
  remind()
  await messages.deliverDue()
  const { lines } = messages.phoneLog(actor)
  expect(lines.filter(({ to }) => to.endsWith(mother.mobile.slice(-4)))).toEqual([])
  expect(lines[0]!.to).toBe(`••••••${asha.mobile.slice(-4)}`)
})
