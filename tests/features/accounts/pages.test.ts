import { expect, test } from 'vitest'
import { viewMediaType } from '#server/domain/site/view.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { ist, minutes, seconds } from '#server/kernel/time.ts'
import {
  type Answer,
  asha,
  browser,
  calls,
  faultsOf,
  logIn,
  openPortal,
  ravi,
  register,
  signIn,
  viewOf,
} from '#tests/support/portal.ts'

const home = '/mbale/candidate/'
/** The target of a redirect, or the status. */
const leadsTo = ({ status, headers }: Answer) => (status === 303 ? String(headers.location).replace(home, '') : status)
const typed = { ...asha, consent: 'true' }
const flashOf = (answer: Answer) => viewOf<{ flash: { type: string; text: string } | null }>(answer).flash

/** Where the OTP of a registration leads to. */
const firstStep = 'type-of-candidature?registered=1'

test('without JavaScript a newcomer registers, proves the mobile, reads the Application ID and is logged in', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  const form = await screen.get('registration')
  expect(form.status).toBe(200)
  expect(form.text).toContain('It receives registration and login OTPs, so it must be authenticated and working.')
  expect(leadsTo(await screen.post('registration', typed))).toBe('otp-verify')
  expect((await screen.get('otp-verify')).text).toContain('9876543210')
  const wrong = await screen.post('otp-verify', { otp: '000000' })
  expect([wrong.status, Object.keys(faultsOf(wrong))]).toEqual([422, ['otp']])
  const soon = await screen.post('otp-verify', { intent: 'resend' })
  expect([soon.status, soon.headers['retry-after']]).toEqual([429, '30'])
  portal.clock.advance(seconds(30))
  expect(leadsTo(await screen.post('otp-verify', { intent: 'resend' }))).toBe('otp-verify')
  expect(flashOf(await screen.get('otp-verify'))?.type).toBe('success')
  expect(flashOf(await screen.get('otp-verify'))).toBeNull()
  expect(leadsTo(await screen.post('otp-verify', { otp: await portal.otpFor(asha.mobile) }))).toBe(firstStep)
  const first = await screen.get(firstStep)
  expect(first.text).toContain('ML24100001')
  expect(first.text).toContain(`href="${home}registration-success"`)
  // The number comes from the session, and without the word of the address the step is as ever.
  expect((await screen.get('type-of-candidature')).text).not.toContain(`href="${home}registration-success"`)
  const success = await screen.get('registration-success')
  expect(success.text).toContain('ML24100001')
  expect(success.text).toContain(`href="${home}type-of-candidature"`)
  expect(leadsTo(await screen.get('otp-verify'))).toBe('registration-success')
  expect(leadsTo(await screen.post('otp-verify', { otp: '123456' }))).toBe('registration-success')
  expect((await screen.get('dashboard')).text).toContain('Asha')
  expect(leadsTo(await screen.get('registration'))).toBe('dashboard')
  // Once logged out, the page leads to the login, with the Application ID filled in.
  await screen.post('logout', {})
  const later = await screen.get('registration-success')
  expect(later.text).toContain(`href="${home}login?userId=ML24100001"`)
  expect(later.text).not.toContain(`href="${home}type-of-candidature"`)
})

test('the login after a registration is a new session: the one that the browser had ends, and its OTP opens nothing more', async () => {
  const portal = await openPortal()
  const before = await signIn(portal, ravi)
  const screen = browser(portal, { ...before.cookies })
  await screen.post('registration', typed)
  const otp = await portal.otpFor(asha.mobile)
  const copied = browser(portal, { ...screen.jar })
  expect(leadsTo(await screen.post('otp-verify', { otp }))).toBe(firstStep)
  const [session] = [screen.jar.mbale_session]
  expect(session).not.toBe(before.cookies.mbale_session)
  expect((await screen.get('dashboard')).text).toContain('ML24100002')
  expect(leadsTo(await browser(portal, { ...before.cookies }).get('dashboard'))).toMatch(/^home/)
  // The same request again, as after a lost answer or by somebody who copied it: no second session.
  expect(leadsTo(await copied.post('otp-verify', { otp }))).toBe('registration-success')
  expect(leadsTo(await copied.get('dashboard'))).toMatch(/^home/)
  // The API makes an account and gives no session.
  const third = { ...asha, email: 'third@example.org', mobile: '7654321098' }
  const { registrationId } = (await portal.api('POST', calls.register, third)).body.data
  const proved = await portal.api('POST', calls.verify, { registrationId, otp: await portal.otpFor(third.mobile) })
  expect([proved.cookies.mbale_session, Object.keys(proved.body.data)]).toEqual([undefined, ['userId']])
})

