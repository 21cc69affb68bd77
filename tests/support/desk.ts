import { deskOf } from '#server/domain/desk/desks.ts'
import type { View } from '#server/domain/site/view.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'
import { createPasswords } from '#server/features/accounts/accounts/passwords.ts'
import { type Answer, cheap, type Fields, type TestPortal, viewOf } from './portal'

/** The cookie of a session at the desk of the portal's first course. */
const deskCookieOf = ({ base }: TestPortal) => `${base.split('/')[1]}_desk`

/** A browser without script at the desk: it keeps cookies and posts forms with the token of its session. */
export function deskBrowser(portal: TestPortal, ip = '127.0.0.1') {
  const base = portal.base.replace('/candidate/', '/cell/')
  const cookie = deskCookieOf(portal)
  const jar: Record<string, string> = {}
  let csrf: string | undefined
  async function send(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) {
    const answer = await portal.ask(method, path.startsWith('/') ? path : `${base}${path}`, {
      ip,
      cookies: { ...jar },
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
      body,
    })
    for (const [name, value] of Object.entries(answer.cookies)) {
      if (name === cookie) csrf = undefined
      if (value === '') delete jar[name]
      else jar[name] = value
    }
    if (answer.text.includes('id="view"')) csrf = viewOf<View>(answer).staff?.csrf
    return answer
  }
  return {
    jar,
    base,
    get: (path: string, headers: Record<string, string> = {}): Promise<Answer> => send('GET', path, headers),
    async post(path: string, fields: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> {
      if (csrf === undefined && jar[cookie]) await send('GET', 'account', {})
      const form = new URLSearchParams(csrf === undefined ? {} : { _csrf: csrf })
      for (const [name, value] of Object.entries(fields)) form.set(name, [value].flat()[0]!)
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return send('POST', path, { ...type, ...headers }, form.toString())
    },
  }
}

export type DeskBrowser = ReturnType<typeof deskBrowser>

/** The password of every member of staff who has chosen one. */
export const deskPassword = 'Desk-Passw0rd'

type Where = { centre?: string; region?: Region; institute?: string }
const places: Record<StaffRole, Where> = {
  fc: { centre: 'FC02' },
  'sub-fc': { centre: 'FC02' },
  so: {},
  institute: { institute: '9001' },
  ro: { region: 'pune' },
  admin: {},
}

let passwordHash: Promise<string> | undefined

/** An account some days old: it has a chosen password and none of a new account's duties. */
export async function staffAccount(
  portal: TestPortal,
  role: StaffRole,
  loginName: string = role,
  place: Where = places[role],
) {
  const { centre = null, region = null, institute = null } = place
  passwordHash ??= createPasswords({ cost: cheap }).hash(deskPassword, 'test')
  const id = portal.services.db.sqlite
    .prepare<unknown[], number>(
      `INSERT INTO staff (login_name, full_name, role, centre, region, institute, password_hash, must_change_password,
         totp_enabled_at, totp_secret, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, 1, 'lost', ?) RETURNING id`,
    )
    .pluck()
    .get(loginName, `Person of ${role}`, role, centre, region, institute, await passwordHash, portal.clock.real())!
  return { loginName, password: deskPassword, id }
}

/** A signed-in member of staff. */
export async function atDesk(portal: TestPortal, role: StaffRole, loginName: string = role, place?: Where) {
  return enterDesk(portal, role, await staffAccount(portal, role, loginName, place))
}

/** Signs in somebody whose account is there. */
export function enterDesk(portal: TestPortal, role: StaffRole, account: Awaited<ReturnType<typeof staffAccount>>) {
  const screen = deskBrowser(portal)
  const session = portal.services.staff.openFor(account.loginName, { network: '127.0.0.1', device: '—' })!
  screen.jar[deskCookieOf(portal)] = session
  return { ...screen, ...account, desk: deskOf(role) }
}
