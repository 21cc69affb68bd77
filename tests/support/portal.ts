import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import argon2 from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Disk } from '#server/adapters/file-storage/file-storage.ts'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import { razorpay } from '#server/adapters/payment-gateway/razorpay.ts'
import type { Delivery, OutgoingMessage, Sender } from '#server/adapters/sender.ts'
import { buildApp } from '#server/app.ts'
import { type Config, demoSecret } from '#server/config.ts'
import type { Course } from '#server/courses/course.ts'
import { courses } from '#server/courses/courses.ts'
import { createDemo } from '#server/demo/demo.ts'
import { personaPassword } from '#server/demo/personas.ts'
import { beginningOf, type DemoPhase, demoPhases, firstPhase } from '#server/demo/phases.ts'
import { seedPortal } from '#server/demo/seed.ts'
import { demoStore } from '#server/demo/store.ts'
import { otpLength } from '#server/domain/accounts/otp.ts'
import { databaseFile } from '#server/domain/operations/identity.ts'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { createServices, type Services } from '#server/features/index.ts'
import type { AssetSource } from '#server/http/assets.ts'
import { createLog } from '#server/http/log.ts'
import type { Gate } from '#server/http/overload.ts'
import { alone } from '#server/kernel/background.ts'
import { noSiblings, type Siblings } from '#server/kernel/siblings.ts'
import { type Instant, ist, plus } from '#server/kernel/time.ts'
import { keptDemo, keptDemoOrTurn } from './kept-demos'

/** Two clocks that move only when a test moves them. */
export type FrozenClock = Clock & { set(at: Instant): void; advance(milliseconds: number): void }

