import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ssoAudience } from '#server/features/accounts/accounts/sso.ts'
import { minutes } from '#server/kernel/time.ts'
import { asha, calls, openPortal, ravi, register, type TestPortal } from '#tests/support/portal.ts'

const keys = {
  RS256: await generateKeyPair('RS256'),
  ES256: await generateKeyPair('ES256'),
  EdDSA: await generateKeyPair('EdDSA', { crv: 'Ed25519' }),
}
const issuer = 'https://cell.example.org'
const audience = 'https://admissions.example.org'
const ssoOf = async (algorithm: keyof typeof keys) => ({
  issuer,
  audience,
  publicKey: await exportSPKI(keys[algorithm].publicKey),
})

const person = { sub: 'cell-4711', name: asha.fullName, email: asha.email, mobile: asha.mobile }
let last = 0

/** A valid token of the parent portal; a test spoils the part that it checks. */
function tokenFor(portal: TestPortal, claims: JWTPayload = {}, algorithm: keyof typeof keys = 'RS256') {
  const now = Math.floor(portal.clock.real() / 1000)
  last++
  return new SignJWT({
    ...person,
    jti: `token-${last}`,
    iat: now,
    exp: now + 300,
    iss: issuer,
    aud: ssoAudience(audience, 'mbale'),
    ...claims,
  })
    .setProtectedHeader({ alg: algorithm })
    .sign(keys[algorithm].privateKey)
}

const openWithSso = async (algorithm: keyof typeof keys = 'RS256') =>
  openPortal({ config: { sso: await ssoOf(algorithm) } })
const enter = (portal: TestPortal, token: string) => portal.api('POST', calls.sso, { token })

test('single sign-on says that it is off until it is configured', async () => {
  const portal = await openPortal()
  const answer = await enter(portal, 'x.y.z')
  expect([answer.status, answer.body.code]).toEqual([503, 'sso-off'])
})

test.each(Object.keys(keys) as (keyof typeof keys)[])(
  'a candidate of the parent portal logs in with a token signed by %s',
  async (algorithm) => {
    const portal = await openWithSso(algorithm)
    const answer = await enter(portal, await tokenFor(portal, {}, algorithm))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({
      token: expect.any(String),
      expiresAt: new Date(portal.clock.real() + minutes(15)).toISOString(),
      userId: 'ML24100001',
    })
    expect(Object.keys(answer.cookies)).toEqual(['mbale_session', 'mbale_refresh', 'mbale_device', 'XSRF-TOKEN'])
    const { body } = await portal.api('GET', calls.name, undefined, { token: answer.body.data.token })
    expect(body.data.full_name).toBe(asha.fullName)
    expect(await portal.sentTo(asha.mobile, 'registration-welcome')).toBe(1)
  },
)

test('the same person returns to the same account, even under a new name', async () => {
  const portal = await openWithSso()
  await enter(portal, await tokenFor(portal))
  const again = await enter(portal, await tokenFor(portal, { name: 'Asha R Deshmukh', mobile: '7000000001' }))
  expect(again.body.data.userId).toBe('ML24100001')
  expect(portal.rows().candidates).toBe(1)
})

describe('an account that registered here', () => {
  test('is found by the mobile that the parent portal proved', async () => {
    const portal = await openWithSso()
    const userId = await register(portal)
    expect((await enter(portal, await tokenFor(portal))).body.data.userId).toBe(userId)
  })

  test('is not handed to a second person of the parent portal', async () => {
    const portal = await openWithSso()
    await enter(portal, await tokenFor(portal))
    const other = await enter(portal, await tokenFor(portal, { sub: 'cell-4712', email: 'else@example.org' }))
    expect([other.status, other.body.code]).toEqual([409, 'sso-conflict'])
  })

  test('is not found by its e-mail address, which is unproved', async () => {
    const portal = await openWithSso()
    await register(portal, ravi)
    const answer = await enter(portal, await tokenFor(portal, { email: ravi.email }))
    expect([answer.status, answer.body.code]).toEqual([409, 'sso-conflict'])
    expect(portal.rows()).toMatchObject({ candidates: 1, sessions: 0 })
  })
})

test('after registration has closed, only owners of an account come in', async () => {
  const portal = await openWithSso()
  await enter(portal, await tokenFor(portal))
  portal.clock.set((portal.clock.portal() + minutes(60 * 24 * 20)) as never)
  const late = await enter(portal, await tokenFor(portal, { sub: 'new', mobile: ravi.mobile, email: ravi.email }))
  expect(late.body.code).toBe('registration-closed')
  expect((await enter(portal, await tokenFor(portal))).status).toBe(200)
})

test('an account without a password cannot log in with one or change it here, and acts by OTP alone', async () => {
  const portal = await openWithSso()
  const { token, userId } = (await enter(portal, await tokenFor(portal))).body.data
  expect((await portal.api('POST', calls.login, { userId, password: 'Passw0rd' })).status).toBe(401)
  const body = { currentPassword: 'Passw0rd', password: 'NewPass1', confirmPassword: 'NewPass1' }
  expect((await portal.api('POST', calls.changePassword, body, { token })).body.code).toBe('no-password')
  const mobile = '7654321098'
  await portal.api('POST', calls.otp, { purpose: 'change-mobile', mobile }, { token })
  const proof = { mobile, otp: await portal.otpFor(mobile) }
  expect((await portal.api('POST', calls.mobile, proof, { token })).status).toBe(200)
})

