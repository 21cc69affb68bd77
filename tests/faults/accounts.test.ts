import argon2 from '@node-rs/argon2'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { otpLimits } from '#server/courses/stranger-limits.ts'
import { textOfCode } from '#server/i18n/texts.ts'
import { runDueJobs } from '#server/jobs.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
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
  type TestPortal,
} from '#tests/support/portal.ts'

afterEach(() => void vi.restoreAllMocks())

const addresses = Array.from({ length: 50 }, (_, n) => `203.0.113.${n + 1}`)
const newMobile = '7654321098'
const wrongOtp = (otp: string) => String((Number(otp) + 1) % 1_000_000).padStart(6, '0')

const tell = (portal: TestPortal, person: object = asha) => portal.api('POST', calls.register, person)
const forgot = (portal: TestPortal, userId: string) => portal.api('POST', calls.forgot, { userId })
const recover = (portal: TestPortal, recoveryId: string, otp: string, password = 'NewPass1') =>
  portal.api('POST', calls.recover, { recoveryId, otp, password, confirmPassword: password })
const guess = (portal: TestPortal, userId: string, password: string, ip: string, otp?: string) =>
  portal.api('POST', calls.login, { userId, password, ...(otp && { otp }) }, { ip })
const isIn = async (portal: TestPortal, token: string) =>
  (await portal.api('POST', calls.userDetails, undefined, { token })).status === 200
const refresh = (portal: TestPortal, mbale_refresh: string, headers: Record<string, string> = {}) =>
  portal.api('GET', calls.refresh, undefined, { cookies: { mbale_refresh }, headers })

/** An answer without its random parts: references, and the number that the request named. */
const shapeOf = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replace(/"(registrationId|recoveryId)":"[\w-]{32}"/, '"$1":"…"').replace(/•{6}\d{4}/, '•'),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date')),
})

