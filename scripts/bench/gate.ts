import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { answersOf, ask, percentile, refusedOf, type Seen, shareRefused, timesOf } from './crowd'
import type { GateOrder } from './gate-crowd'
import { ownFolder } from './own-folder'
import { processTimeOfAll, startProduct } from './processes'
import { signInAll } from './surge-mix'

/**
 * `npm run bench -- gate [--seconds N] [--workers 1|2]`: whom the gate refuses. Below the capacity, at 64 connections of 64
 * people, at twice the capacity, and beside one account that floods the built server; with one process and with two.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({ seconds: text, workers: text }, 1).values
const seconds = Number(asked.seconds ?? '8')
const processes = (asked.workers ?? '1,2').split(',').map(Number)

const folder = ownFolder('gate')
Object.assign(process.env, { COURSES: 'mbale' })
const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' }
execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--candidates', '1000'], { env, stdio: 'ignore' })
const sqlite = addFunctions(new Database(path.join(folder, 'mbale/portal.db')))
const ids = sqlite
  .prepare(
    `UPDATE candidates SET password_hash = (SELECT max(password_hash) FROM candidates) WHERE id IN
     (SELECT candidate_id FROM applications WHERE submitted_at IS NULL ORDER BY candidate_id LIMIT 81) RETURNING user_id`,
  )
  .pluck()
  .all() as string[]
sqlite.close()

type Ask = GateOrder['asks'][number]
const base = '/mbale/candidate'
const page = (kind: string, name: string, headers: Record<string, string>): Ask => ({
  kind,
  path: `${base}/${name}`,
  headers: { accept: 'text/html', ...headers },
})
const from = (n: number) => ({ 'x-forwarded-for': `127.${10 + (n >> 8)}.${n & 255}.1` })

/** Numbers that the portal gives to visitors who act all at once from one address. */
async function numbersAt(url: string): Promise<Record<string, string>[]> {
  const one = {
    kind: 'login',
    method: 'POST',
    path: `${base}/login`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...from(4000) },
    body: 'userId=nobody&password=nothing',
  } as const
  const answers = await Promise.all(Array.from({ length: 90 }, () => ask(url, one, false)))
  return answers.flatMap((answer) => {
    const cookie = answer?.cookies.find((given) => given.startsWith('mbale_turn='))
    return cookie ? [{ cookie }] : []
  })
}