test('the login after a registration is in the list of logins, and the next one from elsewhere is told', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  await screen.post('registration', typed)
  await screen.post('otp-verify', { otp: await portal.otpFor(asha.mobile) })
  expect(
    viewOf<{ data: { sessions: unknown[] } }>(await screen.get('forgot-password-auth')).data.sessions,
  ).toHaveLength(1)
  expect(await portal.sentTo(asha.email, 'new-device')).toBe(0)
  await screen.post('logout', {})
  expect(leadsTo(await screen.post('login', { userId: asha.email, password: asha.password }))).toBe('dashboard')
  expect(await portal.sentTo(asha.email, 'new-device')).toBe(0)
  expect(leadsTo(await browser(portal).post('login', { userId: asha.email, password: asha.password }))).toBe(
    'dashboard',
  )
  expect(await portal.sentTo(asha.email, 'new-device')).toBe(1)
})

test('entries can be changed before the mobile is proved, by this browser only', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  await screen.post('registration', { ...typed, email: 'wrong@example.org' })
  expect((await screen.get('registration?change=1')).text).toContain('wrong@example.org')
  expect((await browser(portal).get('registration?change=1')).text).not.toContain('wrong@example.org')
  portal.clock.advance(seconds(31))
  expect(leadsTo(await screen.post('registration', typed))).toBe('otp-verify')
  await screen.post('otp-verify', { otp: await portal.otpFor(asha.mobile) })
  expect((await screen.get('registration?change=1')).text).not.toContain('wrong@example.org')
})

test('the pages of a registration belong to the browser that began it; others are redirected to its start', async () => {
  const portal = await openPortal()
  for (const [path, to] of [
    ['otp-verify', 'registration'],
    ['registration-success', 'home'],
    ['forgot-otp-verify', 'forgot-password'],
    ['login?step=otp', 'login'],
  ] as const) {
    expect([path, leadsTo(await browser(portal).get(path))]).toEqual([path, to])
    for (const name of ['registration', 'recovery', 'login']) {
      const screen = browser(portal, { [`mbale_${name}`]: 'x'.repeat(32) })
      for (const fields of [{ otp: '123456' }, { intent: 'resend' }]) {
        const answer = await screen.post(path, fields as never)
        expect([303, 405, 422], path).toContain(answer.status)
      }
    }
  }
})

test('an expired registration begins again and says so', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  await screen.post('registration', typed)
  portal.clock.advance(minutes(49 * 60))
  portal.services.accounts.purge()
  expect(leadsTo(await screen.post('otp-verify', { otp: '123456' }))).toBe('registration')
  expect(flashOf(await screen.get('registration'))?.type).toBe('warning')
})

test('a closed registration says when it was open, and refuses a late form', async () => {
  const portal = await openPortal({ at: ist('2024-08-20 12:00') })
  const screen = browser(portal)
  expect((await screen.get('registration')).text).toContain('14 Aug 2024, 17:00')
  const late = await screen.post('registration', typed)
  expect(late.status).toBe(422)
  expect(viewOf<{ form: { message: string } }>(late).form.message).toBe(
    'Registration opens on 23 Aug 2024, 10:00. Nothing was saved.',
  )
})

