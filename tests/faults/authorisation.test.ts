import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { steps } from '#server/domain/terms/journey.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import { asData, asha, browser, calls, openPortal, ravi, type TestPortal } from '#tests/support/portal.ts'

let portal: TestPortal
let owner: Applicant
let other: Applicant

beforeAll(async () => {
  portal = await openPortal({ shared: true })
  owner = await applicant(portal, asha)
  await owner.complete(
    answersWith(ashasAnswers, {
      'category-details': { casteCertificateNumber: 'HER/CASTE/77' },
      'qualifications-details': { sscSeat: 'HERSEAT77' },
      'personal-details': { addressLine1: '7, Her Own Street' },
    }),
  )
  await owner.submit()
  other = await applicant(portal, ravi)
  await portal.services.messages.deliverDue()
})
afterAll(() => portal.close())

/** Marks that only the owner may read: her identity and an answer of every step. */
const secrets = () => [
  owner.userId,
  asha.fullName,
  asha.mobile,
  asha.email,
  'HER/CASTE/77',
  'HERSEAT77',
  '7, Her Own Street',
]
const expectNothingOfHers = (text: string, where: string) => {
  for (const secret of secrets()) expect(text.includes(secret), `${where} tells ${secret}`).toBe(false)
}
/** A parameter that names something of hers. */
const concrete = (url: string) =>
  url.replace(':userId', owner.userId).replace(':name', 'ssc-marksheet').replace(/:\w+/g, '1').replace('*', 'x')

describe('case 14: every route × another candidate', () => {
  test("case 14: no page or call shows one candidate's data to another", async () => {
    const tried: string[] = []
    for (const { method, url } of portal.routes()) {
      if (method !== 'GET' || !url.startsWith('/mbale/')) continue
      const address = concrete(url)
      const { mbale_refresh: _, ...cookies } = other.cookies
      for (const headers of [asData, { accept: 'application/json', authorization: `Bearer ${other.token}` }]) {
        const answer = await portal.ask('GET', address, {
          cookies,
          headers: { ...headers, 'sec-fetch-site': 'same-origin' },
        })
        // A page repeats the address of its request.
        expectNothingOfHers(answer.text.split(address).join(''), address)
        expect(answer.status, address).toBeLessThan(500)
      }
      tried.push(url)
    }
    expect(tried).toEqual(expect.arrayContaining(['/mbale/candidate/api/application/versions/:number']))
    expect(tried.length).toBeGreaterThan(60)
  })

  test('case 14: no write of another candidate changes her data', async () => {
    const before = JSON.stringify([
      await owner.details(),
      ...(await Promise.all(steps.map((slug) => owner.read(slug)))),
    ])
    for (const { method, url } of portal.routes()) {
      if (!['POST', 'PUT', 'DELETE'].includes(method) || !url.startsWith('/mbale/candidate/')) continue
      if (/logout|executeLogout/.test(url)) continue
      const isApi = url.includes('/api/')
      await portal.ask(method as 'POST', concrete(url), {
        cookies: isApi ? {} : other.cookies,
        headers: {
          ...asData,
          'sec-fetch-site': 'same-origin',
          ...(isApi
            ? { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' }
            : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: isApi
          ? JSON.stringify({ candidateId: owner.id, userId: owner.userId })
          : new URLSearchParams({ _csrf: other.cookies['XSRF-TOKEN']!, candidateId: String(owner.id) }).toString(),
      })
    }
    const after = JSON.stringify([await owner.details(), ...(await Promise.all(steps.map((slug) => owner.read(slug))))])
    const withoutDate = (text: string) => text.replace(/"date":"[^"]*"/g, '').replace(/"headers":\{[^}]*\}/g, '')
    expect(withoutDate(after)).toBe(withoutDate(before))
  })

  test('case 14: without a session every private page redirects home, and every private call answers 401', async () => {
    for (const [route, rule] of Object.entries(candidateRoutes) as [string, RouteRule][]) {
      if (rule.audience === 'public') continue
      const page = await portal.ask('GET', concrete(`${portal.base}${route}`), { headers: { accept: 'text/html' } })
      expect([route, page.status]).toEqual([route, 303])
    }
    for (const slug of steps) expect((await portal.api('GET', `application/steps/${slug}`)).status).toBe(401)
    for (const slug of questionSteps)
      expect((await portal.api('PUT', `application/steps/${slug}`, {})).status).toBe(401)
    for (const call of ['application/submit', 'application/mode', 'unLockFormController/UnlockCandidateForm'])
      expect((await portal.api('POST', call, {})).status).toBe(401)
  })
})

describe('case 15: ids in bodies', () => {
  test.each(['candidateId', 'candidate_id', 'id', 'userId', 'user_id', 'owner'])(
    'case 15: `%s` is refused beside the answers and among them',
    async (name) => {
      const before = await portal.contents()
      const values = ashasAnswers['type-of-candidature']
      const call = 'application/steps/type-of-candidature'
      for (const body of [
        { version: 0, values, [name]: owner.id },
        { version: 0, values: { ...values, [name]: String(owner.id) } },
      ]) {
        const refused = await portal.api('PUT', call, body, other.from)
        expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: name, code: 'unknown-field' }] } })
      }
      const otp = await portal.api(
        'POST',
        'application/submit',
        { declaration: true, otp: '000000', [name]: 1 },
        other.from,
      )
      expect(otp.status).toBe(400)
      expect(await portal.contents()).toBe(before)
    },
  )

  test('case 15: the details belong to the bearer, whatever candidate the body names', async () => {
    const answer = await portal.api('POST', calls.details, { userId: owner.userId }, other.from)
    expect(answer.status).toBe(400)
  })
})

