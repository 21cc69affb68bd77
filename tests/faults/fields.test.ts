import { exportSPKI, generateKeyPair } from 'jose'
import type { TObject, TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  Login,
  MobileChange,
  MobileForm,
  NewPasswordByOtp,
  NewPasswordForm,
  OtpForm,
  OtpProof,
  OtpRequest,
  PasswordChange,
  Recovery,
  Registration,
  RegistrationRef,
  SsoLogin,
} from '#server/features/accounts/accounts/schema.ts'
import { CancelRequest } from '#server/features/admission/cancellation/schema.ts'
import { FeedbackForm } from '#server/features/messages/inbox/schema.ts'
import { PaymentBegin } from '#server/features/money/payments/schema.ts'
import { Cosigned } from '#server/features/operations/public-log/api.ts'
import { StepOfDiscrepancies } from '#server/features/scrutiny/scrutiny/schema.ts'
import { seconds } from '#server/kernel/time.ts'
import {
  type Answer,
  asData,
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

/** One form or call: its contract, a valid answer to it, and its address. */
type Taken = { contract: TObject; good: Record<string, unknown>; needsBearer?: true; call?: string; page?: string }

const reference = 'r'.repeat(32)
const newPasswords = { password: 'NewPass1', confirmPassword: 'NewPass1' }
const newcomer = { ...asha, mobile: '7000000001', email: 'new@example.org' }

const taken: Taken[] = [
  { contract: Registration, good: newcomer, call: calls.register, page: 'registration' },
  { contract: OtpProof, good: { registrationId: reference, otp: '123456' }, call: calls.verify },
  { contract: RegistrationRef, good: { registrationId: reference }, call: calls.resend },
  { contract: OtpForm, good: { otp: '123456' }, page: 'otp-verify' },
  { contract: Login, good: { userId: 'SC24100001', password: asha.password }, call: calls.login, page: 'login' },
  { contract: OtpForm, good: { otp: '123456' }, page: 'login?step=otp' },
  { contract: Recovery, good: { userId: 'SC24100001' }, call: calls.forgot, page: 'forgot-password' },
  {
    contract: NewPasswordByOtp,
    good: { recoveryId: reference, otp: '123456', ...newPasswords },
    call: calls.recover,
  },
  { contract: NewPasswordForm, good: { otp: '123456', ...newPasswords }, page: 'forgot-otp-verify' },
  {
    contract: PasswordChange,
    good: { currentPassword: asha.password, ...newPasswords },
    needsBearer: true,
    call: calls.changePassword,
    page: 'forgot-password-auth',
  },
  {
    contract: OtpRequest,
    good: { purpose: 'change-mobile', mobile: '7000000002' },
    needsBearer: true,
    call: calls.otp,
  },
  { contract: MobileForm, good: { mobile: '7000000002' }, needsBearer: true, page: 'change-mobile' },
  {
    contract: MobileChange,
    good: { mobile: '7000000002', password: asha.password, otp: '123456' },
    needsBearer: true,
    call: calls.mobile,
    page: 'change-mobile?step=otp',
  },
  {
    contract: StepOfDiscrepancies,
    good: { step: 4 },
    needsBearer: true,
    call: 'discrepancyController/getStepWiseCandidateDiscrepancy',
  },
  { contract: FeedbackForm, good: { about: 'form', rating: 4, text: 'Clear' }, needsBearer: true, call: 'feedback' },
  { contract: PaymentBegin, good: { due: 'application-fee' }, needsBearer: true, call: 'payments' },
  {
    contract: CancelRequest,
    good: { reason: 'A seat elsewhere', password: asha.password, otp: '123456' },
    needsBearer: true,
    call: 'cancellation',
  },
  { contract: Cosigned, good: { note: 'log\n1\nx=\n\n— w AAAA\n' }, call: 'log/cosignatures' },
  { contract: SsoLogin, good: { token: 'x.y.z' }, call: calls.sso, page: 'sso' },
]

const html = '<img src=x onerror=alert(1)>'
/** `good` with an insertion. */
const within = (good: unknown, hidden: string) => `${String(good).slice(0, 1)}${hidden}${String(good).slice(1)}`

/** Values that nobody types on purpose, in a form or in JSON. */
const typed: Record<string, (good: unknown, schema: TSchema) => string> = {
  'nothing at all': () => '',
  'spaces alone': () => '   ',
  'more than fits': (_, schema) => 'a'.repeat(((schema as { maxLength?: number }).maxLength ?? 100) + 1),
  'a control character': (good) => within(good, '\u0007'),
  'a NUL': (good) => within(good, '\u0000'),
  'a line break': (good) => within(good, '\r\n'),
  'a sign that no font of the portal has': () => '✓',
  HTML: () => html,
}
/** Values that only a program can send. */
const sent: Record<string, unknown> = {
  'a number': 42,
  true: true,
  'a list': ['x'],
  'an object': { $ne: '' },
  'half a surrogate pair': 'ab\uD800cd',
}

/**
 * Free text, in which any visible character may occur: the field accepts it, and the request is refused all the same
 * because nobody has such a password or token; a signed note is refused as a whole.
 */
const isFree = (name: string, kind: string) =>
  (name === 'note' && kind !== 'nothing at all' && kind !== 'more than fits') ||
  (['a sign that no font of the portal has', 'HTML', 'spaces alone'].includes(kind) &&
    ['currentPassword', 'confirmPassword', 'password', 'token'].includes(name))

/** Gaps in a mobile number are removed, whatever their character. Free text may contain these characters. */
const isTidied = (name: string, kind: string) =>
  (name === 'mobile' && kind === 'a line break') ||
  (['text', 'reason'].includes(name) && ['a line break', 'HTML'].includes(kind))

const isRequired = (contract: TObject, name: string) =>
  ((contract as { required?: string[] }).required ?? []).includes(name)

const marathi = /[\u0900-\u097F]/
const languages = ['en', 'mr'] as const

let portal: TestPortal
let token: string
let jar: Record<string, string>

beforeAll(async () => {
  const { publicKey } = await generateKeyPair('RS256')
  const sso = { issuer: 'https://cell.example.org', audience: 'scd', publicKey: await exportSPKI(publicKey) }
  portal = await openPortal({ slugs: ['scd'], shared: true, config: { sso } })
  const signedIn = await signIn(portal)
  token = signedIn.token
  const screen = browser(portal, signedIn.cookies)
  await screen.post('change-mobile', { mobile: '7000000002' })
  jar = screen.jar
  const visitor = browser(portal)
  await visitor.post('registration', { ...ravi, consent: 'true' })
  await visitor.post('forgot-password', { userId: asha.mobile })
  portal.clock.advance(seconds(31))
  await visitor.post('login', { userId: asha.mobile, password: asha.password })
  for (const name of ['registration', 'recovery', 'login']) jar[`scd_${name}`] = visitor.jar[`scd_${name}`]!
  await portal.services.messages.deliverDue()
})
afterAll(() => portal.close())

/** Everything stored except counters of tries, which a guess at a password does increase. */
function stored() {
  const { rate_limits: _, ...rows } = portal.rows()
  portal.services.limits.forget('password:1')
  portal.services.limits.forget('login:1')
  return rows
}

const cookiesFor = ({ needsBearer }: Taken, language: string) => {
  const { scd_session, 'XSRF-TOKEN': xsrf, ...visitor } = jar
  return { ...(needsBearer ? { scd_session, 'XSRF-TOKEN': xsrf } : {}), ...visitor, scd_lang: language } as Record<
    string,
    string
  >
}

function expectWords(words: string | undefined, language: string, what: string) {
  expect(words, what).toBeTruthy()
  expect(words, what).not.toMatch(/^\w+\.\w+|\{\{/) // a text, not the name of one
  expect(marathi.test(words!), `${what}: ${words}`).toBe(language === 'mr')
}

describe('case 13: every call refuses a malformed value at its field and stores nothing', () => {
  test('the table holds every call that takes a body', async () => {
    const { paths } = (await portal.api('GET', 'openapi.json')).body as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: TObject }> } }>>
    }
    const withBody = Object.entries(paths)
      .filter(([, methods]) =>
        Object.values(methods).some(({ requestBody }) => {
          const schema = requestBody?.content['application/json']?.schema
          return schema && Object.keys(schema.properties ?? {}).length > 0
        }),
      )
      .map(([path]) => path.replace('/scd/candidate/api/', ''))
      .filter(
        (call) =>
          !/^(application|option-form|starred-choices|seat-acceptance|self-verification|unLockFormController)\//.test(
            call,
          ),
      )
    expect(withBody.sort()).toEqual(taken.flatMap(({ call }) => call ?? []).sort())
  })

  for (const one of taken.filter(({ call }) => call)) {
    const send = (body: unknown, language: string) =>
      portal.api('POST', one.call!, body, {
        token: one.needsBearer && token,
        headers: { 'accept-language': language, 'content-type': 'application/json' },
      })
    const expectRefused = (answer: Answer, name: string, kind: string, language: string, before: object) => {
      const what = `${name}: ${kind}`
      expect(answer.status, `${what}: ${answer.text}`).toBeGreaterThanOrEqual(400)
      expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(500)
      expect(stored(), what).toEqual(before)
      expectWords(answer.body.message, language, what)
      if (isFree(name, kind)) return
      const fault = answer.body.errors?.find(({ field }: { field: string }) => field === name)
      expect(fault, `${what}: ${answer.text}`).toBeDefined()
      expectWords(fault.message, language, what)
    }

    for (const [name, schema] of Object.entries(one.contract.properties)) {
      test(`case 13: ${one.call}: ${name}`, async () => {
        const kinds: Record<string, unknown> = {
          ...Object.fromEntries(Object.entries(typed).map(([kind, make]) => [kind, make(one.good[name], schema)])),
          ...sent,
        }
        if (typeof one.good[name] === 'boolean') delete kinds.true
        for (const kind of Object.keys(kinds)) if (isTidied(name, kind)) delete kinds[kind]
        if (!isRequired(one.contract, name)) delete kinds['nothing at all']
        if (!isRequired(one.contract, name)) delete kinds['spaces alone']
        for (const language of languages) {
          for (const [kind, value] of Object.entries(kinds)) {
            const before = stored()
            const answer = await send({ ...one.good, [name]: value }, language)
            expectRefused(answer, name, kind, language, before)
          }
          if (!isRequired(one.contract, name)) continue
          const { [name]: _, ...without } = one.good
          for (const body of [without, { ...without, [name]: null }]) {
            const before = stored()
            expectRefused(await send(body, language), name, 'missing', language, before)
          }
        }
      })
    }

    test(`case 13: ${one.call}: a field outside the contract`, async () => {
      for (const name of ['isAdmin', 'id', 'userId ', 'constructor', 'toString', 'candidateId', 'x'.repeat(5000)]) {
        const before = stored()
        const answer = await send({ ...one.good, [name]: 'x' }, 'en')
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toContainEqual({
          field: name.slice(0, 60),
          code: 'unknown-field',
          message: 'This field is not known here',
        })
        expect(stored()).toEqual(before)
      }
    })

    test(`case 13: ${one.call}: a body that is not an object`, async () => {
      const before = stored()
      for (const body of ['[]', '"x"', '42', 'true', '[{}]']) {
        const answer = await send(body, 'mr')
        expect([answer.status, answer.body.code]).toEqual([400, 'malformed'])
        expectWords(answer.body.message, 'mr', body)
      }
      for (const body of ['null', '{}', '']) expect((await send(body, 'en')).status).toBe(400)
      for (const body of ['{', '{"otp": 1,}', '\u0000']) {
        const answer = await send(body, 'en')
        expect([answer.status, answer.body.code]).toEqual([400, 'malformed'])
      }
      expect(stored()).toEqual(before)
    })
  }
})

