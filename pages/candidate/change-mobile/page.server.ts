import { askOtp, resendInOf } from '#pages/parts/accounts/ask-otp.ts'
import { intentOf } from '#pages/parts/accounts/intent.ts'
import { href } from '#pages/ui/href.ts'
import { MobileChange, MobileForm } from '#server/features/accounts/accounts/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['accounts', 'proof', 'otp'] as const

/** The number to prove, on the second step only. The server stores it with its OTP, so that no URL contains it. */
const provingIn = ({ query, services, actor }: CandidatePage) =>
  query.step === 'otp' ? services.accounts.numberToProve(actor) : null

export function show(page: CandidatePage) {
  const { mobile, hasPassword, pendingMobile } = page.services.accounts.contact(page.actor)
  const proving = provingIn(page)
  const resendIn = resendInOf(page, proving === null ? null : { purpose: 'change-mobile', mobile: proving })
  return { mobile, hasPassword, pending: pendingMobile, proving, resendIn }
}

export const load = (page: CandidatePage) =>
  page.query.step === 'otp' && !provingIn(page) ? page.redirect(href(page.base, 'change-mobile')) : show(page)

export function action(page: CandidatePage) {
  const intent = intentOf(page)
  if (intent === 'stop') return stop(page)
  if (intent === 'resend') return askFor(page, provingIn(page))
  return page.query.step === 'otp' ? change(page) : begin(page)
}

function begin(page: CandidatePage) {
  const form = page.form(MobileForm)
  return form.ok ? askFor(page, form.value.mobile) : form
}

/** Sends an OTP to the new number and leads on to the OTP step. */
function askFor(page: CandidatePage, mobile: string | null) {
  const first = href(page.base, 'change-mobile')
  if (mobile === null) return page.redirect(first)
  const proof = href(page.base, 'change-mobile', undefined, { step: 'otp' })
  return askOtp(page, { purpose: 'change-mobile', mobile }, (said) => page.redirect(proof, said))
}

async function change(page: CandidatePage) {
  const form = page.form(MobileChange)
  if (!form.ok) return form
  const result = await page.services.accounts.changeMobile(page.actor, form.value)
  if (!result.ok) return result
  const time = formatDateTime(result.value.takesEffectAt, page.language)
  return page.redirect(href(page.base, 'change-mobile'), {
    type: 'success',
    key: 'accounts:flash.mobile-change-requested',
    values: { time },
  })
}

function stop(page: CandidatePage) {
  const result = page.services.accounts.stopPendingMobileChange(page.actor)
  if (!result.ok) return result
  return page.redirect(href(page.base, 'change-mobile'), {
    type: 'success',
    key: 'accounts:flash.mobile-change-stopped',
  })
}
