import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CellRule,
  candidateRoutes,
  cellActs,
  cellFiles,
  cellRoutes,
  type RouteRule,
} from '#server/domain/terms/routes.ts'
import { mayDo, type StaffRole, staffRoles } from '#server/domain/terms/staff.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { type Answer, asData, asha, openPortal, ravi, type TestPortal } from '#tests/support/portal.ts'

/**
 * Cases 14, 15 and 18 over everything that the server answers: each page, each call of the API and each address of the
 * desk, taken from the route tables and from the server, × a visitor, another candidate, and every role of the staff at
 * a place without any link to her. A new route is walked as well, or fails because it has no rule.
 */

let portal: TestPortal
let owner: Applicant
let other: Applicant
/** Every role at a place without any link to her. The cell reaches every candidate and is left out. */
let strangers: Record<Exclude<StaffRole, 'admin'>, DeskBrowser>
let admin: DeskBrowser

beforeAll(async () => {
  portal = await openPortal({ shared: true })
  owner = await applicant(portal, asha)
  await owner.complete(
    answersWith(ashasAnswers, {
      'category-details': { casteCertificateNumber: 'HER/CASTE/77' },
      'personal-details': { addressLine1: '7, Her Own Street' },
    }),
  )
  await owner.submit()
  other = await applicant(portal, { ...ravi, district: 'MH-nagpur' })
  strangers = {
    fc: await atDesk(portal, 'fc', 'fc-far', { centre: 'FC02' }),
    'sub-fc': await atDesk(portal, 'sub-fc', 'sub-fc-far', { centre: 'FC02' }),
    so: await atDesk(portal, 'so', 'so-far', { region: 'nagpur' }),
    institute: await atDesk(portal, 'institute', 'institute-far', { institute: '9001' }),
    ro: await atDesk(portal, 'ro', 'ro-far', { region: 'nagpur' }),
  }
  admin = await atDesk(portal, 'admin')
  // Every waiting list of the desk holds something of hers.
  const lost = { intent: 'lost-mobile', newMobile: '9123456780', repeatedMobile: '9123456780', seen: 'passport' }
  expect((await admin.post(`help-desk/${owner.userId}`, { ...lost, note: 'Face and name compared.' })).status).toBe(303)
  // Her grievance has number 1, which every address with an id names.
  portal.services.db.sqlite.exec(`
    INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (${owner.id}, 'merit', 0, 'open', 1);
    INSERT INTO grievance_messages (grievance_id, entry, text, at) VALUES (1, 'filed', 'HER OWN GRIEVANCE', 1)`)
  portal.services.duplicates.lookForDuplicates()
  await portal.services.messages.deliverDue()
})
afterAll(() => portal.close())

const secrets = () => [
  asha.fullName,
  asha.mobile,
  asha.email,
  'HER/CASTE/77',
  '7, Her Own Street',
  '9123456780',
  'HER OWN GRIEVANCE',
]
const expectNothingOfHers = (answer: Answer, where: string) => {
  for (const secret of secrets()) expect(answer.text.includes(secret), `${where} tells ${secret}`).toBe(false)
  expect(answer.status, where).toBeLessThan(500)
}

const filled = (route: string) =>
  route
    .replace(/:userId\b/, owner.userId)
    .replace(/:desk\b/, 'fc')
    .replace(/:name\b/, 'ssc-marksheet')
    .replace(/:candidateId\b/, String(owner.id))
    .replace(/:\w+/g, '1')
    .replace('*', 'x')

const pages = Object.entries(candidateRoutes) as [string, RouteRule][]
const privatePages = pages.filter(([, rule]) => rule.audience === 'candidate').map(([route]) => route)
const desk = [...Object.entries(cellRoutes), ...Object.entries(cellActs), ...Object.entries(cellFiles)] as [
  string,
  CellRule,
][]
const isAct = (route: string) => route in cellActs

