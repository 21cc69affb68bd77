import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, schedule } from 'node-cron'
import type { Rhythm } from '#server/domain/operations/job-rhythm.ts'
import type { Services } from '#server/features/index.ts'
import { outageOf, wordsForOutage } from '#server/kernel/outage.ts'

const zone = { timezone: 'Asia/Kolkata', noOverlap: true }

/** Checked every minute: work that is due runs once, however many processes there are. */
const everyMinute = '40 * * * * *'
const hourly = (minute: number): Rhythm => ({ every: 'hour', minute })
const daily = (hour: number, minute: number): Rhythm => ({ every: 'day', hour, minute })

type Line = {
  name: string
  at: string
  /** For jobs due by the machine's clock, once each time; jobs without it do whatever is due at every tick. */
  rhythm?: Rhythm
  /** Its work cannot be undone: it waits while the time of the machine is doubted. Source: rules §12.5. */
  isFinal?: boolean
  /** Renews what each process keeps in memory, so each process runs it; the others run in the one that has the jobs. */
  isEverywhere?: boolean
  run(portal: Services): unknown
}

/** All cron lines of a portal; each calls one service verb. */
const lines: readonly Line[] = [
  { name: 'outbox', at: '*/10 * * * * *', run: (portal) => portal.messages.deliverDue() },
  { name: 'bulk-messages', isFinal: true, at: '*/10 * * * * *', run: (portal) => portal.bulkMessages.sendDue() },
  { name: 'merit-lists', isFinal: true, at: '*/5 * * * * *', run: (portal) => portal.meritLists.publishDue() },
  { name: 'merit-messages', isFinal: true, at: '*/10 * * * * *', run: (portal) => portal.meritLists.tellDue() },
  { name: 'merit-sweep', at: '50 * * * * *', run: (portal) => portal.meritLists.sweep() },
  { name: 'mobile-changes', isFinal: true, at: '0 * * * * *', run: (portal) => portal.accounts.applyMobileChanges() },
  { name: 'payments', at: '*/15 * * * * *', run: (portal) => portal.payments.reconcileDue() },
  { name: 'refunds', at: '30 * * * * *', run: (portal) => portal.payments.refundDue() },
  { name: 'duplicates', at: '20,50 * * * * *', run: (portal) => portal.duplicates.lookForDuplicates() },
  { name: 'allotments', isFinal: true, at: '*/10 * * * * *', run: (portal) => portal.allotment.publishDue() },
  { name: 'allotment-news', isFinal: true, at: '*/10 * * * * *', run: (portal) => portal.allotment.tellDue() },
  { name: 'mock-allotment', isFinal: true, at: '15 * * * * *', run: (portal) => portal.allotment.mockDue() },
  { name: 'publication-alarms', at: '45 * * * * *', run: (portal) => portal.waiting.tellAlarms() },
  { name: 'abandoned-runs', at: '50 * * * * *', run: (portal) => portal.allotment.failAbandoned() },
  { name: 'abandoned-imports', at: '55 * * * * *', run: (portal) => portal.imports.failAbandoned() },
  { name: 'merit-papers', at: '5,35 * * * * *', run: (portal) => portal.meritPages.printDue() },
  { name: 'allotment-papers', at: '15,45 * * * * *', run: (portal: Services) => portal.results.printDue() },
  { name: 'public-log', at: '25 * * * * *', run: (portal) => portal.publicLog.settle() },
  { name: 'reminders', isFinal: true, at: '*/10 * * * * *', run: (portal) => portal.reminders.remind() },
  {
    name: 'report-counts',
    at: '25 */5 * * * *',
    isEverywhere: true,
    run: (portal) => portal.admissionReports.countDue(),
  },
  { name: 'stage-counts', at: '55 */5 * * * *', isEverywhere: true, run: (portal) => portal.stageReport.countDue() },
  { name: 'seat-call-counts', at: '35 */5 * * * *', isEverywhere: true, run: (portal) => portal.seatCalls.countDue() },
  { name: 'roll-call-counts', at: '40 */5 * * * *', isEverywhere: true, run: (portal) => portal.rollCall.countDue() },
  {
    name: 'orphan-files',
    isFinal: true,
    at: everyMinute,
    rhythm: hourly(37),
    run: (portal) => portal.documents.sweep(),
  },
  { name: 'late-money', at: everyMinute, rhythm: hourly(23), run: (portal) => portal.payments.lookForLateMoney() },
  {
    name: 'unfulfilled-claims',
    isFinal: true,
    at: everyMinute,
    rhythm: hourly(7),
    run: (portal) => portal.certificates.convertUnfulfilled(),
  },
  {
    name: 'retention',
    isFinal: true,
    at: everyMinute,
    rhythm: daily(4, 30),
    run: (portal) => portal.privacy.retention.run(),
  },
  {
    name: 'purge',
    isFinal: true,
    at: everyMinute,
    rhythm: hourly(17),
    run(portal) {
      portal.accounts.purge()
      portal.limits.purge(portal.clock.real())
      portal.keptForms.purge()
    },
  },
]

