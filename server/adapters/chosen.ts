import { demoSender } from '#server/adapters/demo-sender.ts'
import { smtpMailer } from '#server/adapters/mailer/smtp-mailer.ts'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import { razorpay } from '#server/adapters/payment-gateway/razorpay.ts'
import type { Sender } from '#server/adapters/sender.ts'
import { httpSms } from '#server/adapters/sms/http-sms.ts'
import { webPush } from '#server/adapters/web-push.ts'
import type { Config } from '#server/config.ts'
import type { MessageChannel } from '#server/domain/messages/message-templates.ts'

/** Where candidates pay. Throws where live mode has no gateway. */
export function gatewayOf({ razorpay: settings }: Config): PaymentGateway {
  if (!settings) throw new Error('live mode needs a real payment gateway')
  return razorpay(settings)
}

/** How messages leave. Throws where live mode has no real senders. */
export function sendersOf({ mode, smtp, sms }: Config): Record<MessageChannel, Sender> {
  const text = sms ? httpSms(sms) : demoSender
  const mail = smtp ? smtpMailer(smtp) : demoSender
  if (mode === 'live' && (text === demoSender || mail === demoSender)) throw new Error('live mode needs real senders')
  return { sms: text, whatsapp: text, email: mail, push: mode === 'live' ? webPush() : demoSender }
}
