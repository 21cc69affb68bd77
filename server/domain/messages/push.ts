/** A browser that takes notifications: its address at its vendor's push service, and the keys that only it opens (RFC 8291). */
export type PushDevice = {
  endpoint: string
  /** Its public key, 65 bytes in base64url. */
  p256dh: string
  /** Its secret, 16 bytes in base64url. */
  auth: string
}

/** The pair by which a portal proves itself to push services (RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/** The push services of the browsers' vendors: hosts, and the domains below which every host is theirs. */
const services = {
  hosts: ['fcm.googleapis.com', 'android.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'],
  domains: ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'],
} as const

/**
 * Is this the address of a device at a push service that we know? The server posts to it, so no other address is ever
 * taken from a browser. Source: rules §10.10.
 */
export function isPushAddress(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const { hostname } = url
  return (
    (services.hosts as readonly string[]).includes(hostname) ||
    services.domains.some((domain) => hostname.endsWith(domain))
  )
}

/** The most devices of a candidate; one more takes the place of the oldest. */
export const mostPushDevices = 5

/** How often a candidate may add devices in an hour. */
export const pushDevicesHourly = 20

/** How long a push service keeps a notification for a device that is off, in seconds: the reminders are a day apart or more. */
export const pushKeptFor = 24 * 60 * 60