describe('case 5: no answer reveals if an account exists', () => {
  test('case 5: registration answers a number in use, an address in use and new ones with the same bytes', async () => {
    const portal = await openPortal()
    await register(portal)
    const verify = vi.spyOn(argon2, 'hash')
    const answers: Answer[] = []
    for (const person of [
      { ...ravi, mobile: asha.mobile },
      { ...ravi, email: asha.email },
      { ...ravi, mobile: '7000000001', email: 'new@example.org' },
    ]) {
      portal.clock.advance(minutes(1))
      portal.pauses.length = 0
      const hashed = verify.mock.calls.length
      answers.push(await tell(portal, person))
      expect(portal.pauses).toEqual([250]) // the same pause for every case
      expect(verify.mock.calls.length - hashed).toBe(1)
    }
    expect(shapeOf(answers[1]!)).toEqual(shapeOf(answers[0]!))
    expect(shapeOf(answers[2]!)).toEqual(shapeOf(answers[0]!))
  })

  test('case 5: the later steps reveal nothing: OTP, resend, tries left, waits', async () => {
    const portal = await openPortal()
    await register(portal)
    portal.clock.advance(minutes(61))
    const story = async (person: typeof asha) => {
      const { registrationId } = (await tell(portal, person)).body.data
      const prove = () => portal.api('POST', calls.verify, { registrationId, otp: '000000' })
      const again = () => portal.api('POST', calls.resend, { registrationId })
      const answers = [await again(), await prove()]
      portal.clock.advance(seconds(30))
      answers.push(await again(), await again(), await tell(portal, person))
      for (let n = 0; n < 6; n++) answers.push(await prove())
      portal.clock.advance(minutes(10))
      answers.push(await prove())
      return answers.map(shapeOf)
    }
    const collides = await story({ ...ravi, mobile: asha.mobile })
    const isNew = await story({ ...ravi, mobile: '7000000001', email: 'new@example.org' })
    expect(collides).toEqual(isNew)
    expect(portal.rows().candidates).toBe(1)
  })

  test('case 5: the owner of a number or an address in use gets a message there', async () => {
    const portal = await openPortal()
    await register(portal)
    await tell(portal, { ...ravi, mobile: asha.mobile })
    expect(await portal.sentTo(asha.mobile, 'registration-collision')).toBe(0) // within the half minute
    portal.clock.advance(minutes(1))
    await tell(portal, { ...ravi, mobile: asha.mobile })
    expect(await portal.sentTo(asha.mobile, 'registration-collision')).toBe(1)
    await tell(portal, { ...ravi, email: asha.email })
    expect(await portal.sentTo(asha.email, 'registration-collision')).toBe(1)
    expect(await portal.sentTo(ravi.mobile, 'registration-otp')).toBe(1) // a missing message would reveal the account (case 84)
  })

  test.each([asha.mobile, asha.email, 'ML24100001'])(
    'case 5: a login as %s with a wrong password gets the answer for an unknown account, after the same work',
    async (name) => {
      const portal = await openPortal()
      await register(portal)
      const verify = vi.spyOn(argon2, 'verify')
      for (let n = 0; n < 12; n++) {
        const known = await guess(portal, name, `Wrong00${n}`, addresses[n]!)
        expect(verify).toHaveBeenCalledTimes(1)
        const cost = String(verify.mock.calls[0]![0]).split('$').slice(1, 4)
        verify.mockClear()
        const unknown = await guess(portal, 'ML24999999', `Wrong00${n}`, addresses[n]!)
        expect(verify).toHaveBeenCalledTimes(1)
        expect(String(verify.mock.calls[0]![0]).split('$').slice(1, 4)).toEqual(cost)
        verify.mockClear()
        expect(shapeOf(known)).toEqual(shapeOf(unknown))
      }
    },
  )

  test('case 5: an account without a password, from the parent portal, looks like no account', async () => {
    const portal = await openPortal()
    await register(portal)
    portal.services.db.sqlite.prepare('UPDATE candidates SET password_hash = NULL').run()
    const known = await guess(portal, asha.mobile, asha.password, '127.0.0.1')
    expect(shapeOf(known)).toEqual(shapeOf(await guess(portal, '7000000000', asha.password, '127.0.0.1')))
  })

  test('case 5: password recovery for an unknown account takes the same course, to the last wrong OTP', async () => {
    const portal = await openPortal()
    await register(portal)
    const story = async (name: string) => {
      portal.pauses.length = 0
      const asked = await forgot(portal, name)
      expect(portal.pauses).toEqual([250])
      const { recoveryId } = asked.body.data
      const answers = [asked, await forgot(portal, name)]
      for (let n = 0; n < 6; n++) answers.push(await recover(portal, recoveryId, '000000'))
      portal.clock.advance(minutes(10))
      answers.push(await recover(portal, recoveryId, '000000'))
      portal.clock.advance(minutes(51))
      answers.push(await recover(portal, recoveryId, '000000'))
      return answers.map(shapeOf)
    }
    const known = await story(asha.mobile)
    expect(await story('7000000000')).toEqual(known)
    expect(await story('nobody@example.org')).toEqual(known)
    expect(await story('ML24999999')).toEqual(known)
  })

  test('case 5: recovery for an unknown account leaves the same rows, so both take the same time', async () => {
    const portal = await openPortal()
    await register(portal)
    portal.clock.advance(hours(2))
    const grown = async (name: string) => {
      const before = portal.rows()
      await forgot(portal, name)
      const after = portal.rows()
      return { recoveries: after.recoveries! - before.recoveries!, otps: after.otps! - before.otps! }
    }
    expect(await grown(asha.mobile)).toEqual(await grown('7000000000'))
  })

  test.each(['login', 'forgot-password'])('case 5: the page %s reveals no more than the API', async (page) => {
    const portal = await openPortal()
    await register(portal)
    const answers: string[] = []
    for (const userId of [asha.mobile, '7000000000']) {
      const { status, text, headers } = await browser(portal).post(page, { userId, password: 'Wrong000' })
      answers.push(`${status} ${headers.location} ${text.replaceAll(userId, '…')}`)
    }
    expect(answers[0] === answers[1], 'the pages are the same').toBe(true)
  })
})