test('without JavaScript scd asks for the OTP on a second page, and the password only once', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  const screen = browser(portal)
  const first = await screen.post('login?next=%2Fscd%2Fcandidate%2Fsms', { userId, password: asha.password })
  expect(first.headers.location).toBe('/scd/candidate/login?step=otp&next=%2Fscd%2Fcandidate%2Fsms')
  expect((await screen.get(first.headers.location as string)).status).toBe(200)
  const wrong = await screen.post(first.headers.location as string, { otp: '000000' })
  expect(faultsOf(wrong).otp).toContain('4')
  const otp = await portal.otpFor(asha.mobile)
  const second = await screen.post(first.headers.location as string, { otp })
  expect(second.headers.location).toBe('/scd/candidate/sms')
  expect(screen.jar.scd_login).toBeUndefined()
  expect((await screen.get('dashboard')).status).toBe(200)
})

test('an OTP page left open for ten minutes says that the time is up, and a new login works', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  const screen = browser(portal)
  await screen.post('login', { userId, password: asha.password })
  portal.clock.advance(minutes(11))
  const late = await screen.post('login?step=otp', { otp: '123456' })
  expect(late.headers.location).toBe('/scd/candidate/login')
  expect(flashOf(await screen.get('login'))?.type).toBe('warning')
  await screen.post('login', { userId, password: asha.password })
  expect((await screen.post('login?step=otp', { otp: await portal.otpFor(asha.mobile) })).status).toBe(303)
})

test('a challenge serves one login', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  const screen = browser(portal)
  await screen.post('login', { userId, password: asha.password })
  const copied = browser(portal, { ...screen.jar })
  const otp = await portal.otpFor(asha.mobile)
  expect((await screen.post('login?step=otp', { otp })).headers.location).toBe('/scd/candidate/dashboard')
  expect((await copied.post('login?step=otp', { otp })).headers.location).toBe('/scd/candidate/login')
  expect(portal.rows().sessions).toBe(1)
})

test('without JavaScript a forgotten password is reset, and open sessions end', async () => {
  const portal = await openPortal()
  const ashas = (await signIn(portal)).cookies
  const ravis = (await signIn(portal, ravi)).cookies
  const screen = browser(portal, { ...ravis })
  expect(leadsTo(await screen.post('forgot-password', { userId: asha.email }))).toBe('forgot-otp-verify')
  const passwords = { password: 'NewPass1', confirmPassword: 'NewPass1' }
  const wrong = await screen.post('forgot-otp-verify', { otp: '000000', ...passwords })
  expect(Object.keys(faultsOf(wrong))).toEqual(['otp'])
  portal.clock.advance(seconds(30))
  // Without script the page comes again with what is typed beside the OTP, but for secrets; a script is sent on.
  const day = { 'birthDate-day': '14', 'birthDate-month': '06', 'birthDate-year': '2001' }
  const again = await screen.post('forgot-otp-verify', { intent: 'resend', ...day, otp: '000000', ...passwords })
  expect([again.status, faultsOf(again), flashOf(again)?.type]).toEqual([200, {}, 'success'])
  expect(viewOf<{ form: { values: object } }>(again).form.values).toEqual({ intent: 'resend', birthDate: '2001-06-14' })
  expect(again.text).not.toMatch(/<title>Error/)
  portal.clock.advance(seconds(30))
  const byScript = { accept: viewMediaType }
  expect(leadsTo(await screen.post('forgot-otp-verify', { intent: 'resend' }, byScript))).toBe('forgot-otp-verify')
  const done = await screen.post('forgot-otp-verify', { otp: await portal.otpFor(asha.mobile), ...passwords })
  expect(leadsTo(done)).toBe('dashboard')
  const next = await screen.get('dashboard')
  expect(next.text).toContain('Asha')
  expect(flashOf(next)?.text).toBe('Your password is changed. You are logged in here and logged out everywhere else.')
  // Ravi, who was logged in in this browser, is not any more; nor is anybody with the old sessions of the account.
  expect(leadsTo(await browser(portal, ravis).get('dashboard'))).toMatch(/^home/)
  expect(leadsTo(await browser(portal, ashas).get('dashboard'))).toMatch(/^home/)
  expect(await portal.sentTo(asha.email, 'new-device')).toBe(1)
  await screen.post('logout', {})
  expect(leadsTo(await screen.post('login', { userId: asha.mobile, password: 'NewPass1' }))).toBe('dashboard')
})

