import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { endBySignal } from '#scripts/bench/own-folder.ts'
import { peakMemory, processTimeOfAll } from '#scripts/bench/processes.ts'
import { cleanUp, cleanUpAfterOthers, folderOfDrill, reading } from '#scripts/drills/portal.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import type { Offered } from '#server/demo/cohort-options.ts'
import { closeBooks } from './books'
import { calendarOf } from './calendar'
import { type Asked, goOn, type Held, heldIn, hold } from './held'
import { options } from './options.mjs'
import type { Report, Setting, Sitting } from './people'
import { planOf } from './plans'
import { inShort, type Machine, tell } from './report'
import { addSeen, nothingSeen, type Seen, seenAfter } from './seen'
import { gauge, ownTimeIn, together } from './server-says'
import type { StaffSeen } from './staff'
import { begin, beginWorld } from './world'

/**
 * `npm run season -- --candidates N --days D --speed S --seed X [--workers W] [--pace P] [--report FILE] [--folder F --hold M]`: a
 * season of simulated people. N (200) people in two processes, the first D (60) days of the season from the last two evenings of
 * registration on, and S (120) times as fast as life: an evening of four hours is over in 14400 / S seconds. X (1) draws who they are and
 * what they do. P: whole forms a second at most, and of lighter acts as many as cost the same; a sitting of many people then lasts longer
 * than S says. The clock of the server and of everybody around it is moved between the sittings, so that sessions, limits and deadlines
 * pass as in life.
 *
 * F: the season's folder, which stays. M: after so many minutes the season is held there as soon as a part of it is over;
 * `npm run season -- --folder F` goes on from there, as it was asked for at its begin.
 */
const given = optionsOfScript(options).values
const refuse = (why: string): never => {
  console.error(why)
  process.exit(1)
}
const whole = (word: string | undefined, usual: number, most: number): number => {
  const value = Number(word ?? usual)
  return Number.isInteger(value) && value >= 1 && value <= most
    ? value
    : refuse(`a whole number from 1 to ${most} is wanted, not ${word}`)
}
const pace = given.pace === undefined ? null : Number(given.pace)
if (pace !== null && !(pace > 0)) refuse(`a number above 0 is wanted for the pace, not ${given.pace}`)
if (given.hold !== undefined && given.folder === undefined) refuse('a season that is to be held needs a --folder')
const isToHoldAfter = given.hold === undefined ? null : whole(given.hold, 0, 10_000)

process.once('exit', cleanUp)
endBySignal()
cleanUpAfterOthers()

const folder = given.folder ?? folderOfDrill()
const held = ((): Held | null => {
  try {
    return heldIn(folder)
  } catch (error) {
    return refuse((error as Error).message)
  }
})()
const ofTheBegin = ['candidates', 'days', 'speed', 'seed', 'workers', 'pace'] as const
const changed = held && ofTheBegin.find((name) => given[name] !== undefined)
if (changed) refuse(`a season that goes on stays as it was asked for: leave out --${changed}`)
const asked: Asked = held?.asked ?? {
  size: whole(given.candidates, 200, 100_000),
  days: whole(given.days, 60, 60),
  speed: whole(given.speed, 120, 3600),
  seed: whole(given.seed, 1, 1000),
  workers: whole(given.workers, 1, 64),
  pace,
}
const { size, days, speed, seed, workers } = asked
const parts = 2

const day = 24 * 3_600_000
const officers = Math.max(2, Math.ceil(size / 150))
const begun = performance.now()
const elapsed = () => (performance.now() - begun) / 1000
// Whatever hangs, the season ends.
setTimeout(() => refuse('the season took longer than it may'), Math.max(30 * 60_000, size * 4000)).unref()