function frozenClock(at: Instant, realAt: Instant): FrozenClock {
  let portal = at
  let real = realAt
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

/** A sender that keeps its messages. The tests of the adapters cover real SMTP and HTTP peers. */
export type Postbox = Sender & { sent: OutgoingMessage[]; answers: Delivery[] }

function postbox(): Postbox {
  const sent: OutgoingMessage[] = []
  const answers: Delivery[] = []
  return {
    sent,
    answers,
    async send(message) {
      sent.push(message)
      return answers.shift() ?? { kind: 'sent' }
    },
  }
}

/** An OTP in the text of a message. */
export const otpDigits = new RegExp(`(?<!\\d)\\d{${otpLength}}(?!\\d)`)

const migrations = path.resolve('migrations')
let image: Buffer | undefined

/** A migrated database, made once. */
function cleanDatabase(): Buffer {
  if (!image) {
    const database = openDatabase(':memory:', migrations)
    image = database.sqlite.serialize()
    database.close()
  }
  return image
}

/** Databases of new portals, by what they begin with: later portals that begin so are copies. */
const begun = new Map<string, Buffer>()

/** The phases up to this one, the latest first. */
const phasesUntil = (phase: DemoPhase): DemoPhase[] => demoPhases.slice(0, demoPhases.indexOf(phase) + 1).toReversed()

/** The way to keep a demo of this name, if this worker is to make it; otherwise it is there. */
async function keptOrTurn(name: string) {
  const kept = await keptDemoOrTurn(name)
  return typeof kept === 'function' ? kept : undefined
}

/** Counters of tries, and values that differ between portals. */
const ownOf = new Set(['rate_limits', 'portal_identity', 'portal_epochs'])

const unreachableGateway = {
  keyId: 'rzp_test_key',
  keySecret: 'key-secret',
  webhookSecret: 'webhook-secret',
  url: 'http://127.0.0.1:9',
}

const noAssets: AssetSource = {
  version: 'test',
  of: (file) => ({
    script: '/assets/client.js',
    module: `/assets/${file}.js`,
    css: [],
    texts: {},
    signedIn: null,
    preload: [],
    fonts: [],
  }),
  serviceWorker: null,
}

export type TestPortal = Awaited<ReturnType<typeof openPortal>>
export type Opening = NonNullable<Parameters<typeof openPortal>[0]>

/** A portal at a point of its life: its databases, the folder of its files, its clocks and what it has sent. */
export type Life = {
  databases: readonly Buffer[]
  files: string
  portalAt: Instant
  realAt: Instant
  sent: readonly OutgoingMessage[]
}

/** Cheap hashing: the tests check the rule, not the cost. */
export const cheap = { memoryCost: 64, timeCost: 2, parallelism: 1 }
/** `Demo1234` at that cost, for the personas of a demo. */
const demoPasswordHash = await argon2.hash(personaPassword, cheap)

/** Addresses that were answered twice from now on. Fastify only warns of it; the second answer was made for nobody. */
function notedSentTwice(app: Awaited<ReturnType<typeof buildApp>>): string[] {
  const noted: string[] = []
  const { warn } = app.log
  app.log.warn = (...line: unknown[]) => {
    const [{ err } = {}] = line as [{ err?: { code?: string; message?: string } }?]
    if (err?.code === 'FST_ERR_REP_ALREADY_SENT') noted.push(err.message ?? '')
    ;(warn as (...line: unknown[]) => void).apply(app.log, line)
  }
  return noted
}

/** A folder that is removed when the test ends. */
export function folderOfTest(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A client build of one file; with it the server behaves as in production. */
function clientBuild(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets/client-1a2b.js'), 'export {}\n')
  writeFileSync(path.join(folder, 'outside.txt'), 'not an asset')
  return folder
}

/**
 * The whole server in one process, with a database and a clock for this test: real routes, services and SQLite. Tests
 * replace only time, waiting and the delivery of messages. It closes with the test unless it is `shared` by several,
 * which then close it. `dataDir`: real files, which outlive it. `isBuilt`: with a client build.
 */
export async function openPortal({
  at = ist('2024-08-01 12:00'),
  slugs = ['mbale'],
  mode = 'live',
  config = {},
  course = {},
  gateway,
  dataDir,
  isBuilt = false,
  shared = false,
  disk,
  cohort = 5,
  isDated = true,
  isOpened = true,
  phase = firstPhase,
  life,
  siblings = noSiblings('this process'),
  gate = { enter: (_asking, go) => go(true) },
}: {
  at?: Instant
  slugs?: string[]
  mode?: 'live' | 'demo'
  config?: Partial<Config>
  course?: Partial<Course>
  /** The payment gateway of live mode; the default never answers. */
  gateway?: PaymentGateway
  dataDir?: string
  isBuilt?: boolean
  shared?: boolean
  disk?: Disk
  /** The number of candidates that a demo has besides its personas. */
  cohort?: number
  /** A demo that begins at `at` is played on until this phase. Demos with equal beginnings are copies of the first. */
  phase?: DemoPhase
  /** The portal begins with the dates of its course; a new live portal has none. */
  isDated?: boolean
  /** A cell's new portal is not. */
  isOpened?: boolean
  /** What another portal has lived through: this one goes on from there. Of a portal in memory, in live mode. */
  life?: Life
  /** The other processes on `dataDir`. */
  siblings?: Siblings
  gate?: Gate
} = {}) {
  const clock = frozenClock(life?.portalAt ?? at, life?.realAt ?? at)
  const box = postbox()
  if (life) box.sent.push(...life.sent)
  const pauses: number[] = []
  /** Uploaded files, for a test that keeps its database in memory. */
  const uploads = mkdtempSync(path.join(tmpdir(), 'uploads-'))
  const settings: Config = {
    mode,
    host: '127.0.0.1',
    port: 0,
    dataDir: dataDir ?? uploads,
    isFolderNamed: true,
    backups: { dir: path.join(dataDir ?? uploads, 'backups'), keep: 3 },
    courses: slugs,
    publicUrl: 'https://admissions.example.org',
    arePublicDossiers: false,
    trustProxy: ['127.0.0.1'],
    secret: demoSecret,
    logKey: {},
    logLevel: 'silent',
    requestsPerMinute: 100_000,
    workers: 1,
    bodySeconds: 60,
    smtp: null,
    sms: null,
    razorpay: null,
    sso: null,
    ...config,
  }
  const logs: string[] = []
  const logStream = { write: (line: string) => void logs.push(line) }
  const log = createLog(settings.logLevel, logStream)
  /** What a later portal must begin with to begin as a copy of this one; empty if it begins in a way of its own. */
  const beginning =
    Object.keys(course).length > 0 ? '' : JSON.stringify([at, mode, isDated, isOpened, cohort, config.logKey])
  const isKept = mode === 'demo' && beginning !== '' && !dataDir
  const nameAt = (one: DemoPhase) => `${slugs} ${beginning} ${one}`
  const keepPlayed = isKept ? await keptOrTurn(nameAt(phase)) : undefined
  const keepSeeded = isKept && phase !== firstPhase ? await keptOrTurn(nameAt(firstPhase)) : keepPlayed
  /** The latest phase that another demo has reached on the way to this one's, and its images. */
  const reached = isKept ? phasesUntil(phase).find((one) => keptDemo(nameAt(one))) : undefined
  const template = reached && keptDemo(nameAt(reached))
  if (template) cpSync(template.files, uploads, { recursive: true })
  if (life) cpSync(life.files, uploads, { recursive: true })
  if (reached && reached !== firstPhase) clock.set(beginningOf(reached))
  const portals: Services[] = slugs.map((slug, n) => {
    const name = `${slug} ${beginning}`
    const copied = begun.get(name)
    const folder = path.join(settings.dataDir, slug)
    if (dataDir && !existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(path.join(folder, databaseFile), cleanDatabase())
    }
    const services = createServices({
      course: { ...courses.find((profile) => profile.slug === slug)!, ...course },
      config: settings,
      clock,
      migrations,
      log,
      siblings,
      publicUrl: () => settings.publicUrl!,
      demoOrders: (db) => demoStore(db).gatewayOrders,
      // SQLite copies the image, so all portals may begin from the same bytes.
      database: dataDir ? undefined : (life?.databases[n] ?? template?.databases[n] ?? copied ?? cleanDatabase()),
      isDated,
      isOpened,
      senders: { sms: box, whatsapp: box, email: box, push: box },
      gateway: mode === 'live' ? (gateway ?? razorpay(unreachableGateway)) : undefined,
      hashing: { cost: cheap, concurrency: 2 },
      disk,
      pause: async (milliseconds) => void pauses.push(milliseconds),
    })
    if (beginning && !dataDir && !life && !copied) begun.set(name, services.db.sqlite.serialize())
    return services
  })
  if (mode === 'demo' && !template) {
    for (const portal of portals) await alone(() => seedPortal(portal, at, async () => demoPasswordHash, cohort))
  }
  const image = () => ({ databases: portals.map(({ db }) => db.sqlite.serialize()), files: uploads })
  keepSeeded?.(image())
  const build = isBuilt ? clientBuild() : null
  const app = await buildApp({
    config: settings,
    portals,
    assets: noAssets,
    clientFolder: build,
    demo: mode === 'demo' ? createDemo({ portals, clock }) : null,
    jobLag: () => 0,
    jobRuns: () => new Map([['outbox', { done: 0, failed: 0 }]]),
    logStream,
    siblings,
    gate,
  })
  await app.ready()
  const sentTwice = notedSentTwice(app)
  if (phase !== firstPhase && reached !== phase) {
    const moved = await alone(() => app.inject({ method: 'POST', url: '/demo/clock', payload: { phase } }))
    if (moved.statusCode !== 200) throw new Error(`the demo did not reach ${phase}: ${moved.body}`)
    keepPlayed?.(image())
  }
  const services = portals[0]!
  const base = `/${slugs[0]}/candidate/`
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= (async () => {
      await app.close()
      for (const portal of portals) await portal.close()
      if (build) rmSync(build, { recursive: true })
      rmSync(uploads, { recursive: true, force: true })
      if (sentTwice.length > 0) throw new Error(`answered twice: ${[...new Set(sentTwice)].join(', ')}`)
    })()
    return closing
  }
  if (!shared) onTestFinished(close)

  return {
    app,
    services,
    portals,
    clock,
    box,
    pauses,
    /** Log lines, if `config.logLevel` lets any through. */
    logs,
    base,
    close,

    /** What it has lived through until now, from which others may go on. `folder`: for its files. */
    life(folder: string): Life {
      cpSync(uploads, folder, { recursive: true })
      return { ...image(), files: folder, portalAt: clock.portal(), realAt: clock.real(), sent: [...box.sent] }
    },

    /** Requests any address, as a program or an attacker does. */
    async ask(
      method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
      url: string,
      from: Caller & { body?: unknown } = {},
    ): Promise<Answer> {
      const response = await app.inject({
        method,
        url,
        remoteAddress: from.ip ?? '127.0.0.1',
        headers: { ...(from.token ? { authorization: `Bearer ${from.token}` } : {}), ...from.headers },
        cookies: from.cookies,
        ...(from.body === undefined ? {} : { payload: from.body as object }),
      })
      return answerOf(response)
    },

    /** Everything stored, after due messages are delivered; for comparing before with after. */
    async contents(): Promise<string> {
      await services.messages.deliverDue()
      const tables = Object.keys(this.rows()).filter((name) => !ownOf.has(name))
      const hashOf = (name: string) => {
        const rows = services.db.sqlite.prepare(`SELECT * FROM "${name}"`).all()
        return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
      }
      return tables.map((name) => `${name} ${hashOf(name)}`).join('\n')
    },

    /** The number of rows of each table. */
    rows(): Record<string, number> {
      const tables = services.db.sqlite
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all() as { name: string }[]
      return Object.fromEntries(
        tables.map(({ name }) => {
          const { rows } = services.db.sqlite.prepare(`SELECT count(*) AS rows FROM "${name}"`).get() as {
            rows: number
          }
          return [name, rows]
        }),
      )
    },

    /** Every route of the server, in the order of its tree; `:name` marks a parameter. */
    routes(): { method: string; url: string }[] {
      const parents: string[] = []
      return app
        .printRoutes({ commonPrefix: false })
        .split('\n')
        .flatMap((line) => {
          const [, indent, segment, methods] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
          if (indent === undefined) return []
          const depth = indent.length / 4
          parents.length = depth
          parents.push(segment ?? '')
          const url = parents.join('')
          return methods ? methods.split(', ').map((method) => ({ method, url })) : []
        })
    },

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

    /** Delivers due messages and returns the newest OTP sent to a number or address. */
    async otpFor(to: string): Promise<string> {
      await services.messages.deliverDue()
      const message = box.sent.findLast((entry) => entry.to === to && otpDigits.test(entry.text))
      const otp = message && otpDigits.exec(message.text)?.[0]
      if (!otp) throw new Error(`no OTP went to ${to}`)
      return otp
    },

    /** Delivers due messages and returns the newest link sent to a number or address. */
    async linkFor(to: string): Promise<URL> {
      await services.messages.deliverDue()
      const message = box.sent.findLast((entry) => entry.to === to && /https:/.test(entry.text))
      const link = message && /https:\S+/.exec(message.text)?.[0]
      if (!link) throw new Error(`no link went to ${to}`)
      return new URL(link)
    },

    /** Delivers due messages and counts those of a template sent to a recipient. */
    async sentTo(to: string, template: string): Promise<number> {
      await services.messages.deliverDue()
      return box.sent.filter((entry) => entry.to === to && entry.template === template).length
    },
  }
}

/** The account calls of the candidate API, by purpose. */
export const calls = {
  register: 'candidateRegistrationController/candidateRegistration',
  verify: 'candidateRegistrationController/verifyOtp',
  resend: 'candidateRegistrationController/resendRegistrationOtp',
  name: 'candidateRegistrationController/getCandidateName',
  login: 'candidateLoginController/candidateLogin',
  details: 'candidateLoginController/getCandidateDetails',
  userDetails: 'candidateLoginController/getUserDetails',
  logins: 'candidateLoginController/getLoginDetails',
  forgot: 'candidateLoginController/forgotPasswordOTP',
  recover: 'candidateLoginController/recoverForgot_Password_Otp',
  changePassword: 'candidateLoginController/changePassword',
  verifyEmail: 'candidateLoginController/sendVerifyEmail',
  whatsapp: 'candidateLoginController/smsOnWhatsapp',
  refresh: 'refreshToken',
  otp: 'otp',
  mobile: 'contact/mobile',
  sso: 'sso/ssologin',
} as const

export type Caller = { token?: string; cookies?: Record<string, string>; headers?: Record<string, string>; ip?: string }
export type Answer = {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: LightMyRequestResponse['headers']
  cookies: Record<string, string>
}

function answerOf(response: LightMyRequestResponse): Answer {
  const isJson = response.headers['content-type']?.toString().includes('json')
  return {
    status: response.statusCode,
    text: response.body,
    body: isJson && response.body ? response.json() : response.body,
    headers: response.headers,
    cookies: Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value])),
  }
}

