import { intentOf } from '#pages/parts/accounts/intent.ts'
import { href } from '#pages/ui/href.ts'
import { OtpForm, SecondReceiver } from '#server/features/accounts/accounts/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Result } from '#server/kernel/result.ts'

export const texts = ['accounts', 'proof', 'otp', 'receiver'] as const
export const title = ({ t }: CandidatePage) => t('receiver:title')

export function load({ services, actor }: CandidatePage) {
  const receiver = services.accounts.receiver(actor)
  return { receiver, resendIn: receiver?.resendIn ?? 0 }
}

/** Names somebody, has another OTP sent, takes the OTP, or ends it. */
export function action(page: CandidatePage) {
  const { actor } = page
  const { accounts } = page.services
  const intent = intentOf(page)
  if (intent === 'resend') return after(page, accounts.askReceiverAgain(actor, page.language), 'sent')
  if (intent === 'end') {
    accounts.endReceiver(actor)
    return back(page, 'ended')
  }
  if (page.posted.otp !== undefined) {
    const form = page.form(OtpForm)
    return form.ok ? after(page, accounts.confirmReceiver(actor, form.value.otp), 'on') : form
  }
  const form = page.form(SecondReceiver)
  return form.ok ? after(page, accounts.nameReceiver(actor, form.value, page.language), 'sent') : form
}

const back = (page: CandidatePage, said: 'sent' | 'on' | 'ended') =>
  page.redirect(href(page.base, 'second-receiver'), { type: 'success', key: `receiver:flash.${said}` })

const after = (page: CandidatePage, done: Result<undefined>, said: 'sent' | 'on') => (done.ok ? back(page, said) : done)
