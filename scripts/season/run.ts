import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { peakMemory, processTimeOfAll } from '#scripts/bench/processes.ts'
import { cleanUp, cleanUpAfterOthers, reading } from '#scripts/drills/portal.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import type { Offered } from '#server/demo/cohort-options.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { closeBooks } from './books'
import { secondsOf } from './pace'
import type { Report, Setting, Sitting } from './people'
import { planOf } from './plans'
import { type Machine, tell } from './report'
import { addSeen, nothingSeen } from './seen'
import { gauge, ownTimeIn } from './server-says'
import { admitAll, releaseBy, type StaffSeen, scrutinise, signAll } from './staff'
import { begin, beginWorld } from './world'

/**
 * `npm run season -- --candidates N --days D --speed S --seed X [--workers W] [--pace P] [--report FILE]`: a season of
 * simulated people. N (200) people in two processes, the first D (60) days of the season from the last two evenings of registration on, and S (120)
 * times as fast as life: an evening of four hours is over in 14400 / S seconds. X (1) draws who they are and what they do. P: whole
 * forms a second at most, and of lighter acts as many as cost the same; a sitting of many people then lasts longer than
 * S says. The clock of the server and of everybody around it is moved between the sittings, so that sessions, limits and deadlines
 * pass as in life.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({
  candidates: text,
  days: text,
  speed: text,
  seed: text,
  workers: text,
  pace: text,
  report: text,
}).values
const whole = (given: string | undefined, usual: number, most: number): number => {
  const value = Number(given ?? usual)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  console.error(`a whole number from 1 to ${most} is wanted, not ${given}`)
  process.exit(1)
}
const size = whole(asked.candidates, 200, 100_000)
const days = whole(asked.days, 60, 60)
const speed = whole(asked.speed, 120, 3600)
const seed = whole(asked.seed, 1, 1000)
const workers = whole(asked.workers, 1, 64)
const pace = asked.pace === undefined ? null : Number(asked.pace)
if (pace !== null && !(pace > 0)) {
  console.error(`a number above 0 is wanted for the pace, not ${asked.pace}`)
  process.exit(1)
}
const parts = 2

process.once('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
cleanUpAfterOthers()

const hour = 3_600_000
const day = 24 * hour
const officers = Math.max(2, Math.ceil(size / 150))
const begun = performance.now()
const elapsed = () => (performance.now() - begun) / 1000
// Whatever hangs, the season ends.
setTimeout(
  () => {
    console.error('the season took longer than it may')
    process.exit(1)
  },
  Math.max(30 * 60_000, size * 4000),
).unref()

const world = await beginWorld({ workers, officers })
const { server, folder } = world
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
const opens = (key: string) => schedule.get(key)!.opensAt
const closes = (key: string) => schedule.get(key)!.closesAt
const offered = reading(
  folder,
  (sqlite) =>
    sqlite
      .prepare(
        'SELECT choice_code AS choiceCode, institute_code AS instituteCode, district, status FROM seat_matrix_courses',
      )
      .all() as Offered[],
)
const first = await world.now()
const isWithin = (at: number) => at <= first + days * day

const crowds: ChildProcess[] = []
for (let part = 0; part < parts; part++) {
  const setting: Setting = { url: server.url, door: world.door, size, seed, part, parts, hurry: speed, pace, offered }
  crowds.push((await begin('people.ts', [JSON.stringify(setting)])).child)
}

let worstLag: number | null = null
let worstOutbox = 0
/** How late the event loops of the server and of the crowds were in each stretch, ms. */
const serverDelays: number[] = []
const crowdDelays: number[] = []
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

const staff: StaffSeen = { done: {}, failed: {} }
const latest: (Report | null)[] = crowds.map(() => null)
const errors: string[] = []

/** How many seconds so many hours of life take. */
const inLife = (hours: number) => (hours * 3600) / speed

/** Everybody comes to a sitting, and it ends when the last has gone. */
async function sit(what: string, sitting: Sitting): Promise<void> {
  const [from, cpu] = [elapsed(), processTimeOfAll(server.pid)]
  await Promise.all(
    crowds.map(async (crowd, n) => {
      crowd.send(sitting)
      const [report] = (await once(crowd, 'message')) as [Report]
      latest[n] = report
      errors.push(...report.errors)
      crowdDelays.push(report.delay)
    }),
  )
  const at = new Date(await world.now()).toISOString().slice(0, 16)
  console.log(
    `${at}  ${what}: ${(elapsed() - from).toFixed(0)} s, ${(processTimeOfAll(server.pid) - cpu).toFixed(1)} s of processor time`,
  )
}

/** Moves on if the days allow it. */
async function reach(at: number): Promise<boolean> {
  if (!isWithin(at)) return false
  await world.moveTo(at)
  return true
}

/** The start of a sitting that ends by a deadline: its people come in good time, and the last minutes are life's. */
function before(deadline: number, hours: number, name: Sitting['name']): number {
  const seconds = secondsOf({ name, seconds: inLife(hours), curve: 'late' }, size, pace)
  // Whole milliseconds, as every instant of the portal.
  return Math.round(deadline - 1000 * (seconds + Math.max(120, size / 20)))
}

