import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Offered } from '#server/demo/cohort-options.ts'
import { drawFrom } from '#server/demo/draw.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { jpeg, pdf, png } from '#tests/support/files.ts'
import { type Candidate, candidateWith, type Files, type Progress } from './candidate'
import { comesAt, secondsOf } from './pace'
import { phoneOf } from './phone'
import { planOf } from './plans'
import { addSeen, nothingSeen } from './seen'

/**
 * A process with a part of the people. It gets an order for each sitting, lets everybody act who comes to it, and reports what
 * they saw; the last report of a season that was held makes them what they were.
 */
export type Sitting = {
  name: 'apply' | 'correct' | 'look' | 'choose' | 'result' | 'accept' | 'cancel'
  /** Over how many seconds people come; longer where the season has a pace. */
  seconds: number
  /** Most come late, as before a deadline, or at once, as on a result evening. */
  curve: 'late' | 'even' | 'at-once'
  evening?: 0 | 1 | 2
  page?: string
  /** The part of them who look at all. */
  share?: number
  round?: CapRound
  /** Only these. */
  only?: string[]
}
export type Setting = {
  url: string
  door: string
  size: number
  seed: number
  part: number
  parts: number
  hurry: number
  /** The most whole forms a second that a sitting may ask for; null for as many as come. */
  pace: number | null
  offered: Offered[]
}
/** `delay`: ms by which this process itself was late, 99 in 100; for as long its people waited for nothing. */
export type Report = {
  seen: ReturnType<typeof nothingSeen>
  people: (Progress & { n: number; password: string })[]
  errors: string[]
  delay: number
}

const setting = JSON.parse(process.argv[2]!) as Setting
const [photo, signature, scan] = await Promise.all([
  jpeg({ width: 700, height: 900 }),
  png({ width: 700, height: 300 }),
  pdf(2),
])
const files: Files = { photo, signature, scan }

const seen = nothingSeen()
const late = monitorEventLoopDelay()
const people: Candidate[] = []
for (let n = setting.part; n < setting.size; n += setting.parts) {
  const phone = phoneOf(planOf(n, setting.size, setting.seed), { ...setting, seen })
  people.push(
    candidateWith(phone, { userId: null, reached: 'nothing', isPaying: false, seatless: null }, files, setting.offered),
  )
}

const isThere = ({ plan, progress }: Candidate, { evening, only, share = 1, name, round }: Sitting): boolean => {
  if (only && !only.includes(progress.userId ?? '')) return false
  // Who has read that they have no seat has none to accept.
  if (name === 'accept' && progress.seatless === round) return false
  if (name !== 'apply') return progress.reached === 'submitted' && !plan.leaves && drawFrom(plan.n + 31).chance(share)
  if (evening === 2) return plan.evening === 2 || (plan.answers !== null && progress.reached !== 'submitted')
  return plan.evening === evening
}

/** When somebody comes to a sitting that lets people in for so many seconds, in ms after its start. */
const comesAfter = ({ plan }: Candidate, { curve, name }: Sitting, seconds: number): number =>
  1000 * seconds * comesAt[curve](drawFrom(plan.n * 17 + name.length).whole(0, 100_000) / 100_000)

function act(one: Candidate, { name, evening, page = 'dashboard', round = 1 as CapRound }: Sitting): Promise<void> {
  const acts = {
    apply: () => one.apply(evening === 2),
    correct: () => one.correct(),
    look: () => one.look(page),
    choose: () => one.choose(round),
    result: () => one.seeResult(round),
    accept: () => one.accept(round),
    cancel: () => one.cancel(),
  }
  return acts[name]()
}

/** Makes everybody as they were when the season was held. */
function goOn({ seen: before, people: all }: Report): void {
  addSeen(seen, before)
  const byNumber = new Map(all.map((one) => [one.n, one]))
  for (const { plan, progress } of people) {
    const { n: _, password, ...reached } = byNumber.get(plan.n)!
    plan.password = password
    Object.assign(progress, reached)
  }
}

async function sit(sitting: Sitting): Promise<void> {
  const errors: string[] = []
  const coming = people.filter((one) => isThere(one, sitting))
  const seconds = secondsOf(sitting, coming.length * setting.parts, setting.pace)
  late.reset()
  late.enable()
  await Promise.all(
    coming.map(async (one) => {
      await pause(comesAfter(one, sitting, seconds))
      await act(one, sitting).catch((error: Error) => errors.push(`${one.plan.n} ${sitting.name}: ${error.message}`))
    }),
  )
  late.disable()
  const report: Report = {
    seen,
    people: people.map(({ plan, progress }) => ({ n: plan.n, password: plan.password, ...progress })),
    errors,
    delay: late.percentile(99) / 1e6,
  }
  process.send!(report)
}

process.on('message', (order: Sitting | Report) => ('name' in order ? void sit(order) : goOn(order)))
process.on('disconnect', () => process.exit(0))
process.send!('ready')