describe('case 6: a list of stolen passwords', () => {
  /** Wrong guesses from fifty addresses. */
  async function stuff(portal: TestPortal, userId: string, guesses = 20) {
    for (let n = 0; n < guesses; n++) await guess(portal, userId, `Guess${n}Aa`, addresses[n % 50]!)
  }

  test('case 6: the owner logs in with the password alone from a known device, and with an OTP from an unknown one', async () => {
    const portal = await openPortal()
    const { userId, cookies } = await signIn(portal)
    await stuff(portal, userId, 200)

    const known = await portal.api(
      'POST',
      calls.login,
      { userId, password: asha.password },
      { cookies: { mbale_device: cookies.mbale_device! } },
    )
    expect(known.status).toBe(200)

    const unknown = await guess(portal, userId, asha.password, '192.0.2.1')
    expect([unknown.status, unknown.body.data.otpRequired]).toEqual([202, true])
    const otp = await portal.otpFor(asha.mobile)
    expect((await guess(portal, userId, asha.password, '192.0.2.1', otp)).status).toBe(200)
  })

  test('case 6: an attacker with the right password cannot log in without the OTP', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    await stuff(portal, userId)
    const sessions = portal.rows().sessions
    for (const ip of addresses.slice(0, 10)) expect((await guess(portal, userId, asha.password, ip)).status).toBe(202)
    expect((await guess(portal, userId, asha.password, addresses[0]!, '000000')).status).toBe(401)
    expect(portal.rows().sessions).toBe(sessions)
    expect(await portal.sentTo(asha.mobile, 'login-otp')).toBe(1)
  })

  test('case 6: behind the gate a right password, a wrong one and an unknown account get the same answer in the same time', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    for (let n = 0; n < 10; n++) {
      expect((await guess(portal, userId, 'Wrong000', addresses[n]!)).status).toBe(401)
      expect((await guess(portal, 'ML24999999', 'Wrong000', addresses[n]!)).status).toBe(401)
    }
    const tries = [
      [userId, asha.password],
      [userId, 'Wrong000'],
      ['ML24999999', 'Wrong000'],
    ] as const
    const without: unknown[] = []
    const withOtp: unknown[] = []
    for (const [name, password] of tries) {
      portal.pauses.length = 0
      without.push(shapeOf(await guess(portal, name, password, addresses[0]!)))
      withOtp.push(shapeOf(await guess(portal, name, password, addresses[0]!, '000000')))
      expect(portal.pauses).toEqual([250, 250])
    }
    expect(without[1]).toEqual(without[0])
    expect(without[2]).toEqual(without[0])
    expect(withOtp[1]).toEqual(withOtp[0])
    expect(withOtp[2]).toEqual(withOtp[0])
  })

  test('case 6: the OTP page does not reveal which password was right, now or after the gate opens again', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    for (let n = 0; n < 10; n++) await guess(portal, userId, 'Wrong000', addresses[n]!)
    const right = browser(portal)
    const wrong = browser(portal)
    const first = await right.post('login', { userId, password: asha.password })
    expect([first.status, first.headers.location]).toEqual([303, '/mbale/candidate/login?step=otp'])
    expect((await wrong.post('login', { userId, password: 'Wrong000' })).headers).toMatchObject({
      location: first.headers.location,
    })
    const both = async (fields: Record<string, string>) => {
      const [a, b] = [await right.post('login?step=otp', fields), await wrong.post('login?step=otp', fields)]
      expect([a.status, a.headers.location]).toEqual([b.status, b.headers.location])
      expect(a.text === b.text, 'the pages are the same').toBe(true)
      return a
    }
    // More tries than one OTP allows, with a resend in between.
    for (let n = 0; n < 7; n++) {
      expect(faultsOf(await both({ otp: '000000' }))).toEqual({ otp: textOfCode('en', 'fault', 'otp-refused') })
    }
    portal.clock.advance(minutes(9))
    expect((await both({ intent: 'resend' })).status).toBe(303)
    for (let n = 0; n < 3; n++) await both({ otp: '000000' })
    portal.clock.advance(minutes(1) + 1)
    expect((await both({ otp: '000000' })).headers.location).toBe('/mbale/candidate/login')
  })

  test('case 6: a challenge from behind the gate reveals nothing after the quarter of an hour either', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    await guess(portal, userId, 'Wrong000', addresses[0]!)
    portal.clock.advance(minutes(14))
    for (let n = 0; n < 10; n++) await guess(portal, userId, 'Wrong000', addresses[n]!)
    const [right, wrong] = [browser(portal), browser(portal)]
    await right.post('login', { userId, password: asha.password })
    await wrong.post('login', { userId, password: 'Wrong000' })
    portal.clock.advance(minutes(2))
    const [a, b] = [
      await right.post('login?step=otp', { otp: '000000' }),
      await wrong.post('login?step=otp', { otp: '000000' }),
    ]
    expect(a.status).toBe(b.status)
    expect(a.text === b.text, 'the pages are the same').toBe(true)
  })

  test('case 6: a hundred simultaneous guesses count as a hundred, and the right one among them does not log in', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const passwords = Array.from({ length: 100 }, (_, n) => (n === 60 ? asha.password : `Guess${n}Aa`))
    const answers = await Promise.all(
      passwords.map((password, n) => guess(portal, userId, password, addresses[n % 50]!)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(90)
    expect(portal.rows().sessions).toBe(0)
  })

  test('case 6: an open session gets ten of a hundred simultaneous guesses at its password', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    const body = { currentPassword: 'Wrong000', password: 'NewPass1', confirmPassword: 'NewPass1' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => portal.api('POST', calls.changePassword, body, { token })),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
  })

  test('case 6: a device mark is valid for one account only', async () => {
    const portal = await openPortal()
    const mine = await signIn(portal)
    const theirs = await register(portal, ravi)
    await stuff(portal, theirs)
    for (const mark of [
      mine.cookies.mbale_device!,
      `2.${'x'.repeat(32)}.${'y'.repeat(43)}`,
      '2..',
      '',
      'x'.repeat(4000),
    ]) {
      const login = await portal.api(
        'POST',
        calls.login,
        { userId: theirs, password: ravi.password },
        { cookies: { mbale_device: mark } },
      )
      expect(login.status).toBe(202)
    }
  })

  test('case 6: a stolen device mark alone buys ten guesses, not two hundred', async () => {
    const portal = await openPortal()
    const { userId, cookies } = await signIn(portal)
    const from = { cookies: { mbale_device: cookies.mbale_device! } }
    const answers: number[] = []
    for (let n = 0; n < 12; n++) {
      answers.push((await portal.api('POST', calls.login, { userId, password: `Guess${n}A` }, from)).status)
    }
    expect(answers).toEqual([...Array(10).fill(401), 202, 202])
  })

  test('case 6: one password tried on two hundred accounts slows its address down', async () => {
    const portal = await openPortal({
      course: {
        otpLimits: { ...otpLimits, perIpHourly: 100 },
      },
    })
    for (let n = 0; n < 101; n++) await guess(portal, `ML24${100001 + n}`, 'Passw0rd', addresses[0]!)
    expect(portal.pauses).toEqual([])
    await guess(portal, 'ML24100500', 'Passw0rd', addresses[0]!)
    expect(portal.pauses).toEqual([2000])
    await guess(portal, 'ML24100500', 'Passw0rd', addresses[1]!)
    expect(portal.pauses).toEqual([2000])
  })

  test('case 6: the password alone suffices again a quarter of an hour after the attack ends', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    await stuff(portal, userId)
    portal.clock.advance(minutes(15))
    expect((await guess(portal, userId, asha.password, '192.0.2.1')).status).toBe(200)
  })
})

