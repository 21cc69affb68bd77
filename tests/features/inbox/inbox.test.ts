import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import type { PhoneLog } from '#server/features/messages/messages/service.ts'
import { ist } from '#server/kernel/time.ts'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha, browser, calls, faultsOf, openPortal, ravi, signIn, viewOf } from '#tests/support/portal.ts'

type Box = { messages: { id: number; subject: string; isRead: boolean }[]; unread: number; older: number | null }

test('a message to a candidate appears in the message box, unread until it is opened', async () => {
  const { portal, owner } = await openWithApplicant()
  const box = async () => (await portal.api('GET', 'messages', undefined, owner.from)).body.data as Box
  const { messages, unread, older } = await box()
  expect([messages.map(({ subject }) => subject), unread, older]).toEqual([
    [`Your form is submitted: ${owner.userId}`, `Your Application ID is ${owner.userId}: Direct Second Year MBA/MMS`],
    2,
    null,
  ])
  const screen = browser(portal, owner.cookies)
  expect((await screen.get('dashboard')).text).toContain('You have 2 unread messages.')
  const [newest] = messages
  const page = await screen.get(`singleMsg/${newest!.id}`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('What happens next')
  // The signature belongs to the mail only.
  expect(viewOf<View<{ text: string }>>(page).data.text).not.toContain('Help:')
  expect((await box()).unread).toBe(1)
  expect((await screen.post('message')).status).toBe(303)
  expect((await box()).messages.every(({ isRead }) => isRead)).toBe(true)
})

test('OTPs and links never appear in the box, and are hidden in the SMS log', async () => {
  const portal = await openPortal()
  const { userId, token, cookies } = await signIn(portal)
  await portal.api('POST', calls.verifyEmail, {}, { token })
  await portal.api('POST', calls.forgot, { userId })
  const otp = await portal.otpFor(asha.mobile)
  const box = JSON.stringify((await portal.api('GET', 'messages', undefined, { token })).body)
  expect(box).not.toMatch(/https:|\d{6}: OTP|#\d{6}/)
  const log = (await portal.api('GET', 'sms', undefined, { token })).body.data as PhoneLog
  expect(JSON.stringify(log)).not.toContain(otp)
  expect(log.lines.length).toBeGreaterThan(1)
  expect(log.lines[0]).toMatchObject({ channel: 'sms', to: '••••••3210', state: 'sent' })
  expect(log.lines[0]!.text).toMatch(/^••••••: OTP for .*#••••••$/s)
  const page = await browser(portal, cookies).get('sms')
  expect(page.text).not.toContain(otp)
  expect(page.text).not.toContain(asha.mobile)
})

test("the log shows the portal's time and the outcome of each message", async () => {
  const portal = await openPortal()
  const { userId, token } = await signIn(portal)
  await portal.services.messages.deliverDue()
  portal.clock.set(ist('2024-08-05 09:30'))
  portal.box.answers.push({ kind: 'refused', reason: 'no such number' })
  await portal.api('POST', calls.forgot, { userId })
  await portal.services.messages.deliverDue()
  const { lines } = (await portal.api('GET', 'sms', undefined, { token })).body.data as PhoneLog
  expect(lines[0]).toMatchObject({ state: 'refused', at: '2024-08-05T04:00:00.000Z' })
})

test('a long box is read in pages', async () => {
  const portal = await openPortal()
  const { token, cookies } = await signIn(portal)
  const { id } = portal.services.db.sqlite.prepare('SELECT id FROM candidates').get() as { id: number }
  portal.services.db.transact(() => {
    for (let n = 1; n <= 30; n++) {
      const params = { amount: '1', userId: 'ML24100001', reference: `R-${n}` }
      portal.services.inbox.keep({ candidateId: id, template: 'payment-captured', language: 'en', params })
    }
  })
  const first = (await portal.api('GET', 'messages', undefined, { token })).body.data as Box
  const second = (await portal.api('GET', `messages?before=${first.older}`, undefined, { token })).body.data as Box
  expect([first.messages.length, second.messages.length, second.older]).toEqual([20, 11, null])
  expect(first.messages.at(-1)!.id).toBeGreaterThan(second.messages[0]!.id)
  const screen = browser(portal, cookies)
  expect((await screen.get('message')).text).toContain('message-viewall')
  expect((await screen.get(`message-viewall?before=${first.older}`)).text).toContain('R-10')
})

test('case 14: only the owner can read a message', async () => {
  const portal = await openPortal()
  const owner = await signIn(portal)
  const other = await signIn(portal, ravi)
  const { messages } = (await portal.api('GET', 'messages', undefined, { token: owner.token })).body.data as Box
  const { id } = messages[0]!
  expect((await portal.api('GET', `messages/${id}`, undefined, { token: other.token })).status).toBe(404)
  expect((await browser(portal, other.cookies).get(`singleMsg/${id}`)).status).toBe(404)
  for (const wrong of ['0', '-1', '1e3', 'x', '99999999999'])
    expect((await browser(portal, owner.cookies).get(`singleMsg/${wrong}`)).status).toBe(404)
  await portal.api('GET', `messages/${id}`, undefined, { token: owner.token })
  expect((await portal.api('GET', `messages/${id}`, undefined, { token: owner.token })).body.data.isRead).toBe(true)
})

test('a candidate gives feedback on the page or through the API, a few times a day, and the desk reads it', async () => {
  const portal = await openPortal()
  const { token, cookies } = await signIn(portal)
  const screen = browser(portal, cookies)
  const bad = await screen.post('feedback', { about: 'payment', rating: '6' })
  expect([bad.status, faultsOf(bad)]).toEqual([422, { rating: 'Choose how it was' }])
  const words = 'Paid twice.\n<script>alert(1)</script>'
  expect((await screen.post('feedback', { about: 'payment', rating: '2', text: words })).status).toBe(303)
  const body = { about: 'help', rating: 5 }
  expect((await portal.api('POST', 'feedback', body, { token })).status).toBe(200)
  const admin = await atDesk(portal, 'admin')
  const page = await admin.get('feedback')
  expect(viewOf<View<object>>(page).data).toMatchObject({
    list: {
      rows: [
        { about: 'help', rating: 5, text: null },
        { about: 'payment', rating: 2, text: words },
      ],
    },
    ratings: [1, 2, 3, 4, 5].map((rating) => ({ rating, count: rating === 2 || rating === 5 ? 1 : 0 })),
  })
  const poor = viewOf<View<{ list: { rows: object[] } }>>(await admin.get('feedback?rating=2&about=payment')).data.list
  expect(poor.rows).toHaveLength(1)
  expect(page.text).not.toContain('<script>alert(1)')
  for (let n = 0; n < 3; n++) await portal.api('POST', 'feedback', body, { token })
  expect(await portal.api('POST', 'feedback', body, { token })).toMatchObject({ status: 429 })
})

test('a visitor gives feedback without a login, a few times an hour from one network, and the desk reads it', async () => {
  const portal = await openPortal()
  const visitor = browser(portal)
  for (const [language, heading] of [
    ['en', 'Feedback on this site'],
    ['mr', 'या संकेतस्थळाबद्दल अभिप्राय'],
  ])
    expect((await visitor.get(`site-feedback?lang=${language}`)).text).toContain(heading)
  const bad = await visitor.post('site-feedback', { about: 'weather', rating: '3', text: 'x'.repeat(1001) })
  expect([bad.status, Object.keys(faultsOf(bad)).sort()]).toEqual([422, ['about', 'text']])
  const untyped = await visitor.post('site-feedback', { about: 'other', rating: '3', text: 'Hello \u0007' })
  expect([untyped.status, Object.keys(faultsOf(untyped))]).toEqual([422, ['text']])
  const said = { about: 'information', rating: '4', text: '\u202E=1+1 <b>bold</b>' }
  expect((await visitor.post('site-feedback', said)).status).toBe(303)
  expect((await visitor.get('site-feedback?lang=en')).text).toContain('Thank you. Your feedback has been sent.')
  const { token, cookies } = await signIn(portal)
  expect((await portal.api('POST', 'feedback', { about: 'help', rating: 5 }, { token })).status).toBe(200)
  const page = await (await atDesk(portal, 'admin')).get('feedback')
  expect(page.text).toContain('A visitor')
  expect(page.text).not.toContain('<b>bold')
  expect(viewOf<View<{ list: { rows: object[] } }>>(page).data.list.rows).toMatchObject([
    { about: 'help', rating: 5, userId: expect.stringMatching(/^ML24/) },
    { about: 'information', rating: 4, text: '=1+1 <b>bold</b>', userId: null },
  ])
  const answers = []
  for (let n = 0; n < 11; n++)
    answers.push((await visitor.post('site-feedback', { about: 'other', rating: '1' })).status)
  expect(answers.filter((status) => status === 303)).toHaveLength(9)
  expect(answers.at(-1)).toBe(429)
  // A candidate who is signed in has the form that tells who writes.
  expect((await browser(portal, cookies).get('site-feedback')).headers.location).toContain('/feedback')
})

test('a flood of visitors’ feedback from many networks closes the form to none that has had no share', async () => {
  const portal = await openPortal({ at: ist('2024-08-01 12:00') })
  const give = (ip: string) => portal.services.inbox.giveFeedbackAsVisitor(ip, { about: 'other', rating: 1 })
  let taken = 0
  for (let n = 0; n < 600; n++) if (give(`203.0.113.${n % 60}`).ok) taken++
  // Two for each network are the fair share of a hundred among sixty.
  expect(taken).toBe(120)
  const refused = give('203.0.113.7')
  expect(refused).toMatchObject({ refusal: { code: 'too-often', retryAfter: 600 } })
  for (let n = 0; n < 30; n++) expect(give(`198.51.100.${n}`)).toMatchObject({ ok: true })
})
