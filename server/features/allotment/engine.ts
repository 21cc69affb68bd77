import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Participant } from '../../domain/allotment-input'
import type { RunStep } from '../../domain/allotment-runs'
import type { ToEngine } from './engine-worker'
import type { RunFacts, RunOutcome } from './round'

/** Where the thread's file stands: beside this one as source, beside the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const worker = isSource
  ? { filename: new URL('./engine-worker.ts', import.meta.url).href, execArgv: ['--import', 'tsx'] }
  : { filename: new URL('./allotment-worker.js', import.meta.url).href, execArgv: [] }

type Job = { port: MessagePort; facts: RunFacts }

/** The engine and its verifier, off the main thread and behind the pages in the queue for the processor. */
export function createEngine() {
  let pool: Piscina<Job, RunOutcome> | undefined
  return {
    /** Runs a round on participants that come in pieces; `onStep` is told what is under way. */
    async run(
      facts: RunFacts,
      participants: AsyncIterable<Participant[]>,
      onStep: (step: RunStep) => void,
    ): Promise<RunOutcome> {
      pool ??= new Piscina<Job, RunOutcome>({
        ...worker,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: 1000,
        niceIncrement: 10,
      })
      const { port1: ours, port2: port } = new MessageChannel()
      ours.on('message', onStep)
      const send = (message: ToEngine) => ours.postMessage(message)
      const outcome = pool.run({ port, facts }, { transferList: [port] })
      // Whoever waits for the outcome hears of a failure; until then nobody does.
      outcome.catch(() => {})
      try {
        for await (const piece of participants) send({ participants: piece })
        send('complete')
        return await outcome
      } finally {
        ours.close()
      }
    },
    close: async () => void (await pool?.destroy()),
  }
}

export type Engine = ReturnType<typeof createEngine>