/** The kinds of errors in the server's log, each once. */
const linesOf = (log: string): string[] => [
  ...new Set(
    [...log.matchAll(/^\{"level":(?:50|60|"error"|"fatal")(?!.*"trouble":"clock").*$/gm)].map(([line]) =>
      line.replace(/\d+/g, '…').slice(0, 600),
    ),
  ),
]

const everybody = () => latest.flatMap((report) => report?.people ?? [])
const plans = Array.from({ length: size }, (_, n) => planOf(n, size, seed))
/** What somebody of this Application ID will do; undefined for the demo's own people, who do nothing. */
const planOfId = () => {
  const ids = new Map(everybody().flatMap(({ userId, n }) => (userId ? [[userId, plans[n]!] as const] : [])))
  return (userId: string) => ids.get(userId)
}

async function register(): Promise<void> {
  await sit('an evening of registration', { name: 'apply', seconds: inLife(4), curve: 'even', evening: 0 })
  if (await reach(first + day))
    await sit('another evening', { name: 'apply', seconds: inLife(4), curve: 'even', evening: 1 })
  const last = closes('registration')
  if (await reach(before(last, 4, 'apply')))
    await sit('the last hours before the deadline', { name: 'apply', seconds: inLife(4), curve: 'late', evening: 2 })
}

async function check(): Promise<void> {
  if (!(await reach(closes('registration') + 17 * hour))) return
  await scrutinise(world, officers, 0.06, staff)
  if (!(await reach(closes('registration') + 27 * hour))) return
  await sit('corrections', { name: 'correct', seconds: inLife(2), curve: 'even' })
  if (!(await reach(closes('scrutiny') - 6 * hour))) return
  await scrutinise(world, officers, 0, staff)
}

async function rank(stage: 'provisional' | 'final'): Promise<void> {
  const at = opens(`${stage}-merit`)
  if (!(await reach(at - 4 * hour))) return
  await releaseBy(world, 'merit-lists', stage, staff)
  if (!(await reach(at + 60_000))) return
  await world.runJobs()
  await sit(`the ${stage} merit list`, {
    name: 'look',
    page: `${stage}-merit`,
    share: 0.6,
    seconds: inLife(2),
    curve: 'at-once',
  })
}

async function playRound(round: CapRound): Promise<void> {
  const part = (name: 'options' | 'allotment' | 'acceptance' | 'reporting') => roundActivity(round, name)
  if (!(await reach(before(closes(part('options')), 4, 'choose')))) return
  await sit(`option forms of round ${round}`, { name: 'choose', round, seconds: inLife(4), curve: 'late' })
  if (!(await reach(opens(part('allotment')) - 24 * hour))) return
  await releaseBy(world, 'allotments', `round-${round}`, staff)
  if (!(await reach(opens(part('allotment')) + 60_000))) return
  await world.runJobs()
  await sit(`result night of round ${round}`, {
    name: 'result',
    round,
    share: 0.95,
    seconds: inLife(1),
    curve: 'at-once',
  })
  if (!(await reach(before(closes(part('acceptance')), 3, 'accept')))) return
  await sit(`acceptance of round ${round}`, { name: 'accept', round, seconds: inLife(3), curve: 'late' })
  if (!(await reach(closes(part('reporting')) - 6 * hour))) return
  const planned = planOfId()
  await admitAll(world, (userId) => planned(userId)?.of(round).goesThere ?? false, staff)
  if (!(await reach(closes(part('reporting')) + hour))) return
  await signAll(world, round, staff)
  if (!(await reach(closes(part('reporting')) + 20 * hour))) return
  const leavers = everybody().flatMap(({ userId, n }) => (userId && plans[n]!.of(round).cancels ? [userId] : []))
  await sit(`those who leave after round ${round}`, {
    name: 'cancel',
    only: leavers,
    seconds: inLife(0.5),
    curve: 'even',
  })
}

await register()
await check()
await rank('provisional')
await rank('final')
for (const round of [1, 2, 3] as const) await playRound(round)
await reach(closes('round-3-reporting') + 3 * day)
await pause(1000)
await world.runJobs()
await world.runJobs()

const seen = nothingSeen()
for (const report of latest) if (report) addSeen(seen, report.seen)
const machine: Machine = {
  processor: processTimeOfAll(server.pid),
  peak: peakMemory(server.pid),
  wall: elapsed(),
  worstLag,
  worstOutbox,
  jobs: world.jobs,
  serverDelays,
  crowdDelays,
  ownTime: ownTimeIn(await metricsNow()),
}
const { broken, says } = await closeBooks(world)
const wanted = everybody().filter(({ n }) => plans[n]!.answers !== null)
const keptOut = wanted.filter(({ reached }) => reached !== 'submitted')
const words = [
  `# A season of ${size} people, ${days} days, speed ${speed}, seed ${seed}, ${workers} process${workers > 1 ? 'es' : ''}${pace === null ? '' : `, at most ${pace} forms a second`}`,
  '',
  tell(seen, staff, machine),
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
  ...linesOf(server.log()).map((line) => `- THE LOG: ${line}`),
  ...errors.slice(0, 20).map((line) => `- ERROR: ${line}`),
].join('\n')
console.log(`\n${words}`)
if (asked.report) writeFileSync(asked.report, `${words}\n`)
await server.stop()
const isClean =
  linesOf(server.log()).length === 0 &&
  !broken.length &&
  !errors.length &&
  !keptOut.length &&
  !Object.keys(staff.failed).length
process.exit(isClean ? 0 : 1)
