import { describe, expect, test } from 'vitest'
import { candidateTabs, searchLimit } from '#server/domain/desk/help-desk.ts'
import type { View } from '#server/domain/site/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Instant } from '#server/kernel/time.ts'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { withAChooser } from '#tests/support/options.ts'
import {
  asha,
  browser,
  calls,
  faultsOf,
  openPortal,
  ravi,
  register,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

const find = (desk: DeskBrowser, q: string) => desk.get(`help-desk?q=${encodeURIComponent(q)}`)
const namesOn = async (desk: DeskBrowser, q: string): Promise<string[]> =>
  viewOf<{ data: { found: { fullName: string }[] } }>(await find(desk, q)).data.found.map(({ fullName }) => fullName)
const audited = (portal: TestPortal, act: string) =>
  portal.services.db.sqlite.prepare('SELECT actor_name, detail FROM audit_log WHERE act = ?').all(act) as {
    actor_name: string
    detail: string
  }[]

/** From Nagpur, which belongs to another region than the regional office of these tests. */
const meera: typeof asha = {
  ...asha,
  fullName: 'Meera Suresh Patil',
  email: 'meera@example.org',
  mobile: '7654321098',
  district: 'MH-nagpur',
}

test('a step that was not done in time is not shown as one to do', async () => {
  const portal = await openPortal()
  const userId = await register(portal, asha)
  const admin = await atDesk(portal, 'admin')
  const states = async () =>
    viewOf<{ data: { application: { tasks: { state: string }[] } } }>(await admin.get(`help-desk/${userId}`))
      .data.application.tasks.map(({ state }) => state)
      .filter((state) => state !== 'not-yet')
  expect(await states()).toEqual(['to-do'])
  portal.clock.set(portal.services.notices.activity('registration')!.closesAt as Instant)
  expect(new Set(await states())).toEqual(new Set(['missed']))
})

test('a form that was submitted again says when it was, beside the first time; an opened one which version it was', async () => {
  const { portal, owner } = await openWithApplicant({ until: 'submitted' })
  const admin = await atDesk(portal, 'admin')
  const contact = async () => {
    const page = await admin.get(`help-desk/${owner.userId}?tab=contact`)
    return { standing: viewOf<View<{ standing: object }>>(page).data.standing, text: page.text }
  }
  const [first] = portal.services.application.versionsOf(owner.id)
  expect((await contact()).standing).toMatchObject({ firstAt: null, newestVersion: null })
  const { sqlite } = portal.services.db
  sqlite.exec('UPDATE applications SET submitted_at = NULL')
  expect((await contact()).standing).toMatchObject({
    firstAt: null,
    newestVersion: { number: 1, submittedAt: first!.submittedAt },
  })
  const again = first!.submittedAt + 3_600_000
  sqlite.exec(`UPDATE applications SET submitted_at = ${again}; INSERT INTO application_versions
    (candidate_id, number, submitted_at, snapshot, fingerprint)
    SELECT candidate_id, 2, ${again}, snapshot, fingerprint FROM application_versions`)
  const shown = await contact()
  expect(shown.standing).toMatchObject({ submittedAt: again, firstAt: first!.submittedAt, newestVersion: null })
  expect(shown.text).toContain(
    `${formatDateTime(again, 'en')}, for the first time ${formatDateTime(first!.submittedAt, 'en')}`,
  )
})

test('a fee that nobody can pay any more is not named as due', async () => {
  const { portal, owner: one } = await openWithApplicant({ until: 'complete' })
  const admin = await atDesk(portal, 'admin')
  const money = async () => (await admin.get(`help-desk/${one.userId}?tab=payments`)).text
  portal.services.db.sqlite.prepare("UPDATE payments SET status = 'refunded'").run()
  expect(await money()).not.toContain('not asked for any more')
  portal.clock.set(portal.services.notices.activity('registration')!.closesAt as Instant)
  expect(await money()).toContain('unpaid, and not asked for any more')
})

describe('finding a candidate', () => {
  test('an Application ID, mobile number or e-mail address opens its candidate directly', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const admin = await atDesk(portal, 'admin')
    for (const asked of [userId, userId.toLowerCase(), asha.mobile, '+91 98765 43210', 'ASHA@example.org']) {
      const answer = await find(admin, asked)
      expect([asked, answer.status, answer.headers.location]).toEqual([asked, 303, `/mbale/cell/help-desk/${userId}`])
    }
  })

  test('words of a name list the matching candidates without their full number or address', async () => {
    const portal = await openPortal()
    await register(portal, asha)
    await register(portal, { ...meera, district: 'MH-pune' })
    const admin = await atDesk(portal, 'admin')
    expect(await namesOn(admin, 'patil')).toEqual(['Asha Ramesh Patil', 'Meera Suresh Patil'])
    const page = await find(admin, 'PATIL')
    expect(page.text).not.toContain(asha.mobile)
    expect(page.text).not.toContain(asha.email)
    expect((await find(admin, 'patil mee')).status).toBe(303)
    expect((await find(admin, 'meera. patil-suresh')).status, 'punctuation separates words').toBe(303)
    expect(await namesOn(admin, 'nobody at all')).toEqual([])
    expect(await namesOn(admin, '%%% ___')).toEqual([])
  })

  test('a name is found in either script, and under its new spelling once it is corrected', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    await register(portal, { ...asha, fullName: 'आशा रमेश पाटील' })
    await register(portal, { ...meera, district: 'MH-pune' })
    expect((await find(admin, 'पाटील')).status).toBe(303)
    const userId = portal.services.db.sqlite
      .prepare("UPDATE candidates SET full_name = 'Mira O’Brien Patel' WHERE full_name LIKE 'Meera%' RETURNING user_id")
      .pluck()
      .get()
    expect(await namesOn(admin, 'meera')).toEqual([])
    expect((await find(admin, "o'brien mira")).headers.location).toBe(`/mbale/cell/help-desk/${userId}`)
    expect(await namesOn(admin, '"mira" OR NEAR(patel)'), 'no operator is read').toEqual([])
  })

  test('a candidate is found by every spelling that looks like the registered one', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const userId = await register(portal, { ...asha, fullName: 'कुऱ्हाडेकर सविता ऑगस्टीन' })
    const own = `/mbale/cell/help-desk/${userId}`
    for (const asked of [
      'कुऱ्हाडेकर',
      'कुर्\u200Dहाडेकर',
      'कुर्\u200Dहाडे सविता',
      'आॅगस्टीन',
      '\u202A91 ९८७६५ ४३२१०\u202C',
      `${userId.slice(0, 2).toLowerCase()} ${userId.slice(2)}`,
    ])
      expect((await find(admin, asked)).headers.location, asked).toBe(own)
  })

  test.each([
    ['Maria D’Souza', ['dsouza', "D'Souza", 'd’souza', 'dʼsouza', 'd‘SOUZA maria', 'd souza', 'dsouz mar']],
    ['Maria Dsouza', ["d'souza", 'D Souza', 'dsouza']],
    ['Sean O’Brien', ['obrien', "o'brien sean", 'O Brien']],
    ['Sameer Al-Khan', ['alkhan', 'al-khan', 'al khan', 'khan']],
    ['Anita Mac Donald', ['macdonald', 'MacDonald anita', 'mac-donald', 'donald']],
    ['Anita MacDonald', ['mac donald', "mac'donald"]],
    ['A.B. Patil', ['AB Patil', 'a b patil', 'A.B.Patil', 'abpatil', 'patil a']],
    ['AB Patil', ['A.B. Patil', 'a. b. patil']],
    ['Sitaram Rao', ['sita ram', 'rao sitaram']],
    ['सीता राम पाटील', ['सीताराम', 'पाटील सीता']],
    ['ए. बी. पाटील', ['एबी पाटील', 'ए बी पाटील']],
  ])('%s is found with and without the spaces and signs between its parts', async (fullName, typed) => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const userId = await register(portal, { ...asha, fullName })
    for (const asked of typed)
      expect((await find(admin, asked)).headers.location, asked).toBe(`/mbale/cell/help-desk/${userId}`)
    expect(await namesOn(admin, 'souzad')).toEqual([])
    expect(await namesOn(admin, `${typed[0]} Kulkarni`)).toEqual([])
  })

  test('two letters, or text that is no name, are not searched', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    for (const asked of ['as', '1234', '<b>']) {
      expect((await find(admin, asked)).text, asked).toContain('at least three letters of a name')
    }
    expect(audited(portal, 'help-desk.searched')).toEqual([])
  })

  test('case 18: a regional office finds and opens only the candidates of its region', async () => {
    const portal = await openPortal()
    const near = await register(portal, asha)
    const far = await register(portal, meera)
    const ro = await atDesk(portal, 'ro')
    expect((await find(ro, 'patil')).headers.location).toBe(`/mbale/cell/help-desk/${near}`)
    expect(await namesOn(ro, far)).toEqual([])
    expect((await ro.get(`help-desk/${near}`)).status).toBe(200)
    const beyond = await ro.get(`help-desk/${far}`)
    expect(beyond.status).toBe(404)
    expect(beyond.text).not.toContain(meera.fullName)
  })

  test('the log records every search and every view, without the search words', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const admin = await atDesk(portal, 'admin')
    await find(admin, 'patil')
    await admin.get(`help-desk/${userId}`)
    expect(audited(portal, 'help-desk.searched')).toEqual([{ actor_name: 'admin', detail: '{"by":"name","found":1}' }])
    expect(audited(portal, 'help-desk.viewed')).toHaveLength(1)
  })

  test('a member of staff who searches too often must wait', async () => {
    const portal = await openPortal()
    await register(portal, asha)
    const admin = await atDesk(portal, 'admin')
    const other = await atDesk(portal, 'ro')
    for (let n = 0; n < searchLimit.most; n++) await find(admin, 'zzz')
    expect((await find(admin, asha.mobile)).status).toBe(200)
    expect((await find(admin, asha.mobile)).text).not.toContain(asha.fullName)
    expect((await find(other, asha.mobile)).status).toBe(303)
  })
})

