import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { courses } from '#server/courses/courses.ts'

// The zone of the machine means nothing here: the portal's times are India's, and the scheduler would stand still for an hour
// wherever clocks are put back. Threads and further processes inherit it.
process.env.TZ = 'UTC'

const text = (description: string) => Type.String({ minLength: 1, description })
const seed = (description: string) => Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description })
const address = (description: string) => Type.String({ pattern: '^https?://[^\\s/]+(/.*)?$', description })

/** The environment variables of the server; `npm run serve` has no other configuration. */
const Environment = Type.Object({
  MODE: Type.Union([Type.Literal('live'), Type.Literal('demo')], { description: 'live or demo' }),
  WORKERS: Type.String({ pattern: '^[1-9]\\d?$', description: 'how many processes serve, from 1 to 99' }),
  HOST: text('the address to listen on'),
  PORT: Type.String({ pattern: '^\\d{1,5}$', description: 'a port number' }),
  DATA_DIR: text('the folder that holds every portal'),
  BACKUP_DIR: Type.Optional(text('the folder for backups, best on another disk')),
  BACKUPS_KEPT: Type.String({ pattern: '^[1-9]\\d{0,2}$', description: 'how many backups of a portal stay' }),
  COURSES: Type.String({ pattern: '^[a-z]+(,[a-z]+)*$', description: 'portals to serve, by comma' }),
  PUBLIC_URL: Type.Optional(address('the address that candidates type, without a slash at its end')),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^(no|[0-9a-fA-F.:]+(/\\d{1,3})?(\\s*,\\s*[0-9a-fA-F.:]+(/\\d{1,3})?)*)$',
      description: 'no, or the addresses of the proxies in front, by comma',
    }),
  ),
  SECRET: Type.Optional(Type.String({ minLength: 32, description: 'at least 32 random characters' })),
  SECRET_PREVIOUS: Type.Optional(
    Type.String({ minLength: 32, description: 'the SECRET before this one, of at least 32 characters' }),
  ),
  LOG_KEY: Type.Optional(seed('the key of the public logs: 32 random bytes in base64')),
  LOG_KEY_PREVIOUS: Type.Optional(seed('the LOG_KEY before this one, of 32 bytes in base64')),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].map((level) => Type.Literal(level)),
    { description: 'fatal, error, warn, info, debug or silent' },
  ),
  REQUESTS_PER_MINUTE: Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'requests a minute from one address' }),
  BODY_SECONDS: Type.String({
    pattern: '^[1-9]\\d{0,2}$',
    description: 'seconds that the body of a request may take, and longer for large files',
  }),
  PUBLIC_DOSSIERS: Type.Union([Type.Literal('yes'), Type.Literal('no')], { description: 'yes or no' }),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://', description: 'smtp://user:password@host:port' })),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '@', description: 'the address that mail comes from' })),
  SMS_URL: Type.Optional(address('the provider of SMS and WhatsApp')),
  SMS_KEY: Type.Optional(text("the provider's key")),
  GATEWAY: Type.Optional(Type.Literal('razorpay', { description: 'razorpay' })),
  RAZORPAY_KEY_ID: Type.Optional(text("the gateway's key")),
  RAZORPAY_KEY_SECRET: Type.Optional(text("the secret of the gateway's key")),
  RAZORPAY_WEBHOOK_SECRET: Type.Optional(text('the secret that webhooks are signed with')),
  RAZORPAY_URL: address("the gateway's API"),
  SSO_ISSUER: Type.Optional(text('who signs single sign-on tokens')),
  SSO_AUDIENCE: Type.Optional(
    text('whom single sign-on tokens are for; the slug of the portal follows it: <audience>/mbale'),
  ),
  SSO_PUBLIC_KEY: Type.Optional(Type.String({ pattern: 'BEGIN PUBLIC KEY', description: 'a PEM public key' })),
})

