import type { MessagePort } from 'node:worker_threads'
import type { Participant } from '#server/domain/allotment/input.ts'
import type { RunOutcome } from './round'
import { type RunFacts, runRound } from './round'

/** The messages to the thread: participants in pieces, then a mark that they are complete. */
export type ToEngine = { participants: Participant[] } | 'complete'

/**
 * One run of the allotment in a separate thread: takes the participants as they are read, runs the engine, has the
 * verifier check the result, and answers with it. Writes nothing.
 */
export default function work({ port, facts }: { port: MessagePort; facts: RunFacts }): Promise<RunOutcome> {
  const participants: Participant[] = []
  return new Promise((resolve, reject) => {
    port.on('message', (message: ToEngine) => {
      if (message !== 'complete') {
        participants.push(...message.participants)
        return
      }
      try {
        resolve(runRound({ ...facts, participants }, (step) => port.postMessage(step)))
      } catch (error) {
        reject(error)
      } finally {
        port.close()
      }
    })
  })
}
