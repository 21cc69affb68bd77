import { describe, expect, test } from 'vitest'
import { demoSecret, readConfig } from '#server/config.ts'

type Environment = Record<string, string | undefined>

const secret = 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0gA'
const live: Environment = {
  MODE: 'live',
  SECRET: secret,
  PUBLIC_URL: 'https://admissions.example.org',
  TRUST_PROXY: 'no',
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
  MAIL_FROM: 'cell@example.org',
  SMS_URL: 'https://sms.example.org/send',
  SMS_KEY: 'key',
  GATEWAY: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_key',
  RAZORPAY_KEY_SECRET: 'key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret',
}
const publicKey = '-----BEGIN PUBLIC KEY-----\\nMFkw\\n-----END PUBLIC KEY-----'

function configOf(environment: Environment) {
  const read = readConfig(environment)
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return read.config
}
function faultsOf(environment: Environment): string[] {
  const read = readConfig(environment)
  return 'faults' in read ? read.faults : []
}
/** Expects exactly this fault: one line that begins with the setting's name. */
function expectOneFault(environment: Environment, line: RegExp | string) {
  const faults = faultsOf(environment)
  expect(faults).toEqual([expect.stringMatching(line)])
  expect(faults[0]).toMatch(/^[A-Z][A-Z_]+/)
  expect(faults[0]).not.toContain('\n')
}

describe('a demo', () => {
  test('has public dossiers, and a live portal has them only if it says so', () => {
    expect(configOf({ MODE: 'demo', PUBLIC_DOSSIERS: 'no' }).arePublicDossiers).toBe(false)
    expect(configOf(live).arePublicDossiers).toBe(false)
    expect(configOf({ ...live, PUBLIC_DOSSIERS: 'yes' }).arePublicDossiers).toBe(true)
  })

  test('needs only its mode', () => {
    expect(configOf({ MODE: 'demo' })).toEqual({
      mode: 'demo',
      arePublicDossiers: true,
      host: '127.0.0.1',
      port: 3000,
      dataDir: 'data',
      logKey: {},
      isFolderNamed: false,
      backups: { dir: 'data/backups', keep: 14 },
      courses: ['mbale', 'scd'],
      publicUrl: null,
      trustProxy: false,
      workers: 1,
      secret: demoSecret,
      logLevel: 'info',
      requestsPerMinute: 30_000,
      bodySeconds: 60,
      smtp: null,
      sms: null,
      razorpay: null,
      sso: null,
    })
  })

  test('uses the given settings', () => {
    const set = {
      MODE: 'demo',
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/var/lib/portal',
      COURSES: 'scd',
      LOG_LEVEL: 'warn',
    }
    expect(configOf({ ...set, SECRET: secret, REQUESTS_PER_MINUTE: '600' })).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      dataDir: '/var/lib/portal',
      courses: ['scd'],
      logLevel: 'warn',
      secret,
      requestsPerMinute: 600,
    })
  })

  test('treats an empty setting as absent, and ignores unrelated ones', () => {
    const noise = { SECRET: '', PUBLIC_URL: '  ', PORT: '', PATH: '/usr/bin', constructor: 'x' }
    expect(configOf({ MODE: ' demo ', ...noise })).toEqual(configOf({ MODE: 'demo' }))
  })

  test('keeps the given order of courses: the first one answers `/`', () => {
    expect(configOf({ MODE: 'demo', COURSES: 'scd,mbale' }).courses).toEqual(['scd', 'mbale'])
  })
})