/** The rows that belong to her. */
function hers(): string {
  const { sqlite } = portal.services.db
  const ofTables = (
    sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%candidate_id%'").all() as {
      name: string
    }[]
  )
    // The log and the logins record readers; they are not her data.
    .filter(({ name }) => !['audit_log', 'sessions', 'outbox'].includes(name))
    .map(({ name }) => sqlite.prepare(`SELECT * FROM "${name}" WHERE candidate_id = ?`).all(owner.id))
  return JSON.stringify([ofTables, sqlite.prepare('SELECT * FROM candidates WHERE id = ?').all(owner.id)])
}

/** Calls that need no bearer. Every other call answers 401 without one. */
const publicCalls = [
  'POST sso/ssologin',
  'POST candidateRegistrationController/candidateRegistration',
  'POST candidateRegistrationController/verifyOtp',
  'POST candidateRegistrationController/resendRegistrationOtp',
  'POST candidateLoginController/candidateLogin',
  'POST candidateLoginController/forgotPasswordOTP',
  'POST candidateLoginController/recoverForgot_Password_Otp',
  'GET refreshToken',
  'GET openapi.json',
  'GET docs',
  'POST docs',
  'POST payments/webhook/:gateway',
  // A signature speaks for its witness.
  'POST log/cosignatures',
]
/** Public: the texts of the visitors' pages. */
const publicData =
  /^(notices|news|faq|downloads|schedule|facilitation-centres|application-fee|merit-lists(?!\/mine)|institutes|seat-matrix|vacancies|reference)\b/

const apiCalls = () => {
  const prefix = `${portal.base}api/`
  return portal
    .routes()
    .filter(({ method, url }) => url.startsWith(prefix) && !['HEAD', 'OPTIONS'].includes(method))
    .map(({ method, url }) => ({ method, call: url.slice(prefix.length), url }))
}
const isOwn = ({ method, call }: { method: string; call: string }) =>
  !publicCalls.includes(`${method} ${call}`) && !(method === 'GET' && publicData.test(call))

