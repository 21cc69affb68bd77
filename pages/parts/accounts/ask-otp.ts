import type { OtpRequest } from '#server/features/accounts/accounts/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Flash, Redirect } from '#server/http/page.ts'

const sentNow: Flash = { type: 'success', key: 'accounts:flash.otp-sent' }
const sentBefore: Flash = { type: 'info', key: 'accounts:flash.otp-still-valid' }

/**
 * Has an OTP sent for an act. While there can be no other, the one that was sent still works: then too `done` leads on
 * to its field, with the message that says so. Asked for again, it leaves what is typed in its form. A refusal
 * otherwise.
 */
export function askOtp<Other>(page: CandidatePage, asked: OtpRequest, done: (said: Flash) => Redirect | Other) {
  const { accounts } = page.services
  const sent = accounts.requestOtp(page.actor, asked, page.language)
  if (!sent.ok && !accounts.isOtpOpen(page.actor, asked)) return sent
  const said = sent.ok ? sentNow : sentBefore
  const next = done(said)
  const isAgain = page.posted.intent === 'resend' || page.posted.again === 'resend'
  return isAgain ? page.again(next) : next
}

/** For `ResendButton`: seconds until there can be another OTP for this act; 0 if there can be now, or for no act. */
export const resendInOf = ({ services, actor }: CandidatePage, asked: OtpRequest | null): number =>
  asked ? services.accounts.otpResendIn(actor, asked) : 0
