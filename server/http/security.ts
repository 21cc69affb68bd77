import type { FastifyInstance, FastifyReply } from 'fastify'

/** The policy of a page: with one external module script and data blocks it needs neither nonce nor `unsafe-inline`. */
function contentSecurityPolicy(development: boolean): string {
  const inline = development ? " 'unsafe-inline'" : ''
  return [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}

/**
 * Sets the headers of every answer, computed once because they are all the same. `strictTransport`: live mode only.
 * `development`: Vite's reload client is inline.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { strictTransport, development }: { strictTransport: boolean; development: boolean },
): void {
  const headers = {
    'content-security-policy': contentSecurityPolicy(development),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(strictTransport ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Allows the forms of this answer to lead to one more origin. */
export function allowFormsTo(reply: FastifyReply, origin: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${origin}`))
}