describe('the API', () => {
  test('case 14: every call is listed as public or answers 401 without a bearer', async () => {
    const calls = apiCalls()
    expect(calls.length).toBeGreaterThan(30)
    for (const { method, url } of calls.filter(isOwn)) {
      const answer = await portal.ask(method as 'GET', filled(url), {
        headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      })
      expect([method, url, answer.status]).toEqual([method, url, 401])
    }
    const known = calls.map(({ method, call }) => `${method} ${call}`)
    expect(publicCalls.filter((call) => !known.includes(call))).toEqual([])
  })

  test.each([...staffRoles])('case 14: no call accepts the cookie of %s, as a cookie or as a bearer', async (role) => {
    const { mbale_desk: cookie } = (role === 'admin' ? admin : strangers[role]).jar
    for (const { method, url } of apiCalls().filter(isOwn)) {
      for (const from of [
        { cookies: { mbale_desk: cookie!, mbale_session: cookie! } },
        { headers: { authorization: `Bearer ${cookie}` } },
      ]) {
        const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...from.headers }
        const answer = await portal.ask(method as 'GET', filled(url), { ...from, headers })
        expect([method, url, answer.status]).toEqual([method, url, 401])
      }
    }
  })

  test('case 15: no call gives another candidate anything of hers, with her ids in the address and in the body', async () => {
    const before = hers()
    for (const { method, url } of apiCalls().filter(isOwn)) {
      const answer = await portal.ask(method as 'POST', filled(url), {
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${other.token}`,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET'
          ? {}
          : { body: JSON.stringify({ candidateId: owner.id, userId: owner.userId, id: owner.id, payment: 1 }) }),
      })
      expectNothingOfHers(answer, `${method} ${url}`)
    }
    expect(hers()).toBe(before)
  })
})

describe('the pages of candidates', () => {
  test.each([...staffRoles])('case 14: no page opens to the cookie of %s', async (role) => {
    const { mbale_desk: cookie } = (role === 'admin' ? admin : strangers[role]).jar
    for (const route of privatePages) {
      const address = `${portal.base}${filled(route)}`
      for (const name of ['mbale_desk', 'mbale_session']) {
        const cookies = { [name]: cookie! }
        const answer = await portal.ask('GET', address, { cookies, headers: { accept: 'text/html' } })
        expect([route, answer.status]).toEqual([route, 303])
      }
    }
  })

  test('case 15: no form gives another candidate anything of hers, whatever ids it names', async () => {
    const before = hers()
    const ids = { candidateId: String(owner.id), userId: owner.userId, id: '1', payment: '1', grievance: '1' }
    for (const route of privatePages) {
      const form = new URLSearchParams({ _csrf: other.cookies['XSRF-TOKEN']!, ...ids })
      const address = `${portal.base}${filled(route)}`
      const answer = await portal.ask('POST', address, {
        cookies: other.cookies,
        headers: { ...asData, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      })
      expectNothingOfHers(answer, `POST ${route}`)
    }
    expect(hers()).toBe(before)
  })
})

describe('the desk', () => {
  const roles = staffRoles.filter((role): role is Exclude<StaffRole, 'admin'> => role !== 'admin')

  test.each(roles)('case 18: %s elsewhere reads nothing of hers at any address', async (role) => {
    for (const [route, rule] of desk) {
      if (route === 'logout') continue
      const may = rule.audience === 'public' || mayDo(role, rule.permission)
      const answer = isAct(route)
        ? await strangers[role].post(route, { applicationId: owner.userId })
        : await strangers[role].get(filled(route))
      if (!may) expect([role, route, answer.status]).toEqual([role, route, 403])
      expectNothingOfHers(answer, `${role} ${route}`)
    }
    for (const asked of [owner.userId, asha.mobile, asha.email]) {
      const answer = await strangers[role].get(`help-desk?q=${encodeURIComponent(asked)}`)
      expect(answer.text, asked).not.toContain(asha.fullName)
    }
  })

  test.each(roles)('case 18: %s elsewhere changes nothing of hers, whatever ids it names', async (role) => {
    const before = hers()
    const ids = { candidateId: String(owner.id), userId: owner.userId, applicationId: owner.userId, id: '1' }
    const intents = [
      'release-mobile',
      'refuse-mobile',
      'lost-mobile',
      'release',
      'refuse',
      'pick-up',
      'confirm',
      'extend',
    ]
    for (const [route] of desk) {
      if (isAct(route) || route in cellFiles) continue
      for (const intent of intents) {
        const answer = await strangers[role].post(filled(route), { intent, request: '1', order: '1', ...ids })
        expectNothingOfHers(answer, `${role} POST ${route} ${intent}`)
      }
    }
    expect(hers()).toBe(before)
  })

  test('case 14: the cell, which reaches every candidate, sees her wherever an address names her', async () => {
    for (const [route, rule] of desk) {
      if (
        !route.includes(':userId') ||
        route in cellFiles ||
        rule.audience === 'public' ||
        !mayDo('admin', rule.permission)
      )
        continue
      const answer = await admin.get(filled(route))
      // No institute has admitted her, so there is no admission of hers to check again.
      const isHers = route !== 'approvals/:code/:userId'
      expect([route, answer.status]).toEqual([route, isHers ? 200 : 404])
      if (isHers) expect(answer.text, route).toContain(asha.fullName)
    }
  })

  test('case 74: the log names every reader of her data, and its chain is intact', async () => {
    const looks = portal.services.db.sqlite
      .prepare("SELECT count(*) AS looks FROM audit_log WHERE act = 'help-desk.viewed' AND candidate_id = ?")
      .get(owner.id) as { looks: number }
    expect(looks.looks).toBeGreaterThan(0)
    expect(portal.services.audit.verify().isWhole).toBe(true)
  })
})