test('the login page takes an Application ID from its address, and nothing else', async () => {
  const screen = browser(await openPortal())
  expect((await screen.get('login?userId=ML24100001')).text).toContain('value="ML24100001"')
  const foreign = await screen.get('login?userId=%22%3E%3Cb%3E')
  expect(viewOf<{ data: { userId?: string } }>(foreign).data.userId).toBeUndefined()
})

test('where each login needs an OTP to the mobile, a new password leads to the login: the recovery may have come by e-mail', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  const screen = browser(portal)
  await screen.post('forgot-password', { userId })
  expect((await screen.get('forgot-otp-verify')).text).toContain('Then log in with the new password.')
  const done = await screen.post('forgot-otp-verify', { otp: await portal.otpFor(asha.mobile), ...twice })
  expect(done.headers.location).toBe(`/scd/candidate/login?userId=${userId}`)
  expect(screen.jar.scd_session).toBeUndefined()
})

test('without JavaScript a candidate changes the password and stays logged in on this device alone', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal)
  const screen = browser(portal, { ...cookies })
  const fields = { currentPassword: asha.password, password: 'NewPass1', confirmPassword: 'NewPass1' }
  expect(faultsOf(await screen.post('forgot-password-auth', { ...fields, currentPassword: 'Wrong000' }))).toEqual({
    currentPassword: 'This is not your current password',
  })
  expect(leadsTo(await screen.post('forgot-password-auth', fields))).toBe('forgot-password-auth')
  expect((await screen.get('dashboard')).status).toBe(200)
  expect(screen.jar.mbale_session).not.toBe(cookies.mbale_session)
  expect(leadsTo(await browser(portal, cookies).get('dashboard'))).toBe('home?next=%2Fmbale%2Fcandidate%2Fdashboard')
  // Whoever was signed in until the session ended is told so, on home and login; whoever has logged out is not.
  const ended = browser(portal, cookies)
  const next = `${portal.base}dashboard`
  for (const [page, words] of [
    ['home', /Your session has ended: log in to continue.*everything you typed is safe/s],
    ['login', /Your session has ended\. Log in to go on: everything you typed is safe/],
  ] as const) {
    expect((await ended.get(`${page}?next=${encodeURIComponent(next)}`)).text).toMatch(words)
    expect((await ended.get(`${page}?next=https://evil.example/`)).text).not.toContain('Your session has ended')
  }
  expect((await ended.get(`login?lang=mr&next=${encodeURIComponent(next)}`)).text).toContain('सत्र संपले आहे')
  await screen.post('logout', {})
  expect((await screen.get(`login?next=${encodeURIComponent(next)}`)).text).not.toContain('Your session has ended')
  // Home and login say that what was typed is safe.
  for (const page of ['home', 'login'])
    expect((await screen.get(`${page}?next=%2Fmbale%2Fcandidate%2Fdashboard`)).text).toMatch(
      /everything you typed is safe/,
    )
  expect(leadsTo(await screen.post('login', { userId: asha.mobile, password: 'NewPass1' }))).toBe('dashboard')
})

test('the password page lists where the candidate is logged in', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  await logIn(portal, userId, asha, { headers: { 'user-agent': 'Firefox/121.0 (Windows NT 10.0)' } })
  const { cookies } = await logIn(portal, userId, asha, { headers: { 'user-agent': 'Chrome/120 (Linux; Android 13)' } })
  const { text } = await browser(portal, cookies).get('forgot-password-auth')
  expect(text).toContain('Chrome, Android')
  expect(text).toContain('Firefox, Windows')
})

