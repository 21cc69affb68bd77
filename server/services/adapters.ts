import { demoSender } from '../adapters/demo-sender'
import { smtpMailer } from '../adapters/mailer/smtp-mailer'
import type { PaymentGateway } from '../adapters/payment-gateway/payment-gateway'
import { razorpay } from '../adapters/payment-gateway/razorpay'
import type { Sender } from '../adapters/sender'
import { httpSms } from '../adapters/sms/http-sms'
import type { Config } from '../config'

/** Where candidates pay. Throws where live mode has no gateway. */
export function gatewayOf({ razorpay: settings }: Config): PaymentGateway {
  if (!settings) throw new Error('live mode needs a real payment gateway')
  return razorpay(settings)
}

/** How messages leave. Throws where live mode has no real senders. */
export function sendersOf({ mode, smtp, sms }: Config): Record<'sms' | 'whatsapp' | 'email', Sender> {
  const text = sms ? httpSms(sms) : demoSender
  const mail = smtp ? smtpMailer(smtp) : demoSender
  if (mode === 'live' && (text === demoSender || mail === demoSender)) throw new Error('live mode needs real senders')
  return { sms: text, whatsapp: text, email: mail }
}
