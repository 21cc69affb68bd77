import { schedule } from 'node-cron'
import type { Services } from './services'

const zone = { timezone: 'Asia/Kolkata', noOverlap: true }

/** Every cron line of a portal; each calls one service verb, which does whatever is due. */
const lines = [
  { name: 'outbox', at: '*/10 * * * * *', run: (portal: Services) => portal.messages.deliverDue() },
  { name: 'bulk-messages', at: '*/10 * * * * *', run: (portal: Services) => portal.bulkMessages.sendDue() },
  { name: 'merit-lists', at: '*/5 * * * * *', run: (portal: Services) => portal.meritLists.publishDue() },
  { name: 'merit-messages', at: '*/10 * * * * *', run: (portal: Services) => portal.meritLists.tellDue() },
  { name: 'merit-sweep', at: '50 * * * * *', run: (portal: Services) => portal.meritLists.sweep() },
  { name: 'mobile-changes', at: '0 * * * * *', run: (portal: Services) => portal.accounts.applyMobileChanges() },
  { name: 'orphan-files', at: '0 37 * * * *', run: (portal: Services) => portal.documents.sweep() },
  { name: 'payments', at: '*/15 * * * * *', run: (portal: Services) => portal.payments.reconcileDue() },
  { name: 'late-money', at: '0 23 * * * *', run: (portal: Services) => portal.payments.lookForLateMoney() },
  { name: 'refunds', at: '30 * * * * *', run: (portal: Services) => portal.payments.refundDue() },
  { name: 'duplicates', at: '20,50 * * * * *', run: (portal: Services) => portal.duplicates.lookForDuplicates() },
  { name: 'allotments', at: '*/10 * * * * *', run: (portal: Services) => portal.allotment.publishDue() },
  { name: 'allotment-news', at: '*/10 * * * * *', run: (portal: Services) => portal.allotment.tellDue() },
  { name: 'abandoned-runs', at: '50 * * * * *', run: (portal: Services) => portal.allotment.failAbandoned() },
  { name: 'merit-papers', at: '5,35 * * * * *', run: (portal: Services) => portal.meritPages.printDue() },
  { name: 'certificate-reminders', at: '0 41 * * * *', run: (portal: Services) => portal.certificates.remind() },
  { name: 'option-reminders', at: '50 * * * * *', run: (portal: Services) => portal.optionForm.remind() },
  {
    name: 'purge',
    at: '0 17 * * * *',
    run: (portal: Services) => {
      portal.accounts.purge()
      portal.limits.purge(portal.clock.real())
    },
  },
] as const

export type Jobs = ReturnType<typeof startJobs>

/** Starts the jobs of all portals. `lag`: milliseconds since the last tick of the most frequent one, for readiness. */
export function startJobs(portals: readonly Services[], log: { error(details: object, message: string): void }) {
  let lastTick = Date.now()
  const tasks = lines.map(({ name, at, run }) =>
    schedule(
      at,
      async () => {
        lastTick = Date.now()
        for (const portal of portals) await runOne(portal, name, run, log)
      },
      { ...zone, name },
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
  job: string,
  run: (portal: Services) => unknown,
  log: { error(details: object, message: string): void },
): Promise<void> {
  try {
    await run(portal)
  } catch (error) {
    log.error({ err: error, job, course: portal.course.slug }, 'a job failed')
  }
}