test('without JavaScript a mobile is changed in two steps, and the change cancelled', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal)
  const screen = browser(portal, cookies)
  const mobile = '7654321098'
  expect(faultsOf(await screen.post('change-mobile', { mobile: asha.mobile })).mobile).toContain('already')
  expect(leadsTo(await screen.get('change-mobile?step=otp'))).toBe('change-mobile')
  expect(leadsTo(await screen.post('change-mobile', { mobile }))).toBe('change-mobile?step=otp')
  expect((await screen.get('change-mobile?step=otp')).status).toBe(200)
  const proof = { mobile, password: asha.password, otp: await portal.otpFor(mobile) }
  expect(leadsTo(await screen.post('change-mobile?step=otp', proof))).toBe('change-mobile')
  const told = await screen.get('change-mobile')
  expect(flashOf(told)?.text).toContain('2 Aug 2024, 12:00')
  expect(told.text).toContain('••••••1098')
  expect(leadsTo(await screen.post('change-mobile', { intent: 'stop' }))).toBe('change-mobile')
  expect((await screen.get('change-mobile')).text).not.toContain('••••••1098')
  expect((await screen.post('change-mobile', { intent: 'stop' })).status).toBe(409)
})

test('the link in the mail asks before it verifies, because mail scanners follow links too', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal)
  const owner = browser(portal, cookies)
  const told = async () => (await owner.get('change-mobile')).text
  expect(await told()).toContain('We send a message to the old number at once.')
  expect(leadsTo(await owner.post('dashboard', { intent: 'verify-email' }))).toBe('dashboard')
  const link = await portal.linkFor(asha.email)
  const scanner = browser(portal)
  const before = await portal.contents()
  expect((await scanner.get(link.pathname + link.search)).status).toBe(200)
  expect(await portal.contents()).toBe(before)
  expect(leadsTo(await scanner.post(link.pathname + link.search))).toBe('login')
  expect(viewOf<{ data: { contact: object } }>(await owner.get('dashboard')).data.contact).toMatchObject({
    isEmailVerified: true,
  })
  // From then on sentences name both ways.
  expect(await told()).toContain('to the old number and to your e-mail address')
  const stale = await scanner.post(`verification?email=${'x'.repeat(32)}`)
  expect([stale.status, viewOf<{ form: { message: string } }>(stale).form.message]).toEqual([
    404,
    'This link does not work or has expired. Nothing was changed.',
  ])
})

test('without JavaScript WhatsApp is switched on from the dashboard, and off in the same place', async () => {
  const portal = await openPortal()
  const screen = browser(portal, (await signIn(portal)).cookies)
  expect(leadsTo(await screen.post('dashboard', { intent: 'whatsapp' }))).toBe('dashboard')
  expect(await portal.sentTo(asha.mobile, 'whatsapp-summary')).toBe(1)
  expect((await screen.get('dashboard')).text).toContain('Turn WhatsApp off')
  expect(leadsTo(await screen.post('dashboard', { intent: 'whatsapp-off' }))).toBe('dashboard')
  expect((await screen.get('dashboard')).text).toContain('Get messages on WhatsApp')
  expect((await screen.post('dashboard', { intent: 'nonsense' })).status).toBe(400)
})

test('the single sign-on page says that it is off, and its form is refused', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  expect((await screen.get('sso?token=x.y.z')).text).toContain('is not available for this course')
  expect((await screen.post('sso', { token: 'x.y.z' })).status).toBe(503)
})

test('a page that a candidate cannot see now is answered as rules §6.3 requires', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal)
  const screen = browser(portal, cookies)
  expect(leadsTo(await screen.get('payment'))).toBe('type-of-candidature')
  expect(leadsTo(await screen.post('payment'))).toBe('type-of-candidature')
  const restricted = await screen.get('final-merit')
  expect([restricted.status, viewOf<{ closed: object }>(restricted).closed]).toEqual([
    200,
    {
      kind: 'restricted',
      permission: 'fMerit',
      standing: null,
      window: { title: 'Final merit list', from: expect.stringContaining('2024'), until: null },
    },
  ])
  expect((await screen.post('final-merit')).status).toBe(403)
  const closedAt = async (route: string) => viewOf<{ closed: object }>(await screen.get(route)).closed
  const allotment = (round: number) => ({ window: { title: `Allotment, CAP Round ${round}`, until: null } })
  expect(await closedAt('self-arc-home')).toMatchObject({ permission: 'seat', ...allotment(1) })
  portal.clock.set(ist('2024-08-29 17:00'))
  // After its window a page promises no opening: a seat can still come with a later round, a merit list cannot.
  expect(await closedAt('self-arc-home')).toMatchObject({ permission: 'seat', ...allotment(2) })
  expect(await closedAt('final-merit')).toMatchObject({ permission: 'fMerit', window: null })
  portal.services.db.sqlite
    .prepare('INSERT INTO applications (candidate_id, mode, submitted_at) VALUES (1, 1, 1)')
    .run()
  const locked = await screen.get('type-details')
  expect([locked.status, viewOf<{ closed: { kind: string } }>(locked).closed.kind]).toEqual([200, 'locked'])
  expect((await screen.post('type-details')).status).toBe(423)
  expect((await screen.get('dashboard')).status).toBe(200)
})

