import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { answersOf, failedOf, percentile, refusedOf, type Seen, shareRefused, timesOf } from './crowd'
import { multiply } from './multiplied'
import { endBySignal, ownFolder } from './own-folder'
import { peakMemory, processTime, startProduct } from './processes'
import { withRound } from './season-round'
import type { Order } from './surge-crowd'

/**
 * `npm run bench -- surge [--candidates N] [--seconds N] [--workers N] [--night result-night] [--data FOLDER]`: how much of an
 * opening day, or of a result night, the built server carries; and how it behaves at twice that. FOLDER: a demo that was
 * seeded before, which is changed and stays.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({ candidates: text, seconds: text, workers: text, night: text, data: text }, 1).values
const candidates = Number(asked.candidates ?? '10000')
const seconds = Number(asked.seconds ?? '60')
const workers = Number(asked.workers ?? '1')
const night = asked.night ?? 'opening-day'
if (!['opening-day', 'result-night', 'reading'].includes(night))
  throw new Error(`--night is opening-day, result-night or reading, not ${night}`)
const people = 900

const given = asked.data ?? ''
const folder = given || ownFolder('surge')
endBySignal()
const database = path.join(folder, 'mbale', 'portal.db')
const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, COURSES: 'mbale', LOG_LEVEL: 'error' }

/** A cohort of at most this size is drawn; a larger one is copied from it. */
const drawn = 10_000

