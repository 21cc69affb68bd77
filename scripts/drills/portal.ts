import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { type Act, ask } from '#scripts/bench/crowd.ts'
import { personaPassword } from '#server/demo/personas.ts'

/** A fact that a drill has to show, and whether it held. */
export type Finding = { what: string; holds: boolean; measured: string }

export type Drill = { name: string; run(say: (finding: Finding) => void): Promise<void> }

const folders = new Set<string>()
const children = new Set<ChildProcess>()

/** A folder that is gone when the drills end. */
export function folderOfDrill(): string {
  const folder = mkdtempSync(path.join(tmpdir(), `pravesh-drill-${process.pid}-`))
  folders.add(folder)
  return folder
}

/** Removes what drills have left that were themselves killed. */
export function cleanUpAfterOthers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^pravesh-drill-(\d+)-/.exec(name) ?? []
    if (!pid || existsSync(`/proc/${pid}`)) continue
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Ends what is still running and removes every folder, however the drills end. */
export function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

const settings = (folder: string, more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  MODE: 'demo',
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: folder,
  COURSES: 'mbale',
  LOG_LEVEL: 'warn',
  REQUESTS_PER_MINUTE: '900000000',
  TRUST_PROXY: '127.0.0.1',
  ...more,
})

/** Runs a command of the built server to its end; returns what it printed. */
export const command = (folder: string, ...words: string[]): string => commandWith({}, folder, ...words)

/** The same with more settings. */
export const commandWith = (more: NodeJS.ProcessEnv, folder: string, ...words: string[]): string =>
  execFileSync(process.execPath, ['scripts/serve.mjs', ...words], { env: settings(folder, more), encoding: 'utf8' })

