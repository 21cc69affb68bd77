import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { type CellRule, cellActs, cellFiles, cellRoutes } from '#server/domain/terms/routes.ts'
import { mayDo, type StaffRole, staffRoles } from '#server/domain/terms/staff.ts'
import { atDesk, type DeskBrowser, deskBrowser, staffAccount } from '#tests/support/desk.ts'
import { asha, browser, openPortal, signIn, type TestPortal, viewOf } from '#tests/support/portal.ts'

let portal: TestPortal
let staff: Record<StaffRole, DeskBrowser>
let candidate: Record<string, string>
/** An Application ID that concerns no centre. */
let candidateId: string

beforeAll(async () => {
  portal = await openPortal({ shared: true })
  const { userId, cookies } = await signIn(portal, asha)
  candidate = cookies
  candidateId = userId
  // A form submitted to e-scrutiny, as far as the desk can tell.
  portal.services.db.sqlite.exec(`
    INSERT INTO applications (candidate_id, mode, submitted_at) SELECT id, 1, 1 FROM candidates;
    INSERT INTO application_versions SELECT id, 1, 1, '{"answers":{},"documents":[]}', '' FROM candidates;`)
  staff = Object.fromEntries(
    await Promise.all(staffRoles.map(async (role) => [role, await atDesk(portal, role)])),
  ) as Record<StaffRole, DeskBrowser>
  addExamples(portal)
})
afterAll(() => portal.close())

const pages = Object.entries(cellRoutes) as [string, CellRule][]
const acts = Object.entries(cellActs) as [string, CellRule][]
const files = Object.entries(cellFiles) as [string, CellRule][]
const guarded = pages.filter(([, rule]) => rule.audience === 'staff')
const permissionOf = (rule: CellRule) => (rule.audience === 'staff' ? rule.permission : null)
/** The value of each parameter in an address. */
const concrete = (route: string) =>
  route
    .replace(':desk', 'fc')
    .replace(':door', 'run')
    .replace(':userId', candidateId)
    .replace(':template', 'login-otp')
    .replace(':kind', 'staff')
    .replace(':setting', 'fees')
    .replace(/:\w+/g, '1')
/** Pages with a number, for which a row exists. */
const examples = [
  'staff/:id',
  'grievances/:id',
  'bulk-message/:id',
  'merit-lists/:id',
  'seat-matrix/:id',
  'allotments/:id',
]
/** An open portal has its settings instead, to which this page leads. */
const beforeOpening = 'set-up/values'
/** Pages that show one person's rows are empty for other staff with the same permission; other tests cover them. */
const isBeyond = (route: string, role: StaffRole) =>
  (/:(id|number|code)/.test(route) && !examples.includes(route)) ||
  // Only a form that was drawn is read a second time.
  route === 'second-reading/:userId' ||
  (route.includes(':userId') && !['admin', 'so', 'ro'].includes(role))