function seed(): number {
  const begun = performance.now()
  const isNight = night === 'result-night'
  if (!given) {
    const words = ['scripts/serve.mjs', 'seed', '--candidates', String(Math.min(candidates, drawn))]
    const phase = isNight && candidates <= drawn ? ['--phase', 'round-1-acceptance'] : []
    execFileSync(process.execPath, [...words, ...phase], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (candidates > drawn) multiply(folder, candidates)
  }
  if (isNight && (given || candidates > drawn) && !hasRound()) withRound(folder)
  return (performance.now() - begun) / 1000
}

/** Has the given folder a round already? */
function hasRound(): boolean {
  const sqlite = new Database(database, { readonly: true })
  const runs = sqlite.prepare("SELECT count(*) FROM allotment_runs WHERE state = 'published'").pluck().get() as number
  sqlite.close()
  return runs > 0
}

/** Gives people of the cohort the personas' password: those who have to upload documents, or those with a seat. */
function letIn(): string[] {
  const sqlite = addFunctions(new Database(database))
  const whose =
    night === 'result-night'
      ? `c.id IN (SELECT candidate_id FROM allotments)`
      : `EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = c.id AND a.submitted_at IS NULL) AND
         (SELECT count(*) FROM application_steps s WHERE s.candidate_id = c.id AND s.completed_at IS NOT NULL) = 6`
  const found = sqlite
    .prepare<[number], { id: number; userId: string }>(
      `SELECT c.id, c.user_id AS userId FROM candidates c WHERE c.password_hash IS NULL AND ${whose} LIMIT ?`,
    )
    .all(people)
  const give = sqlite.prepare(
    'UPDATE candidates SET password_hash = (SELECT max(password_hash) FROM candidates) WHERE id = ?',
  )
  sqlite.transaction(() => {
    for (const { id } of found) give.run(id)
  })()
  sqlite.close()
  return found.map(({ userId }) => userId)
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

function say(name: string, seen: Seen): void {
  const speed = answersOf(seen) / seen.seconds
  console.log(
    `\n**${name}**: ${speed.toFixed(0)} a second served, ${refusedOf(seen)} refused (${percent(shareRefused(seen))}), ${failedOf(seen)} failed ${JSON.stringify(seen.failed)}, ${seen.broken} connections broken, ${seen.unsent} not sent`,
  )
  console.log('\n| | served | p50 | p95 | p99 | refused | share refused |\n|---|---|---|---|---|---|---|')
  for (const kind of [...new Set([...Object.keys(seen.served), ...Object.keys(seen.refused)])].sort()) {
    const times = seen.served[kind] ?? []
    const at = [0.5, 0.95, 0.99].map((part) => ms(percentile(times, part)))
    const refused = seen.refused[kind] ?? 0
    console.log(
      `| ${kind} | ${times.length} | ${at.join(' | ')} | ${refused} | ${percent(refused / (times.length + refused))} |`,
    )
  }
}

const seeded = seed()
const ids = letIn()
if (ids.length < 20) throw new Error(`only ${ids.length} people can act`)
console.log(
  `${candidates.toLocaleString('en')} candidates, ${night}, ${workers} ${workers === 1 ? 'process' : 'processes'}; ${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}; seeded in ${seeded.toFixed(0)} s, database ${(statSync(database).size / 1e6).toFixed(0)} MB`,
)
process.env.COURSES = 'mbale'
process.env.WORKERS = String(workers)
const server = await startProduct(folder)
const crowd = fork('scripts/bench/surge-crowd.ts', [server.url, night, ...ids], { execArgv: ['--import', 'tsx'] })
process.once('exit', () => crowd.kill())
// Nothing more comes from a crowd that has failed.
crowd.once('exit', (code) => code && process.exit(1))
await once(crowd, 'message')

async function send(order: Order): Promise<Seen> {
  crowd.send(order)
  const [seen] = (await once(crowd, 'message')) as [Seen]
  return seen
}

/** The seconds of processor time that the server has used so far, and the delay of its event loop since the last look. */
async function figures() {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return { cpu: read('process_cpu_seconds_total'), delay: read('nodejs_eventloop_lag_p99_seconds') }
}

/** Sends an order, and tells what it cost: processor time of server and crowd, and the delay of the server's event loop. */
async function measured(name: string, order: Order): Promise<Seen & { share: number }> {
  const [before, crowdBefore, begun] = [await figures(), processTime(crowd.pid!), performance.now()]
  const seen = await send(order)
  const [after, crowdAfter] = [await figures(), processTime(crowd.pid!)]
  say(name, seen)
  const all = answersOf(seen) + refusedOf(seen)
  const each = (seconds: number) => ((seconds / all) * 1000).toFixed(2)
  const share = (after.cpu - before.cpu) / ((performance.now() - begun) / 1000)
  console.log(
    `\nProcessor: ${each(after.cpu - before.cpu)} ms an answer (${share.toFixed(2)} cores), of the crowd ${each(crowdAfter - crowdBefore)} ms; event loop p99 ${ms(after.delay * 1000)}; load ${loadavg()[0]!.toFixed(1)}; the crowd sent late by p50 ${ms(percentile(seen.late, 0.5))}, p99 ${ms(percentile(seen.late, 0.99))}`,
  )
  return { ...seen, share }
}

await send({ seconds: 5, perSecond: null })
const most = await measured('As fast as 64 connections allow', { seconds: Math.min(15, seconds), perSecond: null })
const capacity = answersOf(most) / most.seconds
await pause(2000)
const half = await measured('At half of that', { seconds: Math.min(20, seconds), perSecond: capacity / 2 })
await pause(2000)
const twice = await measured(`At twice that, for ${seconds} s`, { seconds, perSecond: capacity * 2 })
const calm = await measured('At half again, from the moment after', { seconds: 10, perSecond: capacity / 2 })

const late = percentile(timesOf(calm, () => true).slice(-200), 0.99)
console.log('\n| | Measured | Refused | Target | Holds |\n|---|---|---|---|---|')
const goodput = answersOf(twice) / twice.seconds / capacity
const rows: [string, string, Seen, string, boolean][] = [
  ['Refused at 64 connections', percent(shareRefused(most)), most, '≤ 2 %', shareRefused(most) <= 0.02],
  ['Refused at half load', percent(shareRefused(half)), half, '0', refusedOf(half) === 0],
  ['Served at twice the capacity', `${goodput.toFixed(2)} ×`, twice, '≥ 0.9 ×', goodput >= 0.9],
  ['Connections broken', String(twice.broken), twice, '0', twice.broken === 0],
  ['Answers that are neither served nor refused', String(failedOf(twice)), twice, '0', failedOf(twice) === 0],
  ['The last answers, 10 s after: p99', ms(late), calm, '≤ 1 s', late < 1000],
]
/** Other programs had so much of the processor that times say nothing; counts still do. */
const isBusy = twice.share < 0.75 * Math.min(workers, availableParallelism())
const timed = new Set(rows.filter(([, , , target]) => target.endsWith(' s')).map(([what]) => what))
for (const [what, measured, seen, target, holds] of rows) {
  const verdict = holds ? 'yes' : isBusy && timed.has(what) ? 'void: the machine was busy' : 'NO'
  console.log(`| ${what} | ${measured} | ${percent(shareRefused(seen))} | ${target} | ${verdict} |`)
}
const bytes = [database, `${database}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
console.log(
  `\nPeak memory: ${peakMemory(server.pid).toFixed(0)} MB; database ${(bytes[0]! / 1e6).toFixed(0)} MB and ${(bytes[1]! / 1e6).toFixed(0)} MB not yet moved into it; load after ${loadavg()[0]!.toFixed(1)}`,
)
crowd.kill()
await server.stop()
process.exitCode = rows.every(([what, , , , holds]) => holds || (isBusy && timed.has(what))) ? 0 : 1
process.exit()
