import { describe, expect, test } from 'vitest'
import { type OtpLimits, otpLimits } from '#server/courses/stranger-limits.ts'
import { stepUpPurposes } from '#server/domain/accounts/otp.ts'
import { hours, minutes, seconds } from '#server/kernel/time.ts'
import {
  type Answer,
  asha,
  browser,
  calls,
  faultsOf,
  logIn,
  openPortal,
  otpDigits,
  ravi,
  register,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

const newMobile = '7654321098'
const addresses = Array.from({ length: 50 }, (_, n) => `203.0.113.${n + 1}`)

const tell = (portal: TestPortal, person: object = asha, ip?: string) =>
  portal.api('POST', calls.register, person, { ip })
/** Has this answer to `tell` sent an OTP? */
const isSent = (answer: Answer) => answer.body.data.sentTo.length === 1
const prove = (portal: TestPortal, registrationId: string, otp: string, ip?: string) =>
  portal.api('POST', calls.verify, { registrationId, otp }, { ip })
const forgot = (portal: TestPortal, userId: string, ip?: string) => portal.api('POST', calls.forgot, { userId }, { ip })
const recover = (portal: TestPortal, recoveryId: string, otp: string, ip?: string) =>
  portal.api('POST', calls.recover, { recoveryId, otp, password: 'NewPass1', confirmPassword: 'NewPass1' }, { ip })
const askOtp = (portal: TestPortal, token: string, body: object) => portal.api('POST', calls.otp, body, { token })

/** Codes that differ from the right one. */
const guesses = (otp: string, count: number) =>
  Array.from({ length: count }, (_, n) => String((Number(otp) + 1 + n) % 1_000_000).padStart(6, '0'))

describe('case 1: an OTP cannot be guessed', () => {
  test('case 1: five wrong tries from any addresses use it up, and the right one comes too late', async () => {
    const portal = await openPortal()
    const { registrationId } = (await tell(portal)).body.data
    const otp = await portal.otpFor(asha.mobile)
    const codes: string[] = []
    for (const [n, guess] of guesses(otp, 5).entries()) {
      codes.push((await prove(portal, registrationId, guess, addresses[n])).body.code)
    }
    expect(codes).toEqual(['otp-wrong', 'otp-wrong', 'otp-wrong', 'otp-wrong', 'otp-exhausted'])
    const right = await prove(portal, registrationId, otp)
    expect([right.status, right.body.code]).toEqual([422, 'otp-exhausted'])
    expect(portal.rows().candidates).toBe(0)
  })

  test('case 1: resends give ten OTPs an hour, or fifty guesses, from fifty addresses', async () => {
    const portal = await openPortal()
    const { registrationId } = (await tell(portal, asha, addresses[0])).body.data
    let tried = 0
    // Every minute for 55 minutes.
    for (let n = 0; n < 55; n++) {
      const otp = await portal.otpFor(asha.mobile)
      for (const guess of guesses(otp, 6)) {
        const { code } = (await prove(portal, registrationId, guess, addresses[n % 50])).body
        if (code === 'otp-wrong' || (code === 'otp-exhausted' && tried % 5 === 4)) tried++
      }
      portal.clock.advance(minutes(1))
      await portal.api('POST', calls.resend, { registrationId }, { ip: addresses[n % 50] })
    }
    expect(tried).toBe(50)
    expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(10)
  })

  test('case 1: a new registration instead of a resend adds no guesses: ten OTPs an hour', async () => {
    const portal = await openPortal()
    let sent = 0
    for (let n = 0; n < 100; n++) {
      if (isSent(await tell(portal, { ...asha, email: `a${n}@example.org` }, addresses[n % 50]))) sent++
      portal.clock.advance(seconds(31))
    }
    // Five at once, then one every ten minutes of the 51 that these took.
    expect(sent).toBe(9)
  })

  test('case 1: a recovery has five tries, whichever OTP of its account they are meant for', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const ids: string[] = []
    for (const name of [userId, asha.mobile, asha.email]) ids.push((await forgot(portal, name)).body.data.recoveryId)
    const otp = await portal.otpFor(asha.mobile)
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(1)
    for (const id of ids.slice(0, 2)) {
      for (const [n, guess] of guesses(otp, 5).entries()) await recover(portal, id, guess, addresses[n])
      expect((await recover(portal, id, otp)).body.code).toBe('otp-exhausted')
    }
    await logIn(portal, userId)
    expect((await recover(portal, ids[2]!, otp)).status, 'and shuts the OTP to no other').toBe(200)
  })

  test('case 1: by other recoveries an OTP is guessed five times in an hour by a network and thirty in a day, and stays good', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const mine = (await forgot(portal, userId, addresses[49])).body.data.recoveryId
    const otp = await portal.otpFor(asha.mobile)
    const begin = async (ip: string) => (await forgot(portal, asha.email, ip)).body.data.recoveryId
    for (let n = 0; n < 2; n++) {
      const theirs = await begin(addresses[0]!)
      for (const guess of guesses(otp, n === 0 ? 4 : 1)) await recover(portal, theirs, guess, addresses[0])
    }
    // A guess that is right is not heard any more, and looks like a wrong one.
    expect((await recover(portal, await begin(addresses[0]!), otp, addresses[0])).body.code).toBe('otp-wrong')
    for (const ip of addresses.slice(1, 6)) {
      const theirs = await begin(ip)
      for (const guess of guesses(otp, 5)) await recover(portal, theirs, guess, ip)
    }
    expect((await recover(portal, await begin(addresses[6]!), otp, addresses[6])).body.code).toBe('otp-wrong')
    await logIn(portal, userId)
    expect((await recover(portal, mine, otp, addresses[49])).status).toBe(200)
  })

  test('case 4: networks that use up the OTPs of an account send its owner what sets the password, on any network', async () => {
    for (const ip of [addresses[0]!, addresses[30]!]) {
      const portal = await openPortal()
      const userId = await register(portal)
      for (let n = 0; n < 9; n++) {
        const near = addresses[n % 4]
        const theirs = (await forgot(portal, userId, near)).body.data.recoveryId
        // Whoever had the newest one sent also uses up its tries.
        for (const guess of guesses(await portal.otpFor(asha.mobile), n === 3 ? 5 : 1))
          await recover(portal, theirs, guess, near)
        portal.clock.advance(seconds(31))
      }
      expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(4)
      const mine = (await forgot(portal, userId, ip)).body.data.recoveryId
      expect(await portal.sentTo(asha.mobile, 'recovery-otp'), 'no other one is sent').toBe(4)
      expect((await recover(portal, mine, await portal.otpFor(asha.mobile), ip)).status, ip).toBe(200)
    }
  })

  test('case 1: a login OTP has five tries, and more logins add none', async () => {
    const portal = await openPortal({ slugs: ['scd'] })
    const userId = await register(portal)
    const proof = { userId, password: asha.password }
    await portal.api('POST', calls.login, proof)
    const otp = await portal.otpFor(asha.mobile)
    for (const [n, guess] of guesses(otp, 5).entries()) {
      await portal.api('POST', calls.login, { ...proof, otp: guess }, { ip: addresses[n] })
      await portal.api('POST', calls.login, proof, { ip: addresses[n] })
    }
    const right = await portal.api('POST', calls.login, { ...proof, otp })
    expect(right.body.code).toBe('otp-exhausted')
    expect(portal.rows().sessions).toBe(0)
  })

  test('case 1: a step-up OTP has five tries, and a wrong password uses none of them', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await askOtp(portal, token, { purpose: 'change-mobile', mobile: newMobile })
    const otp = await portal.otpFor(newMobile)
    const act = (body: object) =>
      portal.api('POST', calls.mobile, { mobile: newMobile, password: asha.password, otp, ...body }, { token })
    for (let n = 0; n < 6; n++) expect((await act({ password: 'Wrong000' })).body.errors[0].field).toBe('password')
    for (const guess of guesses(otp, 5)) await act({ otp: guess })
    expect((await act({})).body.code).toBe('otp-exhausted')
    expect(portal.rows().mobile_changes).toBe(0)
  })

  test('case 1: fifty simultaneous guesses count as fifty', async () => {
    const portal = await openPortal()
    const { registrationId } = (await tell(portal)).body.data
    const otp = await portal.otpFor(asha.mobile)
    const answers = await Promise.all(
      guesses(otp, 50).map((guess, n) => prove(portal, registrationId, guess, addresses[n])),
    )
    expect(answers.filter(({ body }) => body.code === 'otp-wrong')).toHaveLength(4)
    expect((await prove(portal, registrationId, otp)).body.code).toBe('otp-exhausted')
  })

  test('case 1: an OTP is stored as a keyed hash, which cannot be searched without the secret', async () => {
    const portal = await openPortal()
    await tell(portal)
    const otp = await portal.otpFor(asha.mobile)
    const dump = JSON.stringify(
      ['otps', 'registrations', 'outbox', 'rate_limits'].map((table) =>
        portal.services.db.sqlite.prepare(`SELECT * FROM ${table}`).all(),
      ),
    )
    expect(dump).not.toContain(otp)
    expect(dump).not.toContain(asha.password)
  })
})

