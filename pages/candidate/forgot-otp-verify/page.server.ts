import { dropCookies, originOf } from '../../../server/features/accounts/http-session'
import { NewPasswordForm } from '../../../server/features/accounts/schema'
import type { Page } from '../../../server/services'
import { intentOf } from '../../parts/accounts/intent'
import { href } from '../../ui/href'

export const texts = ['accounts'] as const

export const show = ({ services }: Page) => ({
  asksBirthDate: services.accounts.isRecoveryGuarded(),
  otpsHourly: services.course.recoveryLimits.strangersPerNumberHourly,
})

export const load = (page: Page) =>
  page.cookies.recovery.read(page.request) ? show(page) : page.redirect(href(page.base, 'forgot-password'))

export async function action(page: Page) {
  const { base, cookies, reply, request, services } = page
  const recoveryId = cookies.recovery.read(request)
  if (!recoveryId) return unknown(page)
  if (intentOf(page) === 'resend') {
    const sent = await services.accounts.resendRecovery(recoveryId, originOf(request, cookies))
    if (!sent.ok) return sent.refusal.code === 'recovery-unknown' ? unknown(page) : page.invalid(sent.refusal)
    return page.redirect(href(base, 'forgot-otp-verify'), { type: 'success', key: 'accounts:flash.recovery-otp-sent' })
  }
  const form = page.form(NewPasswordForm)
  if (!form.ok) return page.invalid(form.refusal)
  const result = await services.accounts.recover({ recoveryId, ...form.value }, originOf(request, cookies))
  if (!result.ok) return result.refusal.code === 'recovery-unknown' ? unknown(page) : page.invalid(result.refusal)
  cookies.recovery.clear(reply)
  // End any session in this browser: the candidate logs in with the new password.
  if (page.actor) services.accounts.sessions.logout(page.actor)
  dropCookies(reply, cookies)
  return page.redirect(href(base, 'login'), { type: 'success', key: 'accounts:flash.password-changed' })
}

function unknown({ cookies, reply, redirect, base }: Page) {
  cookies.recovery.clear(reply)
  return redirect(href(base, 'forgot-password'), { type: 'warning', key: 'accounts:flash.recovery-unknown' })
}
