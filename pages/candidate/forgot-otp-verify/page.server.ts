import { intentOf } from '#pages/parts/accounts/intent.ts'
import { href } from '#pages/ui/href.ts'
import { dropCookies, grantCookies, originOf, referencesIn } from '#server/features/accounts/accounts/http-session.ts'
import { NewPasswordForm } from '#server/features/accounts/accounts/schema.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['login', 'proof', 'otp', 'days'] as const

const referencesOf = ({ cookies, request }: Page) => referencesIn(cookies.recovery, request)

export const show = (page: Page) => ({
  /** The course asks for an OTP at every login, also after a new password. */
  logsIn: !page.services.course.loginNeedsOtp,
  asksBirthDate: page.services.accounts.isRecoveryGuarded(),
  resendIn: page.services.accounts.recoveryResendIn(referencesOf(page)[0] ?? '', originOf(page)),
})

export const load = (page: Page) =>
  referencesOf(page).length ? show(page) : page.redirect(href(page.base, 'forgot-password'))

export async function action(page: Page) {
  const { base, cookies, reply, services } = page
  const [recoveryId, ...earlier] = referencesOf(page)
  if (!recoveryId) return unknown(page)
  if (intentOf(page) === 'resend') {
    const sent = await services.accounts.resendRecovery(recoveryId, originOf(page))
    if (!sent.ok) return sent.refusal.code === 'recovery-unknown' ? unknown(page) : sent
    return page.again(
      page.redirect(href(base, 'forgot-otp-verify'), { type: 'success', key: 'accounts:flash.recovery-otp-sent' }),
    )
  }
  const form = page.form(NewPasswordForm)
  if (!form.ok) return form
  const { recoverAndEnter } = services.accounts
  const origin = originOf(page)
  let result = await recoverAndEnter({ recoveryId, ...form.value }, origin, page.actor)
  // Somebody who named the account in several ways has one OTP, which belongs to one of those requests.
  for (const other of earlier) {
    if (result.ok || !/^otp-|^recovery-wrong$/.test(result.refusal.code)) break
    const second = await recoverAndEnter({ recoveryId: other, ...form.value }, origin, page.actor)
    if (second.ok) result = second
  }
  if (!result.ok) return result.refusal.code === 'recovery-unknown' ? unknown(page) : result
  cookies.recovery.clear(reply)
  const { userId, grant } = result.value
  if (grant) {
    grantCookies(reply, cookies, grant)
    return page.redirect(href(base, 'dashboard'), { type: 'success', key: 'accounts:flash.password-renewed' })
  }
  // This course asks for an OTP to the mobile as well: whoever is logged in in this browser makes room for the login.
  if (page.actor) services.accounts.sessions.logout(page.actor)
  dropCookies(reply, cookies)
  return page.redirect(href(base, 'login', undefined, { userId }), {
    type: 'success',
    key: 'accounts:flash.password-changed',
  })
}

function unknown({ cookies, reply, redirect, base }: Page) {
  cookies.recovery.clear(reply)
  return redirect(href(base, 'forgot-password'), { type: 'warning', key: 'accounts:flash.recovery-unknown' })
}
