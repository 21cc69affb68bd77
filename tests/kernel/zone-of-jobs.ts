import { setImmediate as turn } from 'node:timers/promises'
import { schedule } from 'node-cron'

/**
 * How often the scheduler runs a job of every ten seconds in the six hours around `process.argv[2]` (an ISO instant), whatever TZ this
 * process was started with. `[3]`: `as-it-is` leaves that zone alone.
 */
const [, , change, zone] = process.argv as [string, string, string, string?]

async function play(): Promise<void> {
  if (zone !== 'as-it-is') await import('#server/config.ts')

  const Real = Date
  const hour = 3_600_000
  let at = Real.parse(change) - 3 * hour
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, as) => Reflect.construct(target, given.length ? given : [at], as),
    get: (target, name) => (name === 'now' ? () => at : Reflect.get(target, name)),
  })
  let waiting: { due: number; work: () => void } | null = null
  globalThis.setTimeout = ((work: () => void, delay: number) => {
    waiting = { due: at + delay, work }
    return { unref() {} }
  }) as unknown as typeof setTimeout
  globalThis.clearTimeout = (() => {}) as typeof clearTimeout

  let runs = 0
  const silent = { info() {}, warn() {}, error() {}, debug() {} }
  schedule('*/10 * * * * *', () => void runs++, { timezone: 'Asia/Kolkata', noOverlap: true, logger: silent })
  const until = Real.parse(change) + 3 * hour
  for (let beats = 0; at < until && beats < 10_000; beats++) {
    const { due, work } = waiting!
    at = Math.max(at, due)
    work()
    await turn()
  }
  console.log(JSON.stringify({ runs, local: new Real(0).getHours() }))
  process.exit(0)
}

void play()
