import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { type Running, startProduct } from './processes'

/** A page of the desk, and the role that opens it. */
export type DeskPage = { what: string; as: string; path: string }

/** Pages with work that grows with the number of candidates. */
export const deskPages: readonly DeskPage[] = [
  { what: 'a queue', as: 'so', path: 'scrutiny?queue=new' },
  {
    what: 'a queue of one district, newest first',
    as: 'so',
    path: 'scrutiny?queue=new&district=MH-pune&sort=-submittedAt',
  },
  { what: 'a queue of one type', as: 'so', path: 'scrutiny?queue=new&type=E' },
  { what: 'a queue of one category', as: 'so', path: 'scrutiny?queue=new&category=NT-D' },
  {
    what: 'a queue of one type and category',
    as: 'so',
    path: 'scrutiny?queue=new&type=B&category=OBC&sort=-submittedAt',
  },
  { what: "an officer's own", as: 'so', path: 'scrutiny?queue=picked-up&mine=yes' },
  { what: 'the overview', as: 'admin', path: 'overview' },
]

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Logs a persona in and returns the cookies of the session. */
export async function cookieOf({ url }: Running, key: string): Promise<string> {
  const login = await fetch(`${url}/demo/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ course: 'mbale', key }),
  })
  return login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The time to the last byte, in ms; any status but 200 voids the run. */
async function timed(url: string, cookie: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } })
  await answer.arrayBuffer()
  if (answer.status !== 200 || answer.redirected) throw new Error(`${url}: ${answer.status} ${answer.url}`)
  return performance.now() - begun
}

/** Seeds a demo with this number of candidates. */
export function seed(folder: string, candidates: number): void {
  const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, COURSES: 'mbale', LOG_LEVEL: 'warn' }
  execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--candidates', String(candidates)], { env })
}

/**
 * The medians for a page with few candidates and with many, measured alternately under the same conditions, and their
 * ratio.
 */
export async function grows(
  small: Running,
  large: Running,
  { as, path: page }: DeskPage,
): Promise<{ small: number; large: number; ratio: number }> {
  const times = { small: [] as number[], large: [] as number[] }
  const at = async (server: Running) => ({
    url: `${server.url}/${path.posix.join('mbale/cell', page)}`,
    cookie: await cookieOf(server, as),
  })
  const [few, many] = [await at(small), await at(large)]
  for (let n = 0; n < 80; n++) {
    const [one, other] = [await timed(few.url, few.cookie), await timed(many.url, many.cookie)]
    // The first requests are for the warm-up.
    if (n < 20) continue
    times.small.push(one)
    times.large.push(other)
  }
  const [least, most] = [median(times.small), median(times.large)]
  return { small: least, large: most, ratio: most / least }
}

/** Starts a server with 1,000 candidates and one with 100,000; `stop` ends both. */
export async function startBoth(folder: string): Promise<{ small: Running; large: Running; stop(): Promise<void> }> {
  const [few, many] = [path.join(folder, 'few'), path.join(folder, 'many')]
  seed(few, 1000)
  seed(many, 100_000)
  const [small, large] = [await startProduct(few), await startProduct(many)]
  return {
    small,
    large,
    async stop() {
      await small.stop()
      await large.stop()
    },
  }
}