export type Config = {
  mode: 'live' | 'demo'
  /** How many processes serve. One runs alone; more have a parent, which restarts them. */
  workers: number
  host: string
  port: number
  dataDir: string
  /** DATA_DIR names the folder, so a command may replace the data in it. */
  isFolderNamed: boolean
  backups: { dir: string; keep: number }
  courses: string[]
  /** The origin for links in messages; null only in demo mode, which uses the address listened on. */
  publicUrl: string | null
  trustProxy: false | string[]
  secret: string
  /** The secret before it, while what that one has sealed has to open. */
  previousSecret?: string | undefined
  /** What signs the public logs; without it each portal has a key in its folder. `previous`: to sign a change of key. */
  logKey: { key?: string | undefined; previous?: string | undefined }
  logLevel: string
  requestsPerMinute: number
  /** Seconds allowed for a small body; large ones have longer, up to five minutes. */
  bodySeconds: number
  /** Anybody may have the dossiers of published allotments, which hold claims beside merit numbers. */
  arePublicDossiers: boolean
  smtp: { url: string; from: string } | null
  sms: { url: string; key: string } | null
  /** The payment gateway; null only in demo mode, whose gateway moves no money. */
  razorpay: { keyId: string; keySecret: string; webhookSecret: string; url: string } | null
  sso: { issuer: string; audience: string; publicKey: string } | null
}

/** Public in the source: good for a demo, refused in live mode. */
export const demoSecret = 'demo-secret-that-everybody-knows-0000000'

const defaults = {
  WORKERS: '1',
  HOST: '127.0.0.1',
  PORT: '3000',
  DATA_DIR: 'data',
  BACKUPS_KEPT: '14',
  LOG_LEVEL: 'info',
  REQUESTS_PER_MINUTE: '30000',
  BODY_SECONDS: '60',
  RAZORPAY_URL: 'https://api.razorpay.com',
}

/** Groups of settings: all or none of a group, and all of it if the mode requires it. */
const groups = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  sms: ['SMS_URL', 'SMS_KEY'],
  gateway: ['GATEWAY', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  sso: ['SSO_ISSUER', 'SSO_AUDIENCE', 'SSO_PUBLIC_KEY'],
} as const

/**
 * The environment → configuration, or one line for each fault. The caller passes `process.env`, so nothing else reads
 * it. An empty variable counts as absent.
 */
export function readConfig(environment: Record<string, string | undefined>): { config: Config } | { faults: string[] } {
  const given = Object.fromEntries(
    Object.keys(Environment.properties)
      .map((name) => [name, environment[name]?.trim()])
      .filter(([, value]) => value),
  ) as Partial<Record<keyof Static<typeof Environment>, string>>
  const ofMode = { PUBLIC_DOSSIERS: given.MODE === 'demo' ? 'yes' : 'no' }
  const env = { ...defaults, ...ofMode, COURSES: courses.map((course) => course.slug).join(','), ...given }
  const faults = [...shapeFaults(env), ...groupFaults(env), ...(env.MODE === 'live' ? liveFaults(env) : [])]
    // Report only the first fault of a variable.
    .filter((fault, index, all) => all.findIndex((other) => other.name === fault.name) === index)
    .map((fault) => `${fault.name} ${fault.words}`)
  if (faults.length) return { faults }
  return {
    config: {
      mode: env.MODE as 'live' | 'demo',
      workers: Number(env.WORKERS),
      host: env.HOST,
      port: Number(env.PORT),
      dataDir: env.DATA_DIR,
      isFolderNamed: given.DATA_DIR !== undefined,
      backups: { dir: env.BACKUP_DIR ?? `${env.DATA_DIR}/backups`, keep: Number(env.BACKUPS_KEPT) },
      courses: env.COURSES.split(','),
      publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
      trustProxy:
        !env.TRUST_PROXY || env.TRUST_PROXY === 'no' ? false : env.TRUST_PROXY.split(',').map((a) => a.trim()),
      secret: env.SECRET ?? demoSecret,
      previousSecret: env.SECRET_PREVIOUS,
      logKey: { key: env.LOG_KEY, previous: env.LOG_KEY_PREVIOUS },
      logLevel: env.LOG_LEVEL,
      requestsPerMinute: Number(env.REQUESTS_PER_MINUTE),
      bodySeconds: Number(env.BODY_SECONDS),
      arePublicDossiers: env.PUBLIC_DOSSIERS === 'yes',
      smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
      sms: env.SMS_URL && env.SMS_KEY ? { url: env.SMS_URL, key: env.SMS_KEY } : null,
      razorpay:
        env.GATEWAY && env.RAZORPAY_KEY_ID && env.RAZORPAY_KEY_SECRET && env.RAZORPAY_WEBHOOK_SECRET
          ? {
              keyId: env.RAZORPAY_KEY_ID,
              keySecret: env.RAZORPAY_KEY_SECRET,
              webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
              url: env.RAZORPAY_URL.replace(/\/+$/, ''),
            }
          : null,
      sso:
        env.SSO_ISSUER && env.SSO_AUDIENCE && env.SSO_PUBLIC_KEY
          ? {
              issuer: env.SSO_ISSUER,
              audience: env.SSO_AUDIENCE,
              publicKey: env.SSO_PUBLIC_KEY.replaceAll('\\n', '\n'),
            }
          : null,
    },
  }
}

