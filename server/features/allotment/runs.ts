import { setImmediate as breath } from 'node:timers/promises'
import { abandonedAfter, areOptionsSettled, mayPrepare, type RunStep } from '../../domain/allotment-runs'
import { auditActor } from '../../domain/audit'
import { type CapRound, roundActivity } from '../../domain/cap-rounds'
import { ok, type Result } from '../../kernel/result'
import type { AllotmentDeps, Officer } from './deps'
import { createParticipants } from './participants'
import type { RunAllotment } from './round'
import type { RunRow } from './store'

/** How far a run is. `done` and `all`: what is read, or written, of so many. */
export type Progress = { step: RunStep; done: number; all: number }

/** So many rows are written before pages have their turn: some milliseconds. */
const writtenAtOnce = 500

/**
 * The preparation of a round, from the tables to a run that waits for its release. It goes on behind the pages: reading
 * and writing take turns with them, the rest is done in another thread. A run that ends half-way counts for nothing.
 */
export function createRuns(deps: AllotmentDeps) {
  const { db, store, clock, course, engine, dossiers, record } = deps
  const participants = createParticipants(deps)
  const underWay = new Map<number, { progress: Progress; done: Promise<void> }>()
  let isClosing = false

  /** When a round's option form closes; null where the schedule does not say. */
  const optionsCloseAt = (round: CapRound) => deps.activity(roundActivity(round, 'options'))?.closesAt ?? null

  async function work(id: number, round: CapRound, edition: number, matrix: number): Promise<void> {
    const entry = underWay.get(id)!
    const to = (step: RunStep, done = 0, all = 0) => {
      entry.progress = { step, done, all }
    }
    const all = store.confirmedForms(round)
    to('reading', 0, all)
    const kept = deps.heldSeats(round)
    const held = new Set(kept.filter(({ isFinal }) => !isFinal).map(({ candidateId }) => candidateId))
    let leftOut = 0
    const onLeftOut = () => void leftOut++
    const reading = participants({ round, edition, held, onRead: (done) => to('reading', done, all), onLeftOut })
    const stages = course.allotmentStages[round]
    const outcome = await engine.run({ round, stages, seats: store.seats(matrix), kept }, reading, to)
    if (!outcome.ok) return fail(id, outcome.why, outcome.details)
    const { dossier, allotments, summary, ...result } = outcome
    await dossiers.keep(dossier.resultHash, dossier.files)

    to('writing', 0, allotments.length)
    for (let at = 0; at < allotments.length; at += writtenAtOnce) {
      const piece = allotments.slice(at, at + writtenAtOnce)
      db.transact(() => store.addAllotments(piece.map((one) => rowOf(id, one))))
      to('writing', at + piece.length, allotments.length)
      await breath()
    }
    db.transact(() => {
      store.addResult(id, result)
      const { inputHash, resultHash } = dossier
      const verified = { state: 'prepared', verifiedAt: clock.portal(), inputHash, resultHash } as const
      const isDone = store.change(id, 'running', {
        ...verified,
        summary: JSON.stringify({ ...summary, leftOut }),
      })
      if (!isDone) return store.clear(id)
      store.supersede(id, round)
    })
  }

  function fail(id: number, fault: string, details: readonly string[] = []): void {
    db.transact(() => {
      if (store.change(id, 'running', { state: 'failed', summary: JSON.stringify({ fault, details }) })) store.clear(id)
    })
  }

  return {
    optionsCloseAt,

    /** What stands in the way of preparing a round now; ok where nothing does. */
    may(round: CapRound): Result<undefined> {
      return mayPrepare(
        {
          round,
          optionsCloseAt: optionsCloseAt(round),
          states: store.counting(round).map(({ state }) => state),
          isPreviousPublished:
            round > 1 && store.counting((round - 1) as CapRound).some(({ state }) => state === 'published'),
          hasMeritList: store.meritEdition() !== undefined,
          hasSeatMatrix: store.seatMatrixEdition() !== undefined,
        },
        clock.portal(),
      )
    },

    /** Whether a run was made from what counts now: the merit list and the seat matrix in force, and lists that nobody could change. */
    isCurrent: ({ round, preparedAt, meritEditionId, seatMatrixEditionId }: RunRow): boolean =>
      meritEditionId === store.meritEdition() &&
      seatMatrixEditionId === store.seatMatrixEdition() &&
      areOptionsSettled(optionsCloseAt(round), preparedAt),

    /** Begins to prepare a run; answers with its number at once, the rest goes on behind the pages. */
    prepare(officer: Officer, round: CapRound): Result<number> {
      const begun = db.transact((): Result<{ id: number; edition: number; matrix: number }> => {
        const may = this.may(round)
        if (!may.ok) return may
        const edition = store.meritEdition()!
        const matrix = store.seatMatrixEdition()!
        const id = store.addRun({
          round,
          state: 'running',
          meritEditionId: edition,
          seatMatrixEditionId: matrix,
          preparedAt: clock.portal(),
          preparedBy: officer.id,
        })
        record(auditActor(officer), 'allotment.prepared', { of: `allotment:${id}` }, { run: id, round })
        return ok({ id, edition, matrix })
      })
      if (!begun.ok) return begun
      const { id, edition, matrix } = begun.value
      const entry = { progress: { step: 'reading', done: 0, all: 0 } as Progress, done: Promise.resolve() }
      underWay.set(id, entry)
      entry.done = work(id, round, edition, matrix)
        .catch((error: unknown) => {
          if (isClosing) return
          deps.log.error({ err: error, run: id }, 'a run of the allotment failed')
          fail(id, 'broken')
        })
        .finally(() => underWay.delete(id))
      return ok(id)
    },

    /** How far a run is that this process works on; null for any other. */
    progress: (id: number): Progress | null => underWay.get(id)?.progress ?? null,

    /** When no run is under way in this process any more. */
    async settled(): Promise<void> {
      while (underWay.size) await Promise.all([...underWay.values()].map(({ done }) => done))
    },

    /** Runs whose process has ended fail, so that the round can be prepared anew. A job. */
    failAbandoned(): void {
      for (const { id, preparedAt } of store.inState('running')) {
        if (!underWay.has(id) && clock.portal() - preparedAt >= abandonedAfter) fail(id, 'abandoned')
      }
    },

    async close(): Promise<void> {
      isClosing = true
      await engine.close()
      await this.settled()
    },
  }
}

const rowOf = (
  runId: number,
  { candidateId, choiceCode, seatType, originalType, preference, stage, retained }: RunAllotment,
) => ({
  runId,
  candidateId,
  choiceCode,
  seatType,
  originalType,
  preference,
  stage,
  retained,
})

export type Runs = ReturnType<typeof createRuns>