describe('case 13: every account form comes back with the fault at its field and stores nothing', () => {
  for (const one of taken.filter(({ page }) => page)) {
    const good = Object.fromEntries(Object.entries(one.good).map(([name, value]) => [name, String(value)]))
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
    const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

    for (const [name, schema] of Object.entries(one.contract.properties)) {
      // The page keeps the challenge instead of the password; only the API takes both at once.
      if (one.contract === Login && name === 'otp') continue
      test(`case 13: the page ${one.page}: ${name}`, async () => {
        const required = isRequired(one.contract, name)
        const kinds = Object.entries(typed).filter(
          ([kind]) => !isTidied(name, kind) && (required || !/nothing|spaces/.test(kind)),
        )
        const bodies: [string, Record<string, string | string[]>][] = [
          ...kinds.map(
            ([kind, make]) => [kind, { ...good, [name]: make(one.good[name], schema) }] as [string, typeof good],
          ),
          ['the same field twice', { ...good, [name]: [good[name] ?? '123456', 'x'] }],
        ]
        if (required) bodies.push(['missing', Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))])
        for (const [n, [kind, fields]] of bodies.entries()) {
          const language = languages[n % 2]!
          const before = stored()
          const isDrawn = [
            'HTML',
            'nothing at all',
            'a sign that no font of the portal has',
            'more than fits',
          ].includes(kind)
          const screen = browser(portal, cookiesFor(one, language))
          const answer = await screen.post(one.page!, fields, isDrawn ? {} : asData)
          const what = `${name}: ${kind}`
          expect(stored(), what).toEqual(before)
          if (isDrawn) expect(answer.text.includes(html), what).toBe(false)
          if (isFree(name, kind)) {
            expect([401, 422], what).toContain(answer.status)
            continue
          }
          expect(answer.status, what).toBe(422)
          const words = faultsOf(answer)[name]
          expectWords(words, language, what)
          expect(viewOf(answer).language, what).toBe(language)
          if (!isDrawn) continue
          const [drawn] = answer.text.split('<script id="view"')
          expect(drawn!.includes(escaped(words!)) || drawn!.includes(words!), `${what}: ${words}`).toBe(true)
          if (/password|otp|token/i.test(name) && kind === 'more than fits') {
            expect(answer.text.includes(String(fields[name])), `${what} is not shown again`).toBe(false)
          }
        }
      })
    }

    test(`case 13: the page ${one.page}: valid entries remain, except secrets`, async () => {
      const answer = await browser(portal, cookiesFor(one, 'en')).post(one.page!, { ...good, unknown: 'x' })
      expect(answer.status).toBe(422)
      const values = JSON.parse(
        /"form":(\{.*?\}),"errors"/
          .exec(answer.text)![1]!
          .replace(/"values":/, '')
          .slice(1),
      )
      for (const [name, value] of Object.entries(good)) {
        if (/password|otp|token/i.test(name)) expect(values[name]).toBeUndefined()
        else expect(values[name]).toBe(value)
      }
    })
  }
})

