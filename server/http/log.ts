import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { destination, pino } from 'pino'
import { otpLength } from '#server/domain/accounts/otp.ts'

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
 * JSON lines. A request is logged by its route, never by its address, so that references, links and searches stay out
 * of the log; bodies and headers are not logged, and the names above are redacted everywhere.
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
    // A database's or a provider's message may quote user input; the kind and the place are enough.
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      code: error.code,
      message: withoutPersonalData(error.message),
      stack: withoutPersonalData(error.stack ?? ''),
    }),
  },
})

/** Matches an OTP's digits, but no line number, time or version. */
const otpInText = new RegExp(`(?<!\\d|\\d[.:])\\d{${otpLength}}(?!\\d|[.:]\\d)`, 'g')

/** Redacts anything like a mobile number, an address, an OTP or a token. */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(/[\w.+-]{1,64}@[\w-]+\.[\w.]+/g, '•••@•••') // bounded, so that a long text cannot make it slow
    .replace(/(?<!\d)(?:\+?91)?[6-9]\d{9}(?!\d)/g, '•••')
    .replace(otpInText, '•••')
    .replace(/(?<![\w-])[\w-]{32}(?![\w-])/g, '•••')

/** Does the level include answers? If not, the log does not wait for them to end. */
export const saysAnswers = (level: string): boolean => ['trace', 'debug', 'info'].includes(level)

/** Routes that browsers and monitors ask again and again: files of the build, the version, the service worker, health. */
const isPolled = (route: string): boolean =>
  route.startsWith('/assets/') || /\/(version\.json|service-worker\.js|healthz|readyz|metrics)$/.test(route)

/** Logs one line for each answered request: route, status, milliseconds. What is polled and went well is a line for debugging. */
export function logAnswers(log: FastifyBaseLogger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const route = request.routeOptions.url ?? 'unknown'
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      from: shortAddress(request.ip),
      reqId: request.id,
    }
    if (isPolled(route) && reply.statusCode < 400) log.debug(line)
    else log.info(line)
    done()
  }
}

/** A log for code outside the server: scripts and jobs. */
export const createLog = (level: string, stream: LogStream = standardOutput()) =>
  pino(loggerOptions(level) as never, stream as never)

type LogStream = { write(line: string): void }

let output: ReturnType<typeof destination> | undefined

/** The default stream. A failed write (a full disk) is ignored, because there is nobody to report it to. */
export function standardOutput(): LogStream {
  if (!output) {
    output = destination(1)
    output.on('error', () => {})
  }
  return output
}