describe('case 7: session fixation', () => {
  test('case 7: login replaces a planted cookie with a new session', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const planted = { mbale_session: 'p'.repeat(32), 'XSRF-TOKEN': 'p'.repeat(32), mbale_refresh: 'p'.repeat(32) }
    const { cookies } = await logIn(portal, userId, asha, { cookies: planted })
    for (const [name, value] of Object.entries(planted)) expect(cookies[name]).not.toBe(value)
    expect((await browser(portal, { mbale_session: planted.mbale_session }).get('dashboard')).status).toBe(303)
  })

  test("case 7: a stranger's session planted in my browser ends when I log in", async () => {
    const portal = await openPortal()
    const attacker = await signIn(portal, ravi)
    const userId = await register(portal)
    const { cookies } = await logIn(portal, userId, asha, { cookies: attacker.cookies })
    expect(cookies.mbale_session).not.toBe(attacker.cookies.mbale_session)
    expect(await isIn(portal, attacker.token)).toBe(false)
    const page = await browser(portal, attacker.cookies).get('dashboard')
    expect([page.status, page.text.includes(asha.fullName)]).toEqual([303, false])
  })

  test('case 7: no address accepts a session, a token or a language of the session in its query', async () => {
    const portal = await openPortal()
    const { cookies, token } = await signIn(portal)
    const query = `mbale_session=${cookies.mbale_session}&token=${token}&access_token=${token}`
    expect((await browser(portal).get(`dashboard?${query}`)).status).toBe(303)
    expect((await portal.ask('POST', `/mbale/candidate/api/${calls.userDetails}?${query}`)).status).toBe(401)
  })

  test('case 7: every login has new tokens, stored only as hashes', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const logins = [await logIn(portal, userId), await logIn(portal, userId)]
    const secrets = logins.flatMap(({ token, cookies }) => [token, cookies.mbale_session!, cookies.mbale_refresh!])
    expect(new Set(secrets).size).toBe(6)
    const tables = ['sessions', 'access_tokens', 'refresh_tokens', 'login_challenges', 'rate_limits']
    const dump = JSON.stringify(
      tables.map((table) => portal.services.db.sqlite.prepare(`SELECT * FROM ${table}`).all()),
    )
    for (const secret of secrets) expect(dump).not.toContain(secret)
  })
})

