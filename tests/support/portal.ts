import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { openDatabase } from '../../db/client'
import type { Clock } from '../../server/adapters/clock'
import type { Delivery, OutgoingMessage, Sender } from '../../server/adapters/sender'
import { buildApp } from '../../server/app'
import { type Config, demoSecret } from '../../server/config'
import type { CourseProfile } from '../../server/courses/course'
import { courses } from '../../server/courses/courses'
import { createDemo } from '../../server/demo/demo'
import type { AssetSource } from '../../server/http/assets'
import { type Instant, ist, plus } from '../../server/kernel/time'
import { createServices, type Services } from '../../server/services'

/** Two clocks that stand still until a test moves them. */
export type FrozenClock = Clock & { set(at: Instant): void; advance(milliseconds: number): void }

function frozenClock(at: Instant): FrozenClock {
  let portal = at
  let real = at
  return {
    portal: () => portal,
    real: () => real,
    set: (to) => {
      portal = to
    },
    advance: (milliseconds) => {
      portal = plus(portal, milliseconds)
      real = plus(real, milliseconds)
    },
  }
}

/** A sender that keeps what it is given; the tests of real SMTP and HTTP peers are those of the adapters. */
export type Postbox = Sender & { sent: OutgoingMessage[]; answers: Delivery[] }

function postbox(): Postbox {
  const sent: OutgoingMessage[] = []
  const answers: Delivery[] = []
  return { sent, answers, send: async (message) => (sent.push(message), answers.shift() ?? { kind: 'sent' }) }
}

const migrations = path.resolve('migrations')
let image: Buffer | undefined

/** A migrated database, made once and cloned for every test. */
function cleanDatabase(): Buffer {
  if (!image) {
    const database = openDatabase(':memory:', migrations)
    image = database.sqlite.serialize()
    database.close()
  }
  return Buffer.from(image)
}

const noAssets: AssetSource = {
  version: 'test',
  of: (file) => ({ script: '/assets/client.js', module: `/assets/${file}.js`, css: [], preload: [], fonts: [] }),
}

export type TestPortal = Awaited<ReturnType<typeof openPortal>>

/** Cheap hashing: what is tested is the rule, not the cost. */
const cheap = { memoryCost: 1024, timeCost: 2, parallelism: 1 }

/**
 * The whole server in one process, on a database of its own, at a moment of its own: real routes, real services, real
 * SQLite. Only time, waiting and the last metre of messages are the test's.
 */
export async function openPortal({
  at = ist('2024-08-01 12:00'),
  slugs = ['mbale'],
  mode = 'live',
  config = {},
  course = {},
}: {
  at?: Instant
  slugs?: string[]
  mode?: 'live' | 'demo'
  config?: Partial<Config>
  course?: Partial<CourseProfile>
} = {}) {
  const clock = frozenClock(at)
  const box = postbox()
  const pauses: number[] = []
  const settings: Config = {
    mode,
    host: '127.0.0.1',
    port: 0,
    dataDir: '/tmp',
    courses: slugs,
    publicUrl: 'https://admissions.example.org',
    trustProxy: ['127.0.0.1'],
    secret: demoSecret,
    logLevel: 'silent',
    requestsPerMinute: 100_000,
    smtp: null,
    sms: null,
    sso: null,
    ...config,
  }
  const silent = { warn: () => {}, error: () => {} }
  const portals: Services[] = slugs.map((slug) =>
    createServices({
      course: { ...courses.find((profile) => profile.slug === slug)!, ...course },
      config: settings,
      clock,
      migrations,
      log: silent,
      publicUrl: () => settings.publicUrl!,
      database: cleanDatabase(),
      senders: { sms: box, whatsapp: box, email: box },
      passwordCost: cheap,
      pause: async (milliseconds) => void pauses.push(milliseconds),
    }),
  )
  const movable = Object.assign(clock, { set: clock.set })
  const app = await buildApp({
    config: settings,
    portals,
    assets: noAssets,
    clientFolder: null,
    demo: mode === 'demo' ? createDemo({ portals, clock: movable }) : null,
    jobLag: () => 0,
  })
  await app.ready()
  const services = portals[0]!
  const base = `/${slugs[0]}/candidate/`

  return {
    app,
    services,
    portals,
    clock,
    box,
    pauses,
    base,

    /** Calls the API: `api('POST', 'candidateLoginController/candidateLogin', body, { token, cookies, headers })`. */
    async api(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      call: string,
      body?: unknown,
      from: Caller = {},
    ): Promise<Answer> {
      const response = await app.inject({
        method,
        url: `${base}api/${call}`,
        remoteAddress: from.ip ?? '127.0.0.1',
        headers: { ...(from.token ? { authorization: `Bearer ${from.token}` } : {}), ...from.headers },
        cookies: from.cookies,
        ...(body === undefined ? {} : { payload: body as object }),
      })
      return answerOf(response)
    },

    /** Everything due is delivered; the newest OTP that went to a number or address. */
    async otpFor(to: string): Promise<string> {
      await services.messages.deliverDue()
      const message = box.sent.findLast((entry) => entry.to === to && /\d{6}/.test(entry.text))
      const otp = message && /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0]
      if (!otp) throw new Error(`no OTP went to ${to}`)
      return otp
    },

    async close(): Promise<void> {
      await app.close()
      for (const portal of portals) await portal.close()
    },
  }
}

export type Caller = { token?: string; cookies?: Record<string, string>; headers?: Record<string, string>; ip?: string }
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Answer = {
  status: number
  body: any
  headers: LightMyRequestResponse['headers']
  cookies: Record<string, string>
}

function answerOf(response: LightMyRequestResponse): Answer {
  const isJson = response.headers['content-type']?.toString().includes('json')
  return {
    status: response.statusCode,
    body: isJson ? response.json() : response.body,
    headers: response.headers,
    cookies: Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value])),
  }
}

/** What a person tells when registering; every test changes what it is about. */
export const asha = {
  fullName: 'Asha Ramesh Patil',
  email: 'asha@example.org',
  mobile: '9876543210',
  state: 'MH',
  district: 'MH-pune',
  password: 'Passw0rd',
  confirmPassword: 'Passw0rd',
  consent: true as const,
}

/** Registers a person through the API; answers with the Application ID. */
export async function register(portal: TestPortal, person = asha): Promise<string> {
  const told = await portal.api('POST', 'candidateRegistrationController/candidateRegistration', person)
  if (told.status !== 200) throw new Error(`registration refused: ${JSON.stringify(told.body)}`)
  const otp = await portal.otpFor(person.mobile)
  const { registrationId } = told.body.data
  const proved = await portal.api('POST', 'candidateRegistrationController/verifyOtp', { registrationId, otp })
  if (proved.status !== 200) throw new Error(`OTP refused: ${JSON.stringify(proved.body)}`)
  return proved.body.data.userId
}

/** Registers and logs in: the bearer, and the cookies that a browser would hold. */
export async function signIn(portal: TestPortal, person = asha) {
  const userId = await register(portal, person)
  const login = await portal.api('POST', 'candidateLoginController/candidateLogin', {
    userId,
    password: person.password,
  })
  if (login.status !== 200) throw new Error(`login refused: ${JSON.stringify(login.body)}`)
  return { userId, token: login.body.data.token as string, cookies: login.cookies }
}