describe("the help desk's view", () => {
  test('shows everything that the candidate sees, and the delivery of each message, but no OTP and no full number', async () => {
    const portal = await openPortal()
    const { userId } = await signIn(portal, asha)
    const otp = await portal.otpFor(asha.mobile)
    portal.box.answers.push({ kind: 'refused', reason: 'number is switched off' })
    await portal.api('POST', 'candidateLoginController/forgotPasswordOTP', { userId })
    await portal.services.messages.deliverDue()
    const admin = await atDesk(portal, 'admin')
    const page = await admin.get(`help-desk/${userId}?tab=messages`)
    expect(page.text).toContain(asha.fullName)
    expect(page.text).toContain('••••••3210')
    expect(page.text, 'a message is named in words').toContain('OTP to set a new password: …')
    expect(page.text.slice(page.text.indexOf('<main')), 'no key of ours').not.toContain('>recovery-otp<')
    expect(page.text).toContain('number is switched off')
    expect(page.text).not.toContain(asha.mobile)
    expect(page.text).not.toContain(asha.email)
    expect(page.text).not.toContain(otp)
    const application = await admin.get(`help-desk/${userId}`)
    type Tasks = View<{ application: { tasks: unknown[] } }>
    expect(viewOf<Tasks>(application).data.application.tasks).toHaveLength(9)
  })

  test('shows the merit numbers, and that an option form is not confirmed', async () => {
    const { portal, owner, form } = await withAChooser()
    await form.save(['101110110', '202210110'])
    const admin = await atDesk(portal, 'admin')
    type Now = View<{ application: { now: { label: string; value: string }[] } }>
    const now = async () => viewOf<Now>(await admin.get(`help-desk/${owner.userId}`)).data.application.now
    expect(await now()).toEqual([
      { label: 'Final merit list', value: 'State merit list: 12 of 12' },
      { label: 'Final merit list', value: 'All India merit list: 30 of 30' },
      { label: 'Option form, CAP Round 1', value: 'NOT confirmed, 2 choices' },
    ])
    await form.confirm()
    expect((await now())[2]!.value).toMatch(/^Confirmed on 25 Aug 2024, 12:0\d, 2 choices$/)
  })
})