/** Jobs that maintain the portal itself; only the scheduler runs them, by the machine's clock. */
const houseLines: readonly Line[] = [
  { name: 'backup', at: everyMinute, rhythm: daily(2, 30), run: (portal) => portal.housekeeping.backUpDaily() },
  { name: 'checks', at: everyMinute, rhythm: daily(3, 30), run: (portal) => portal.housekeeping.check() },
]

type JobLog = Record<'warn' | 'error', (details: object, message: string) => void>

/** Milliseconds that jobs wait after the clock has jumped ahead. */
const pauseAfterJump = 60_000

/** Writes the scheduler's own messages (a missed tick, a job still running) to the server's log. */
const schedulerLog = (log: JobLog): Logger => ({
  info: () => {},
  debug: () => {},
  warn: (message) => log.warn({}, `the scheduler: ${message}`),
  error: (message, err = message instanceof Error ? message : undefined) =>
    log.error({ err }, `the scheduler: ${message instanceof Error ? message.name : message}`),
})

/**
 * Starts the jobs of all portals but archives, which must not change. Of several processes, one runs those of a portal.
 * `lag`: milliseconds since the last tick of the most frequent one, for readiness.
 */
export function startJobs(portals: readonly Services[], log: JobLog) {
  // Not by the clock of the machine, which may jump.
  let lastTick = performance.now()
  let isStopped = false
  // Every job from the beginning: a series that appears with its first failure says nothing of an increase.
  const runs = new Map([...lines, ...houseLines].map(({ name }) => [name, { done: 0, failed: 0 }]))
  const working = portals.filter(({ archive }) => archive === null)
  // Separate tasks for each portal, so that a job that hangs in one course does not delay another.
  const tasks = working.flatMap((portal) =>
    [...lines, ...houseLines].map((line) =>
      schedule(
        line.at,
        async () => {
          lastTick = performance.now()
          await runOne(portal, line, log, runs)
        },
        { ...zone, name: `${line.name} of ${portal.course.slug}`, logger: schedulerLog(log) },
      ),
    ),
  )
  return {
    /** How often each job ran in this process, by its name, and how often it failed. */
    runs: () => runs,
    lag: () => (tasks.length ? Math.max(0, performance.now() - lastTick - 10_000) : 0),
    /**
     * The clock of the machine has jumped by so many ms. The scheduler would wait for instants that the clock has left
     * behind, so it begins anew: after a jump ahead a minute later, because what is published cannot be taken back, and
     * many clocks are set right again soon. Source: case 52.
     */
    clockJumped: async (jumped: number): Promise<void> => {
      for (const task of tasks) await task.stop()
      if (jumped > 0) await pause(pauseAfterJump, undefined, { ref: false })
      if (!isStopped) for (const task of tasks) await task.start()
      lastTick = performance.now()
    },
    stop: async () => {
      isStopped = true
      for (const task of tasks) await task.destroy()
      for (const portal of working) portal.housekeeping.endJobsOf()
    },
  }
}

/** Runs everything due now, in order; for the demo and tests. Returns how many ms each took, by its name. */
export async function runDueJobs(portals: readonly Services[]): Promise<Record<string, number>> {
  const took: Record<string, number> = {}
  for (const portal of portals.filter(({ archive }) => archive === null))
    for (const { name, run } of lines) {
      const begun = performance.now()
      await run(portal)
      took[name] = (took[name] ?? 0) + performance.now() - begun
    }
  return took
}

/** One tick of every job of the scheduler, in order; for tests. */
export async function runScheduled(portals: readonly Services[], log: JobLog): Promise<void> {
  for (const portal of portals) for (const line of lines) await runOne(portal, line, log)
}

async function runOne(
  portal: Services,
  { name: job, rhythm, isEverywhere, isFinal, run }: Line,
  log: JobLog,
  runs: Map<string, { done: number; failed: number }> = new Map(),
): Promise<void> {
  const { done, failed } = runs.get(job) ?? { done: 0, failed: 0 }
  try {
    // Every process looks, because another one may have the jobs after a jump.
    const mayRun = !isFinal || portal.machineTime.isTrusted()
    if (!mayRun || (!isEverywhere && !portal.housekeeping.hasJobs())) return
    if (rhythm) await portal.housekeeping.once(job, rhythm, () => run(portal))
    else await run(portal)
    runs.set(job, { done: done + 1, failed })
  } catch (error) {
    runs.set(job, { done, failed: failed + 1 })
    const outage = outageOf(error)
    const why = outage ? `: ${wordsForOutage(outage)}` : ''
    log.error({ err: error, outage, job, course: portal.course.slug }, `a job failed and is tried again${why}`)
  }
}
