import { createTransport } from 'nodemailer'
import { seconds } from '#server/kernel/time.ts'
import type { Delivery, OutgoingMessage, Sender } from '../sender'

/** One plain address: no list, no name, no comment, nothing that could end a header. */
const oneAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/**
 * Mail by SMTP. `url`: `smtp://user:password@host:port` or `smtps://…`; `from`: the sender's address, with or without a
 * name. Eight pooled connections; `timeoutMs` bounds a whole delivery (30 s), well within the outbox's lease.
 *
 * Only a permanent answer about this recipient or this mail is a refusal (5xx to RCPT TO or DATA). A 5xx to the
 * greeting, the login or our own address means that the portal is misconfigured: the mail waits until that is fixed.
 */
export function smtpMailer({
  url,
  from,
  timeoutMs = seconds(30),
}: {
  url: string
  from: string
  timeoutMs?: number
}): Sender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 8,
    maxRequeues: 1,
    connectionTimeout: seconds(5),
    greetingTimeout: seconds(5),
    dnsTimeout: seconds(5),
    socketTimeout: seconds(20),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  return {
    async send(message) {
      if (message.channel !== 'email') return { kind: 'refused', reason: `mail does not carry ${message.channel}` }
      if (!oneAddress.test(message.to)) return { kind: 'refused', reason: 'not one e-mail address' }
      try {
        const info = await transport.sendMail({
          from,
          to: { name: '', address: message.to },
          subject: oneLine(message.subject ?? ''),
          text: message.text,
          messageId: messageId(message, domain),
          headers: { 'Content-Language': message.language, 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { kind: 'sent', providerId: info.messageId }
      } catch (error) {
        return verdict(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The same at every attempt, so that mail servers and mail programs recognise a duplicate. */
const messageId = ({ idempotencyKey }: OutgoingMessage, domain: string) =>
  `<${idempotencyKey.replace(/[^\w.-]/g, '_')}@${domain}>`

type SmtpError = Error & {
  code?: string
  responseCode?: number
  permanent?: boolean
  command?: string
  response?: string
}

/** Codes only, because servers' texts repeat the address. */
function verdict(error: SmtpError): Delivery {
  if (error.responseCode === undefined) return { kind: 'failed', reason: `SMTP ${error.code ?? error.name}` }
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? '')?.[1]
  const reason = ['SMTP', error.responseCode, status, error.command && `to ${error.command}`].filter(Boolean).join(' ')
  const isAboutThisMail = error.command === 'RCPT TO' || error.command === 'DATA'
  return { kind: isAboutThisMail && error.permanent ? 'refused' : 'failed', reason }
}
