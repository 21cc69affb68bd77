import { Piscina } from 'piscina'
import { type FaultLog, ofThread, survive } from '#server/kernel/background.ts'
import { type ThreadFiles, threadStart } from '#server/kernel/threads.ts'

/**
 * One thread of its own for long work, at a lower processor priority than pages. It begins with the first task and ends after a
 * second without any. `name`: what the log calls it.
 */
export function backgroundThread<Task, Outcome>(files: ThreadFiles, name: string, log: FaultLog) {
  let pool: Piscina<Task, Outcome> | undefined
  function opened() {
    const made = new Piscina<Task, Outcome>({
      ...threadStart(files),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 1000,
      niceIncrement: 10,
    })
    survive(made, name, log)
    return made
  }
  return {
    /** Rejects if the thread fails. */
    run(task: Task, options?: Parameters<Piscina<Task, Outcome>['run']>[1]): Promise<Outcome> {
      pool ??= opened()
      return ofThread(pool, pool.run(task, options))
    },
    close: async (): Promise<void> => void (await pool?.destroy()),
  }
}

export type BackgroundThread = typeof backgroundThread
