import { intentOf } from '#pages/parts/accounts/intent.ts'
import { href } from '#pages/ui/href.ts'
import { grantCookies, originOf, referencesIn } from '#server/features/accounts/accounts/http-session.ts'
import { OtpForm } from '#server/features/accounts/accounts/schema.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['proof', 'otp', 'registered'] as const

const statusOf = ({ cookies, request, services }: Page) => {
  const [registrationId] = referencesIn(cookies.registration, request)
  return registrationId ? services.accounts.registrationStatus(registrationId, originOf({ request, cookies })) : null
}

export function show(page: Page) {
  const status = statusOf(page)
  return { number: status?.mobile ?? '', isSent: status?.isSent ?? true, resendIn: status?.resendIn ?? 0 }
}

export function load(page: Page) {
  const status = statusOf(page)
  if (!status) return page.redirect(href(page.base, 'registration'))
  return status.userId ? page.redirect(href(page.base, 'registration-success')) : show(page)
}

export async function action(page: Page) {
  const { accounts } = page.services
  const [registrationId] = referencesIn(page.cookies.registration, page.request)
  if (!registrationId) return unknown(page)
  if (intentOf(page) === 'resend') {
    const sent = await accounts.resend(registrationId, originOf(page))
    if (sent.ok)
      return page.redirect(href(page.base, 'otp-verify'), { type: 'success', key: 'accounts:flash.otp-sent' })
    return refused(page, sent.refusal)
  }
  const form = page.form(OtpForm)
  if (!form.ok) return form
  const origin = originOf(page)
  const result = accounts.verifyAndEnter(registrationId, form.value.otp, origin, page.actor)
  if (!result.ok) return refused(page, result.refusal)
  grantCookies(page.reply, page.cookies, result.value)
  return page.redirect(href(page.base, 'type-of-candidature', undefined, { registered: 1 }))
}

function refused(page: Page, refusal: Parameters<Page['invalid']>[0]) {
  if (refusal.code === 'registration-unknown') return unknown(page)
  if (refusal.code === 'registration-done') return page.redirect(href(page.base, 'registration-success'))
  return page.invalid(refusal)
}

const unknown = (page: Page) =>
  page.redirect(href(page.base, 'registration'), { type: 'warning', key: 'accounts:flash.registration-unknown' })
