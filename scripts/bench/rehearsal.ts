import { createHash } from 'node:crypto'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { formIn } from '#scripts/season/desk.ts'
import { courses } from '#server/courses/courses.ts'
import { seasonsBefore } from '#server/demo/past-seasons.ts'
import { playedSeasonOf } from '#server/demo/played-season.ts'
import { cookieOf, seed } from './desk-rows'
import { type Answers, answersDuring, shareOf } from './open-loop'
import { ownFolder } from './own-folder'
import { processTime, startProduct } from './processes'

/**
 * `npm run bench -- rehearsal [--candidates N] [--times M]`: what pages feel while a season of N candidates (30,000) in three
 * rounds is played again under other thresholds, M times (5), one rehearsal after the other. The same page is asked of the same
 * server before, and of one beside it that plays nothing, so that both feel the same machine. Targets: 60 s, and 1.5 × in the middle.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({ candidates: text, times: text }, 1).values
const candidates = Number(asked.candidates ?? '30000')
const times = Number(asked.times ?? '5')
/** Pages asked of each server in a second. */
const rate = 20

const folder = ownFolder('rehearsal')
const [playing, quiet] = [path.join(folder, 'playing'), path.join(folder, 'quiet')]

const mbale = courses.find(({ slug }) => slug === 'mbale')!
const { year } = seasonsBefore(mbale, 1000)[0]!
for (const data of [playing, quiet]) seed(data, 500)
// As many seats for each candidate as the demo's own seasons have.
const season = playedSeasonOf(mbale, year, candidates, Math.round(candidates / 500))
const record = gzipSync(JSON.stringify(season))
const sqlite = addFunctions(new SqliteDatabase(path.join(playing, 'mbale/portal.db')))
sqlite
  .prepare('UPDATE played_seasons SET people = ?, rules = ?, hash = ?, record = ? WHERE academic_year = ?')
  .run(
    season.players.length,
    JSON.stringify({ plan: season.plan, criteria: season.criteria }),
    createHash('sha256').update(record).digest('hex'),
    record,
    year,
  )

console.log(
  `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}`,
)
const choices = season.rounds[0]!.parts.map(({ options }) => options.length).sort((a, b) => a - b)
console.log(
  `${season.players.length.toLocaleString('en')} candidates; lists of half up to ${choices[choices.length >> 1]}, the longest ${choices.at(-1)}; seats given ${season.rounds.map(({ given }) => given.length.toLocaleString('en')).join(', ')}; the record ${(record.length / 1e6).toFixed(1)} MB`,
)

const servers = [await startProduct(playing), await startProduct(quiet)] as const
const dashboards = await Promise.all(
  servers.map(async (server) => ({
    url: `${server.url}/mbale/candidate/dashboard`,
    headers: { cookie: await cookieOf(server, 'half-filled'), 'accept-encoding': 'identity' },
  })),
)
/** Other thresholds, and everything else as the season had it. */
const typed: Record<string, string> = { season: year }
for (const [place, { autoFreezeUpTo, whoReports, stages }] of season.plan.entries()) {
  typed[`freeze${place + 1}`] = String(typeof autoFreezeUpTo === 'number' ? autoFreezeUpTo + 3 * place : autoFreezeUpTo)
  typed[`reports${place + 1}`] = whoReports
  typed[`stages${place + 1}`] = stages.at(-1)!
}
for (const [place, criterion] of season.criteria.entries()) typed[`criterion${place + 1}`] = criterion

const desk = { cookie: await cookieOf(servers[0], 'admin'), origin: servers[0].url, accept: 'text/html' }
const state = sqlite.prepare('SELECT state, outcome FROM rehearsals WHERE id = ?')

/** Rehearses once, as the desk does, and returns how long it took, in seconds, and how many people end elsewhere. */
async function rehearseOnce(): Promise<{ seconds: number; changed: number }> {
  const page = await fetch(`${servers[0].url}/mbale/cell/rehearsal`, { headers: desk })
  const form = formIn(await page.text(), 'rehearsal')
  if (!form) throw new Error(`the desk has no form for a rehearsal: ${page.status}`)
  const begun = performance.now()
  const sent = await fetch(`${servers[0].url}${form.action}`, {
    method: 'POST',
    redirect: 'manual',
    headers: desk,
    body: new URLSearchParams({ ...form.values, ...typed }),
  })
  const id = /rehearsal\/(\d+)/.exec(sent.headers.get('location') ?? '')?.[1]
  if (!id) throw new Error(`the rehearsal was refused: ${sent.status}`)
  for (;;) {
    await pause(100)
    const found = state.get(id) as { state: string; outcome: string }
    if (found.state === 'running') continue
    if (found.state !== 'done') throw new Error(`the rehearsal ended as ${found.state}: ${found.outcome}`)
    return {
      seconds: (performance.now() - begun) / 1000,
      changed: (JSON.parse(found.outcome) as { changed: number }).changed,
    }
  }
}

const ask = (work: () => Promise<void>) => Promise.all(dashboards.map((page) => answersDuring(page, rate, work)))
await ask(() => pause(5000))
const [idle] = await ask(() => pause(20_000))
const before = servers.map(({ pid }) => processTime(pid))
const took: number[] = []
let changed = 0
const rehearsals = (async () => {
  for (let n = 0; n < times; n++) {
    const one = await rehearseOnce()
    took.push(one.seconds)
    changed = one.changed
  }
})()
const [first, second] = await ask(() => rehearsals)
const used = servers.map(({ pid }, n) => processTime(pid) - before[n]!)

const percentile = ({ times }: Answers, share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)]!
const row = (what: string, one: Answers) =>
  console.log(
    `| ${what} | ${[0.5, 0.95, 0.99, 1].map((share) => percentile(one, share).toFixed(1)).join(' · ')} ms | ${one.times.length} | ${(100 * shareOf(one)).toFixed(2)} % |`,
  )
const most = Math.max(...took)
console.log(
  `\n${times} rehearsals, ${took.map((one) => one.toFixed(1)).join(', ')} s each (target 60); ${changed} people end elsewhere. The server that plays used ${used[0]!.toFixed(1)} s of the processor, the other ${used[1]!.toFixed(1)} s.\n\n| A dashboard | half · 95 · 99 in 100 · the longest | answers | refused |\n|---|---|---|---|`,
)
row('before it plays', idle!)
row('while it plays', first!)
row('of the server that plays nothing', second!)
const ratios = [second!, idle!].map((other) => percentile(first!, 0.5) / percentile(other, 0.5))
console.log(
  `\nIn the middle ${ratios[0]!.toFixed(2)} × the server beside it, ${ratios[1]!.toFixed(2)} × its own time before (target 1.5)`,
)
if (Math.max(...ratios) > 1.5 || most > 60) process.exitCode = 1
sqlite.close()
for (const server of servers) await server.stop()
