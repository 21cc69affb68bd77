import { MobileChange, MobileForm } from '../../../server/features/accounts/schema'
import type { Flash } from '../../../server/http/page'
import { formatDateTime } from '../../../server/i18n/format'
import type { CandidatePage } from '../../../server/services'
import { intentOf } from '../../parts/accounts/intent'
import { href } from '../../ui/href'

export const texts = ['accounts'] as const

/** The number to prove, on the second step only. The server stores it with its OTP, so that no URL contains it. */
const provingIn = ({ query, services, actor }: CandidatePage) =>
  query.step === 'otp' ? services.accounts.numberToProve(actor) : null

export function show(page: CandidatePage) {
  const { mobile, hasPassword, pendingMobile } = page.services.accounts.contact(page.actor)
  return { mobile, hasPassword, pending: pendingMobile, proving: provingIn(page) }
}

export const load = (page: CandidatePage) =>
  page.query.step === 'otp' && !provingIn(page) ? page.redirect(href(page.base, 'change-mobile')) : show(page)

export function action(page: CandidatePage) {
  const intent = intentOf(page)
  if (intent === 'stop') return stop(page)
  if (intent === 'resend') return askFor(page, provingIn(page), { type: 'success', key: 'accounts:flash.otp-sent' })
  return page.query.step === 'otp' ? change(page) : begin(page)
}

function begin(page: CandidatePage) {
  const form = page.form(MobileForm)
  return form.ok ? askFor(page, form.value.mobile) : page.invalid(form.refusal)
}

/** Sends an OTP to the new number and leads on to the OTP step. `flash`: the message after a resend. */
function askFor(page: CandidatePage, mobile: string | null, flash?: Flash) {
  const first = href(page.base, 'change-mobile')
  if (mobile === null) return page.redirect(first)
  const result = page.services.accounts.requestOtp(page.actor, { purpose: 'change-mobile', mobile })
  if (!result.ok) return page.invalid(result.refusal)
  return page.redirect(href(page.base, 'change-mobile', undefined, { step: 'otp' }), flash)
}

async function change(page: CandidatePage) {
  const form = page.form(MobileChange)
  if (!form.ok) return page.invalid(form.refusal)
  const result = await page.services.accounts.changeMobile(page.actor, form.value)
  if (!result.ok) return page.invalid(result.refusal)
  const time = formatDateTime(result.value.takesEffectAt, page.language)
  return page.redirect(href(page.base, 'change-mobile'), {
    type: 'success',
    key: 'accounts:flash.mobile-change-requested',
    values: { time },
  })
}

function stop(page: CandidatePage) {
  const result = page.services.accounts.stopPendingMobileChange(page.actor)
  if (!result.ok) return page.invalid(result.refusal)
  return page.redirect(href(page.base, 'change-mobile'), {
    type: 'success',
    key: 'accounts:flash.mobile-change-stopped',
  })
}