describe('case 13: letters', () => {
  const told = async (person: object) => {
    portal.clock.advance(seconds(31))
    const answer = await portal.api('POST', calls.register, { ...newcomer, ...person })
    const { fullName } = (portal.services.db.sqlite
      .prepare('SELECT full_name AS fullName FROM registrations ORDER BY created_at DESC, rowid DESC')
      .get() ?? {}) as { fullName?: string }
    return { answer, fullName }
  }

  test('case 13: a name typed with combining accents equals the composed one (NFC)', async () => {
    const { answer, fullName } = await told({ fullName: 'José Patil'.normalize('NFD'), mobile: '7100000001' })
    expect([answer.status, fullName]).toEqual([200, 'José Patil'])
  })

  test.each([
    'सुनीता मारुती पाटील',
    'क्‍षमा ज्‌ञानेश्वर',
    'श्रीमती ऋतुजा ऑबेरॉय',
    'D’Souza Maria-Anna',
    'Dr. B. R. Ambedkar',
    'Rajan, L.R',
    'Rahul @ Raju',
  ])('case 13: %s is a name', async (fullName) => {
    const mobile = `71000${String(Math.abs([...fullName].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7)) % 90000).padStart(5, '1')}`
    const { answer, fullName: kept } = await told({ fullName, mobile, email: `${mobile}@example.org` })
    expect([answer.status, kept]).toEqual([200, fullName.normalize('NFC')])
  })

  test.each([
    'Аsha Patil', // Cyrillic А
    'Asha Pаtil', // Cyrillic а
    'Αsha Patil', // Greek Α
    'Asha पाटील', // two scripts
    '𝐀𝐬𝐡𝐚', // mathematical letters
    'Asha😀',
    'Asha2',
    'आशा२',
    'Asha_Patil',
    'asha@example.org',
    '-Asha',
    "'; DROP TABLE candidates; --",
    'Asha\u0301\u0301\u0301\u0301\u0301', // an accent on an accent
    'A',
  ])('case 13: %s is not a name', async (fullName) => {
    const before = stored()
    const answer = await portal.api('POST', calls.register, { ...newcomer, fullName })
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].field).toBe('fullName')
    expect(stored()).toEqual(before)
  })

  test.each([
    'аsha@example.org',
    'asha@exаmple.org',
    'asha@example.оrg',
    'आशा@example.org',
    'a@b',
    '@x.org',
    'a b@x.org',
    'a@x..org',
    'a@-x',
    '"a"@x.org',
  ])('case 13: %s is not an e-mail address', async (email) => {
    const before = stored()
    const answer = await portal.api('POST', calls.register, { ...newcomer, email })
    expect(answer.body.errors[0].field).toBe('email')
    expect(stored()).toEqual(before)
  })

  test.each([
    ['fullName', 'Asha_Patil', 'The sign “_” cannot stand in a name. Leave it out'],
    ['fullName', 'આશા', 'The sign “આ” cannot be printed. Write in English or in Marathi'],
    ['fullName', 'As\u0007ha', 'This has a character that cannot be seen (U+0007). Delete it and type it again'],
  ])('case 13: the refusal of a sign in %s names it: %s', async (name, value, message) => {
    const answer = await portal.api('POST', calls.register, { ...newcomer, [name]: value })
    expect(answer.body.errors).toMatchObject([{ field: name, message }])
  })

  test('case 13: digits of any script, and what contacts add, are read in every call', async () => {
    const other = await openPortal()
    const contact = { ...asha, mobile: '\u202A+91 ९८७६५ ४३२१०\u202C', email: '\u200Basha@example.org' }
    const { body } = await other.api('POST', calls.register, contact)
    const otp = await other.otpFor(asha.mobile)
    const marathi = [...otp].map((digit) => '०१२३४५६७८९'[Number(digit)]).join(' ')
    const proved = await other.api('POST', calls.verify, { registrationId: body.data.registrationId, otp: marathi })
    expect(proved.status, proved.text).toBe(200)
    for (const userId of ['919876543210', '0091-98765 43210', '९८७६५४३२१०', ' ASHA@example.org\u200B'])
      expect(
        (await other.api('POST', calls.login, { userId, password: `${asha.password}\u200B` })).status,
        userId,
      ).toBe(200)
  })

  test('case 13: two spellings of one address or number are one account', async () => {
    const other = await openPortal()
    await register(other)
    other.clock.advance(seconds(31))
    const twin = { ...ravi, email: 'ASHA@EXAMPLE.org', mobile: '7000000009' }
    expect((await other.api('POST', calls.register, twin)).status).toBe(200)
    expect(await other.sentTo(asha.email, 'registration-collision')).toBe(1)
    const number = { ...ravi, mobile: '098765 43210' }
    expect((await other.api('POST', calls.register, number)).status).toBe(200)
    expect(await other.sentTo(asha.mobile, 'registration-collision')).toBe(1)
  })
})
