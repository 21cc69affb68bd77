import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { answersOf, type Seen, shareRefused } from './crowd'
import { ownFolder } from './own-folder'
import { processTime, processTimeOfAll, startProduct } from './processes'

/**
 * `npm run bench -- workers [--seconds N]`: pages that two processes serve beside one, in alternating rounds, and the
 * processor time of each answer. The crowd is a process too and needs a part of a core, so two processes on two cores share
 * what it leaves; the second figure says what they carry where it runs elsewhere.
 */
const seconds = Number(optionsOfScript({ seconds: { type: 'string' } }, 1).values.seconds ?? 6)
const rounds = 3

const folder = ownFolder('workers')
Object.assign(process.env, { COURSES: 'mbale' })
const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' }
execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--candidates', '1000'], { env, stdio: 'ignore' })

const sqlite = addFunctions(new SqliteDatabase(path.join(folder, 'mbale/portal.db')))
const ids = sqlite
  .prepare(
    `UPDATE candidates SET password_hash = (SELECT max(password_hash) FROM candidates) WHERE id IN
     (SELECT candidate_id FROM applications WHERE submitted_at IS NULL ORDER BY candidate_id LIMIT 60) RETURNING user_id`,
  )
  .pluck()
  .all() as string[]
sqlite.close()

/** A round with so many processes: answers a second, and milliseconds of processor time of each, of server and crowd. */
async function measure(workers: number) {
  process.env.WORKERS = String(workers)
  const server = await startProduct(folder)
  const crowd = fork('scripts/bench/surge-crowd.ts', [server.url, 'reading', ...ids], { execArgv: ['--import', 'tsx'] })
  const end = () => void crowd.kill()
  process.once('exit', end)
  await once(crowd, 'message')
  const send = async (length: number): Promise<Seen> => {
    crowd.send({ seconds: length, perSecond: null, wide: 32 })
    return ((await once(crowd, 'message')) as [Seen])[0]
  }
  await send(Math.min(4, seconds))
  const before = [processTimeOfAll(server.pid), processTime(crowd.pid!)] as const
  const seen = await send(seconds)
  const used = [processTimeOfAll(server.pid) - before[0], processTime(crowd.pid!) - before[1]] as const
  const answers = answersOf(seen)
  crowd.kill()
  process.off('exit', end)
  await server.stop()
  return {
    perSecond: answers / seen.seconds,
    refused: shareRefused(seen) * 100,
    each: (used[0] / answers) * 1000,
    ofCrowd: (used[1] / answers) * 1000,
    cores: used[0] / seen.seconds,
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
console.log(
  `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}`,
)
const one: Awaited<ReturnType<typeof measure>>[] = []
const two: typeof one = []
for (let n = 0; n < rounds; n++) {
  one.push(await measure(1))
  two.push(await measure(2))
}
const of = (all: typeof one, key: keyof (typeof one)[number]) => median(all.map((round) => round[key]))
console.log('\n| | One process | Two | |\n|---|---|---|---|')
for (const [what, key, digits] of [
  ['Answers a second', 'perSecond', 0],
  ['Refused, %', 'refused', 1],
  ['Processor time of an answer, ms', 'each', 2],
  ['The same of the crowd, ms', 'ofCrowd', 2],
  ['Cores that the server got', 'cores', 2],
] as const) {
  const [single, double] = [of(one, key), of(two, key)]
  console.log(
    `| ${what} | ${single.toFixed(digits)} | ${double.toFixed(digits)} | ${single > 0 ? `${(double / single).toFixed(2)} ×` : '–'} |`,
  )
}
const whole = (2 * of(one, 'each')) / of(two, 'each')
const beside = (2 * of(one, 'each')) / (of(two, 'each') + of(two, 'ofCrowd'))
console.log(`| By processor time, where each process has a core | | | ${whole.toFixed(2)} × (target ≥ 1.6 ×) |`)
console.log(`| By processor time, the crowd on the same two cores | | | ${beside.toFixed(2)} × |`)
console.log(`\nLoad after ${loadavg()[0]!.toFixed(1)}`)
process.exitCode = whole >= 1.6 ? 0 : 1
