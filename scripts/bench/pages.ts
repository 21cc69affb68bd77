import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { build } from 'vite'
import { optionsOfScript } from '#scripts/options.mjs'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { ownFolder } from './own-folder'
import { processTime, type Running, startBaseline, startProcess } from './processes'

/**
 * `npm run bench -- pages [--requests N]`: the processor time of an answer, in alternating rounds. The dashboard beside
 * bare Fastify that draws the same tree from the same data, and beside React Router 7 that runs the same queries; then
 * the pages of a round beside the dashboard of the same person. Processor time, since the machine's speed changes.
 */
const requests = Number(optionsOfScript({ requests: { type: 'string' } }, 1).values.requests ?? 2000)
const rounds = 5
const course = 'mbale'

const folder = ownFolder('pages')
const queriesFile = path.join(folder, 'queries.json')

await build({ configFile: 'scripts/bench/vite.config.ts', logLevel: 'warn' })
const env = { ...process.env, COURSES: course, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' }
execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', 'registration'], { env, stdio: 'ignore' })
const product = await startProcess(
  ['--max-semi-space-size=64', '--import', './scripts/bench/record-queries.mjs', 'scripts/serve.mjs'],
  {
    ...{ COURSES: course, MODE: 'demo', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', BENCH_QUERIES: queriesFile },
    ...{ REQUESTS_PER_MINUTE: '900000000', TRUST_PROXY: '127.0.0.1' },
  },
)

type Page = { what: string; server: Running; url: string; headers: Record<string, string> }

/** Milliseconds of the server's processor time for each of so many answers. Any other answer than 200 ends the run. */
async function costOf({ what, server, url, headers }: Page, amount: number): Promise<number> {
  const before = processTime(server.pid)
  const { non2xx, errors } = await autocannon({ url, headers, connections: 4, amount })
  if (non2xx || errors) throw new Error(`${what}: ${non2xx} other answers, ${errors} errors`)
  return ((processTime(server.pid) - before) / amount) * 1000
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The pages in alternating rounds, each as its cost and as a multiple of the first one's. */
async function compare(pages: readonly Page[], targets: readonly (number | null)[]): Promise<void> {
  for (const page of pages) await costOf(page, requests)
  const costs = pages.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, page] of pages.entries()) costs[at]!.push(await costOf(page, requests))
  const first = median(costs[0]!)
  for (const [at, { what }] of pages.entries()) {
    const cost = median(costs[at]!)
    const target = targets[at]
    const holds = target == null || cost <= target * first
    if (!holds) process.exitCode = 1
    console.log(
      `| ${what} | ${cost.toFixed(2)} ms | ${(cost / first).toFixed(2)} × | ${target == null ? '–' : `≤ ${target} ×`} | ${holds ? 'yes' : 'NO'} |`,
    )
  }
}

async function cookieOf(key: string): Promise<string> {
  const response = await fetch(`${product.url}/demo/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ course, key }),
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}

async function moveTo(phase: string): Promise<void> {
  const response = await fetch(`${product.url}/demo/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phase }),
  })
  if (!response.ok) throw new Error(`the demo did not move to ${phase}: ${await response.text()}`)
}

/** A page of the product. The answer is sent as it is, since a proxy in front compresses. */
const pageOf = (what: string, address: string, cookie: string): Page => ({
  what,
  server: product,
  url: `${product.url}/${course}/candidate/${address}`,
  headers: { cookie, 'accept-encoding': 'identity' },
})

/** The reads of the database that one answer makes. */
async function queriesOf(page: Page): Promise<unknown> {
  await fetch(page.url, { headers: page.headers })
  const signal = async () => {
    process.kill(product.pid, 'SIGUSR2')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await signal()
  await fetch(page.url, { headers: page.headers })
  await signal()
  if (!existsSync(queriesFile)) throw new Error('the product has recorded no queries')
  return JSON.parse(readFileSync(queriesFile, 'utf8'))
}

console.log(
  `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}\n`,
)
console.log('| Page | Processor time of an answer | | Target | Holds |\n|---|---|---|---|---|')

// A candidate who is half-way through the form.
const dashboard = pageOf('Dashboard', 'dashboard', await cookieOf('half-filled'))
const { headers } = dashboard
const answer = await fetch(dashboard.url, { headers })
const document = await answer.text()
const view = (await (await fetch(dashboard.url, { headers: { ...headers, accept: viewMediaType } })).json()) as View
const queries = await queriesOf(dashboard)
const input = (name: string, content: object) => {
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}
const own = ['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']
const bare = await startBaseline(
  'dashboard-baseline',
  input('bare', {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name))),
    view,
    head: /<\/title>(.*?)<\/head>/s.exec(document)![1]!,
  }),
)
const route = new URL(dashboard.url).pathname.slice(1)
const database = path.join(folder, course, 'portal.db')
const router = await startBaseline('router-baseline', input('router', { view, database, queries, route }))
await compare(
  [
    { what: 'Bare Fastify that draws the same page', server: bare, url: bare.url, headers },
    dashboard,
    { what: 'React Router 7 with the same queries', server: router, url: `${router.url}/${route}`, headers },
  ],
  [null, 2.3, null],
)
await bare.stop()
await router.stop()

await moveTo('round-1-options')
const choosing = await cookieOf('unconfirmed')
await compare(
  [
    pageOf('Dashboard while options are open', 'dashboard', choosing),
    pageOf('`select-institutes`, 40 institutes', 'option-form/select-institutes', choosing),
  ],
  [null, 1.5],
)
await moveTo('round-1-acceptance')
const seated = await cookieOf('betterment')
await compare(
  [
    pageOf('Dashboard of a candidate with a seat', 'dashboard', seated),
    pageOf('`allotment`', 'allotment', seated),
    pageOf('`self-arc-home`', 'self-arc-home', seated),
  ],
  [null, 1.5, 1.5],
)
console.log(`\nLoad after ${loadavg()[0]!.toFixed(1)}. No request was refused; any other answer than 200 ends the run.`)
await product.stop()
