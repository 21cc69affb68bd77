import { seconds } from '#server/kernel/time.ts'
import { readAnswer } from '../remote/read-answer'
import type { Delivery, OutgoingMessage, Sender } from '../sender'

/** Client errors that a later try can cure; 401 concerns our key, not the message. */
const passing = new Set([401, 408, 425, 429])
const longestAnswer = 64 * 1024

/**
 * SMS and WhatsApp through an HTTP provider. One `POST` of
 * `{ channel, to: '91' + ten digits, templateId, language, text, reference }` with the key as bearer and an
 * `idempotency-key` that is the same at every try. 2xx with `{ id }` is sent; 401, 408, 425, 429, 5xx, silence beyond
 * `timeoutMs` (10 s) and unreadable answers are failures to retry; other 4xx are refusals.
 */
export function httpSms({
  url,
  key,
  timeoutMs = seconds(10),
}: {
  url: string
  key: string
  timeoutMs?: number
}): Sender {
  return {
    async send(message) {
      if (message.channel === 'email') return { kind: 'refused', reason: 'SMS does not carry e-mail' }
      if (!/^\d{10}$/.test(message.to)) return { kind: 'refused', reason: 'not a number of ten digits' }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'idempotency-key': message.idempotencyKey,
          },
          body: JSON.stringify(bodyOf(message)),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return await verdict(response)
      } catch (error) {
        return { kind: 'failed', reason: outage(error) }
      }
    },
  }
}

const bodyOf = ({ channel, to, templateId, language, text, idempotencyKey }: OutgoingMessage) => ({
  channel,
  to: `91${to}`,
  templateId,
  language,
  text,
  reference: idempotencyKey,
})

/** Status codes only, because a provider's text may repeat the number or the message. */
async function verdict(response: Response): Promise<Delivery> {
  if (response.ok) {
    const providerId = idIn(await readAnswer(response, longestAnswer))
    if (providerId === null) return { kind: 'failed', reason: `provider answered ${response.status} without an id` }
    return { kind: 'sent', providerId }
  }
  await response.body?.cancel()
  const isRefusal = response.status >= 400 && response.status < 500 && !passing.has(response.status)
  return { kind: isRefusal ? 'refused' : 'failed', reason: `provider answered ${response.status}` }
}

function idIn(body: string): string | null {
  try {
    const { id } = JSON.parse(body) ?? {}
    if (typeof id === 'number') return String(id)
    return typeof id === 'string' && id.length > 0 && id.length <= 200 ? id : null
  } catch {
    return null
  }
}

function outage(error: unknown): string {
  if (!(error instanceof Error)) return 'provider not reached'
  if (error.name === 'TimeoutError') return 'provider did not answer in time'
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' && /^\w+$/.test(code) ? `provider not reached: ${code}` : 'provider not reached'
}
