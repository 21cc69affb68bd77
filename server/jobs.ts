import { schedule } from 'node-cron'
import type { Rhythm } from './domain/job-rhythm'
import type { Services } from './services'

const zone = { timezone: 'Asia/Kolkata', noOverlap: true }

/** Looked at every minute: what is due by its rhythm is done once, however many processes there are. */
const everyMinute = '40 * * * * *'
const hourly = (minute: number): Rhythm => ({ every: 'hour', minute })
const daily = (hour: number, minute: number): Rhythm => ({ every: 'day', hour, minute })

type Line = {
  name: string
  at: string
  /** Of jobs that are due by the machine's clock, once for each time; the others do whatever is due, at every tick. */
  rhythm?: Rhythm
  run(portal: Services): unknown
}

/** Every cron line of a portal; each calls one service verb. */
const lines: readonly Line[] = [
  { name: 'outbox', at: '*/10 * * * * *', run: (portal) => portal.messages.deliverDue() },
  { name: 'bulk-messages', at: '*/10 * * * * *', run: (portal) => portal.bulkMessages.sendDue() },
  { name: 'merit-lists', at: '*/5 * * * * *', run: (portal) => portal.meritLists.publishDue() },
  { name: 'merit-messages', at: '*/10 * * * * *', run: (portal) => portal.meritLists.tellDue() },
  { name: 'merit-sweep', at: '50 * * * * *', run: (portal) => portal.meritLists.sweep() },
  { name: 'mobile-changes', at: '0 * * * * *', run: (portal) => portal.accounts.applyMobileChanges() },
  { name: 'payments', at: '*/15 * * * * *', run: (portal) => portal.payments.reconcileDue() },
  { name: 'refunds', at: '30 * * * * *', run: (portal) => portal.payments.refundDue() },
  { name: 'duplicates', at: '20,50 * * * * *', run: (portal) => portal.duplicates.lookForDuplicates() },
  { name: 'allotments', at: '*/10 * * * * *', run: (portal) => portal.allotment.publishDue() },
  { name: 'allotment-news', at: '*/10 * * * * *', run: (portal) => portal.allotment.tellDue() },
  { name: 'mock-allotment', at: '15 * * * * *', run: (portal) => portal.allotment.mockDue() },
  { name: 'abandoned-runs', at: '50 * * * * *', run: (portal) => portal.allotment.failAbandoned() },
  { name: 'merit-papers', at: '5,35 * * * * *', run: (portal) => portal.meritPages.printDue() },
  { name: 'allotment-papers', at: '15,45 * * * * *', run: (portal: Services) => portal.results.printDue() },
  { name: 'option-reminders', at: '*/10 * * * * *', run: (portal) => portal.optionForm.remind() },
  { name: 'orphan-files', at: everyMinute, rhythm: hourly(37), run: (portal) => portal.documents.sweep() },
  { name: 'late-money', at: everyMinute, rhythm: hourly(23), run: (portal) => portal.payments.lookForLateMoney() },
  { name: 'certificate-reminders', at: everyMinute, rhythm: hourly(41), run: (portal) => portal.certificates.remind() },
  {
    name: 'unfulfilled-claims',
    at: everyMinute,
    rhythm: hourly(7),
    run: (portal) => portal.certificates.convertUnfulfilled(),
  },
  {
    name: 'purge',
    at: everyMinute,
    rhythm: hourly(17),
    run(portal) {
      portal.accounts.purge()
      portal.limits.purge(portal.clock.real())
    },
  },
]

/** What looks after the portal itself: the machine's time alone makes it due, and nobody else asks for it. */
const houseLines: readonly Required<Line>[] = [
  { name: 'backup', at: everyMinute, rhythm: daily(2, 30), run: (portal) => portal.housekeeping.backUpDaily() },
  { name: 'checks', at: everyMinute, rhythm: daily(3, 30), run: (portal) => portal.housekeeping.check() },
]

export type Jobs = ReturnType<typeof startJobs>

/** Starts the jobs of all portals. `lag`: milliseconds since the last tick of the most frequent one, for readiness. */
export function startJobs(portals: readonly Services[], log: { error(details: object, message: string): void }) {
  let lastTick = Date.now()
  const tasks = [...lines, ...houseLines].map((line) =>
    schedule(
      line.at,
      async () => {
        lastTick = Date.now()
        for (const portal of portals) await runOne(portal, line, log)
      },
      { ...zone, name: line.name },
    ),
  )
  return {
    lag: () => Math.max(0, Date.now() - lastTick - 10_000),
    stop: async () => {
      for (const task of tasks) await task.destroy()
    },
  }
}

/** Everything that is due now, in order; the demo and tests ask for it. */
export async function runDueJobs(portals: readonly Services[]): Promise<void> {
  for (const portal of portals) for (const { run } of lines) await run(portal)
}

async function runOne(
  portal: Services,
  { name: job, rhythm, run }: Line,
  log: { error(details: object, message: string): void },
): Promise<void> {
  try {
    if (rhythm) await portal.housekeeping.once(job, rhythm, () => run(portal))
    else await run(portal)
  } catch (error) {
    log.error({ err: error, job, course: portal.course.slug }, 'a job failed')
  }
}
