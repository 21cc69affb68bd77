import type { FastifyRequest } from 'fastify'

/**
 * Whether a request that a browser would send with cookies comes from our own pages. Browsers say so themselves in
 * `Sec-Fetch-Site`; older ones by `Origin`. A client that sends neither is no browser and has no ambient cookies.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (typeof site === 'string') return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  try {
    return new URL(origin).host === request.host
  } catch {
    return false
  }
}