test('an expired session leads to the login and back to the page', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal)
  const screen = browser(portal, cookies)
  portal.clock.advance(minutes(12 * 60))
  const away = await screen.get('sms?page=2')
  expect(leadsTo(away)).toBe('home?next=%2Fmbale%2Fcandidate%2Fsms%3Fpage%3D2')
  const { login } = viewOf<{ data: { login: string } }>(await screen.get(away.headers.location as string)).data
  const back = await screen.post(login, { userId: asha.mobile, password: asha.password })
  expect(back.headers.location).toBe('/mbale/candidate/sms?page=2')
})

test("a form that script sends from an expired session gets 401 and the login's address", async () => {
  const portal = await openPortal()
  const answer = await portal.ask('POST', `${portal.base}change-mobile`, {
    headers: { accept: 'application/vnd.pravesh.view+json', 'sec-fetch-site': 'same-origin' },
  })
  expect([answer.status, answer.body]).toEqual([
    401,
    { redirect: '/mbale/candidate/home?next=%2Fmbale%2Fcandidate%2Fchange-mobile' },
  ])
})

test('the bearer and the page share one login, and ending either ends both', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  const userId = await register(portal)
  await screen.post('login', { userId, password: asha.password })
  const refreshed = await portal.api('GET', calls.refresh, undefined, {
    cookies: { mbale_refresh: screen.jar.mbale_refresh! },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { token } = refreshed.body.data
  expect((await portal.api('POST', calls.userDetails, undefined, { token })).body.data.user_id).toBe(userId)
  await screen.post('logout')
  expect((await portal.api('POST', calls.userDetails, undefined, { token })).status).toBe(401)
})

const twice = { password: 'NewPass1', confirmPassword: 'NewPass1' }

test('the OTP that was sent sets the new password, however often and under whatever name it was asked for', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const screen = browser(portal)
  for (const name of [userId, userId, asha.mobile, userId, asha.email, userId, userId, userId])
    expect(leadsTo(await screen.post('forgot-password', { userId: name }))).toBe('forgot-otp-verify')
  expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(1)
  const otp = await portal.otpFor(asha.mobile)
  // Another browser asks too, and guesses until it may no more: that shuts the OTP to nobody.
  const stranger = browser(portal)
  await stranger.post('forgot-password', { userId })
  for (let n = 1; n < 6; n++) {
    const guess = String((Number(otp) + n) % 1_000_000).padStart(6, '0')
    expect((await stranger.post('forgot-otp-verify', { otp: guess, ...twice })).status).toBe(422)
  }
  expect((await stranger.post('forgot-otp-verify', { otp, ...twice })).status).toBe(422)
  const second = browser(portal, { ...screen.jar })
  expect(leadsTo(await second.post('forgot-otp-verify', { otp, ...twice }))).toBe('dashboard')
  expect(leadsTo(await screen.post('forgot-otp-verify', { otp, ...twice }))).not.toBe('dashboard')
})

test('a recovery of an unknown account goes the same way as one of a known account when asked for twice', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  const story = async (name: string) => {
    const screen = browser(portal)
    const answers: unknown[] = []
    for (let n = 0; n < 3; n++) answers.push((await screen.post('forgot-password', { userId: name })).status)
    const references = screen.jar.mbale_recovery!.split('.').length
    for (let n = 0; n < 6; n++) {
      const wrong = await screen.post('forgot-otp-verify', { otp: '000000', ...twice })
      answers.push([wrong.status, faultsOf(wrong)])
    }
    return [references, answers]
  }
  expect(await story(userId)).toEqual(await story('ML24999999'))
})