describe('live mode', () => {
  test('starts with a secret, an address, a setting for proxies, and senders', () => {
    expect(configOf(live)).toMatchObject({
      mode: 'live',
      secret,
      publicUrl: 'https://admissions.example.org',
      trustProxy: false,
      smtp: { url: live.SMTP_URL, from: live.MAIL_FROM },
      sms: { url: live.SMS_URL, key: live.SMS_KEY },
      razorpay: {
        keyId: live.RAZORPAY_KEY_ID,
        keySecret: live.RAZORPAY_KEY_SECRET,
        webhookSecret: live.RAZORPAY_WEBHOOK_SECRET,
        url: 'https://api.razorpay.com',
      },
      sso: null,
    })
  })

  test('reads a list of proxies separated by commas', () => {
    expect(configOf({ ...live, TRUST_PROXY: '10.0.0.1, 10.0.0.0/8' }).trustProxy).toEqual(['10.0.0.1', '10.0.0.0/8'])
  })

  test('removes the slash at the end of its address', () => {
    expect(configOf({ ...live, PUBLIC_URL: 'https://admissions.example.org//' }).publicUrl).toBe(
      'https://admissions.example.org',
    )
  })

  test('reads a key written on one line', () => {
    const sso = { SSO_ISSUER: 'cell', SSO_AUDIENCE: 'portal', SSO_PUBLIC_KEY: publicKey }
    expect(configOf({ ...live, ...sso }).sso).toEqual({
      issuer: 'cell',
      audience: 'portal',
      publicKey: '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----',
    })
  })
})

describe('case 75: default secrets are refused in live mode', () => {
  test.each([
    ['no secret', undefined],
    ['an empty secret', ''],
    ['a secret of spaces', '                                        '],
    ['the demo secret', demoSecret],
    ['the demo secret between spaces', ` ${demoSecret} `],
    ['a short secret', 'kV3nR8wQ2xZ7mB5tY9pL4cJ6hF1sD0g'],
    ['a word', 'secret'],
    ['one repeated character', 'a'.repeat(64)],
    ['a few repeated characters', 'changeme'.repeat(8)],
    ['digits in a row', '0123456789'.repeat(4)],
  ])('%s', (_, value) => {
    expectOneFault({ ...live, SECRET: value }, /^SECRET is (missing|wrong): /)
  })

  test('a demo may use the default', () => {
    expect(configOf({ MODE: 'demo', SECRET: demoSecret }).secret).toBe(demoSecret)
  })

  test('no fault repeats the secret in question', () => {
    for (const value of ['hunter2', demoSecret, 'changeme'.repeat(8)]) {
      expect(faultsOf({ ...live, SECRET: value }).join('\n')).not.toContain(value)
    }
  })
})

