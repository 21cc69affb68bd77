import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Participant } from '../../domain/allotment/input'
import type { RunStep } from '../../domain/allotment/runs'
import { type FaultLog, listen, survive } from '../../kernel/background'
import type { ToEngine } from './engine-worker'
import type { RunFacts, RunOutcome } from './round'

/** The thread's file is next to this one as source, and next to the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const worker = isSource
  ? { filename: new URL('./engine-worker.ts', import.meta.url).href, execArgv: ['--import', 'tsx'] }
  : { filename: new URL('./allotment-worker.js', import.meta.url).href, execArgv: [] }

type Job = { port: MessagePort; facts: RunFacts }

/** The engine and its verifier, off the main thread and at a lower processor priority than pages. */
export function createEngine(log: FaultLog) {
  let pool: Piscina<Job, RunOutcome> | undefined
  function opened() {
    const made = new Piscina<Job, RunOutcome>({
      ...worker,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 1000,
      niceIncrement: 10,
    })
    survive(made, 'the thread of the allotment', log)
    return made
  }
  return {
    /** Runs a round on participants that come in pieces; `onStep` is told the current step. */
    async run(
      facts: RunFacts,
      participants: AsyncIterable<Participant[]>,
      onStep: (step: RunStep) => void,
    ): Promise<RunOutcome> {
      pool ??= opened()
      const { port1: ours, port2: port } = new MessageChannel()
      listen(ours, 'message', 'a step of the allotment', log, onStep)
      const send = (message: ToEngine) => ours.postMessage(message)
      const outcome = pool.run({ port, facts }, { transferList: [port] })
      // The caller that awaits the outcome sees a failure; until then nobody does, so mark it as handled.
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