const world = await beginWorld(folder, workers, officers, held)
const { server } = world
if (held) goOn(folder)
const schedule = new Map(
  reading(
    folder,
    (sqlite) =>
      sqlite.prepare('SELECT key, opens_at AS opensAt, closes_at AS closesAt FROM activities').all() as {
        key: string
        opensAt: number
        closesAt: number
      }[],
  ).map((one) => [one.key, one]),
)
const offered = reading(
  folder,
  (sqlite) =>
    sqlite
      .prepare(
        'SELECT choice_code AS choiceCode, institute_code AS instituteCode, district, status FROM seat_matrix_courses',
      )
      .all() as Offered[],
)
const first = held?.first ?? (await world.now())

const crowds: ChildProcess[] = []
for (let part = 0; part < parts; part++) {
  const setting: Setting = {
    url: server.url,
    door: world.door,
    size,
    seed,
    part,
    parts,
    hurry: speed,
    pace: asked.pace,
    offered,
  }
  const { child } = await begin('people.ts', [JSON.stringify(setting)])
  if (held) child.send(held.people[part]!)
  crowds.push(child)
}

let worstLag = held?.machine.worstLag ?? null
let worstOutbox = held?.machine.worstOutbox ?? 0
/** How late the event loops of the server and of the crowds were in each stretch, ms. */
const serverDelays = [...(held?.machine.serverDelays ?? [])]
const crowdDelays = [...(held?.machine.crowdDelays ?? [])]
const metricsNow = () =>
  fetch(`${server.url}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
const watch = setInterval(async () => {
  const isResting = world.areJobsResting()
  // In life time passes between two sittings, and the jobs with it.
  if (isResting) world.runJobs().catch(() => {})
  const metrics = await metricsNow()
  if (!isResting) worstLag = Math.max(worstLag ?? 0, gauge(metrics, 'job_lag_seconds') ?? 0)
  // A message that came due while the clock was moved could not go before.
  worstOutbox = Math.max(worstOutbox, Math.min(gauge(metrics, 'outbox_lag_seconds') ?? 0, world.sinceMoved()))
  const delay = gauge(metrics, 'nodejs_eventloop_lag_p99_seconds')
  if (delay !== null) serverDelays.push(delay * 1000)
}, 5000)
watch.unref()

const staff: StaffSeen = held?.staff ?? { done: {}, failed: {} }
const latest: (Report | null)[] = held?.people ?? crowds.map(() => null)
const errors = held?.errors ?? []

/** Everybody comes to a sitting, and it ends when the last has gone. */
async function sit(what: string, sitting: Sitting): Promise<void> {
  const [from, cpu] = [elapsed(), processTimeOfAll(server.pid)]
  const here = nothingSeen()
  await Promise.all(
    crowds.map(async (crowd, n) => {
      crowd.send(sitting)
      const [report] = (await once(crowd, 'message')) as [Report]
      addSeen(here, seenAfter(latest[n]?.seen ?? nothingSeen(), report.seen))
      latest[n] = report
      errors.push(...report.errors)
      crowdDelays.push(report.delay)
    }),
  )
  const at = new Date(await world.now()).toISOString().slice(0, 16)
  console.log(
    `${at}  ${what}: ${(elapsed() - from).toFixed(0)} s, ${(processTimeOfAll(server.pid) - cpu).toFixed(1)} s of processor time`,
  )
  console.log(`  ${inShort(here)}`)
}

/** The kinds of errors in the server's log, each once. */
const kindsOfErrors = (): string[] => [
  ...new Set([
    ...(held?.log ?? []),
    ...[...server.log().matchAll(/^\{"level":(?:50|60|"error"|"fatal")(?!.*"trouble":"clock").*$/gm)].map(([line]) =>
      line.replace(/\d+/g, '…').slice(0, 600),
    ),
  ]),
]

const everybody = () => latest.flatMap((report) => report?.people ?? [])
const plans = Array.from({ length: size }, (_, n) => planOf(n, size, seed))
/** What everybody with an Application ID will do; the demo's own people do nothing. */
const planned = () => new Map(everybody().flatMap(({ userId, n }) => (userId ? [[userId, plans[n]!] as const] : [])))

/** What the machine and its server have done since the season began. */
async function machineSoFar(): Promise<Machine> {
  const ownTime = ownTimeIn(await metricsNow())
  return {
    processor: processTimeOfAll(server.pid) + (held?.machine.processor ?? 0),
    peak: Math.max(peakMemory(server.pid), held?.machine.peak ?? 0),
    wall: elapsed() + (held?.machine.wall ?? 0),
    worstLag,
    worstOutbox,
    jobs: world.jobs,
    serverDelays,
    crowdDelays,
    ownTime: held ? together(held.machine.ownTime, ownTime) : ownTime,
  }
}

/** What everybody has seen since the season began. */
function seenSoFar(): Seen {
  const seen = nothingSeen()
  for (const report of latest) if (report) addSeen(seen, report.seen)
  return seen
}

const calendar = calendarOf(schedule, first, {
  world,
  staff,
  officers,
  size,
  speed,
  pace: asked.pace,
  sit,
  goesThere: (userId, round) => planned().get(userId)?.of(round).goesThere ?? false,
  leavers: (round) => [...planned()].flatMap(([userId, plan]) => (plan.of(round).cancels ? [userId] : [])),
})
const played = held?.played ?? []
for (const { what, at, play } of calendar) {
  if (played.includes(what)) continue
  if (at > first + days * day) break
  if (isToHoldAfter !== null && elapsed() > isToHoldAfter * 60) await holdHere()
  if (at > first) await world.moveTo(at)
  await play()
  played.push(what)
}

/** Ends this process between two parts of the season, which goes on later from its folder. */
async function holdHere(): Promise<never> {
  clearInterval(watch)
  await world.runJobs()
  const state: Held = {
    asked,
    first,
    now: await world.now(),
    played,
    people: latest as Report[],
    outside: await world.books(),
    staff,
    machine: await machineSoFar(),
    errors,
    log: kindsOfErrors(),
  }
  await server.stop()
  hold(folder, state)
  console.log(`\n${tell(seenSoFar(), staff, state.machine)}\n`)
  console.log(`held after: ${played.at(-1)}; npm run season -- --folder ${folder} goes on`)
  process.exit(0)
}

await pause(1000)
await world.runJobs()
await world.runJobs()
const machine = await machineSoFar()
const { broken, says } = await closeBooks(world)
const log = kindsOfErrors()
const wanted = everybody().filter(({ n }) => plans[n]!.answers !== null)
const keptOut = wanted.filter(({ reached }) => reached !== 'submitted')
const words = [
  `# A season of ${size} people, ${days} days, speed ${speed}, seed ${seed}, ${workers} process${workers > 1 ? 'es' : ''}${asked.pace === null ? '' : `, at most ${asked.pace} forms a second`}`,
  '',
  tell(seenSoFar(), staff, machine),
  '',
  `Wanted in: ${wanted.length}; submitted: ${wanted.length - keptOut.length}; kept out: ${keptOut.length}`,
  ...keptOut
    .slice(0, 20)
    .map(
      ({ n, reached, isPaying }) =>
        `- person ${n} (${plans[n]!.line}, payment ${plans[n]!.luck}) came to ${reached}${isPaying ? ', payment under way' : ''}`,
    ),
  '',
  'The books:',
  ...says.map((line) => `- ${line}`),
  ...(broken.length ? broken.slice(0, 50).map((line) => `- BROKEN: ${line}`) : ['- nothing is broken']),
  ...log.map((line) => `- THE LOG: ${line}`),
  ...errors.slice(0, 20).map((line) => `- ERROR: ${line}`),
].join('\n')
console.log(`\n${words}`)
if (given.report) writeFileSync(given.report, `${words}\n`)
await server.stop()
const isClean =
  log.length === 0 && !broken.length && !errors.length && !keptOut.length && !Object.keys(staff.failed).length
process.exit(isClean ? 0 : 1)
