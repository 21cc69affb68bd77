import type { MessagePort } from 'node:worker_threads'
import type { Participant } from '../../domain/allotment-input'
import type { RunOutcome } from './round'
import { type RunFacts, runRound } from './round'

/** What the thread is told through its port: participants, piece by piece, then that they are all there. */
export type ToEngine = { participants: Participant[] } | 'complete'

/**
 * One run of the allotment in a thread of its own: takes the participants as they are read, runs the engine, has the
 * verifier check what came out, and answers with it. Nothing here is written anywhere.
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