describe('case 8: the refresh token', () => {
  test('case 8: a second use after ten seconds counts as theft and ends the whole login', async () => {
    const portal = await openPortal()
    const { cookies, token } = await signIn(portal)
    const first = await refresh(portal, cookies.mbale_refresh!)
    portal.clock.advance(seconds(10) + 1)
    const stolen = await refresh(portal, cookies.mbale_refresh!)
    expect(stolen.status).toBe(401)
    for (const bearer of [token, first.body.data.token]) expect(await isIn(portal, bearer)).toBe(false)
    expect((await refresh(portal, first.cookies.mbale_refresh!)).status).toBe(401)
    expect((await browser(portal, cookies).get('dashboard')).status).toBe(303)
  })

  test('case 8: a theft ends only that login, not those of other devices', async () => {
    const portal = await openPortal()
    const { cookies, userId } = await signIn(portal)
    const phone = await logIn(portal, userId)
    await refresh(portal, cookies.mbale_refresh!)
    portal.clock.advance(minutes(1))
    await refresh(portal, cookies.mbale_refresh!)
    expect(await isIn(portal, phone.token)).toBe(true)
  })

  test('case 8: two tabs that refresh at once both continue, and either cookie works afterwards', async () => {
    for (const kept of [0, 1]) {
      const portal = await openPortal()
      const { cookies } = await signIn(portal)
      const tabs = await Promise.all([1, 2].map(() => refresh(portal, cookies.mbale_refresh!)))
      for (const tab of tabs) {
        expect(tab.status).toBe(200)
        expect(await isIn(portal, tab.body.data.token)).toBe(true)
      }
      portal.clock.advance(minutes(15))
      const next = await refresh(portal, tabs[kept]!.cookies.mbale_refresh!)
      expect(next.status).toBe(200)
      expect(await isIn(portal, next.body.data.token)).toBe(true)
    }
  })

  test('case 8: a cookie that the browser overwrote is used up with its twin', async () => {
    const portal = await openPortal()
    const { cookies } = await signIn(portal)
    const tabs = await Promise.all([1, 2].map(() => refresh(portal, cookies.mbale_refresh!)))
    await refresh(portal, tabs[1]!.cookies.mbale_refresh!)
    portal.clock.advance(minutes(1))
    expect((await refresh(portal, tabs[0]!.cookies.mbale_refresh!)).status).toBe(401)
  })

  test('case 8: a lost answer is repeated within ten seconds', async () => {
    const portal = await openPortal()
    const { cookies } = await signIn(portal)
    await refresh(portal, cookies.mbale_refresh!) // the network loses this answer
    portal.clock.advance(seconds(10))
    const repeated = await refresh(portal, cookies.mbale_refresh!)
    expect(repeated.status).toBe(200)
    portal.clock.advance(minutes(15))
    expect((await refresh(portal, repeated.cookies.mbale_refresh!)).status).toBe(200)
  })

  test('case 8: a refresh requested by another site is refused and uses nothing up', async () => {
    const portal = await openPortal()
    const { cookies } = await signIn(portal)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example.org' },
      { origin: 'null' },
    ]) {
      const before = await portal.contents()
      const answer = await refresh(portal, cookies.mbale_refresh!, headers as never)
      expect([answer.status, answer.body.code, answer.cookies]).toEqual([403, 'other-site', {}])
      expect(await portal.contents()).toBe(before)
    }
    expect((await refresh(portal, cookies.mbale_refresh!)).status).toBe(200)
  })

  test('case 8: the page cookie and the bearer do not refresh, and the refresh cookie opens no page', async () => {
    const portal = await openPortal()
    const { cookies, token } = await signIn(portal)
    for (const value of [cookies.mbale_session!, token]) expect((await refresh(portal, value)).status).toBe(401)
    expect((await browser(portal, { mbale_session: cookies.mbale_refresh! }).get('dashboard')).status).toBe(303)
  })
})