describe('case 16: mass assignment', () => {
  const call = 'application/steps/type-of-candidature'
  const claim = ashasAnswers['type-of-candidature']

  test.each([
    ['a fact of the application', { submittedAt: '1' }],
    ['the completion of the step', { completedAt: '1' }],
    ['the answer to a question of another step', { category: 'SC' }],
    ['the lock', { lock_form: '0' }],
    ['a prototype', JSON.parse('{"__proto__":"x"}')],
    ['a constructor', { constructor: 'x' }],
  ])('case 16: %s is refused by the API and changes nothing', async (_, extra) => {
    const before = await portal.contents()
    const body = JSON.parse(JSON.stringify({ version: 0, values: { ...claim } }))
    Object.defineProperty(body.values, Object.keys(extra)[0] ?? '__proto__', {
      value: 'x',
      enumerable: true,
      configurable: true,
    })
    const refused = await portal.ask('PUT', `${portal.base}api/${call}`, {
      headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(refused.status).toBe(400)
    expect(await portal.contents()).toBe(before)
  })

  test.each([
    ['an answer that is not text', { type: 7 }],
    ['an answer that is a list', { type: ['A'] }],
    ['an answer that is an object', { type: { $ne: '' } }],
  ])('case 16: %s is refused', async (_, values) => {
    const before = await portal.contents()
    expect((await portal.api('PUT', call, { version: 0, values }, other.from)).status).toBe(400)
    expect((await portal.api('PUT', call, { version: 0, values: ['A'] }, other.from)).status).toBe(400)
    expect((await portal.api('PUT', call, { version: '0', values: claim }, other.from)).status).toBe(400)
    expect(await portal.contents()).toBe(before)
  })

  test('case 16: a page refuses a field that its form does not have', async () => {
    const before = await portal.contents()
    const visitor = browser(portal, other.cookies)
    for (const extra of [{ submittedAt: '1' }, { category: 'SC' }] as Record<string, string>[]) {
      const refused = await visitor.post('type-of-candidature', { version: '0', ...claim, ...extra })
      expect(refused.status).toBe(422)
    }
    const twice = await visitor.post('type-of-candidature', { version: '0', mode: '1', type: ['A', 'B'] })
    expect(twice.status).toBe(400)
    expect(await portal.contents()).toBe(before)
  })
})

describe('case 17: steps skipped or out of order', () => {
  test('case 17: the API refuses every step beyond the one reached', async () => {
    const before = await portal.contents()
    for (const slug of questionSteps.slice(1)) {
      const refused = await other.save(slug, ashasAnswers[slug])
      expect([slug, refused.status, refused.body.code]).toEqual([slug, 422, 'step-not-reached'])
    }
    for (const step of [5, 6, 7] as const) {
      expect(portal.services.application.proceed(other.actor.candidateId, step)).toMatchObject({
        refusal: { code: 'step-not-reached' },
      })
    }
    expect(await other.submit()).toMatchObject({ status: 422, body: { code: 'steps-incomplete' } })
    expect((await portal.contents()) === before || portal.rows().application_versions === 1).toBe(true)
    expect(await other.details()).toMatchObject({ fill_status: 0 })
  })

  test('case 17: a POST to a page beyond it redirects to the first incomplete step and saves nothing', async () => {
    const before = await portal.contents()
    const visitor = browser(portal, other.cookies)
    for (const slug of steps.slice(1)) {
      const values = (ashasAnswers as Record<string, Record<string, string>>)[slug] ?? {}
      for (const answer of [await visitor.post(slug, { version: '0', ...values }), await visitor.get(slug)]) {
        expect([slug, answer.status, answer.headers.location]).toEqual([slug, 303, `${portal.base}type-of-candidature`])
      }
    }
    expect(await portal.contents()).toBe(before)
  })

  test('case 17: no page changes a locked form: it answers 423 with the banner', async () => {
    const before = await portal.contents()
    const visitor = browser(portal, owner.cookies)
    for (const slug of questionSteps) {
      const refused = await visitor.post(slug, { version: '1', ...ashasAnswers[slug] })
      expect([slug, refused.status]).toEqual([slug, 423])
      expect(refused.text).toContain('Your Application is now Locked')
    }
    expect(await portal.contents()).toBe(before)
  })
})
