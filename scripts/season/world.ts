import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request as ask, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { command, preloaded, reading, start } from '#scripts/drills/portal.ts'
import { shiftedBy } from '#scripts/drills/shifted.ts'
import type { OutsideBooks } from './books'
import type { Held } from './held'

const hour = 3_600_000
/** The longest step of the clock, in ms, before the jobs run. */
const step = 6 * hour

/** Files are as old as the clock of the server makes them: theirs is the machine's, which nobody moves. */
const filesOfTheirTime = preloaded(`import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { statSync, readFileSync } = fs, { stat } = fs.promises
  const ahead = () => Number(readFileSync(process.env.SHIFT_FILE, 'utf8')) || 0
  fs.statSync = (file, ...given) => {
    const found = statSync(file, ...given)
    if (found && String(file).includes('/files/')) found.mtimeMs += ahead()
    return found
  }
  fs.promises.stat = async (file, ...given) => {
    const found = await stat(file, ...given)
    if (String(file).endsWith('.part')) found.mtimeMs += ahead()
    return found
  }
  syncBuiltinESMExports()`).NODE_OPTIONS

/** The jobs that the season ran while the server's own rested. `latest`, `longest`: ms, a round after it was due, and each job. */
export type JobsSeen = { rounds: number; latest: number; longest: Record<string, number> }

export type World = Awaited<ReturnType<typeof beginWorld>>

/** A process of this season, which ends with it. */
export async function begin(file: string, words: string[] = []): Promise<{ child: ChildProcess; said: unknown }> {
  const child = fork(path.join('scripts/season', file), words, { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => child.kill('SIGKILL'))
  const [said] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`))),
  ])
  return { child, said }
}

/** Sends JSON and waits for the answer as long as it takes: the jobs of a large season work for minutes, and `fetch` gives up after five. */
async function post(url: string, body: object): Promise<unknown> {
  const request = ask(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const said = await text(response)
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${said}`)
  return JSON.parse(said)
}

/**
 * The portal with its clock, and everybody around it: on a new database, or as a season was `held` in this folder. `officers`: at the
 * queue of scrutiny.
 */
export async function beginWorld(folder: string, workers: number, officers: number, held: Held | null) {
  const peers = await begin('peers.ts')
  const { door, env } = peers.said as { door: string; env: Record<string, string> }
  if (held) await post(`${door}/go-on`, held.outside)
  else {
    command(folder, 'seed', '--candidates', '0', '--phase', 'registration')
    addStaff(folder, officers)
  }
  const { institutes, edges } = placesAndDates(folder)
  const file = path.join(folder, 'ahead')
  let ahead = held ? held.now - Date.now() : 0
  writeFileSync(file, String(ahead))
  await post(`${door}/ahead`, { ms: ahead })
  const clock = shiftedBy(file)
  const server = await start(folder, {
    ...env,
    ...clock,
    NODE_OPTIONS: `${clock.NODE_OPTIONS} ${filesOfTheirTime} --max-semi-space-size=64`,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '30000',
    WORKERS: String(workers),
  })
  await post(`${door}/portal`, { url: server.url })
  let jumpedAt = 0
  const now = async (): Promise<number> => {
    const { now } = (await (await fetch(`${server.url}/demo/clock.json`)).json()) as { now: string }
    return Date.parse(now)
  }
  const jobs: JobsSeen = held?.machine.jobs ?? { rounds: 0, latest: 0, longest: {} }
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  async function runRound(due: number): Promise<void> {
    next = null
    const { took } = (await post(`${server.url}/demo/jobs`, {})) as { took: Record<string, number> }
    jobs.rounds++
    jobs.latest = Math.max(jobs.latest, performance.now() - due)
    for (const [name, ms] of Object.entries(took)) jobs.longest[name] = Math.max(jobs.longest[name] ?? 0, ms)
  }
  /** Runs every job once, begun no earlier than now and never beside itself, as the scheduler does; rounds do not pile up. */
  const runJobs = (): Promise<void> => {
    if (next === null) {
      const due = performance.now()
      next = running.catch(() => {}).then(() => runRound(due))
      running = next
    }
    return next
  }
  return {
    server,
    folder,
    door,
    institutes,
    now,
    runJobs,
    jobs,
    /** The server's own jobs rest for a minute after its clock has jumped. Source: case 52. */
    areJobsResting: () => performance.now() - jumpedAt < 75_000,
    /** Seconds since the clock was last moved; nothing could be done in the time that it left out. */
    sinceMoved: () => (performance.now() - jumpedAt) / 1000,
    /** Lets time pass until an instant, with the jobs at every step and every edge of the schedule on the way. */
    async moveTo(at: number): Promise<void> {
      const from = await now()
      const stops = edges.map((edge) => edge + 60_000).filter((stop) => stop > from && stop < at)
      for (let next = from + step; next < at; next += step) stops.push(next)
      for (const stop of [...stops, at].sort((a, b) => a - b)) {
        ahead += Math.max(0, stop - (await now()))
        writeFileSync(file, String(ahead))
        jumpedAt = performance.now()
        await pause(300)
        await post(`${door}/ahead`, { ms: ahead })
        await runJobs()
      }
    },
    books: async () => (await post(`${door}/books`, {})) as OutsideBooks,
  }
}

/** Accounts for more officers and for every institute, as they are after a first login. */
function addStaff(folder: string, officers: number): void {
  const sqlite = addFunctions(new Database(path.join(folder, 'mbale/portal.db')))
  const copy = (from: string, changes: Record<string, string>) => {
    const { id: _, ...row } = {
      ...(sqlite.prepare('SELECT * FROM staff WHERE login_name = ?').get(from) as object),
      ...changes,
    } as Record<string, unknown>
    const names = Object.keys(row)
    sqlite.prepare(`INSERT INTO staff (${names}) VALUES (${names.map(() => '?')})`).run(...Object.values(row))
  }
  for (let n = 2; n <= officers; n++) copy('so', { login_name: `so.${n}`, full_name: `Officer Number ${n}` })
  for (const code of institutesIn(sqlite)) copy('institute', { login_name: `institute.${code}`, institute: code })
  sqlite.close()
}

const institutesIn = (sqlite: Database.Database) =>
  sqlite.prepare('SELECT DISTINCT institute_code FROM seat_matrix_courses ORDER BY 1').pluck().all() as string[]

/** The institutes with seats, and every instant of the schedule. */
const placesAndDates = (folder: string) =>
  reading(folder, (sqlite) => ({
    institutes: institutesIn(sqlite),
    edges: sqlite
      .prepare('SELECT opens_at FROM activities UNION SELECT closes_at FROM activities WHERE closes_at IS NOT NULL')
      .pluck()
      .all() as number[],
  }))