describe('case 9: a new password ends every login', () => {
  const ways: Record<string, (portal: TestPortal, token: string) => Promise<Answer>> = {
    changed: (portal, token) =>
      portal.api(
        'POST',
        calls.changePassword,
        { currentPassword: asha.password, password: 'NewPass1', confirmPassword: 'NewPass1' },
        { token },
      ),
    recovered: async (portal) => {
      const { recoveryId } = (await forgot(portal, asha.mobile)).body.data
      return recover(portal, recoveryId, await portal.otpFor(asha.mobile))
    },
  }

  test.each(Object.keys(ways))(
    'case 9: a password %s ends bearer, page cookie and refresh on all devices',
    async (way) => {
      const portal = await openPortal()
      const userId = await register(portal)
      const logins = [await logIn(portal, userId), await logIn(portal, userId), await logIn(portal, userId)]
      const other = await signIn(portal, ravi)
      expect((await ways[way]!(portal, logins[1]!.token)).status).toBe(200)
      for (const { token, cookies } of logins) {
        expect(await isIn(portal, token)).toBe(false)
        expect((await browser(portal, cookies).get('dashboard')).status).toBe(303)
        expect((await refresh(portal, cookies.mbale_refresh!)).status).toBe(401)
      }
      expect(await isIn(portal, other.token)).toBe(true)
      expect((await guess(portal, userId, asha.password, '127.0.0.1')).status).toBe(401)
    },
  )

  /** Holds the next password check until the test releases it. */
  function heldVerification() {
    const original = argon2.verify
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const verify = vi.spyOn(argon2, 'verify').mockImplementationOnce(async (...args) => {
      await held
      return original.apply(argon2, args)
    })
    return { letGo, began: () => vi.waitFor(() => expect(verify).toHaveBeenCalled(), 20_000) }
  }

  test('case 9: a login already under way with the old password fails', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const { letGo, began } = heldVerification()
    const underWay = guess(portal, userId, asha.password, '127.0.0.1')
    await began()
    await ways.recovered!(portal, '')
    letGo()
    expect((await underWay).status).toBe(401)
    expect(portal.rows().sessions).toBe(0)
  })

  test('case 9: a rehash already under way does not restore the old password', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const old = await argon2.hash(asha.password, {
      memoryCost: 512,
      timeCost: 2,
      parallelism: 1,
    })
    portal.services.db.sqlite.prepare('UPDATE candidates SET password_hash = ?').run(old)
    const { letGo, began } = heldVerification()
    const underWay = guess(portal, userId, asha.password, '127.0.0.1')
    await began()
    await ways.recovered!(portal, '')
    letGo()
    await underWay
    expect((await guess(portal, userId, asha.password, '127.0.0.1')).status).toBe(401)
    expect((await guess(portal, userId, 'NewPass1', '127.0.0.1')).status).toBe(200)
  })

  test("case 9: a stranger's password change already under way does not undo the owner's recovery", async () => {
    const portal = await openPortal()
    const { token, userId } = await signIn(portal)
    const { letGo, began } = heldVerification()
    const body = { currentPassword: asha.password, password: 'Evil1234', confirmPassword: 'Evil1234' }
    const underWay = portal.api('POST', calls.changePassword, body, { token })
    await began()
    await ways.recovered!(portal, '')
    letGo()
    expect((await underWay).status).toBe(401)
    expect((await guess(portal, userId, 'NewPass1', '127.0.0.1')).status).toBe(200)
  })

  test('case 9: a login waiting for its OTP under the old password fails', async () => {
    const portal = await openPortal({ slugs: ['scd'] })
    const userId = await register(portal)
    const screen = browser(portal)
    await screen.post('login', { userId, password: asha.password })
    const otp = await portal.otpFor(asha.mobile)
    await ways.recovered!(portal, '')
    const late = await screen.post('login?step=otp', { otp })
    expect([late.status, late.headers.location]).toEqual([303, '/scd/candidate/login'])
    expect(portal.rows().sessions).toBe(0)
  })

  test('case 9: "log out everywhere" does the same and keeps the password', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const [here, there] = [await logIn(portal, userId), await logIn(portal, userId)]
    const screen = browser(portal, here.cookies)
    expect((await screen.post('forgot-password-auth', { intent: 'everywhere' })).status).toBe(303)
    for (const { token } of [here, there]) expect(await isIn(portal, token)).toBe(false)
    await logIn(portal, userId)
  })
})

