import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Act, ask } from '#scripts/bench/crowd.ts'
import type { Plan } from './plans'
import { actIn, type Seen } from './seen'

/** How long somebody tries to do one thing, in ms, before they give up. */
const patience = 180_000
/** The longest that somebody waits, in ms, before they press again. */
const longestPause = 20_000

/** Without a bound: everybody has a connection of their own, and nobody waits here for one. */
const agent = new http.Agent({ keepAlive: true })

/** An answer of the API; `code`: of a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Answer = { status: number; code: string; data: any }
export const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300

export type Phone = ReturnType<typeof phoneOf>

/** What somebody holds in their hand: it keeps its cookies, and its owner presses again while the portal is busy. */
export function phoneOf(
  plan: Plan,
  { url, door, seen, hurry }: { url: string; door: string; seen: Seen; hurry: number },
) {
  const cookies = new Map<string, string>()
  let bearer: string | null = null
  let textsSeen = 0
  const base = '/mbale/candidate'

  async function send(kind: string, act: Omit<Act, 'kind'>) {
    const row = actIn(seen, `${plan.line}: ${kind}`)
    const begun = performance.now()
    for (;;) {
      seen.requests++
      const asked = performance.now()
      const answer = await ask(url, { kind, ...act }, agent)
      const took = performance.now() - asked
      for (const cookie of answer?.cookies ?? []) cookies.set(cookie.split('=')[0]!, cookie)
      const isBusy = answer === null || answer.status === 503 || answer.status === 429
      const waited = performance.now() - begun
      if (!isBusy || waited > patience) {
        if (isBusy) row.unserved++
        else row.done++
        row.longest = Math.max(row.longest, waited)
        row.waits.push(waited)
        return { answer, took }
      }
      if (answer === null) row.broken++
      else {
        row.refused++
        const code = /"code":"([\w-]+)"/.exec(answer.text)?.[1] ?? ''
        const what = `${kind}: ${answer.status} ${code}, pressed again`
        seen.surprises[what] = (seen.surprises[what] ?? 0) + 1
      }
      await pause(Math.min(longestPause, Number(answer?.retryAfter ?? 2) * 1000))
    }
  }

  const headers = () => ({
    'x-forwarded-for': plan.network,
    'accept-language': plan.language,
    cookie: [...cookies.values()].join('; '),
  })

  return {
    plan,
    cookies,
    setBearer: (token: string | null) => {
      bearer = token
    },
    isIn: () => bearer !== null,

    /** Between two acts: reading, typing, looking for a paper. Shorter in a hurried season. */
    think: () => pause(Math.min(3000, (4000 + (plan.n % 7) * 2000) / hurry)),

    /** A call of the API. A refusal that is not in `planned` is counted as a surprise. */
    async call(
      kind: string,
      method: Act['method'],
      path: string,
      body?: object | { content: Buffer; headers: Record<string, string> },
      planned: readonly string[] = [],
    ): Promise<Answer> {
      const isFile = body !== undefined && 'content' in body
      const file = body as { content: Buffer; headers: Record<string, string> }
      const { answer } = await send(kind, {
        method,
        path: `${base}/api/${path}`,
        headers: {
          ...headers(),
          ...(body === undefined ? {} : isFile ? file.headers : { 'content-type': 'application/json' }),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        },
        body: isFile ? file.content : body && JSON.stringify(body),
      })
      const said = answer?.text ? JSON.parse(answer.text) : {}
      const status = answer?.status ?? 0
      const code = String(said.code ?? '')
      if ((status < 200 || status >= 300) && !planned.includes(code)) {
        const fields = (said.errors ?? []).map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
        const what = `${kind}: ${status} ${code} ${fields.join(' ')}`.trim()
        seen.surprises[what] = (seen.surprises[what] ?? 0) + 1
      }
      return { status, code, data: said.data ?? null }
    },

    /** Opens a page. `isOwn`: a page for which somebody has to be signed in; papers are none. */
    async open(kind: string, path: string, { isOwn = true } = {}): Promise<number> {
      const page = {
        method: 'GET' as const,
        path: `${base}/${path}`,
        headers: { ...headers(), accept: 'text/html', 'accept-encoding': 'gzip' },
      }
      const { answer, took } = await send(kind, page)
      const status = answer?.status ?? 0
      if (isOwn && status === 200) seen.pages.push(took)
      if (status !== 200 && status !== 303 && status !== 302) {
        const what = `${kind}: page ${status}`
        seen.surprises[what] = (seen.surprises[what] ?? 0) + 1
      }
      return status
    },

    /** Puts the texts so far aside, before an OTP is asked for: nobody types one of yesterday's. */
    putTextsAside: async () => {
      textsSeen = ((await peer(`${door}/texts`, { number: plan.form.mobile })) as { all: number }).all
    },

    /** The OTP that comes next by SMS; null if none comes. */
    async otp(): Promise<string | null> {
      const got = (await peer(`${door}/otp`, { number: plan.form.mobile, seen: textsSeen })) as {
        otp: string | null
        seen: number
      }
      textsSeen = got.seen
      const row = actIn(seen, `${plan.line}: OTP by SMS`)
      if (got.otp === null) row.unserved++
      else row.done++
      return got.otp
    },

    /** Pays an order at the gateway, with this luck; the fields that come back with the browser, or null. */
    pay: async (order: string, luck: Plan['luck']) =>
      ((await peer(`${door}/pay`, { order, luck })) as { back: Record<string, string> | null }).back,
  }
}

async function peer(address: string, body: object): Promise<unknown> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: 'POST', headers, agent }, (response) => {
      let said = ''
      response.on('data', (chunk: Buffer) => {
        said += chunk
      })
      response.on('end', () => resolve(JSON.parse(said)))
    })
    request.on('error', reject)
    request.end(text)
  })
}
