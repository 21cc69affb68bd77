import { href } from '../href'
import { tellWorker } from './offline'

/** What the server needs to reach this browser, as a form's fields; or why there is nothing. */
type Asked = { kind: 'given'; fields: Record<'endpoint' | 'p256dh' | 'auth', string> } | { kind: 'denied' | 'failed' }

/** `unable`: this browser takes no notifications; `denied`: the candidate has forbidden them in the browser's settings. */
export type PushState = 'unable' | 'denied' | 'off' | 'on'

const worker = (base: string) => navigator.serviceWorker.getRegistration(href(base, 'service-worker.js'))

/** Whether this browser takes notifications for this candidate. Asks nobody. */
export async function pushState(base: string, userId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return 'unable'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await worker(base)
  if (!(await registration?.pushManager.getSubscription())) return 'off'
  return (await tellWorker('push-owner', {})) === userId ? 'on' : 'off'
}

const encoded = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')

/** The bytes of a key in base64url. */
const decoded = (key: string) =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))

/**
 * Asks the candidate, in the browser's own words, and lets notifications come here. `key`: the portal's public one. What
 * came here for somebody else ends first.
 */
export async function askForPush(base: string, userId: string, key: string): Promise<Asked> {
  if ((await Notification.requestPermission()) !== 'granted') return { kind: 'denied' }
  try {
    const { pushManager } = (await worker(base)) ?? (await navigator.serviceWorker.ready)
    await (await pushManager.getSubscription())?.unsubscribe()
    const given = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(key) })
    await tellWorker('push-begin', { userId })
    const fields = {
      endpoint: given.endpoint,
      p256dh: encoded(given.getKey('p256dh')),
      auth: encoded(given.getKey('auth')),
    }
    return { kind: 'given', fields }
  } catch {
    return { kind: 'failed' }
  }
}