export type Browser = ReturnType<typeof browser>

/**
 * A browser without script: it keeps cookies, names the origin of a request and posts forms with the token of its
 * session.
 */
export function browser(portal: TestPortal, cookies: Record<string, string> = {}, ip?: string) {
  const jar: Record<string, string> = { ...cookies }
  const at = (path: string) => (path.startsWith('/') ? path : `${portal.base}${path}`)
  async function send(
    method: 'GET' | 'POST',
    path: string,
    from: Caller & { body?: string | Buffer },
  ): Promise<Answer> {
    const answer = await portal.ask(method, at(path), {
      ip,
      ...from,
      cookies: { ...jar },
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...from.headers },
    })
    for (const [name, value] of Object.entries(answer.cookies)) {
      if (value === '') delete jar[name]
      else jar[name] = value
    }
    return answer
  }
  return {
    jar,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    /** Posts a body as it is, such as a form with files. */
    sendBody: (path: string, body: Buffer, headers: Record<string, string>) => send('POST', path, { body, headers }),
    /** Posts a form to a page, with the token of the session unless `_csrf` is given. */
    post(path: string, fields: Fields = {}, headers: Record<string, string> = {}) {
      const csrf = jar['XSRF-TOKEN']
      const form = new URLSearchParams(csrf ? { _csrf: csrf } : {})
      for (const [name, value] of Object.entries(fields)) {
        form.delete(name)
        for (const one of [value].flat()) form.append(name, one)
      }
      const body = form.toString()
      return send('POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
    },
  }
}