describe('each fault is one clear line', () => {
  test('nothing starts without a mode', () => {
    expectOneFault({}, 'MODE is missing: live or demo')
    expectOneFault({ ...live, MODE: '' }, 'MODE is missing: live or demo')
  })

  test.each<[string, Environment, RegExp]>([
    ['an unknown mode', { MODE: 'production' }, /^MODE is wrong: .*live or demo/],
    ['a mode in capitals', { MODE: 'DEMO' }, /^MODE is wrong: .*live or demo/],
    ['a port that is not a number', { MODE: 'demo', PORT: 'http' }, /^PORT is wrong: .*port number/],
    ['a negative port', { MODE: 'demo', PORT: '-1' }, /^PORT is wrong: .*port number/],
    ['a port above the maximum', { MODE: 'demo', PORT: '65536' }, /^PORT is wrong: .*port number/],
    ['a port of six digits', { MODE: 'demo', PORT: '300000' }, /^PORT is wrong: .*port number/],
    [
      'an unknown course',
      { MODE: 'demo', COURSES: 'mbale,law' },
      /^COURSES is wrong: no course "law"; there are mbale, scd$/,
    ],
    ['a course in capitals', { MODE: 'demo', COURSES: 'MBALE' }, /^COURSES is wrong: /],
    ['courses separated by spaces', { MODE: 'demo', COURSES: 'mbale scd' }, /^COURSES is wrong: /],
    ['an empty course between commas', { MODE: 'demo', COURSES: 'mbale,,scd' }, /^COURSES is wrong: /],
    ['an unknown log level', { MODE: 'demo', LOG_LEVEL: 'verbose' }, /^LOG_LEVEL is wrong: .*fatal.*silent/],
    ['a limit of zero requests', { MODE: 'demo', REQUESTS_PER_MINUTE: '0' }, /^REQUESTS_PER_MINUTE is wrong: /],
    ['a limit that is not a number', { MODE: 'demo', REQUESTS_PER_MINUTE: 'many' }, /^REQUESTS_PER_MINUTE is wrong: /],
    ['an invalid address', { MODE: 'demo', PUBLIC_URL: 'admissions.example.org' }, /^PUBLIC_URL is wrong: /],
    ['a short secret in a demo', { MODE: 'demo', SECRET: 'short' }, /^SECRET is wrong: .*32/],
    ['live mode without an address', { ...live, PUBLIC_URL: undefined }, /^PUBLIC_URL is missing: /],
    ['live mode over http', { ...live, PUBLIC_URL: 'http://admissions.example.org' }, /^PUBLIC_URL is wrong: .*https/],
    ['live mode with an invalid address', { ...live, PUBLIC_URL: 'admissions.example.org' }, /^PUBLIC_URL is wrong: /],
    ['live mode without a setting for proxies', { ...live, TRUST_PROXY: undefined }, /^TRUST_PROXY is missing: /],
    [
      'live mode without mail',
      { ...live, SMTP_URL: undefined, MAIL_FROM: undefined },
      /^SMTP_URL and MAIL_FROM missing: live mode sends mail$/,
    ],
    [
      'live mode without SMS',
      { ...live, SMS_URL: undefined, SMS_KEY: undefined },
      /^SMS_URL and SMS_KEY missing: live mode sends OTPs by SMS$/,
    ],
    [
      'live mode without a gateway',
      {
        ...live,
        GATEWAY: undefined,
        RAZORPAY_KEY_ID: undefined,
        RAZORPAY_KEY_SECRET: undefined,
        RAZORPAY_WEBHOOK_SECRET: undefined,
      },
      /^GATEWAY and RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET missing: live mode takes payments$/,
    ],
    [
      'a gateway without the secret of its webhooks',
      { ...live, RAZORPAY_WEBHOOK_SECRET: undefined },
      /^RAZORPAY_WEBHOOK_SECRET missing: needed with GATEWAY and RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET$/,
    ],
    ['the demo gateway in live mode', { ...live, GATEWAY: 'demo' }, /^GATEWAY is wrong: .*razorpay/],
    ['an invalid mail server', { ...live, SMTP_URL: 'mail.example.org' }, /^SMTP_URL is wrong: .*smtp/],
    ['an invalid sender address', { ...live, MAIL_FROM: 'cell' }, /^MAIL_FROM is wrong: /],
    ['an invalid provider address', { ...live, SMS_URL: 'sms.example.org' }, /^SMS_URL is wrong: /],
    ['mail without its sender', { ...live, MAIL_FROM: undefined }, /^MAIL_FROM missing: needed with SMTP_URL$/],
    ['a sender without mail', { ...live, SMTP_URL: undefined }, /^SMTP_URL .*missing/],
    [
      'a sender without mail in a demo',
      { MODE: 'demo', MAIL_FROM: 'a@b' },
      /^SMTP_URL missing: needed with MAIL_FROM$/,
    ],
    ['SMS without its key', { ...live, SMS_KEY: undefined }, /^SMS_KEY missing: needed with SMS_URL$/],
    ['a key without SMS', { ...live, SMS_URL: undefined }, /^SMS_URL .*missing/],
    [
      'single sign-on with only its issuer',
      { ...live, SSO_ISSUER: 'cell' },
      /^SSO_AUDIENCE and SSO_PUBLIC_KEY missing: needed with SSO_ISSUER$/,
    ],
    [
      'single sign-on without its audience',
      { ...live, SSO_ISSUER: 'cell', SSO_PUBLIC_KEY: publicKey },
      /^SSO_AUDIENCE missing: needed with SSO_ISSUER and SSO_PUBLIC_KEY$/,
    ],
    [
      'an invalid key',
      { ...live, SSO_ISSUER: 'cell', SSO_AUDIENCE: 'portal', SSO_PUBLIC_KEY: 'MFkw' },
      /^SSO_PUBLIC_KEY is wrong: /,
    ],
  ])('%s', (_, environment, line) => {
    expectOneFault(environment, line)
  })

  test('all faults are reported at once', () => {
    const faults = faultsOf({ MODE: 'live', PORT: '0x50', COURSES: 'law' })
    for (const name of ['PORT', 'COURSES', 'SECRET', 'PUBLIC_URL', 'TRUST_PROXY', 'SMTP_URL', 'SMS_URL', 'GATEWAY']) {
      expect(
        faults.filter((line) => line.startsWith(name)),
        name,
      ).toHaveLength(1)
    }
    expect(faults).toHaveLength(8)
  })
})