/** A process that sends what it is told, and ends with this one. */
async function crowdOf(url: string): Promise<ChildProcess> {
  const crowd = fork('scripts/bench/gate-crowd.ts', [url], { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => crowd.kill())
  // Nothing more comes from a crowd that has failed.
  crowd.once('exit', (code) => code && process.exit(1))
  await once(crowd, 'message')
  return crowd
}
async function send(crowd: ChildProcess, order: GateOrder): Promise<Seen> {
  crowd.send(order)
  return ((await once(crowd, 'message')) as [Seen])[0]
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
let isHeld = true
/** `isVoid`: other programs had so much of the processor that the clock says nothing. */
function row(what: string, seen: Seen, target: string, holds: boolean, more = '', isVoid = false): void {
  if (!holds && !isVoid) isHeld = false
  const times = timesOf(seen)
  const at = [0.5, 0.99, 1].map((part) => ms(percentile(times, part))).join(' | ')
  const failed =
    Object.keys(seen.failed).length || seen.broken ? ` ${JSON.stringify(seen.failed)}, ${seen.broken} broken` : ''
  console.log(
    `| ${what} | ${times.length}${failed} | ${at} | ${percent(shareRefused(seen))} | ${more} | ${target} | ${holds ? 'yes' : isVoid ? 'void: the machine was busy' : 'NO'} | ${loadavg()[0]!.toFixed(1)} |`,
  )
}
/** Answers a second: of one kind, or of all. */
const perSecond = ({ served, seconds }: Seen, of?: string): number =>
  Object.entries(served).reduce((sum, [kind, { length }]) => (of && kind !== of ? sum : sum + length), 0) / seconds
const kindIn = ({ served }: Seen): string => Object.keys(served)[0] ?? ''
const isWhole = (seen: Seen) => Object.keys(seen.failed).length === 0 && seen.broken === 0

console.log(
  `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}\n`,
)
console.log('| | Served | p50 | p99 | Longest | Refused | Beside it | Target | Holds | Load |')
console.log('|---|---|---|---|---|---|---|---|---|---|')
for (const workers of processes) {
  process.env.WORKERS = String(workers)
  const server = await startProduct(folder)
  const people = await signInAll(server.url, ids)
  const [crowd, others] = [await crowdOf(server.url), await crowdOf(server.url)]
  const processesOf = workers === 1 ? 'One process' : `${workers} processes`
  const [flooder, ...rest] = people
  const dashboardOf = ({ cookie }: { cookie: string }, n: number) =>
    page('dashboard', 'dashboard', { cookie, ...from(n) })
  const callOf = ({ bearer }: { bearer: string }, n: number): Ask => ({
    kind: 'call',
    path: `${base}/api/dues`,
    headers: { authorization: `Bearer ${bearer}`, ...from(n) },
  })
  const visit = (n: number) => page('visitor', 'login?next=%2Fmbale%2Fcandidate%2Fdashboard', from(1000 + n))
  const eachOf64 = rest.slice(0, 64).map(dashboardOf)

  // 64 people, each with a connection that asks again as soon as it has an answer.
  await send(crowd, { asks: eachOf64, seconds: 3, perSecond: null, wide: 64 })
  const of64 = await send(crowd, { asks: eachOf64, seconds, perSecond: null, wide: 64 })
  const capacity = perSecond(of64)
  row(
    `${processesOf}: 64 connections of 64 people`,
    of64,
    '≤ 2 % refused',
    shareRefused(of64) <= 0.02 && isWhole(of64),
    `${capacity.toFixed(0)} a second`,
  )

  // The same people and as many strangers, whatever the answers.
  const mixed = [...eachOf64, ...rest.slice(0, 64).map((_, n) => visit(n))]
  /** Does the work, during which the server is full; and says whether other programs had more than a quarter of its cores. */
  async function full<T>(work: () => Promise<T>): Promise<[T, isBusy: boolean]> {
    const [before, begun] = [processTimeOfAll(server.pid), performance.now()]
    const done = await work()
    const share = (processTimeOfAll(server.pid) - before) / ((performance.now() - begun) / 1000)
    return [done, share < 0.75 * Math.min(workers, availableParallelism())]
  }

  // In alternating rounds, because other programs may use the machine. Somebody signed in has seven turns for one of a visitor,
  // and a dashboard costs more than a visitor's page: each answer counts as the time that it takes where there is nothing else.
  const visits = rest.slice(0, 64).map((_, n) => visit(n))
  const rounds: { mix: Seen; twice: Seen; work: number; answers: number }[] = []
  const [, wasBusy] = await full(async () => {
    for (let n = 0; n < 3; n++) {
      const mix = await send(crowd, { asks: mixed, seconds, perSecond: null, wide: 64 })
      const alone = []
      for (const asks of [eachOf64, visits])
        alone.push(await send(crowd, { asks, seconds: seconds / 2, perSecond: null, wide: 64 }))
      const most = perSecond(mix)
      const twice = await send(crowd, { asks: mixed, seconds, perSecond: most * 2 })
      const work = alone.reduce((sum, seen) => sum + perSecond(twice, kindIn(seen)) / perSecond(seen), 0)
      rounds.push({ mix, twice, answers: perSecond(twice) / most, work })
    }
  })
  const { mix, twice, work } = rounds.sort((a, b) => a.work - b.work)[1]!
  const rate = perSecond(mix) * 0.7
  const below = await send(crowd, { asks: mixed, seconds, perSecond: rate })
  const after = await send(crowd, { asks: mixed, seconds, perSecond: null, wide: 64 })
  row(
    `${processesOf}: seven tenths of the capacity`,
    below,
    'nobody refused',
    refusedOf(below) === 0 && isWhole(below),
    `${rate.toFixed(0)} a second`,
    // The machine has become slower meanwhile.
    rate > 0.9 * perSecond(after),
  )
  const list = (of: 'work' | 'answers') => rounds.map((round) => `${round[of].toFixed(2)} ×`).join(', ')
  row(
    `${processesOf}: twice the capacity`,
    twice,
    '≥ 0.9 × of the work',
    work >= 0.9 && isWhole(twice),
    `work: ${list('work')}; answers: ${list('answers')}`,
    wasBusy,
  )

  // One account floods, and others come now and then: signed in, by a call, and a visitor.
  const now = rest
    .slice(64)
    .flatMap((person, n) => [dashboardOf(person, 2000 + n), callOf(person, 2000 + n), visit(2000 + n)])
  const quiet = await send(others, { asks: now, seconds, perSecond: 20 })
  row(`${processesOf}: others, without a flood`, quiet, 'nobody refused', refusedOf(quiet) === 0 && isWhole(quiet))
  const own = [{ cookie: flooder!.cookie }]
  const numbers = await numbersAt(server.url)
  const drawn = 'login?next=%2Fmbale'
  const floods: [what: string, wide: number, addresses: number, name: string, headers: Record<string, string>[]][] = [
    ["one account's dashboards", 20, 1, 'dashboard', own],
    ["one account's dashboards", 60, 1, 'dashboard', own],
    ["one account's dashboards", 60, 20, 'dashboard', own],
    ["one account's dashboards", 300, 1, 'dashboard', own],
    ["one account's dashboards", 300, 20, 'dashboard', own],
    ["one account's payment pages", 60, 1, 'payment', own],
    ["a visitor's drawn pages, with a false cookie", 60, 1, drawn, [{ cookie: 'mbale_session=false' }]],
    [`a visitor's drawn pages, with ${numbers.length} numbers`, 60, 1, drawn, numbers],
    [`a visitor's drawn pages, with ${numbers.length} numbers`, 300, 20, drawn, numbers],
    ["a visitor's drawn pages, with one number", 60, 20, drawn, numbers.slice(0, 1)],
    ['the home page from the cache', 60, 1, 'home', [{}]],
  ]
  for (const [what, wide, addresses, name, headers] of floods) {
    const asks = Array.from({ length: Math.max(addresses, headers.length) }, (_, n) =>
      page('flood', name, { ...headers[n % headers.length], ...from(3500 + (n % addresses)) }),
    )
    const [[flood, seen], isBusy] = await full(() =>
      Promise.all([
        send(crowd, { asks, seconds: seconds + 1, perSecond: null, wide }),
        send(others, { asks: now, seconds, perSecond: 20 }),
      ]),
    )
    const isServed = shareRefused(seen) <= 0.01 && isWhole(seen)
    row(
      `${processesOf}: others beside ${what} by ${wide} connections from ${addresses === 1 ? 'one address' : `${addresses} addresses`}`,
      seen,
      '≤ 1 % refused, p99 ≤ 500 ms',
      isServed && percentile(timesOf(seen), 0.99) <= 500,
      `flood: ${answersOf(flood)} served, ${percent(shareRefused(flood))} refused`,
      isServed && isBusy,
    )
  }

  // A café: sixty people at one address, beside the flood of somebody elsewhere.
  const cafe = rest.slice(0, 60).map((person) => dashboardOf(person, 5000))
  const newcomers = numbers.slice(0, 20).map((number) => page('newcomer', drawn, { ...number, ...from(3500) }))
  const drawnFlood = [page('flood', drawn, from(3500))]
  const crowds: [what: string, asks: Ask[], flood: Ask[]][] = [
    ['sixty people at one address', cafe, [page('flood', 'dashboard', { ...own[0], ...from(3500) })]],
    ['twenty newcomers with numbers, behind the address of the flooder,', newcomers, drawnFlood],
  ]
  for (const [what, asks, flood] of crowds) {
    const [, seen] = await Promise.all([
      send(crowd, { asks: flood, seconds: seconds + 1, perSecond: null, wide: 60 }),
      send(others, { asks, seconds, perSecond: null, wide: asks.length }),
    ])
    row(
      `${processesOf}: ${what} beside 60 connections of a flood`,
      seen,
      '≤ 2 % refused',
      shareRefused(seen) <= 0.02 && isWhole(seen),
    )
  }
  crowd.kill()
  others.kill()
  await server.stop()
}
console.log(`\nLoad after ${loadavg()[0]!.toFixed(1)}`)
process.exitCode = isHeld ? 0 : 1
process.exit()