describe('case 2: an OTP serves one use', () => {
  test('case 2: a used OTP is refused', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const first = (await forgot(portal, userId)).body.data.recoveryId
    portal.clock.advance(seconds(30))
    const second = (await forgot(portal, userId)).body.data.recoveryId
    const later = await portal.otpFor(asha.mobile)
    portal.clock.advance(seconds(30))
    await portal.services.accounts.resendRecovery(first, { ip: addresses[0]!, device: undefined, deviceLabel: '—' })
    expect((await recover(portal, first, await portal.otpFor(asha.mobile))).status).toBe(200)
    const again = await recover(portal, second, later)
    expect([again.status, again.body.code]).toEqual([422, 'otp-used'])
  })

  test('case 2: two racing verifications make one account', async () => {
    const portal = await openPortal()
    const { registrationId } = (await tell(portal)).body.data
    const otp = await portal.otpFor(asha.mobile)
    const both = await Promise.all([prove(portal, registrationId, otp), prove(portal, registrationId, otp)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(portal.rows()).toMatchObject({ candidates: 1, outbox: 3 })
  })

  test('case 2: two racing recoveries with one OTP set one password', async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    const ids = [
      (await forgot(portal, userId)).body.data.recoveryId,
      (await forgot(portal, userId)).body.data.recoveryId,
    ]
    const otp = await portal.otpFor(asha.mobile)
    const both = await Promise.all(ids.map((id) => recover(portal, id, otp)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await portal.sentTo(asha.mobile, 'password-changed')).toBe(1)
  })

  test('case 2: two racing logins with one OTP open one session', async () => {
    const portal = await openPortal({ slugs: ['scd'] })
    const userId = await register(portal)
    const proof = { userId, password: asha.password }
    await portal.api('POST', calls.login, proof)
    const otp = await portal.otpFor(asha.mobile)
    const both = await Promise.all([1, 2].map(() => portal.api('POST', calls.login, { ...proof, otp })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(portal.rows().sessions).toBe(1)
  })

  test('case 2: two racing changes of mobile with one OTP make one change', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await askOtp(portal, token, { purpose: 'change-mobile', mobile: newMobile })
    const proof = { mobile: newMobile, password: asha.password, otp: await portal.otpFor(newMobile) }
    const both = await Promise.all([1, 2].map(() => portal.api('POST', calls.mobile, proof, { token })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(portal.rows().mobile_changes).toBe(1)
  })

  test.each(stepUpPurposes.filter((purpose) => purpose !== 'change-mobile'))(
    'case 2: an OTP to %s recovers no password, allows no login and changes no number',
    async (purpose) => {
      const portal = await openPortal({ slugs: ['scd'] })
      const { token, userId } = await signIn(portal)
      await askOtp(portal, token, { purpose })
      const otp = await portal.otpFor(asha.mobile)
      expect(await portal.sentTo(asha.mobile, 'step-up-otp')).toBe(1)
      const login = await portal.api('POST', calls.login, { userId, password: asha.password, otp })
      expect(login.body.code).toBe('otp-used') // the previous login's OTP is the newest login OTP
      const { recoveryId } = (await forgot(portal, userId)).body.data
      const theirs = await portal.otpFor(asha.mobile)
      if (theirs !== otp) expect((await recover(portal, recoveryId, otp)).body.code).toBe('otp-wrong')
      const change = { mobile: newMobile, password: asha.password, otp }
      expect((await portal.api('POST', calls.mobile, change, { token })).body.code).toBe('otp-expired')
      expect(portal.rows().mobile_changes).toBe(0)
    },
  )

  test('case 2: a recovery OTP proves no registration, and a registration OTP recovers nothing', async () => {
    const portal = await openPortal()
    const userId = await register(portal, ravi)
    const { registrationId } = (await tell(portal)).body.data
    const registrationOtp = await portal.otpFor(asha.mobile)
    const { recoveryId } = (await forgot(portal, userId)).body.data
    const recoveryOtp = await portal.otpFor(ravi.mobile)
    if (registrationOtp === recoveryOtp) return
    expect((await prove(portal, registrationId, recoveryOtp)).body.code).toBe('otp-wrong')
    expect((await recover(portal, recoveryId, registrationOtp)).body.code).toBe('otp-wrong')
  })

  test("case 2: another person's OTP is worth nothing to me", async () => {
    const portal = await openPortal()
    const mine = (await tell(portal)).body.data.registrationId
    await tell(portal, ravi)
    const [ownOtp, theirOtp] = [await portal.otpFor(asha.mobile), await portal.otpFor(ravi.mobile)]
    if (ownOtp !== theirOtp) expect((await prove(portal, mine, theirOtp)).body.code).toBe('otp-wrong')
  })

  test('case 2: the OTP for one new number does not move the account to another', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    await askOtp(portal, token, { purpose: 'change-mobile', mobile: newMobile })
    const otp = await portal.otpFor(newMobile)
    await askOtp(portal, token, { purpose: 'change-mobile', mobile: '7654321097' })
    const proof = { mobile: '7654321097', password: asha.password, otp }
    const other = await portal.api('POST', calls.mobile, proof, { token })
    if ((await portal.otpFor('7654321097')) !== otp) expect(other.body.code).toBe('otp-wrong')
  })

  test('case 2: a resend invalidates the old OTP', async () => {
    const portal = await openPortal()
    const { registrationId } = (await tell(portal)).body.data
    const old = await portal.otpFor(asha.mobile)
    portal.clock.advance(seconds(30))
    await portal.api('POST', calls.resend, { registrationId })
    const fresh = await portal.otpFor(asha.mobile)
    if (old !== fresh) expect((await prove(portal, registrationId, old)).body.code).toBe('otp-older')
    expect((await prove(portal, registrationId, fresh)).status).toBe(200)
  })
})

describe('case 3: the bill for SMS is limited', () => {
  test('case 3: a number gets five registration OTPs, then one every ten minutes, whoever requests them', async () => {
    const portal = await openPortal()
    const given: number[] = []
    for (let minute = 0; minute < 48; minute++) {
      if (isSent(await tell(portal, { ...asha, email: `a${minute}@example.org` }, addresses[minute])))
        given.push(minute)
      portal.clock.advance(minutes(1))
    }
    expect(given).toEqual([0, 1, 2, 3, 4, 14, 24, 34, 44])
  })

  test('case 3: Retry-After and the text give the wait', async () => {
    const portal = await openPortal()
    const { registrationId } = (await tell(portal)).body.data
    const again = (ip?: string) => portal.api('POST', calls.resend, { registrationId }, { ip })
    const soon = await again()
    expect([soon.status, soon.headers['retry-after'], soon.body.code]).toEqual([429, '30', 'too-often'])
    expect(soon.body.message).toContain('30')
    for (let n = 0; n < 4; n++) {
      portal.clock.advance(seconds(30))
      await tell(portal, asha, addresses[n])
    }
    const later = await again(addresses[9])
    expect(later.headers['retry-after']).toBe('600')
    expect(later.body.message).toContain('10 minutes')
  })

  test('case 3: one address has its share; beyond it strangers are slowed down and asked to come back', async () => {
    const otpLimits = limits({ perIpHourly: 2, registrationsPerNetworkHourly: 3 })
    const portal = await openPortal({ course: { otpLimits } })
    for (let n = 0; n < 3; n++) expect((await tell(portal, nobody(n), '198.51.100.7')).status).toBe(200)
    const slowed = portal.pauses.length
    const fourth = await tell(portal, nobody(3), '198.51.100.7')
    expect([fourth.status, fourth.body.code, fourth.headers['retry-after']]).toEqual([429, 'network-busy', '3600'])
    expect(fourth.body.message).toContain('60 minutes')
    expect(portal.pauses.slice(slowed)).toContain(2000)
    expect((await tell(portal, nobody(4), '198.51.100.8')).status).toBe(200)
    portal.clock.advance(hours(1))
    expect((await tell(portal, nobody(5), '198.51.100.7')).status).toBe(200)
  })

  test("case 3: a client cannot choose its address: only our proxy's word counts", async () => {
    const portal = await openPortal({ course: { otpLimits: limits({ registrationsPerNetworkHourly: 3 }) } })
    const answers: number[] = []
    for (let n = 0; n < 5; n++) {
      const headers = { 'x-forwarded-for': `192.0.2.${n}`, 'x-real-ip': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` }
      answers.push((await portal.api('POST', calls.register, nobody(n), { ip: '198.51.100.7', headers })).status)
    }
    expect(answers).toEqual([200, 200, 200, 429, 429])
    for (let n = 5; n < 10; n++) {
      // Behind the proxy a client may begin the list as it likes; the last entry is the proxy's.
      const headers = { 'x-forwarded-for': `192.0.2.${n}, 198.51.100.8` }
      answers.push((await portal.api('POST', calls.register, nobody(n), { headers })).status)
    }
    expect(answers.slice(5)).toEqual([200, 200, 200, 429, 429])
  })

  test('case 3: a known candidate behind the same address is slowed down and never refused', async () => {
    const portal = await openPortal({ slugs: ['scd'], course: { otpLimits: limits({ perIpHourly: 3 }) } })
    const ip = '198.51.100.7'
    const { token, userId } = await signIn(portal)
    for (let n = 0; n < 5; n++) await tell(portal, nobody(n), ip)
    for (let n = 0; n < 5; n++)
      await portal.api('POST', calls.login, { userId: `ML2499999${n}`, password: 'x' }, { ip })

    const { recoveryId } = (await forgot(portal, userId, ip)).body.data
    expect(portal.pauses.at(-1)).toBe(2000)
    expect((await recover(portal, recoveryId, await portal.otpFor(asha.mobile), ip)).status).toBe(200)
    portal.clock.advance(minutes(1))
    const login = await portal.api('POST', calls.login, { userId, password: 'NewPass1' }, { ip })
    expect([login.status, portal.pauses.at(-1)]).toEqual([202, 2000])
    const otp = await portal.otpFor(asha.mobile)
    const done = await portal.api('POST', calls.login, { userId, password: 'NewPass1', otp }, { ip })
    expect(done.status).toBe(200)
    expect(token).not.toBe(done.body.data.token)
    const step = await portal.api('POST', calls.otp, { purpose: 'submit' }, { token: done.body.data.token, ip })
    expect(step.status).toBe(200)
  })

  test('case 3: a registration already begun behind the busy address still gets its OTP again', async () => {
    const portal = await openPortal({ course: { otpLimits: limits({ perIpHourly: 1 }) } })
    const ip = '198.51.100.7'
    const { registrationId } = (await tell(portal, asha, ip)).body.data
    portal.clock.advance(seconds(31))
    expect((await portal.api('POST', calls.resend, { registrationId }, { ip })).status).toBe(200)
    expect(portal.pauses).toContain(2000)
  })

  test('case 3: when the portal has sent very many, networks that had most wait; others, logins and acts go on', async () => {
    const portal = await openPortal({
      slugs: ['scd'],
      course: { otpLimits: limits({ registrationPerTenMinutes: 6 }) },
    })
    const { token, userId } = await signIn(portal)
    const [flood, other] = addresses
    for (let n = 0; n < 5; n++) expect((await tell(portal, nobody(n), flood)).status).toBe(200)
    const stopped = await tell(portal, nobody(5), flood)
    expect([stopped.status, stopped.body.code, stopped.headers['retry-after']]).toEqual([
      429,
      'registration-busy',
      '600',
    ])
    expect(stopped.body.message).toContain('10 minutes')
    expect(portal.rows()).toMatchObject({ registrations: 6 })
    // A newcomer's own network has its share, and another OTP for the one that was lost.
    const { registrationId } = (await tell(portal, nobody(9), other)).body.data
    portal.clock.advance(seconds(30))
    expect((await portal.api('POST', calls.resend, { registrationId }, { ip: other })).status).toBe(200)
    expect((await prove(portal, registrationId, await portal.otpFor(nobody(9).mobile), other)).status).toBe(200)

    for (const purpose of stepUpPurposes) {
      const asked = await askOtp(portal, token, { purpose, ...(purpose === 'change-mobile' && { mobile: newMobile }) })
      expect(asked.status).toBe(200)
    }
    expect((await forgot(portal, userId)).status).toBe(200)
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(1)
    portal.clock.advance(minutes(1))
    expect((await portal.api('POST', calls.login, { userId, password: asha.password })).status).toBe(202)
    expect(await portal.sentTo(asha.mobile, 'login-otp')).toBe(2)

    portal.clock.advance(minutes(10))
    expect((await tell(portal, nobody(5), flood)).status).toBe(200)
  })

  test('case 3: forty networks that flood take no OTP from a newcomer, however much they ask for', async () => {
    const portal = await openPortal({ course: { otpLimits: limits({ registrationPerTenMinutes: 30 }) } })
    let sent = 0
    for (let n = 0; n < 200; n++) if ((await tell(portal, nobody(n), addresses[n % 40])).status === 200) sent++
    // Two for each of forty networks, and no more: the bill stays bounded.
    expect(sent).toBe(80)
    for (let n = 0; n < 5; n++) expect((await tell(portal, nobody(900 + n), addresses[40 + n])).status).toBe(200)
  })

  test('case 3: every OTP counts in the share of its network, the first and the ones sent again', async () => {
    const portal = await openPortal({ course: { otpLimits: limits({ registrationsPerNetworkHourly: 4 }) } })
    const ids: string[] = []
    for (let n = 0; n < 2; n++) ids.push((await tell(portal, nobody(n), addresses[0])).body.data.registrationId)
    portal.clock.advance(seconds(31))
    const again = (registrationId: string, ip = addresses[0]) =>
      portal.api('POST', calls.resend, { registrationId }, { ip })
    for (const id of ids) expect((await again(id)).status).toBe(200)
    expect((await tell(portal, nobody(2), addresses[0])).body.code).toBe('network-busy')
    portal.clock.advance(seconds(31))
    expect((await again(ids[0]!)).body.code).toBe('network-busy')
    expect((await again(ids[0]!, addresses[1])).status).toBe(200)
  })

  test('case 3: parallel requests get no more than one after another', async () => {
    const portal = await openPortal({ course: { otpLimits: limits({ registrationsPerNetworkHourly: 4 }) } })
    const flood = Array.from({ length: 12 }, (_, n) => tell(portal, nobody(n), addresses[0]))
    expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(4)
    expect(portal.rows().registrations).toBe(4)
  })

  test('case 3: a candidate cannot have SMS sent to one number after another by "changing" to each', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    const answers: number[] = []
    for (let n = 0; n < 20; n++) {
      const mobile = `76543${String(n).padStart(5, '0')}`
      answers.push((await askOtp(portal, token, { purpose: 'change-mobile', mobile })).status)
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(5)
    expect(answers.at(-1)).toBe(429)
    portal.clock.advance(hours(1))
    const { token: later } = await logIn(portal, asha.mobile)
    expect((await askOtp(portal, later, { purpose: 'change-mobile', mobile: newMobile })).status).toBe(200)
  })

  test('case 3: a refused request sends no SMS: faulty answers, a closed window, an unknown account', async () => {
    const portal = await openPortal()
    for (const person of [
      { ...asha, password: 'weak' },
      { ...asha, district: 'XX' },
      { ...asha, consent: false },
    ]) {
      await tell(portal, person)
    }
    await forgot(portal, '9000000000')
    await forgot(portal, 'nobody@example.org')
    await portal.services.messages.deliverDue()
    expect(portal.box.sent).toEqual([])
  })
})

describe('case 4: nobody receives a flood of messages', () => {
  test('case 4: strangers who ask for my number leave me an OTP to register it, and another', async () => {
    const portal = await openPortal()
    for (let n = 0; n < 2; n++) {
      await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[0])
      portal.clock.advance(seconds(31))
    }
    const { registrationId } = (await tell(portal, asha, addresses[1])).body.data
    portal.clock.advance(seconds(31))
    expect((await portal.api('POST', calls.resend, { registrationId }, { ip: addresses[1] })).status).toBe(200)
    expect((await prove(portal, registrationId, await portal.otpFor(asha.mobile), addresses[1])).status).toBe(200)
  })

  test('case 4: somebody whose SMS come late has three in half an hour, and a stranger who takes them leaves me one', async () => {
    const portal = await openPortal()
    const asked: boolean[] = []
    for (let n = 0; n < 5; n++) {
      asked.push(isSent(await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[0])))
      portal.clock.advance(seconds(31))
    }
    expect(asked).toEqual([true, true, true, false, false])
    const { registrationId } = (await tell(portal, asha, addresses[1])).body.data
    expect((await prove(portal, registrationId, await portal.otpFor(asha.mobile), addresses[1])).status).toBe(200)
  })

  /** A program or a page that is told that an OTP was sent to the number, and not by whom. */
  async function told(portal: TestPortal, ip: string) {
    const answer = await tell(portal, asha, ip)
    expect([answer.status, isSent(answer)]).toEqual([200, false])
    expect(answer.body.message).toContain('The newest one that came in the last ten minutes is good')
    return answer.body.data as { registrationId: string; resendAfter: number }
  }

  test.each([
    ['another network', 20],
    ['a network of theirs', 0],
  ])(
    'case 4: eight networks of strangers keep me on %s from nothing: their OTP proves my number, or I get my own',
    async (_, mine) => {
      for (const takes of ['theirs', 'my own']) {
        const portal = await openPortal()
        for (let n = 0; n < 12; n++) {
          await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n < 3 ? 0 : n - 2])
          portal.clock.advance(seconds(31))
        }
        const ip = addresses[mine]!
        const { registrationId, resendAfter } = await told(portal, ip)
        expect(resendAfter).toBeLessThan(600)
        const again = () => portal.api('POST', calls.resend, { registrationId }, { ip })
        if (takes === 'my own') {
          portal.clock.advance(seconds(resendAfter - 1))
          expect((await again()).status).toBe(429)
          portal.clock.advance(seconds(1))
          expect((await again()).status).toBe(200)
        }
        expect((await prove(portal, registrationId, await portal.otpFor(asha.mobile), ip)).status, takes).toBe(200)
        expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(takes === 'theirs' ? 5 : 6)
      }
    },
  )

  test('case 4: a registration says when the next OTP really comes, also when the fifth of the hour went to it', async () => {
    const portal = await openPortal()
    const said: number[] = []
    for (let n = 0; n < 5; n++) {
      const { resendAfter, registrationId } = (await tell(portal, asha, addresses[n])).body.data
      said.push(resendAfter)
      portal.clock.advance(seconds(resendAfter - 1))
      const again = () => portal.api('POST', calls.resend, { registrationId }, { ip: addresses[n] })
      expect((await again()).status).toBe(429)
      portal.clock.advance(seconds(1))
      if (n === 4) expect((await again()).status).toBe(200)
    }
    // After the fourth the last of the hour is kept for another network.
    expect(said).toEqual([30, 30, 30, 600, 600])
  })

  test('case 4: a flood that has stopped leaves no wait, on the network of the strangers either', async () => {
    const portal = await openPortal()
    for (let n = 0; n < 9; n++) {
      await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n < 3 ? 0 : n])
      portal.clock.advance(seconds(31))
    }
    portal.clock.advance(minutes(10))
    const mine = await tell(portal, asha, addresses[0])
    expect(isSent(mine)).toBe(true)
    const otp = await portal.otpFor(asha.mobile)
    expect((await prove(portal, mine.body.data.registrationId, otp, addresses[0])).status).toBe(200)
  })

  test('case 4: strangers who use up the tries of their own OTPs shut none of them to me', async () => {
    const portal = await openPortal()
    let theirs = ''
    for (let n = 0; n < 5; n++) {
      theirs = (await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n])).body.data.registrationId
      portal.clock.advance(seconds(31))
    }
    const otp = await portal.otpFor(asha.mobile)
    for (const guess of guesses(otp, 5)) await prove(portal, theirs, guess, addresses[4])
    const { registrationId } = await told(portal, addresses[20]!)
    expect((await prove(portal, theirs, otp, addresses[4])).body.code).toBe('otp-exhausted')
    expect((await prove(portal, registrationId, otp, addresses[20])).status).toBe(200)
  })

  test("case 4: behind a network whose wrong tries are used up, the first try without an OTP of one's own is heard", async () => {
    const portal = await openPortal({ course: { otpLimits: limits({ wrongTriesPerNetworkHourly: 4 }) } })
    const [ours, far] = addresses
    const stranger = (await tell(portal, nobody(1), ours)).body.data.registrationId
    const strangersOtp = await portal.otpFor(nobody(1).mobile)
    for (const guess of guesses(strangersOtp, 4)) await prove(portal, stranger, guess, ours)
    expect((await prove(portal, stranger, strangersOtp, ours)).body.code).toBe('network-guesses')
    await tell(portal, { ...asha, email: 'x@example.org' }, far)
    const otp = await portal.otpFor(asha.mobile)
    const begin = async (person = asha) => (await tell(portal, person, ours)).body.data.registrationId
    const first = await begin()
    expect((await prove(portal, first, otp, ours)).status).toBe(200)
    // Of another number a wrong one is heard too, and then no other, by whatever registration.
    await tell(portal, { ...ravi, email: 'y@example.org' }, far)
    const raviOtp = await portal.otpFor(ravi.mobile)
    const [wrong] = guesses(raviOtp, 1)
    expect((await prove(portal, await begin(ravi), wrong!, ours)).body.code).toBe('otp-not-newest')
    const next = await prove(portal, await begin({ ...ravi, email: 'z@example.org' }), raviOtp, ours)
    expect([next.status, next.body.code]).toEqual([429, 'network-guesses'])
  })

  /** Strangers of eight networks have used up the OTPs of Asha's number; she is on a network that has had its share. */
  async function flooded(portal: TestPortal, person = asha) {
    for (let n = 0; n < 9; n++) {
      await tell(portal, { ...person, email: `x${n}@example.org` }, addresses[n < 3 ? 0 : n])
      portal.clock.advance(seconds(31))
    }
    const phone = browser(portal, {}, addresses[0])
    const sent = await phone.post('registration', { ...person, consent: 'true' })
    expect([sent.status, sent.headers.location]).toEqual([303, `${portal.base}otp-verify`])
    return phone
  }
  const waitOf = (page: Awaited<ReturnType<ReturnType<typeof browser>['get']>>) =>
    viewOf<{ data: { resendIn: number } }>(page).data.resendIn
  const newestOtpOpens = 'in another browser'

  test('case 4: whoever shares a network with such strangers proves the number by the newest OTP that these had sent to it', async () => {
    const portal = await openPortal()
    const phone = await flooded(portal)
    const page = await phone.get('otp-verify')
    expect(page.text).toContain(newestOtpOpens)
    expect(waitOf(page), 'until the newest has run out').toBe(124 + 600 - 279)
    const sent = await portal.sentTo(asha.mobile, 'registration-otp')
    const proved = await phone.post('otp-verify', { otp: await portal.otpFor(asha.mobile) })
    expect([proved.status, proved.headers.location]).toEqual([303, `${portal.base}type-of-candidature?registered=1`])
    expect([portal.rows().candidates, await portal.sentTo(asha.mobile, 'registration-otp')]).toEqual([1, sent])
    await logIn(portal, asha.mobile)
  })

  test('case 4: networks that take each turn to the second keep nobody from a number: what they have sent proves it', async () => {
    const portal = await openPortal()
    const phone = await flooded(portal)
    for (let n = 0; n < 20 * 20; n++) {
      await tell(portal, { ...asha, email: `y${n}@example.org` }, addresses[9 + (n % 40)])
      portal.clock.advance(seconds(3))
    }
    expect((await phone.post('otp-verify', { intent: 'resend' })).status).toBe(429)
    expect((await phone.post('otp-verify', { otp: await portal.otpFor(asha.mobile) })).status).toBe(303)
    expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(7)
  })

  test('case 4: an OTP that is not the newest of a number, or is ten minutes old, proves nothing to another registration', async () => {
    const portal = await openPortal()
    await tell(portal, asha, addresses[1])
    const first = await portal.otpFor(asha.mobile)
    portal.clock.advance(seconds(31))
    const phone = await flooded(portal)
    const newest = await portal.otpFor(asha.mobile)
    const told = 'This is not the newest OTP sent to this number, or it is older than ten minutes.'
    const earlier = expect.stringMatching(/^This is an earlier OTP. A newer one was sent at .+: use that one./)
    // However often it is typed, it costs no try.
    for (let n = 0; n < 7; n++)
      if (first !== newest) expect(faultsOf(await phone.post('otp-verify', { otp: first }))).toEqual({ otp: earlier })
    portal.clock.advance(minutes(10))
    expect(faultsOf(await phone.post('otp-verify', { otp: newest }))).toEqual({ otp: told })
    expect(portal.rows().candidates).toBe(0)
  })

  test("case 4: guesses without an OTP of one's own are five an hour for a network and a hundred for a number, and cost the owner's no try", async () => {
    const portal = await openPortal()
    const mine = (await tell(portal, asha, addresses[49])).body.data.registrationId
    const otp = await portal.otpFor(asha.mobile)
    const begun = await Promise.all(
      addresses.slice(0, 21).map(async (ip) => {
        const stranger = browser(portal, {}, ip)
        await stranger.post('registration', { ...asha, email: `${ip}@example.org`, consent: 'true' })
        return stranger
      }),
    )
    expect(await portal.sentTo(asha.mobile, 'registration-otp')).toBe(1)
    let tried = 0
    for (const stranger of begun) {
      for (const guess of guesses(otp, 9)) {
        const { otp: fault } = faultsOf(await stranger.post('otp-verify', { otp: guess }))
        if (fault?.startsWith('This is not the newest')) tried++
      }
    }
    expect(tried).toBe(100)
    expect((await begun.at(-1)!.post('otp-verify', { otp })).status, 'nor is the right one heard').toBe(429)
    expect((await prove(portal, mine, otp, addresses[49])).status).toBe(200)
  })

  test('case 4: a number with an account goes the same way, and no OTP opens it', async () => {
    const portal = await openPortal()
    await register(portal)
    portal.clock.advance(hours(2))
    const before = await portal.sentTo(asha.mobile, 'registration-otp')
    const phone = await flooded(portal)
    const page = await phone.get('otp-verify')
    expect(page.text).toContain(newestOtpOpens)
    expect(waitOf(page)).toBe(124 + 600 - 279)
    const old = await portal.otpFor(asha.mobile)
    expect((await phone.post('otp-verify', { otp: old })).status).toBe(422)
    expect([portal.rows().candidates, await portal.sentTo(asha.mobile, 'registration-otp')]).toEqual([1, before])
  })

  test('case 4: a number gets fifteen OTPs an hour, registrations and changes of mobile together', async () => {
    const portal = await openPortal()
    const tokens: string[] = []
    for (let n = 0; n < 5; n++) tokens.push((await signIn(portal, nobody(n))).token)
    const mobile = asha.mobile
    for (let n = 0; n < 60; n++) {
      // The strangers' changes come first.
      for (const token of tokens) await askOtp(portal, token, { purpose: 'change-mobile', mobile })
      await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n % 50])
      portal.clock.advance(seconds(59))
    }
    const kinds = ['registration-otp', 'change-mobile-otp']
    expect(await Promise.all(kinds.map((kind) => portal.sentTo(mobile, kind)))).toEqual([10, 5])
  })

  test("case 4: a network's requests leave another network an OTP to recover my account", async () => {
    const portal = await openPortal()
    const userId = await register(portal)
    for (let n = 0; n < 40; n++) {
      await forgot(portal, userId, addresses[0])
      portal.clock.advance(seconds(31))
    }
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(3)
    const { recoveryId } = (await forgot(portal, userId, addresses[1])).body.data
    expect((await recover(portal, recoveryId, await portal.otpFor(asha.mobile), addresses[1])).status).toBe(200)
  })

  test('case 4: somebody who "changes" to my number does not keep me from doing so, or from recovering', async () => {
    const portal = await openPortal()
    const [stranger, owner] = [await signIn(portal, ravi), await signIn(portal)]
    for (let n = 0; n < 10; n++) {
      await askOtp(portal, stranger.token, { purpose: 'change-mobile', mobile: newMobile })
      await askOtp(portal, stranger.token, { purpose: 'change-mobile', mobile: asha.mobile })
      await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n])
      portal.clock.advance(seconds(31))
    }
    expect(await portal.sentTo(newMobile, 'change-mobile-otp')).toBe(3)
    expect((await askOtp(portal, owner.token, { purpose: 'change-mobile', mobile: newMobile })).status).toBe(200)
    await forgot(portal, asha.mobile, addresses[20])
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(1)
    // The owner is told twice an hour, however often somebody names the number.
    expect(await portal.sentTo(asha.mobile, 'registration-collision')).toBe(2)
  })

  test('case 4: a number gets fifteen OTPs an hour for all purposes together', async () => {
    const portal = await openPortal()
    const { token } = await signIn(portal)
    let given = 0
    for (let minute = 0; minute < 59; minute++) {
      portal.clock.advance(minutes(1))
      const { token: fresh } = minute % 10 === 9 ? await logIn(portal, asha.mobile) : { token }
      for (const purpose of ['submit', 'unlock', 'cancel', 'accept-seat'] as const) {
        const asked = await askOtp(portal, minute < 10 ? token : fresh, { purpose })
        if (asked.status === 200) given++
      }
    }
    const sent = portal.box.sent.filter(({ to, text }) => to === asha.mobile && otpDigits.test(text))
    expect(sent.length).toBeLessThanOrEqual(15)
    expect(given).toBe(14) // the first of the fifteen was for the registration
  })

  test('case 4: registrations, recoveries and "changes" by strangers send no flood to my number', async () => {
    const portal = await openPortal()
    await register(portal)
    const { token } = await signIn(portal, ravi)
    portal.box.sent.length = 0
    for (let n = 0; n < 40; n++) {
      await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n])
      await forgot(portal, asha.mobile, addresses[n])
      await askOtp(portal, token, { purpose: 'change-mobile', mobile: asha.mobile })
      portal.clock.advance(seconds(21))
    }
    await portal.services.messages.deliverDue()
    expect(portal.box.sent.filter(({ to }) => to === asha.mobile).length).toBeLessThanOrEqual(15)
  })

  test("case 4: strangers' requests on my number leave me OTPs to log in and to act", async () => {
    const portal = await openPortal({ slugs: ['scd'] })
    const stranger = await signIn(portal, ravi)
    const userId = await register(portal)
    for (let n = 0; n < 30; n++) {
      await tell(portal, { ...asha, email: `x${n}@example.org` }, addresses[n])
      await forgot(portal, asha.mobile, addresses[n])
      await askOtp(portal, stranger.token, { purpose: 'change-mobile', mobile: asha.mobile })
      portal.clock.advance(seconds(29))
    }
    const { token } = await logIn(portal, userId)
    expect((await askOtp(portal, token, { purpose: 'submit' })).status).toBe(200)
    expect(await portal.sentTo(asha.mobile, 'step-up-otp')).toBe(1)
  })

  test('case 4: registrations by strangers send my e-mail address five mails an hour', async () => {
    const portal = await openPortal()
    await register(portal)
    portal.box.sent.length = 0
    for (let n = 0; n < 30; n++) await tell(portal, { ...nobody(n), email: asha.email }, addresses[n])
    expect(await portal.sentTo(asha.email, 'registration-collision')).toBe(5)
  })

  test('case 4: a request for an OTP within the half minute sends nothing', async () => {
    const portal = await openPortal()
    await register(portal)
    for (let n = 0; n < 20; n++) await forgot(portal, asha.mobile, addresses[n])
    expect(await portal.sentTo(asha.mobile, 'recovery-otp')).toBe(1)
  })
})

/** The course's limits, some of them tightened. */
const limits = (more: Partial<OtpLimits>) => ({ ...otpLimits, ...more })

/** The nth newcomer. */
const nobody = (n: number) => ({
  ...asha,
  email: `nobody${n}@example.org`,
  mobile: `70000${String(n).padStart(5, '0')}`,
})