test('a registration sent twice, or corrected, keeps its OTP and the newest details', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  await screen.post('registration', typed)
  const tab = browser(portal, { ...screen.jar })
  expect(leadsTo(await screen.post('registration', { ...typed, email: 'wrong@example.org' }))).toBe('otp-verify')
  expect(leadsTo(await tab.post('registration', { ...typed, fullName: 'Asha Patil' }))).toBe('otp-verify')
  expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(1)
  const otp = await portal.otpFor(asha.mobile)
  expect(leadsTo(await screen.post('otp-verify', { otp }))).toBe(firstStep)
  expect(portal.rows()).toMatchObject({ candidates: 1, registrations: 1 })
  const { cookies } = await logIn(portal, asha.email)
  expect((await browser(portal, cookies).get('dashboard')).text).toContain('Asha Patil')
})

test('a wrong number corrected back to the first one keeps the OTP of the first', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  await screen.post('registration', typed)
  await screen.post('registration', { ...typed, mobile: ravi.mobile })
  expect((await screen.get('otp-verify')).text).toContain(ravi.mobile)
  expect(leadsTo(await screen.post('registration', typed))).toBe('otp-verify')
  expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(1)
  const proved = await screen.post('otp-verify', { otp: await portal.otpFor(asha.mobile) })
  expect(leadsTo(proved)).toBe(firstStep)
})

test('an act whose OTP was sent a moment ago leads on to its field, and says how long until another', async () => {
  const portal = await openPortal()
  const screen = browser(portal, (await signIn(portal)).cookies)
  const mobile = '7654321098'
  await screen.post('change-mobile', { mobile })
  // Back, and again.
  expect(leadsTo(await screen.post('change-mobile', { mobile }))).toBe('change-mobile?step=otp')
  const page = await screen.get('change-mobile?step=otp')
  expect(flashOf(page)?.text).toContain('is still valid')
  expect(page.text).toContain('You can ask for another OTP 30 seconds from now.')
  expect(await portal.sentTo(mobile, 'change-mobile-otp')).toBe(1)
  const proof = { mobile, password: asha.password, otp: await portal.otpFor(mobile) }
  expect(leadsTo(await screen.post('change-mobile?step=otp', proof))).toBe('change-mobile')
})

test('an OTP asked for again too soon is refused under words of its own, and the page says when', async () => {
  const portal = await openPortal()
  const screen = browser(portal)
  await screen.post('registration', typed)
  portal.clock.advance(seconds(14))
  const soon = await screen.post('otp-verify', { intent: 'resend' })
  expect([soon.status, soon.headers['retry-after']]).toEqual([429, '16'])
  expect(soon.text).toContain('This was not done')
  expect(soon.text).not.toContain('There is a problem')
  expect(soon.text).toContain('You can ask for another OTP 16 seconds from now.')
  portal.clock.advance(seconds(16))
  expect((await screen.get('otp-verify')).text).not.toContain('seconds from now')
})

test('a resend of a login OTP waits its half minute too, behind the gate for anybody', async () => {
  const portal = await openPortal({ slugs: ['scd'] })
  const userId = await register(portal)
  const screen = browser(portal)
  await screen.post('login', { userId, password: asha.password })
  expect((await screen.post('login?step=otp', { intent: 'resend' })).status).toBe(429)
  portal.clock.advance(seconds(30))
  expect((await screen.post('login?step=otp', { intent: 'resend' })).status).toBe(303)
  expect(await portal.sentTo(asha.mobile, 'login-otp')).toBe(2)
  const story = async (name: string) => {
    const stranger = browser(portal)
    for (let n = 0; n < 11; n++) await stranger.post('login', { userId: name, password: 'Wrong000' })
    const answers = []
    for (let n = 0; n < 3; n++) {
      answers.push((await stranger.post('login?step=otp', { intent: 'resend' })).status)
      portal.clock.advance(seconds(20))
    }
    return answers
  }
  expect(await story(userId)).toEqual(await story('SC24999999'))
})

