import { intentOf } from '#pages/parts/accounts/intent.ts'
import { href } from '#pages/ui/href.ts'
import { dropCookies, grantCookies, originOf } from '#server/features/accounts/accounts/http-session.ts'
import { PasswordChange } from '#server/features/accounts/accounts/schema.ts'
import type { LoginRecord } from '#server/features/accounts/accounts/sessions.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { inPortalTime } from '#server/kernel/time.ts'

export const texts = ['accounts', 'proof', 'otp'] as const

/** `at`: epoch milliseconds, in the portal's time. `device`: null if the browser did not identify itself. */
const loginIn = ({ at, device, current }: LoginRecord, clock: CandidatePage['services']['clock']) => ({
  at: inPortalTime(Date.parse(at), clock),
  device: device === '—' ? null : device,
  isThis: current,
})

export function load({ services, actor }: CandidatePage) {
  const { accounts, clock } = services
  const { previous, sessions } = accounts.sessions.loginDetails(actor)
  const { mobile, hasPassword } = accounts.contact(actor)
  return {
    mobile,
    hasPassword,
    previous: previous && loginIn(previous, clock),
    sessions: sessions.map((one) => loginIn(one, clock)),
  }
}

export const action = (page: CandidatePage) =>
  intentOf(page) === 'everywhere' ? logOutEverywhere(page) : changePassword(page)

async function changePassword(page: CandidatePage) {
  const form = page.form(PasswordChange)
  if (!form.ok) return form
  const origin = originOf(page)
  const result = await page.services.accounts.changePasswordAndEnter(page.actor, form.value, origin)
  if (!result.ok) return result
  grantCookies(page.reply, page.cookies, result.value)
  return page.redirect(href(page.base, 'forgot-password-auth'), {
    type: 'success',
    key: 'accounts:flash.password-renewed',
  })
}

function logOutEverywhere(page: CandidatePage) {
  page.services.accounts.sessions.logoutEverywhere(page.actor)
  dropCookies(page.reply, page.cookies)
  return page.redirect(href(page.base, 'home'), { type: 'success', key: 'accounts:flash.logged-out-everywhere' })
}