type Fault = { name: string; words: string }
type Env = Partial<Record<string, string>>

function shapeFaults(env: Env): Fault[] {
  const faults: Fault[] = []
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const { description } = schema as { description?: string }
    if (env[name] === undefined) {
      if (name === 'MODE') faults.push({ name, words: 'is missing: live or demo' })
    } else if (!Value.Check(schema, env[name])) faults.push({ name, words: `is wrong: it must be ${description}` })
  }
  if (Number(env.PORT) > 65535) faults.push({ name: 'PORT', words: 'is wrong: it must be a port number' })
  const unknown = env.COURSES?.split(',').find((slug) => !courses.some((course) => course.slug === slug))
  if (unknown !== undefined) {
    const there = courses.map((course) => course.slug).join(', ')
    faults.push({ name: 'COURSES', words: `is wrong: no course "${unknown}"; there are ${there}` })
  }
  if (env.SECRET_PREVIOUS !== undefined && env.SECRET_PREVIOUS === env.SECRET)
    faults.push({ name: 'SECRET_PREVIOUS', words: 'is wrong: it is SECRET itself; change SECRET first' })
  const slugs = env.COURSES?.split(',') ?? []
  if (new Set(slugs).size < slugs.length)
    faults.push({ name: 'COURSES', words: 'is wrong: a course stands there twice' })
  return faults
}

function groupFaults(env: Env): Fault[] {
  return Object.values(groups).flatMap((names) => {
    const missing = names.filter((name) => !env[name])
    if (!missing.length || missing.length === names.length) return []
    const beside = names.filter((name) => env[name]).join(' and ')
    return [{ name: missing.join(' and '), words: `missing: needed with ${beside}` }]
  })
}

/** Live mode starts only with its own secrets, an address, a proxy setting, and real senders. */
function liveFaults(env: Env): Fault[] {
  const missing = (name: string, why: string): Fault[] => (env[name] ? [] : [{ name, words: `is missing: ${why}` }])
  // All of a group at once, so that one start names every setting; of one that is there in part, `groupFaults` names the rest.
  const missingGroup = (group: keyof typeof groups, why: string): Fault[] =>
    groups[group].some((name) => env[name]) ? [] : [{ name: groups[group].join(' and '), words: `missing: ${why}` }]
  const isWeak = env.SECRET !== undefined && (env.SECRET === demoSecret || new Set(env.SECRET).size < 12)
  const isPlain = env.PUBLIC_URL !== undefined && !env.PUBLIC_URL.startsWith('https://')
  return [
    ...missing('SECRET', 'live mode needs at least 32 random characters'),
    ...(isWeak ? [{ name: 'SECRET', words: 'is wrong: live mode needs a random one, not the demo secret' }] : []),
    ...missing('PUBLIC_URL', 'live mode needs the address that candidates type'),
    ...(isPlain ? [{ name: 'PUBLIC_URL', words: 'is wrong: live mode needs https' }] : []),
    ...missing('TRUST_PROXY', 'say no, or the addresses of the proxies in front'),
    ...missingGroup('mail', 'live mode sends mail'),
    ...missingGroup('sms', 'live mode sends OTPs by SMS'),
    ...missingGroup('gateway', 'live mode takes payments'),
  ]
}
