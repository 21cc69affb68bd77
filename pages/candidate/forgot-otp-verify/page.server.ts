import { dropCookies, originOf } from '../../../server/features/accounts/http-session'
import { NewPasswordForm } from '../../../server/features/accounts/schema'
import type { Page } from '../../../server/services'
import { intentOf } from '../../accounts-parts/intent'
import { href } from '../../ui/href'

export const texts = ['accounts'] as const

export const load = ({ cookies, request, redirect, base }: Page) =>
  cookies.recovery.read(request) ? {} : redirect(href(base, 'forgot-password'))

export async function action(page: Page) {
  const { base, cookies, reply, request, services } = page
  const recoveryId = cookies.recovery.read(request)
  if (!recoveryId) return unknown(page)
  if (intentOf(page) === 'resend') {
    const sent = await services.accounts.resendRecovery(recoveryId, originOf(request, cookies))
    if (!sent.ok) return unknown(page)
    return page.redirect(href(base, 'forgot-otp-verify'), { type: 'success', key: 'accounts:flash.recovery-otp-sent' })
  }
  const form = page.form(NewPasswordForm)
  if (!form.ok) return page.invalid(form.refusal)
  const result = await services.accounts.recover({ recoveryId, ...form.value })
  if (!result.ok) return result.refusal.code === 'recovery-unknown' ? unknown(page) : page.invalid(result.refusal)
  cookies.recovery.clear(reply)
  // Whoever was signed in here, perhaps with another account: the way goes on through the login.
  if (page.actor) services.accounts.sessions.logout(page.actor)
  dropCookies(reply, cookies)
  return page.redirect(href(base, 'login'), { type: 'success', key: 'accounts:flash.password-changed' })
}

function unknown({ cookies, reply, redirect, base }: Page) {
  cookies.recovery.clear(reply)
  return redirect(href(base, 'forgot-password'), { type: 'warning', key: 'accounts:flash.recovery-unknown' })
}
