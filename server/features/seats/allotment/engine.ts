import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { BackgroundThread } from '#server/adapters/background-thread.ts'
import type { Participant } from '#server/domain/allotment/input.ts'
import type { RunStep } from '#server/domain/allotment/runs.ts'
import type { Zone } from '#server/domain/allotment/zone.ts'
import { type FaultLog, listen } from '#server/kernel/background.ts'
import { threadStart } from '#server/kernel/threads.ts'
import type { ToEngine } from './engine-worker'
import type { RunFacts, RunOutcome } from './round'
import type { ZoneTask } from './zone-worker'

const at = import.meta.url
const files = { at, source: './engine-worker.ts', built: './allotment-worker.js' }
const zoneFiles = { at, source: './zone-worker.ts', built: './zone-worker.js' }

type Job = { port: MessagePort; facts: RunFacts }

type EngineDeps = { log: FaultLog; backgroundThread: BackgroundThread }

/** The engine and its verifier, in a thread of their own. */
export function createEngine({ log, backgroundThread }: EngineDeps) {
  const thread = backgroundThread<Job | ZoneTask, RunOutcome | Zone>(files, 'the thread of the allotment', log)
  return {
    /** Runs a round on participants that come in pieces; `onStep` is told the current step. */
    async run(
      facts: RunFacts,
      participants: AsyncIterable<Participant[]>,
      onStep: (step: RunStep) => void,
    ): Promise<RunOutcome> {
      const { port1: ours, port2: port } = new MessageChannel()
      listen(ours, 'message', 'a step of the allotment', log, onStep)
      const send = (message: ToEngine) => ours.postMessage(message)
      const outcome = thread.run({ port, facts }, { transferList: [port] })
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
      const transferList = [task.input.buffer as ArrayBuffer, task.result.buffer as ArrayBuffer]
      return (await thread.run(task, { filename: threadStart(zoneFiles).filename, transferList })) as Zone
    },
    close: thread.close,
  }
}

export type Engine = ReturnType<typeof createEngine>