/** Tokens that must be refused: no account, no session, no trace. */
const bad: Record<string, (portal: TestPortal) => Promise<string> | string> = {
  'alg none': (portal) => {
    const now = Math.floor(portal.clock.real() / 1000)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { ...person, jti: 'none', iat: now, exp: now + 300, iss: issuer, aud: audience }
    return `${part({ alg: 'none' })}.${part(claims)}.`
  },
  'HS256 with the public key as the secret': async (portal) => {
    const now = Math.floor(portal.clock.real() / 1000)
    const secret = Buffer.from(await exportSPKI(keys.RS256.publicKey))
    return new SignJWT({ ...person, jti: 'hs', iat: now, exp: now + 300, iss: issuer, aud: audience })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
  },
  'a key of somebody else': async (portal) => {
    const { privateKey } = await generateKeyPair('RS256')
    const now = Math.floor(portal.clock.real() / 1000)
    return new SignJWT({ ...person, jti: 'other', iat: now, exp: now + 300, iss: issuer, aud: audience })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(privateKey)
  },
  'a key of another kind': (portal) => tokenFor(portal, {}, 'ES256'),
  expired: (portal) => tokenFor(portal, { exp: Math.floor(portal.clock.real() / 1000) }),
  'six minutes old, though it says it lives longer': (portal) => {
    const now = Math.floor(portal.clock.real() / 1000)
    return tokenFor(portal, { iat: now - 360, exp: now + 3600 })
  },
  'an hour of life': (portal) => tokenFor(portal, { exp: Math.floor(portal.clock.real() / 1000) + 3600 }),
  'from the future': (portal) => {
    const now = Math.floor(portal.clock.real() / 1000)
    return tokenFor(portal, { iat: now + 60, exp: now + 120 })
  },
  'not valid before tomorrow': (portal) => tokenFor(portal, { nbf: Math.floor(portal.clock.real() / 1000) + 86_400 }),
  'another issuer': (portal) => tokenFor(portal, { iss: 'https://evil.example.org' }),
  'another audience': (portal) => tokenFor(portal, { aud: 'scd' }),
  'a changed claim': async (portal) => {
    const [header, , signature] = (await tokenFor(portal)).split('.')
    const now = Math.floor(portal.clock.real() / 1000)
    const claims = { ...person, sub: 'victim', jti: 'c', iat: now, exp: now + 300, iss: issuer, aud: audience }
    return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  },
  'no signature': async (portal) => (await tokenFor(portal)).replace(/[^.]*$/, ''),
  'not a token': () => 'this-is-not-a-token',
  ...Object.fromEntries(
    ['sub', 'jti', 'iat', 'exp', 'iss', 'aud', 'name', 'email', 'mobile'].map((claim) => [
      `without ${claim}`,
      (portal: TestPortal) => tokenFor(portal, { [claim]: undefined }),
    ]),
  ),
  'sub is a number': (portal) => tokenFor(portal, { sub: 4711 as never }),
  'jti is an object': (portal) => tokenFor(portal, { jti: { $ne: '' } as never }),
  'sub is longer than any': (portal) => tokenFor(portal, { sub: 'x'.repeat(1000) }),
  'a lifetime beyond all numbers': (portal) => tokenFor(portal, { exp: 1e300 }),
  'a name of HTML': (portal) => tokenFor(portal, { name: '<img src=x onerror=alert(1)>' }),
  'a name of two scripts': (portal) => tokenFor(portal, { name: 'Аsha Patil' }),
  'a name with a line break': (portal) => tokenFor(portal, { name: 'Asha\r\nPatil' }),
  'a name of 101 letters': (portal) => tokenFor(portal, { name: 'A'.repeat(101) }),
  'an empty name': (portal) => tokenFor(portal, { name: '' }),
  'a name that is a list': (portal) => tokenFor(portal, { name: ['Asha'] }),
  'a mail header in the address': (portal) => tokenFor(portal, { email: 'asha@example.org\r\nBcc: all@example.org' }),
  'an address of HTML': (portal) => tokenFor(portal, { email: '<b>@example.org' }),
  'two addresses in one': (portal) => tokenFor(portal, { email: 'asha@example.org, eve@example.org' }),
  'a mobile of another country': (portal) => tokenFor(portal, { mobile: '+14155550100' }),
}

describe('case 10: a single sign-on token that is', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openPortal({ shared: true, config: { sso: await ssoOf('RS256') } })
  })
  afterAll(() => portal.close())

  test.each(Object.keys(bad))('%s opens nothing', async (kind) => {
    const token = await bad[kind]!(portal)
    const before = portal.rows()
    const answer = await enter(portal, token)
    expect([answer.status, answer.body.code]).toEqual([401, 'sso-refused'])
    expect(answer.cookies).toEqual({})
    expect(portal.rows()).toEqual(before)
  })

  test('replayed opens nothing, not even for two at once', async () => {
    const portal = await openWithSso()
    const token = await tokenFor(portal)
    const both = await Promise.all([enter(portal, token), enter(portal, token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    portal.clock.advance(minutes(4))
    expect((await enter(portal, token)).status).toBe(401)
    expect(portal.rows().sessions).toBe(1)
  })

  test('replayed after the housekeeping still opens nothing', async () => {
    const portal = await openWithSso()
    const token = await tokenFor(portal)
    expect((await enter(portal, token)).status).toBe(200)
    portal.clock.advance(minutes(4))
    portal.services.accounts.purge()
    expect((await enter(portal, token)).status).toBe(401)
  })

  test('longer than four thousand characters is refused unread', async () => {
    const portal = await openWithSso()
    const answer = await enter(portal, `${'x'.repeat(4097)}`)
    expect(answer.body.errors[0]).toMatchObject({ field: 'token', code: 'too-long' })
  })
})
