import { randomUUID } from 'node:crypto'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Preparation, Preparations, Progress } from '#server/domain/terms/release.ts'
import { every, type FaultLog } from '#server/kernel/background.ts'
import { minutes, seconds } from '#server/kernel/time.ts'
import type { ReleaseStore } from './store'

/** The longest interval between a process's signs of life. */
const beatEvery = seconds(5)
/** The shortest interval between reports of progress. */
const tellEvery = 500
/** A process silent for this long is dead: much longer than a busy disk or a stall takes. */
const longestSilence = minutes(1)

type PreparationsDeps = {
  db: Database
  store: ReleaseStore
  clock: Pick<Clock, 'real'>
  log: FaultLog
}

/**
 * Long work in the background. The database records the process at work on each subject, its progress and its last sign
 * of life, so that every process can show it, take over from a dead one, and leave a living one alone.
 */
export function createPreparations({ db, store, clock, log }: PreparationsDeps) {
  const owner = `${process.pid} ${randomUUID()}`
  const underWay = new Set<Promise<void>>()
  let isClosing = false

  const isSilent = ({ beatAt }: { beatAt: number }) => Math.abs(clock.real() - beatAt) > longestSilence

  /** A process's reports on one preparation while it works on it. */
  function voice(kind: string, subject: number) {
    let progress: Progress = { step: 'waiting', done: 0, total: 0 }
    let isOurs = true
    let toldAt = 0
    /** A busy or full disk is no reason to give up work that has gone well so far. */
    function beat(): void {
      try {
        const row = { kind, subject, owner, ...progress, beatAt: clock.real() }
        isOurs = db.transactUnflushed(() => store.beat(row))
        toldAt = performance.now()
      } catch (error) {
        log.error({ err: error, kind, subject }, 'the progress of a preparation could not be written')
      }
    }
    const preparation: Preparation = {
      at(step, done = 0, total = 0) {
        const isNewStep = step !== progress.step
        progress = { step, done, total }
        if (isNewStep || performance.now() - toldAt >= tellEvery) beat()
        return isOurs
      },
      isOurs: () => store.preparation(kind, subject)?.owner === owner,
    }
    return { preparation, beat }
  }

  return {
    claim: (kind, subject) =>
      store.claim({ kind, subject, owner, step: 'waiting', done: 0, total: 0, beatAt: clock.real() }, longestSilence),

    run(kind, subject, work, onError) {
      const { preparation, beat } = voice(kind, subject)
      const stopHeart = every(beatEvery, 'the heartbeat of a preparation', log, beat)
      const running = work(preparation)
        .catch((error: unknown) => {
          if (!isClosing) log.error({ err: error, kind, subject }, 'a preparation failed')
          if (preparation.isOurs()) onError(isClosing)
        })
        .then(() => db.transact(() => void (preparation.isOurs() && store.end(kind, subject))))
        .catch((error: unknown) => log.error({ err: error, kind, subject }, 'a preparation could not be ended'))
        .finally(() => {
          stopHeart()
          underWay.delete(running)
        })
      underWay.add(running)
      return running
    },

    progress(kind, subject) {
      const found = store.preparation(kind, subject)
      return found ? { step: found.step, done: found.done, total: found.total } : null
    },

    isAbandoned(kind, subject) {
      const found = store.preparation(kind, subject)
      return !found || isSilent(found)
    },

    /** Releases a subject; joins the caller's transaction. */
    end: store.end,

    /** Resolves once this process has no work in progress. */
    async settled(): Promise<void> {
      while (underWay.size) await Promise.all(underWay)
    },

    /** From now on, interrupted work is no error. */
    closing(): void {
      isClosing = true
    },
  } satisfies Preparations & Record<string, unknown>
}
