import type { FastifyRequest } from 'fastify'

/**
 * Does a request that a browser would send with cookies come from our own pages? Browsers tell by `Sec-Fetch-Site`,
 * older ones by `Origin`. A client that sends neither is not a browser and has no ambient cookies.
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
