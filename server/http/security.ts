import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The headers of every answer. The CSP needs neither nonce nor `unsafe-inline`: a page holds one external module script
 * and data blocks. `strictTransport`: live mode only. `development`: the reload client of Vite is inline.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { strictTransport, development }: { strictTransport: boolean; development: boolean },
): Promise<void> {
  const inline = development ? ["'unsafe-inline'"] : []
  await app.register(helmet, {
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: strictTransport ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xXssProtection: false,
    xFrameOptions: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inline],
        styleSrc: ["'self'", ...inline],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...(development ? ['ws:'] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  })
}
