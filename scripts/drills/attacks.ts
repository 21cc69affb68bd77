import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { Seen } from '#scripts/bench/crowd.ts'
import { letIn } from './killed'
import { command, type Drill, folderOfDrill, start } from './portal'

/** `body`: the bytes of the try with this number. */
type Attack = {
  what: string
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | ((attempt: number) => string)
}

const base = '/mbale/candidate'
const api = `${base}/api`
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const login = `${api}/candidateLoginController/candidateLogin`

/** One or two of each kind of the cases 14 to 34, as bytes on the wire. */
const attacks: readonly Attack[] = [
  { what: 'SQL in a search', method: 'GET', path: `${base}/institude-list?name=%27%29%20OR%201%3D1%20--` },
  {
    what: 'SQL in a login',
    method: 'POST',
    path: login,
    headers: json,
    // Another name each time: after wrong tries on one name, an OTP is due for it.
    body: (attempt) => `{"userId":"' OR ${attempt}=${attempt} --","password":"x"}`,
  },
  { what: 'a path with ..', method: 'GET', path: `${base}/documents/view/..%2f..%2fportal.db` },
  { what: 'a path with .. in assets', method: 'GET', path: '/assets/../../package.json' },
  { what: 'a NUL in an address', method: 'GET', path: `${base}/documents/view/a%00.pdf` },
  {
    what: '__proto__ in JSON',
    method: 'POST',
    path: login,
    headers: json,
    body: '{"__proto__":{"isAdmin":true},"userId":"a"}',
  },
  {
    what: 'JSON of great depth',
    method: 'POST',
    path: login,
    headers: json,
    body: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  },
  { what: 'a body too large', method: 'POST', path: login, headers: json, body: `{"userId":"${'a'.repeat(200_000)}"}` },
  {
    what: 'a body of another type',
    method: 'POST',
    path: login,
    headers: { 'content-type': 'text/xml' },
    body: '<a/>',
  },
  {
    what: 'a forged session',
    method: 'GET',
    path: `${base}/dashboard`,
    headers: { cookie: `mbale_session=${'x'.repeat(43)}` },
  },
  {
    what: 'a forged cookie of the desk',
    method: 'GET',
    path: '/mbale/cell/home',
    headers: { cookie: `mbale_desk=${'y'.repeat(43)}` },
  },
  {
    what: 'a forged bearer',
    method: 'GET',
    path: `${api}/dues`,
    headers: { authorization: `Bearer ${'z'.repeat(43)}` },
  },
  {
    what: 'a form of another site',
    method: 'POST',
    path: `${base}/login`,
    headers: { ...form, origin: 'https://evil.example' },
    body: 'userId=a&password=b',
  },
  { what: 'a redirect off the site', method: 'GET', path: `${base}/login?next=//evil.example/` },
  {
    what: 'a forged webhook',
    method: 'POST',
    path: `${api}/payments/webhook/demo`,
    headers: json,
    body: '{"event":"payment.captured"}',
  },
  { what: 'an address that cannot be read', method: 'GET', path: `${base}/home%zz` },
  {
    what: 'multipart without a boundary',
    method: 'POST',
    path: `${api}/documents`,
    headers: { 'content-type': 'multipart/form-data' },
    body: 'x',
  },
]

type Refused = { status: number; retryAfter: string | undefined; location: string | undefined }

/** Sends it as it is written, each time from another network; null if the connection was broken. */
function send(
  url: string,
  { method, path, headers = {}, body: bytes }: Attack,
  attempt: number,
): Promise<Refused | null> {
  const body = typeof bytes === 'function' ? bytes(attempt) : bytes
  const { hostname, port } = new URL(url)
  const from = { 'x-forwarded-for': `10.200.${attempt >> 8}.${attempt & 255}` }
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const request = http.request(
      { hostname, port, method, path, headers: { ...from, ...headers, ...length } },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            location: answer.headers.location,
          }),
        )
      },
    )
    request.on('error', () => resolve(null))
    request.setTimeout(60_000, () => request.destroy())
    request.end(body)
  })
}

const isForNow = (answer: Refused | null) => (answer?.status === 503 || answer?.status === 429) && answer.retryAfter

/** The attacks of the cases 14 to 34 once more, while a crowd fills the server. */
export const attacksUnderLoad: Drill = {
  name: 'cases 14 to 34: attacks while a crowd fills the server',
  async run(say) {
    const folder = folderOfDrill()
    command(folder, 'seed', '--candidates', '1500')
    const sixSteps = `EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = c.id AND a.submitted_at IS NULL) AND
      (SELECT count(*) FROM application_steps s WHERE s.candidate_id = c.id AND s.completed_at IS NOT NULL) = 6`
    const ids = letIn(folder, sixSteps, 60).map(({ userId }) => userId)
    const server = await start(folder)
    const quiet = new Map<Attack, Refused | null>()
    let attempt = 0
    for (const attack of attacks) quiet.set(attack, await send(server.url, attack, ++attempt))
    const crowd = fork('scripts/bench/surge-crowd.ts', [server.url, 'opening-day', ...ids], {
      execArgv: ['--import', 'tsx'],
    })
    process.once('exit', () => crowd.kill('SIGKILL'))
    await once(crowd, 'message')
    crowd.send({ seconds: 20, perSecond: null })
    const over = once(crowd, 'message') as Promise<[Seen]>
    let isOver = false
    void over.then(() => {
      isOver = true
    })
    const differing: string[] = []
    let sent = 0
    let forNow = 0
    while (!isOver)
      for (const attack of attacks) {
        const answer = await send(server.url, attack, ++attempt)
        sent++
        const before = quiet.get(attack)
        if (isForNow(answer)) forNow++
        else if (answer?.status !== before?.status || answer?.location !== before?.location)
          differing.push(`${attack.what}: ${answer?.status} beside ${before?.status}`)
      }
    const [seen] = await over
    crowd.kill()
    const statuses = [...quiet].map(([{ what }, answer]) => `${what} ${answer?.status}`)
    say({
      what: 'Alone, each attack is refused or finds nothing, and none is an error of ours',
      holds: [...quiet.values()].every((answer) => answer !== null && answer.status < 500),
      measured: statuses.join(', '),
    })
    say({
      what: 'Under load each gets the same answer, or is asked to come back',
      holds: sent >= attacks.length && differing.length === 0,
      measured: `${sent} sent, ${forNow} asked to come back; ${differing.slice(0, 3).join('; ') || 'none differs'}`,
    })
    const crowdServed = Object.values(seen.served).reduce((sum, times) => sum + times.length, 0)
    say({
      what: 'The crowd is served, and no answer to it is an error',
      holds: crowdServed > 0 && Object.keys(seen.failed).length === 0 && seen.broken === 0,
      measured: `${crowdServed} served, failed ${JSON.stringify(seen.failed)}, ${seen.broken} broken`,
    })
    say({
      what: 'The log has no failed request',
      holds: !/a request failed|the error page failed/.test(server.log()),
      measured:
        server
          .log()
          .match(/a request failed/g)
          ?.length.toString() ?? 'none',
    })
    await server.stop()
  },
}
