import { askOtp, resendInOf } from '#pages/parts/accounts/ask-otp.ts'
import { href } from '#pages/ui/href.ts'
import { leastBack, mostCharge } from '#server/domain/admission/cancellation.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { CancelReason, CancelRequest } from '#server/features/admission/cancellation/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'

export const texts = ['cancellation', 'accounts', 'proof', 'otp', 'steps'] as const

/** The seat that would be given up, what that costs, and the proof. */
export function load(page: CandidatePage) {
  const { services, actor, arrivedAt, language, posted } = page
  const { may, seat, cutOff } = services.cancellation.view(actor.candidateId, arrivedAt)
  const annualFee = seat && services.directory.annualFee(seat.choiceCode)
  return {
    seat: seat && placeIn(seat, language, services.course.form),
    isOpen: may.ok,
    hindrance: may.ok ? null : may.refusal.code,
    by: cutOff === null ? null : formatDateTime(cutOff, language),
    charge: formatRupees(mostCharge),
    /** A year's course fee, and what comes back of it at the least; null where the fee is not known. */
    fee: annualFee && { whole: formatRupees(annualFee), back: formatRupees(leastBack(annualFee)) },
    /** The OTP was sent before this request. */
    isProving: posted.otp !== undefined || posted.intent === 'resend',
    resendIn: resendInOf(page, { purpose: 'cancel' }),
    hasPassword: services.accounts.contact(actor).hasPassword,
  }
}

/** Sends an OTP, or cancels with it. */
export async function action(page: CandidatePage) {
  const { services, actor, posted, arrivedAt } = page
  if (posted.intent === 'otp' || posted.intent === 'resend') {
    const may = services.cancellation.may(actor.candidateId, arrivedAt)
    if (!may.ok) return may
    const form = page.form(CancelReason)
    if (!form.ok) return form
    // The same page with a place for the OTP: what was written stays.
    return askOtp(page, { purpose: 'cancel' }, ({ key }) => ({
      status: 200,
      form: {
        values: { reason: form.value.reason },
        errors: [],
        message: null,
        confirm: { title: page.t(key), lines: [], submit: '', name: 'intent', value: 'cancel' },
      },
    }))
  }
  const form = page.form(CancelRequest)
  if (!form.ok) return form
  const done = await services.cancellation.request(actor.candidateId, form.value, arrivedAt)
  if (!done.ok && done.refusal.code !== 'already-cancelled') return done
  return page.redirect(href(page.base, 'cancel-admission-application-form-print'), {
    type: 'success',
    key: 'cancellation:flash.cancelled',
  })
}