export type Running = {
  url: string
  pid: number
  /** Everything that it has logged so far. */
  log(): string
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts the built server on this folder. */
export async function start(folder: string, more: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: settings(folder, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let said = ''
  let isEnding = false
  const gone = once(child, 'exit').then(([code, signal]) => {
    children.delete(child)
    // Otherwise the drill would only say that nothing answers.
    if (!isEnding) console.log(`  THE SERVER ENDED BY ITSELF: ${code ?? signal}\n${said.slice(-2000)}`)
  })
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        said += chunk
        const url = /(http:\/\/[^/\s]+)\/demo\b/.exec(said)?.[1]
        if (url) resolve(url)
      })
    void gone.then(() => reject(new Error(`the server ended:\n${said.slice(-2000)}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    isEnding = true
    child.kill(signal)
    await gone
  }
  return { url: await ready, pid: child.pid!, log: () => said, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** The database of a folder, to read what is kept. No longer than `read` takes. */
export function reading<T>(folder: string, read: (sqlite: Database.Database) => T): T {
  const sqlite = addFunctions(new Database(path.join(folder, 'mbale', 'portal.db')))
  try {
    return read(sqlite)
  } finally {
    sqlite.close()
  }
}

const json = { 'content-type': 'application/json' }

/** A call of the candidates' API: its status, 0 if no answer came, and its data. */
export async function call(
  url: string,
  method: Act['method'],
  address: string,
  { body, bearer, language = 'en' }: { body?: object; bearer?: string; language?: 'en' | 'mr' } = {},
): Promise<{
  status: number
  code: string
  message: string
  retryAfter: string | undefined
  data: Record<string, unknown>
}> {
  const headers = {
    ...json,
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    'x-forwarded-for': network(),
    'accept-language': language,
  }
  const path = `/mbale/candidate/api/${address}`
  const act: Act = { kind: '', method, path, headers, body: body && JSON.stringify(body) }
  const answer = await ask(url, act, false)
  const said = answer?.text
    ? (JSON.parse(answer.text) as { code?: string; message?: string; data?: Record<string, unknown> })
    : {}
  return {
    status: answer?.status ?? 0,
    code: said.code ?? '',
    message: said.message ?? '',
    retryAfter: answer?.retryAfter,
    data: said.data ?? {},
  }
}

let networks = 0
const network = () => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`

/** The newest OTP that went to a number or an address; null if the server cannot say. */
export async function otpFor(url: string, to: string): Promise<string | null> {
  const answer = await ask(url, { kind: '', method: 'GET', path: `/demo/outbox.json?to=${to}`, headers: {} }, false)
  if (answer?.status !== 200) return null
  return (JSON.parse(answer.text) as { otp?: string }[]).find(({ otp }) => otp)?.otp ?? null
}

/** A registration form, filled by somebody new of this number. */
export const formOf = (number: number) => ({
  fullName: 'Asha Ramesh Patil',
  email: `drill${number}@example.org`,
  mobile: `9${String(200_000_000 + number).padStart(9, '0')}`,
  state: 'MH',
  district: 'MH-pune',
  password: 'Passw0rd',
  confirmPassword: 'Passw0rd',
  consent: true,
})

/** Registers somebody new by number; their Application ID, or the refusal. */
export async function register(url: string, number: number) {
  const body = formOf(number)
  const { mobile } = body
  const begun = await call(url, 'POST', 'candidateRegistrationController/candidateRegistration', { body })
  const otp = begun.status === 200 ? await otpFor(url, mobile) : null
  if (otp === null) return { ...begun, userId: null, mobile }
  const proof = { registrationId: begun.data.registrationId, otp }
  const proved = await call(url, 'POST', 'candidateRegistrationController/verifyOtp', { body: proof })
  return { ...proved, userId: proved.status === 200 ? String(proved.data.userId) : null, mobile }
}

/** The cookie of a persona of the staff. */
export async function deskCookie(url: string, key: string): Promise<string> {
  const body = JSON.stringify({ course: 'mbale', key })
  const answer = await ask(url, { kind: '', method: 'POST', path: '/demo/login', headers: json, body }, false)
  const cookie = answer?.cookies.find((one) => one.startsWith('mbale_desk='))
  if (!cookie)
    throw new Error(`${key} cannot open the desk: ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`)
  return cookie
}

export function get(url: string, path: string, cookie?: string): Promise<Response> {
  const asked = () => fetch(`${url}${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  // On a busy machine the server may close a kept connection just as it is used again. A server that is gone fails twice.
  return asked().catch(asked)
}

/** A page of the desk as somebody of the staff reads it. */
export const deskPage = async (url: string, cookie: string, page: string, language: 'en' | 'mr' = 'en') =>
  (await get(url, `/mbale/cell/${page}`, `${cookie}; mbale_lang=${language}`)).text()

/** A form of the desk, sent as a browser sends it. */
export async function deskPost(
  url: string,
  cookie: string,
  page: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const csrf = /name="_csrf" value="([^"]+)"/.exec(await deskPage(url, cookie, page))?.[1] ?? ''
  return fetch(`${url}/mbale/cell/${page}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _csrf: csrf, ...fields }),
  })
}

/** Asks again and again until the answer is one, for so many seconds. */
export async function eventually<T>(
  seconds: number,
  read: () => Promise<T | null | undefined | false>,
): Promise<T | null> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    const found = await read().catch(() => null)
    if (found) return found
    if (performance.now() > until) return null
    await pause(500)
  }
}

/** Logs somebody in by password; the bearer of their calls and the cookies of their pages. */
export async function signIn(url: string, userId: string): Promise<{ bearer: string; cookie: string }> {
  const act: Act = {
    kind: '',
    method: 'POST',
    path: '/mbale/candidate/api/candidateLoginController/candidateLogin',
    headers: { ...json, 'x-forwarded-for': network() },
    body: JSON.stringify({ userId, password: personaPassword }),
  }
  const answer = await ask(url, act, false)
  if (answer?.status !== 200) throw new Error(`${userId} cannot log in: ${answer?.status} ${answer?.text}`)
  const { token } = (JSON.parse(answer.text) as { data: { token: string } }).data
  return { bearer: token, cookie: answer.cookies.join('; ') }
}

/** Code that a server runs before its own, in every process: how a drill reaches what no file or signal does. */
export const preloaded = (code: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
})

/** The first line of a log with this word, by its message. */
export const lineWith = (log: string, word: string): string | undefined =>
  [...log.matchAll(/"msg":"([^"]*)"/g)].map(([, message]) => message!).find((message) => message.includes(word))

export const marathi = /[\u0900-\u097F]/