describe("a candidate's page", () => {
  test('has the next act at its head, and a tab for each part that works without script', async () => {
    const { portal, owner, form } = await withAChooser()
    await form.save(['101110110', '202210110'])
    const admin = await atDesk(portal, 'admin')
    for (const tab of candidateTabs) {
      const page = await admin.get(`help-desk/${owner.userId}?tab=${tab}`)
      expect([tab, page.status]).toEqual([tab, 200])
      expect(page.text, tab).toContain('Confirm your options for CAP Round 1, by 27 Aug 2024, 17:00.')
      expect(page.text, tab).toContain(`href="/mbale/cell/help-desk/${owner.userId}?tab=history#record"`)
    }
    type Shown = View<{ merit: { meritNumber: number }[]; options: { choices: string[] }[]; tab: string }>
    const at = async (tab: string) => viewOf<Shown>(await admin.get(`help-desk/${owner.userId}?tab=${tab}`)).data
    expect((await at('merit')).merit.map(({ meritNumber }) => meritNumber)).toEqual([12, 30])
    expect((await at('options')).options).toMatchObject([{ choices: ['101110110', '202210110'] }])
    expect((await at('nothing<script>')).tab).toBe('application')
    // Each of these looks is in the log, and in the history.
    expect(audited(portal, 'help-desk.viewed').length).toBe(candidateTabs.length + 3)
    expect((await admin.get(`help-desk/${owner.userId}?tab=history`)).text).toContain('Opened a candidate')
  })

  test('a call is noted, by whom and when', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    const admin = await atDesk(portal, 'admin')
    expect(faultsOf(await admin.post(`help-desk/${userId}`, { intent: 'note', callNote: ' ' }))).toEqual({
      callNote: 'Write what came of the call',
    })
    const callNote = 'Asked when scrutiny ends.\n<b>Told her.</b>'
    expect((await admin.post(`help-desk/${userId}`, { intent: 'note', callNote })).status).toBe(303)
    expect((await admin.get(`help-desk/${userId}`)).text).toContain('&lt;b&gt;Told her.&lt;/b&gt;')
    expect(audited(portal, 'help-desk.noted')).toEqual([{ actor_name: 'admin', detail: '{}' }])
  })

  test('case 78: a message is sent again to the present address, five times an hour; an OTP never is', async () => {
    const portal = await openPortal()
    const { userId } = await signIn(portal, asha)
    const { sqlite } = portal.services.db
    const id = sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').pluck().get(userId) as number
    portal.services.messages.tell(id, 'application-confirmed', {
      number: 1,
      at: '16 Aug 2024',
      counts: 'It counts for the merit lists.',
    })
    await portal.services.messages.deliverDue()
    const messageOf = (template: string) =>
      sqlite
        .prepare("SELECT id FROM outbox WHERE template = ? AND channel = 'sms' ORDER BY id LIMIT 1")
        .pluck()
        .get(template) as number
    const admin = await atDesk(portal, 'admin')
    const resend = (message: number) =>
      admin.post(`help-desk/${userId}?tab=messages`, { intent: 'resend', message: String(message) })
    const [sms] = [messageOf('application-confirmed')]
    expect((await resend(sms)).status).toBe(303)
    await portal.services.messages.deliverDue()
    expect(await portal.sentTo(asha.mobile, 'application-confirmed')).toBe(2)
    await portal.api('POST', 'candidateLoginController/forgotPasswordOTP', { userId })
    await portal.services.messages.deliverDue()
    const otp = messageOf('recovery-otp')
    expect(viewOf<View>(await resend(otp)).form?.message).toContain('OTPs and links are not sent again')
    expect((await resend(999_999)).status).toBe(404)
    for (let n = 0; n < 2; n++) await resend(sms)
    expect((await resend(sms)).status).toBe(429)
    // Nobody sends the messages of one candidate from the page of another.
    const other = await register(portal, ravi)
    expect((await admin.post(`help-desk/${other}`, { intent: 'resend', message: String(sms) })).status).toBe(404)
  })

  test('a login that wrong passwords have slowed down is unlocked; one that is not is left alone', async () => {
    const portal = await openPortal()
    const { userId } = await signIn(portal, asha)
    const ro = await atDesk(portal, 'ro')
    const unlock = () => ro.post(`help-desk/${userId}`, { intent: 'unlock' })
    expect((await unlock()).status).toBe(409)
    const wrong = { userId, password: 'Wrong-Passw0rd' }
    const tries = async () => (await portal.api('POST', calls.login, wrong)).body as { code?: string }
    for (let n = 0; n < 11; n++) await tries()
    expect((await ro.get(`help-desk/${userId}`)).text).toContain('Unlock the login')
    expect((await unlock()).status).toBe(303)
    expect((await ro.get(`help-desk/${userId}`)).text).not.toContain('Unlock the login')
    expect(audited(portal, 'help-desk.unlocked')).toHaveLength(1)
  })

  test('case 18: out of reach, no act of the page does anything', async () => {
    const portal = await openPortal()
    const far = await register(portal, meera)
    const ro = await atDesk(portal, 'ro')
    const acts: Record<string, string>[] = [
      { intent: 'note', callNote: 'Called about the fee.' },
      { intent: 'resend', message: '1' },
      { intent: 'unlock' },
    ]
    for (const fields of acts) expect((await ro.post(`help-desk/${far}`, fields)).status, fields.intent).toBe(404)
    expect(portal.rows().call_notes).toBe(0)
  })
})

