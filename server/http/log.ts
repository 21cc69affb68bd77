import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { pino } from 'pino'

/** The first half of a network address: enough to see a flood, too little to find a person. */
export const shortAddress = (ip: string): string =>
  ip.includes(':') ? `${ip.split(':').slice(0, 3).join(':')}::` : ip.replace(/\.\d+\.\d+$/, '.x.x')

const redacted = [
  'password',
  'confirmPassword',
  'currentPassword',
  'otp',
  'token',
  'refreshToken',
  'mobile',
  'email',
  'fullName',
  'authorization',
  'cookie',
  'set-cookie',
]

/**
 * JSON lines. A request is named by its route, never by its address, so that no reference, link or search reaches the
 * log; bodies and headers are not logged at all, and the names above are blotted out wherever they turn up.
 */
export const loggerOptions = (level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level,
  redact: { paths: redacted.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '•••' },
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      route: request.routeOptions?.url,
      from: shortAddress(request.ip),
    }),
    res: (reply) => ({ status: reply.statusCode }),
    // A database's or a provider's message may quote what a person typed: the kind and the place are enough.
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      code: error.code,
      message: withoutPersonalData(error.message),
      stack: withoutPersonalData(error.stack ?? ''),
    }),
  },
})

/** Blots out what looks like a mobile number, an address, an OTP or a token. */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(/[\w.+-]{1,64}@[\w-]+\.[\w.]+/g, '•••@•••') // bounded: a long text must not make it slow
    .replace(/(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/g, '•••')
    .replace(/(?<!\d|\d[.:])\d{6}(?!\d|[.:]\d)/g, '•••') // but no line, time or version
    .replace(/(?<![\w-])[\w-]{32}(?![\w-])/g, '•••')

/** Whether answers are among what a level says. Where they are not, nothing waits for their end. */
export const saysAnswers = (level: string): boolean => ['trace', 'debug', 'info'].includes(level)

/** One line for each answered request: route, status, milliseconds. */
export function logAnswers(log: FastifyBaseLogger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      from: shortAddress(request.ip),
      reqId: request.id,
    }
    log.info(line)
    done()
  }
}

/** For what runs outside of the server: scripts and jobs. */
export const createLog = (level: string, stream?: { write(line: string): void }) =>
  pino(loggerOptions(level) as never, stream as never)