describe('case 11: links in messages lead to this portal, whatever Host a request claims', () => {
  const evil: Record<string, string>[] = [
    { host: 'evil.example.org' },
    { 'x-forwarded-host': 'evil.example.org' },
    { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.example.org;proto=http' },
    { host: 'admissions.example.org:8443', 'x-original-host': 'evil.example.org', 'x-host': 'evil.example.org' },
    { host: 'admissions.example.org@evil.example.org' },
    { 'x-forwarded-prefix': '//evil.example.org', 'x-original-url': '/evil' },
  ]

  test.each(evil)('case 11: %o', async (headers) => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await portal.api('POST', calls.verifyEmail, undefined, { token, headers })
    const mobile = { mobile: newMobile }
    await portal.api('POST', calls.otp, { purpose: 'change-mobile', ...mobile }, { token, headers })
    const proof = { ...mobile, password: asha.password, otp: await portal.otpFor(newMobile) }
    await portal.api('POST', calls.mobile, proof, { token, headers })
    await forgot(portal, asha.mobile)
    await portal.services.messages.deliverDue()
    const links = portal.box.sent.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    expect(links.length).toBeGreaterThanOrEqual(3)
    for (const link of links) expect(new URL(link).origin).toBe('https://admissions.example.org')
    expect(JSON.stringify(portal.box.sent)).not.toContain('evil')
  })

  test('case 11: redirects and pages never repeat the host of the request', async () => {
    const portal = await openPortal()
    for (const headers of evil) {
      for (const path of ['/', '/mbale/candidate/dashboard', '/mbale/candidate/home', '/nowhere']) {
        const answer = await portal.ask('GET', path, { headers: { accept: 'text/html', ...headers } })
        expect(/evil/.test(`${answer.headers.location} ${answer.text}`), path).toBe(false)
        if (answer.headers.location) expect(answer.headers.location).toMatch(/^\/mbale\//)
      }
    }
  })
})

describe('case 12: a change of mobile', () => {
  async function change(portal: TestPortal, token: string, mobile = newMobile) {
    await portal.api('POST', calls.otp, { purpose: 'change-mobile', mobile }, { token })
    const proof = { mobile, password: asha.password, otp: await portal.otpFor(mobile) }
    expect((await portal.api('POST', calls.mobile, proof, { token })).status).toBe(200)
  }
  const mobileOf = (portal: TestPortal) =>
    (portal.services.db.sqlite.prepare('SELECT mobile FROM candidates').get() as { mobile: string }).mobile

  test('case 12: the old number and the e-mail address get a message at once, with a link and the new number masked', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await change(portal, token)
    await portal.services.messages.deliverDue()
    const told = portal.box.sent.filter(({ template }) => template === 'mobile-change-requested')
    expect(told.map(({ channel, to }) => [channel, to])).toEqual([
      ['sms', asha.mobile],
      ['email', asha.email],
    ])
    for (const { text } of told) {
      expect(text).toMatch(/https:\/\/admissions\.example\.org\/mbale\/candidate\/verification\?stop=[\w-]{32}/)
      expect(text).not.toContain(newMobile)
    }
  })

  test('case 12: until the change takes effect, OTPs go to the old number only', async () => {
    const portal = await openPortal()
    const { token, userId } = await signIn(portal)
    await change(portal, token)
    portal.clock.advance(hours(1))
    await forgot(portal, userId)
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(1)
    expect(await portal.sentTo(newMobile, 'recovery-otp')).toBe(0)
    expect((await guess(portal, newMobile, asha.password, '127.0.0.1')).status).toBe(401)
  })

  test('case 12: the link sent to the old number cancels the change and ends every login', async () => {
    const portal = await openPortal()
    const { token, cookies } = await signIn(portal)
    await change(portal, token)
    const link = await portal.linkFor(asha.mobile)
    const owner = browser(portal)
    const asked = await owner.get(link.pathname + link.search)
    expect(asked.status).toBe(200)
    expect(await isIn(portal, token)).toBe(true) // opening the link changes nothing, because scanners open it too
    const stopped = await owner.post(link.pathname + link.search)
    expect(stopped.status).toBe(303)
    expect(await isIn(portal, token)).toBe(false)
    expect((await refresh(portal, cookies.mbale_refresh!)).status).toBe(401)
    portal.clock.advance(hours(25))
    await runDueJobs(portal.portals)
    expect(mobileOf(portal)).toBe(asha.mobile)
    expect(await portal.sentTo(asha.mobile, 'mobile-change-stopped')).toBe(1)
    expect((await owner.post(link.pathname + link.search)).status).toBe(303) // a second press
    expect(await portal.sentTo(asha.mobile, 'mobile-change-stopped')).toBe(1)
  })

  test('case 12: the link of the first message also cancels a second change', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await change(portal, token, '7654321001')
    const first = await portal.linkFor(asha.mobile)
    portal.clock.advance(minutes(1))
    await change(portal, token, '7654321002')
    expect((await browser(portal).post(first.pathname + first.search)).status).toBe(303)
    portal.clock.advance(hours(25))
    await runDueJobs(portal.portals)
    expect(mobileOf(portal)).toBe(asha.mobile)
  })

  test('case 12: an old link held by a former number does not cancel a change of the present one', async () => {
    const portal = await openPortal()
    const { token, userId } = await signIn(portal)
    await change(portal, token, '7654321001')
    const former = await portal.linkFor(asha.mobile)
    const actor = portal.services.accounts.sessions.byBearer(token)!
    portal.services.accounts.stopPendingMobileChange(actor)
    portal.clock.advance(minutes(1))
    await change(portal, token, '7654321002')
    portal.clock.advance(hours(24))
    await runDueJobs(portal.portals)
    const later = await logIn(portal, userId)
    await change(portal, later.token, '7654321003')
    await browser(portal).post(former.pathname + former.search)
    expect(await isIn(portal, later.token)).toBe(true)
    portal.clock.advance(hours(24))
    await runDueJobs(portal.portals)
    expect(mobileOf(portal)).toBe('7654321003')
  })

  test('case 12: a made-up link cancels nothing', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await change(portal, token)
    const answer = await browser(portal).post(`verification?stop=${'x'.repeat(32)}`)
    expect(answer.status).toBe(404)
    expect(await isIn(portal, token)).toBe(true)
  })

  test('case 12: a bearer without the password or the new phone changes nothing', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await portal.api('POST', calls.otp, { purpose: 'change-mobile', mobile: newMobile }, { token })
    const otp = await portal.otpFor(newMobile)
    for (const proof of [
      { otp },
      { otp, password: '' },
      { otp, password: 'Wrong000' },
      { otp: wrongOtp(otp), password: asha.password },
    ]) {
      expect((await portal.api('POST', calls.mobile, { mobile: newMobile, ...proof }, { token })).status).toBe(422)
    }
    expect(portal.rows().mobile_changes).toBe(0)
  })
})
