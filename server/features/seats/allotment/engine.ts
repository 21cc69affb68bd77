import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Participant } from '#server/domain/allotment/input.ts'
import type { RunStep } from '#server/domain/allotment/runs.ts'
import type { Zone } from '#server/domain/allotment/zone.ts'
import { type FaultLog, listen, ofThread, survive } from '#server/kernel/background.ts'
import type { ToEngine } from './engine-worker'
import type { RunFacts, RunOutcome } from './round'
import type { ZoneTask } from './zone-worker'

/** The threads' files are next to this one as source, and next to the server's bundle once built. */
const isSource = import.meta.url.endsWith('.ts')
const fileOf = (source: string, built: string) => new URL(isSource ? source : built, import.meta.url).href
const worker = {
  filename: fileOf('./engine-worker.ts', './allotment-worker.js'),
  execArgv: isSource ? ['--import', 'tsx'] : [],
}
const zoneWorker = fileOf('./zone-worker.ts', './zone-worker.js')

type Job = { port: MessagePort; facts: RunFacts }

/** The engine and its verifier, off the main thread and at a lower processor priority than pages. */
export function createEngine(log: FaultLog) {
  let pool: Piscina<Job | ZoneTask, RunOutcome | Zone> | undefined
  function opened() {
    const made = new Piscina<Job | ZoneTask, RunOutcome | Zone>({
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
      const outcome = ofThread(pool, pool.run({ port, facts }, { transferList: [port] }))
      // The caller that awaits the outcome sees a failure; until then nobody does, so mark it as handled.
      outcome.catch(() => {})
      try {
        for await (const piece of participants) send({ participants: piece })
        send('complete')
        return (await outcome) as RunOutcome
      } finally {
        ours.close()
      }
    },
    /** Reruns a published round with one change. */
    async zone(task: ZoneTask): Promise<Zone> {
      pool ??= opened()
      const transferList = [task.input.buffer as ArrayBuffer, task.result.buffer as ArrayBuffer]
      return (await ofThread(pool, pool.run(task, { filename: zoneWorker, transferList }))) as Zone
    },
    close: async () => void (await pool?.destroy()),
  }
}

export type Engine = ReturnType<typeof createEngine>