describe('a lost mobile', () => {
  const newMobile = '9123456780'
  const told = {
    intent: 'lost-mobile',
    newMobile,
    repeatedMobile: newMobile,
    seen: 'passport',
    note: 'Face and name as in the photograph.',
  }
  async function prepared() {
    const portal = await openPortal()
    const { userId, cookies } = await signIn(portal, asha)
    const ro = await atDesk(portal, 'ro')
    const admin = await atDesk(portal, 'admin')
    const answer = await ro.post(`help-desk/${userId}`, told)
    expect(answer.status).toBe(303)
    return { portal, userId, cookies, ro, admin, at: `help-desk/${userId}` }
  }
  const mobileOf = (portal: TestPortal, userId: string) =>
    (
      portal.services.db.sqlite.prepare('SELECT mobile FROM candidates WHERE user_id = ?').get(userId) as {
        mobile: string
      }
    ).mobile

  test('one member of staff prepares the change; the old number and the address are notified, and nothing else changes', async () => {
    const { portal, userId, admin } = await prepared()
    expect(mobileOf(portal, userId)).toBe(asha.mobile)
    expect(await portal.sentTo(asha.mobile, 'lost-mobile')).toBe(1)
    expect(await portal.sentTo(asha.email, 'lost-mobile')).toBe(1)
    expect((await admin.get('help-desk')).text).toContain(userId)
  })

  test('case 18: the member of staff who prepared it cannot release it', async () => {
    const { portal, userId, ro, at } = await prepared()
    const own = await ro.post(at, { intent: 'release-mobile', request: '1' })
    expect(own.status).toBe(403)
    expect(own.text).toContain('Another person has to release this')
    expect(mobileOf(portal, userId)).toBe(asha.mobile)
  })

  test('another member of staff releases it: both numbers are notified, and every login ends', async () => {
    const { portal, userId, cookies, admin, at } = await prepared()
    expect((await admin.post(at, { intent: 'release-mobile', request: '1' })).status).toBe(303)
    expect(mobileOf(portal, userId)).toBe(newMobile)
    expect(await portal.sentTo(asha.mobile, 'mobile-changed')).toBe(1)
    expect(await portal.sentTo(newMobile, 'mobile-changed')).toBe(1)
    expect((await browser(portal, cookies).get('dashboard')).status).toBe(303)
    expect(audited(portal, 'help-desk.mobile-released')).toEqual([{ actor_name: 'admin', detail: '{"request":1}' }])
    const again = await admin.post(at, { intent: 'release-mobile', request: '1' })
    expect(again.status).toBe(409)
  })

  test('codes and links sent to the old phone before the release are refused after it', async () => {
    const { portal, userId, admin, at } = await prepared()
    const asked = await portal.api('POST', calls.forgot, { userId })
    const otp = await portal.otpFor(asha.mobile)
    await admin.post(at, { intent: 'release-mobile', request: '1' })
    const passwords = { password: 'Thief123', confirmPassword: 'Thief123' }
    const { recoveryId } = asked.body.data
    const taken = await portal.api('POST', calls.recover, { recoveryId, otp, ...passwords })
    expect([taken.status, taken.body.code]).toEqual([422, 'otp-used'])
  })

  test('if it is refused, the number remains, and another change may be prepared', async () => {
    const { portal, userId, ro, admin, at } = await prepared()
    expect((await ro.post(at, told)).status).toBe(409)
    expect((await admin.post(at, { intent: 'refuse-mobile', request: '1' })).status).toBe(303)
    expect(mobileOf(portal, userId)).toBe(asha.mobile)
    expect((await ro.post(at, told)).status).toBe(303)
  })

  test('two different entries, the same number, and a number of another account are refused', async () => {
    const portal = await openPortal()
    const userId = await register(portal, asha)
    await register(portal, ravi)
    const ro = await atDesk(portal, 'ro')
    const at = `help-desk/${userId}`
    const faults = async (more: Partial<typeof told>) => faultsOf(await ro.post(at, { ...told, ...more }))
    expect(await faults({ repeatedMobile: '9123456781' })).toEqual({ repeatedMobile: 'The two numbers differ' })
    expect(await faults({ newMobile: asha.mobile, repeatedMobile: asha.mobile })).toHaveProperty('newMobile')
    expect(await faults({ newMobile: ravi.mobile, repeatedMobile: ravi.mobile })).toHaveProperty('newMobile')
    expect(await faults({ note: 'ok' })).toHaveProperty('note')
    expect(portal.rows().mobile_requests).toBe(0)
  })

  test('case 15: a request can be decided only under its candidate', async () => {
    const { portal, admin, userId } = await prepared()
    const other = await register(portal, ravi)
    expect((await admin.post(`help-desk/${other}`, { intent: 'release-mobile', request: '1' })).status).toBe(404)
    expect(mobileOf(portal, userId)).toBe(asha.mobile)
  })

  test('case 18: no change can be prepared for a candidate out of reach', async () => {
    const portal = await openPortal()
    const far = await register(portal, meera)
    const ro = await atDesk(portal, 'ro')
    expect((await ro.post(`help-desk/${far}`, told)).status).toBe(404)
    expect(portal.rows().mobile_requests).toBe(0)
  })
})
