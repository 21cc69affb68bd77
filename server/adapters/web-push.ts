import library from 'web-push'
import { seconds } from '#server/kernel/time.ts'
import type { Delivery, PushOrder, Sender } from './sender'

/** The answers of a push service by which a device is gone for good (RFC 8030). */
const gone = new Set([404, 410])
/** Client errors that a later try can cure. */
const passing = new Set([408, 425, 429])

/**
 * Notifications to browsers, encrypted for the device (RFC 8291) under the portal's keys (RFC 8292). They carry the title of the
 * message and the address that they open, nothing else. 2xx is sent; 404 and 410 say that the device is gone; 408, 425,
 * 429, 5xx and silence beyond `timeoutMs` (10 s) are failures to retry; other answers are refusals.
 */
export function webPush({ timeoutMs = seconds(10) }: { timeoutMs?: number } = {}): Sender {
  return {
    async send({ push, text }) {
      if (!push) return { kind: 'refused', reason: 'push carries notifications alone' }
      const request = requestOf(push, text)
      if (!request) return { kind: 'refused', reason: 'the keys of the device do not hold', isGone: true }
      try {
        const response = await fetch(request.endpoint, {
          method: 'POST',
          headers: Object.entries(request.headers)
            // `fetch` counts the bytes itself.
            .filter(([name]) => name.toLowerCase() !== 'content-length')
            .map(([name, value]): [string, string] => [name, String(value)]),
          body: new Uint8Array(request.body),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await response.body?.cancel()
        return verdict(response)
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError'
        return { kind: 'failed', reason: isLate ? 'push service did not answer in time' : 'push service not reached' }
      }
    },
  }
}

/** The encrypted request; null if the device's keys are none, which its browser would never have given. */
function requestOf({ device, keys, contact, page, seconds: ttl }: PushOrder, title: string) {
  try {
    return library.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify({ title, page }),
      {
        vapidDetails: { subject: `mailto:${contact}`, ...keys },
        TTL: ttl,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    )
  } catch {
    return null
  }
}

function verdict({ ok, status }: Response): Delivery {
  if (ok) return { kind: 'sent' }
  const reason = `push service answered ${status}`
  if (gone.has(status)) return { kind: 'refused', reason, isGone: true }
  const isRefusal = status >= 400 && status < 500 && !passing.has(status)
  return isRefusal ? { kind: 'refused', reason } : { kind: 'failed', reason }
}