export type Fields = Record<string, string | string[]>

/** Requests a page as data, as the scripted client does: the server decides the same way and renders nothing. */
export const asData = { accept: viewMediaType }

/** The data that a page was rendered from; every page carries it. */
export function viewOf<V = View<never>>({ text, body }: Answer): V {
  if (typeof body === 'object') return body
  const json = /<script id="view" type="application\/json">(.*?)<\/script>/.exec(text)?.[1]
  if (!json) throw new Error(`not a page: ${text.slice(0, 200)}`)
  return JSON.parse(json)
}

/** The faults of a returned form, by field. */
export const faultsOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries((viewOf(answer).form?.errors ?? []).map(({ field, message }) => [field, message]))

/** The answers to the registration form; a test changes the ones that it checks. */
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

/** Another person, who shares no answer with the first. */
export const ravi: typeof asha = {
  ...asha,
  fullName: 'Ravi Anil Kulkarni',
  email: 'ravi@example.org',
  mobile: '8765432109',
}

/** Registers a person through the API and returns the Application ID. */
export async function register(portal: TestPortal, person = asha): Promise<string> {
  const told = await portal.api('POST', calls.register, person)
  if (told.status !== 200) throw new Error(`registration refused: ${JSON.stringify(told.body)}`)
  const otp = await portal.otpFor(person.mobile)
  const { registrationId } = told.body.data
  const proved = await portal.api('POST', calls.verify, { registrationId, otp })
  if (proved.status !== 200) throw new Error(`OTP refused: ${JSON.stringify(proved.body)}`)
  return proved.body.data.userId
}

/** Registers and logs in, with an OTP where the course requires one. Returns the bearer and a browser's cookies. */
export async function signIn(portal: TestPortal, person = asha) {
  const userId = await register(portal, person)
  return { userId, ...(await logIn(portal, userId, person)) }
}

/** Logs in. `from` is the device: its cookies, address and user agent. */
export async function logIn(portal: TestPortal, userId: string, person = asha, from: Caller = {}) {
  const proof = { userId, password: person.password }
  let login = await portal.api('POST', calls.login, proof, from)
  if (login.status === 202) {
    login = await portal.api('POST', calls.login, { ...proof, otp: await portal.otpFor(person.mobile) }, from)
  }
  if (login.status !== 200) throw new Error(`login refused: ${JSON.stringify(login.body)}`)
  return { token: login.body.data.token as string, cookies: login.cookies }
}