describe('case 14: every address of the desk × every role', () => {
  test('case 14: every address of the desk that the server knows has a rule', () => {
    const known = portal.routes().filter(({ url }) => url.startsWith('/mbale/cell/'))
    const stated = [...pages, ...acts, ...files].map(([route]) => `/mbale/cell/${route}`)
    expect(known.map(({ url }) => url).filter((url) => !stated.includes(url))).toEqual([])
    expect(new Set(known.map(({ url }) => url)).size).toBe(stated.length)
    // An act beside a page accepts only POST.
    for (const [act] of acts) {
      const methods = known.filter(({ url }) => url === `/mbale/cell/${act}`).map(({ method }) => method)
      expect([act, methods]).toEqual([act, ['POST']])
    }
  })

  test.each(guarded)('case 14: %s opens to permitted staff only', async (route, rule) => {
    const permission = permissionOf(rule)!
    for (const role of staffRoles) {
      const may = mayDo(role, permission)
      const page = await staff[role].get(concrete(route))
      const opened = isBeyond(route, role) ? 404 : route === beforeOpening ? 303 : 200
      expect([role, page.status]).toEqual([role, may ? opened : 403])
      if (page.status === 303) continue
      const { closed, data } = viewOf<View>(page)
      expect([role, closed]).toEqual([role, may ? null : { kind: 'desk' }])
      if (isBeyond(route, role)) expect(page.text).not.toContain(asha.fullName)
      if (!may) expect([role, data]).toEqual([role, null])
      const posted = await staff[role].post(concrete(route), { nothing: 'x' })
      if (!may) expect([role, posted.status]).toEqual([role, 403])
      else expect([200, 303, 404, 405, 409, 422], role).toContain(posted.status)
    }
  })

  test.each(guarded)('case 14: %s does not open to a visitor or a candidate', async (route) => {
    const address = `/mbale/cell/${concrete(route)}`
    for (const cookies of [{}, candidate]) {
      const read = await portal.ask('GET', address, { cookies, headers: { accept: 'text/html' } })
      const to = `/mbale/cell/login/admin?next=${encodeURIComponent(address)}`
      expect([read.status, read.headers.location]).toEqual([303, to])
      const screen = browser(portal, { ...cookies })
      const written = await screen.post(address, { loginName: 'x' })
      expect([written.status, written.headers.location]).toEqual([303, to])
    }
    const asDesk = { mbale_desk: candidate.mbale_session! }
    expect((await portal.ask('GET', address, { cookies: asDesk })).status).toBe(303)
  })

  test.each(acts)('case 14: %s accepts permitted staff only', async (act, rule) => {
    const permission = permissionOf(rule)!
    for (const role of staffRoles) {
      if (mayDo(role, permission)) continue
      const answer = await staff[role].post(act)
      expect([role, answer.status]).toEqual([role, 403])
    }
    for (const cookies of [{}, candidate]) {
      const answer = await browser(portal, { ...cookies }).post(`/mbale/cell/${act}`)
      expect([303, 403]).toContain(answer.status)
      expect(answer.headers['content-type'] ?? '').not.toContain('csv')
    }
  })

  test.each(files)('case 14: %s is read by permitted staff only and written by nobody', async (address, rule) => {
    const methods = portal.routes().filter(({ url }) => url === `/mbale/cell/${address}`)
    expect(new Set(methods.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD']))
    for (const role of staffRoles) {
      const answer = await staff[role].get(concrete(address))
      // The values of the parameters name nobody; a file without parameters is there.
      const read = address.includes(':') ? 404 : 200
      expect([role, answer.status]).toEqual([role, mayDo(role, permissionOf(rule)!) ? read : 403])
    }
    for (const cookies of [{}, candidate]) {
      const answer = await portal.ask('GET', `/mbale/cell/${concrete(address)}`, { cookies })
      expect(answer.status).toBe(303)
    }
  })

  test('case 14: the cookie of a member of staff opens no candidate page and makes no candidate call', async () => {
    const { mbale_desk: cookie } = staff.admin.jar
    for (const name of ['mbale_desk', 'mbale_session']) {
      const cookies = { [name]: cookie! }
      const page = await portal.ask('GET', `${portal.base}dashboard`, { cookies, headers: { accept: 'text/html' } })
      expect(page.status).toBe(303)
    }
    const call = await portal.api('POST', 'candidateLoginController/getCandidateDetails', {}, { token: cookie! })
    expect(call.status).toBe(401)
  })

  test('case 14: a desk page shows nothing of a candidate logged in in the same browser', async () => {
    const page = await portal.ask('GET', '/mbale/cell/login/fc', {
      cookies: candidate,
      headers: { accept: 'text/html' },
    })
    expect(page.text).not.toContain(asha.fullName)
  })
})

describe('case 15: ids in bodies', () => {
  test('case 15: an account is named only by its number, and an unknown number is refused', async () => {
    for (const staffId of ['0', '-1', '1 OR 1=1', '99999', '1e3']) {
      const answer = await staff.admin.post('staff', { intent: 'disable', staffId })
      expect([404, 422], staffId).toContain(answer.status)
    }
  })

  test('case 16: a form refuses a field that it does not have', async () => {
    const before = portal.services.staff.list()
    for (const extra of [{ role: 'admin' }, { mustChangePassword: '' }, { id: '1' }] as Record<string, string>[]) {
      const answer = await staff.so.post('account', {
        currentPassword: 'a',
        password: 'b',
        confirmPassword: 'b',
        ...extra,
      })
      expect([400, 422]).toContain(answer.status)
    }
    const made = await staff.admin.post('staff', { loginName: 'x-1', fullName: 'X Y', role: 'so', passwordHash: 'x' })
    expect(made.status).toBe(422)
    expect(portal.services.staff.list()).toEqual(before)
  })
})

describe('case 20: forms of other sites', () => {
  // The checks that an admin requested above write their report when they end.
  beforeAll(async () => void (await portal.services.housekeeping.check()))

  test.each([...pages, ...acts])(
    'case 20: %s refuses a form of another site and one without the token',
    async (route, rule) => {
      const before = await portal.contents()
      const cookies = { mbale_desk: staff.admin.jar.mbale_desk! }
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const [name, value] of [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.example.org'],
      ] as const) {
        const headers = { [name]: value }
        const answer = await portal.ask('POST', `/mbale/cell/${concrete(route)}`, {
          cookies,
          headers: { ...type, ...headers },
          body: '',
        })
        expect(answer.status).toBe(403)
      }
      if (rule.audience === 'staff') {
        for (const body of ['', '_csrf=wrong', `_csrf=${candidate['XSRF-TOKEN']}`]) {
          const answer = await portal.ask('POST', `/mbale/cell/${concrete(route)}`, {
            cookies,
            headers: { ...type, 'sec-fetch-site': 'same-origin' },
            body,
          })
          expect(answer.status).toBe(403)
        }
      }
      expect(await portal.contents()).toBe(before)
    },
  )
})

describe('case 24: no redirect leaves the site', () => {
  test.each([
    '//evil.example.org',
    'https://evil.example.org',
    '/mbale/candidate/home',
    '/mbale/cell/../../x',
    '/mbale/cell//evil',
  ])('case 24: after a login ?next=%s is not followed', async (next) => {
    const { loginName, password } = await staffAccount(portal, 'admin', `next-${Math.abs(hashOf(next))}`)
    portal.services.db.sqlite.prepare('UPDATE staff SET totp_enabled_at = NULL WHERE login_name = ?').run(loginName)
    const screen = deskBrowser(portal)
    const answer = await screen.post(`login/admin?next=${encodeURIComponent(next)}`, { loginName, password })
    expect([answer.status, answer.headers.location]).toEqual([303, '/mbale/cell/home'])
  })
})

/** Rows for pages with a number: `grievances/1`, within the reach of Pune, `bulk-message/1`, `allotments/1`. */
function addExamples({ services: { db } }: TestPortal): void {
  db.sqlite.exec(`
    INSERT INTO grievances (id, candidate_id, type, steps, state, filed_at) SELECT 1, id, 'merit', 0, 'open', 1 FROM candidates;
    INSERT INTO grievance_messages (grievance_id, entry, text, at) VALUES (1, 'filed', 'My marks', 1);
    INSERT INTO bulk_messages (id, by_sms, by_whatsapp, by_email, title_en, title_mr, body_en, body_mr, state, prepared_by, prepared_at)
      SELECT 1, 0, 0, 0, 'a', 'b', 'c', 'd', 'prepared', min(id), 1 FROM staff;
    INSERT INTO merit_editions (id, stage, number, state, prepared_at, prepared_by, fingerprint, report)
      SELECT 1, 'final', 1, 'published', 1, min(id), '', '{}' FROM staff;
    INSERT INTO seat_matrix_editions (id, number, state, file_name, hash, prepared_at, prepared_by)
      SELECT 1, 1, 'published', 'matrix.csv', '', 1, min(id) FROM staff;
    INSERT INTO allotment_runs (id, round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by)
      SELECT 1, 1, 'preparing', 1, 1, 1, min(id) FROM staff`)
}

/** A number derived from a text, so that each test has its own names. */
const hashOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)
