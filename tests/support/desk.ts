import { expect } from 'vitest'
import type { View } from '../../pages/ui/view'
import { deskOf } from '../../server/domain/desks'
import type { Region } from '../../server/domain/regions'
import type { StaffRole } from '../../server/domain/staff'
import { type Answer, type Fields, type TestPortal, viewOf } from './portal'

/** A browser without script at the desk: keeps its cookies, posts forms with its session's token. */
export function deskBrowser(portal: TestPortal, ip = '127.0.0.1') {
  const base = portal.base.replace('/candidate/', '/cell/')
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
      if (name === 'mbale_desk') csrf = undefined
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
      if (csrf === undefined && jar.mbale_desk) await send('GET', 'account', {})
      const form = new URLSearchParams(csrf === undefined ? {} : { _csrf: csrf })
      for (const [name, value] of Object.entries(fields)) form.set(name, [value].flat()[0]!)
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return send('POST', path, { ...type, ...headers }, form.toString())
    },
  }
}

export type DeskBrowser = ReturnType<typeof deskBrowser>

/** Everybody's password once they have chosen it. */
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

/** An account with its own password, and without the duties of a new one. */
export async function staffAccount(
  portal: TestPortal,
  role: StaffRole,
  loginName: string = role,
  place: Where = places[role],
) {
  const { staff, db } = portal.services
  const maker = await portal.services.staff.createAdmin(`maker-of-${loginName}`)
  expect(maker.ok).toBe(true)
  const admin = staff.list().find((card) => card.loginName === `maker-of-${loginName}`)!
  const made = await staff.create(
    { ...admin, sessionId: 0, csrf: '', duty: null, region: null },
    {
      loginName,
      fullName: `Person of ${role}`,
      role,
      ...place,
    },
  )
  if (!made.ok) throw new Error(`not made: ${JSON.stringify(made.refusal)}`)
  db.sqlite
    .prepare(
      "UPDATE staff SET must_change_password = 0, totp_enabled_at = 1, totp_secret = 'lost' WHERE login_name = ?",
    )
    .run(loginName)
  return { loginName, password: made.value.password, id: staff.list().find((card) => card.loginName === loginName)!.id }
}

/** Somebody of the staff, signed in. */
export async function atDesk(portal: TestPortal, role: StaffRole, loginName: string = role, place?: Where) {
  const account = await staffAccount(portal, role, loginName, place)
  const screen = deskBrowser(portal)
  screen.jar.mbale_desk = portal.services.staff.openFor(loginName, { network: '127.0.0.1', device: '—' })!
  return { ...screen, ...account, desk: deskOf(role) }
}