test('on a shared computer, a logout leads to the login of the next candidate, who finds nothing of the one before', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal, ravi)
  const screen = browser(portal, { ...cookies })
  expect(leadsTo(await screen.post('logout', { to: 'login' }))).toBe('login')
  expect((await screen.get('login')).text).not.toContain('Ravi')
  expect(leadsTo(await browser(portal, cookies).get('dashboard'))).toMatch(/^home/)
  // Nothing but the login and home: an address that somebody puts in is not followed.
  const again = await signIn(portal, asha)
  expect(leadsTo(await browser(portal, again.cookies).post('logout', { to: 'https://evil.example/' }))).toBe('home')
})

test('messages come in the language in which the candidate reads the pages, and a link from elsewhere does not change it', async () => {
  const portal = await openPortal()
  const { cookies, token } = await signIn(portal)
  const { accounts } = portal.services
  const language = () => accounts.sessions.byBearer(token)!.language
  expect(language()).toBe('en')
  // The device was set to Marathi before the login.
  const device = browser(portal)
  await device.get('home?lang=mr')
  const screen = browser(portal, { ...device.jar, ...cookies })
  await screen.get('dashboard?lang=en', { 'sec-fetch-site': 'cross-site' })
  expect(language()).toBe('en')
  expect((await screen.get('dashboard', { 'sec-fetch-site': 'cross-site' })).text).toContain('<html lang="mr"')
  expect(language()).toBe('en')
  expect((await screen.get('dashboard')).text).toContain('<html lang="mr"')
  expect(language()).toBe('mr')
  await screen.get('dashboard?lang=en', { 'sec-fetch-site': 'cross-site' })
  expect(language()).toBe('mr')
  await screen.get('dashboard?lang=en')
  expect(language()).toBe('en')
  // A device on which nobody chose a language leaves the account as it is.
  await screen.get('dashboard?lang=mr')
  expect((await browser(portal, cookies).get('dashboard')).text).toContain('<html lang="en"')
  expect(language()).toBe('mr')
})

test.each(languages)(
  'home speaks to whoever is signed in of their own form, never of a login (%s)',
  async (language) => {
    const portal = await openPortal({ at: ist('2024-07-20 12:00') })
    const read = async (screen: ReturnType<typeof browser>) => {
      const { text } = await screen.get(`home?lang=${language}`)
      return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    }
    const words = ['home:login', 'home:register', 'home:door.new', 'home:dashboard', 'home:door.own'] as const
    const found = (page: string) => words.map((key) => page.includes(`${translate(language, key)}<`))
    const { cookies } = await signIn(portal, asha)
    expect(found(await read(browser(portal)))).toEqual([true, true, true, false, false])
    expect(found(await read(browser(portal, cookies)))).toEqual([false, false, false, true, true])
    // What stands in both is true for both.
    const about = translate(language, 'home:candidates.text')
    for (const screen of [browser(portal), browser(portal, cookies)]) expect(await read(screen)).toContain(about)
    expect(about).not.toMatch(/log in|लॉगिन/i)
  },
)

test('a state and a district that do not fit are told with every other fault, each once', async () => {
  const screen = browser(await openPortal())
  const faults = async (change: object) =>
    Object.keys(faultsOf(await screen.post('registration', { ...typed, ...change }))).sort()
  const otherFaults = { mobile: '12345', consent: '' }
  expect(await faults({ ...otherFaults, district: 'KA-belagavi' })).toEqual(['consent', 'district', 'mobile'])
  expect(await faults({ ...otherFaults, state: 'XX' })).toEqual(['consent', 'mobile', 'state'])
  expect(await faults({ ...otherFaults, district: '' })).toEqual(['consent', 'district', 'mobile'])
  expect(await faults({ ...otherFaults, state: '', district: 'KA-belagavi' })).toEqual(['consent', 'mobile', 'state'])
  expect(await faults(otherFaults)).toEqual(['consent', 'mobile'])
})
