import { areOptionsSettled, mayPrepare, mayRelease } from '#server/domain/allotment/runs.ts'
import type { AllotmentSummary } from '#server/domain/allotment/summary.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { type CapRound, roundActivity, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import type { Preparation } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { breath } from '#server/kernel/background.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { AllotmentDeps } from './deps'
import { createParticipants } from './participants'
import type { RunAllotment } from './round'
import type { NamedRun, RunRow } from './store'

/** The number of rows written before pages get their turn: some milliseconds. */
const writtenAtOnce = 500

/**
 * Prepares a round, from the tables to a run that awaits its release. Pages keep their turn: reading and writing
 * alternate with them, and another thread does the rest. A run that ends half-way does not count.
 */
export function createRuns(deps: AllotmentDeps) {
  const { db, store, clock, course, engine, dossiers, record } = deps
  const participants = createParticipants(deps)

  /** When a round's option form closes; null if the schedule does not say. */
  const optionsCloseAt = (round: CapRound) => deps.activity(roundActivity(round, 'options'))?.closesAt ?? null

  /** When the schedule publishes a round. */
  const publishAt = (round: CapRound) => deps.activity(roundActivity(round, 'allotment'))?.opensAt ?? null

  /**
   * True if a run was made from data still in force: the current merit list and seat matrix, and lists that nobody
   * could change since.
   */
  const isCurrent = ({ round, preparedAt, meritEditionId, seatMatrixEditionId }: RunRow): boolean =>
    meritEditionId === store.meritEdition() &&
    seatMatrixEditionId === store.seatMatrixEdition() &&
    areOptionsSettled(optionsCloseAt(round), preparedAt)

  /** The seats of earlier rounds given up since a run was prepared: it does not offer them to others. */
  const givenUp = ({ round, preparedAt }: RunRow): number => store.givenUpSince(round, preparedAt)

  const release = deps.releases.of<NamedRun>({
    kind: 'allotment',
    find: store.run,
    refusals: { unknown: 'allotment-unknown', decided: 'allotment-decided' },
    acts: { release: 'allotment.released', discard: 'allotment.discarded', publish: 'allotment.published' },
    detail: ({ id, round, inputHash, resultHash }) => ({ run: id, round, input: inputHash, result: resultHash }),
    mayRelease(run) {
      const others = store.counting(run.round).flatMap((one) => (one.id === run.id ? [] : [one.state]))
      const { allotted = 0 } = JSON.parse(run.summary) as Partial<AllotmentSummary>
      const facts = { verifiedAt: run.verifiedAt, allotted, isCurrent: isCurrent(run), givenUp: givenUp(run) }
      return mayRelease({ ...facts, others })
    },
    onRelease({ id, round }) {
      store.change(id, { publishAt: publishAt(round) })
      return ok()
    },
    publication: {
      job: 'allotments',
      dueAt: ({ round }) => publishAt(round),
      // A run that an extended window, another list or another matrix has overtaken waits until somebody gives it up. A
      // seat given up after the release holds up nobody: it is vacant after this round.
      isCurrent,
      onPublish(run, at) {
        store.change(run.id, { publishedAt: at })
        store.beginTelling(run.id)
      },
      announce: deps.onPublished,
    },
    onFail({ id }, failure) {
      store.change(id, { summary: JSON.stringify(failure) })
      store.clear(id)
    },
  })

  async function work(
    preparation: Preparation,
    id: number,
    { round, edition, matrix }: { round: CapRound; edition: number; matrix: number },
  ): Promise<void> {
    const all = store.confirmedForms(round)
    preparation.at('reading', 0, all)
    const { kept, absent } = await deps.keptSeats(round)
    const held = new Set(kept.filter(({ isFinal }) => !isFinal).map(({ candidateId }) => candidateId))
    let leftOut = 0
    const onRead = (done: number) => void preparation.at('reading', done, all)
    const onLeftOut = () => void leftOut++
    const released = deps.releasedFor(round)
    const reading = participants({ round, edition, held, absent, released, onRead, onLeftOut })
    const facts = { round, stages: rulesOf(course.rounds, round).stages, seats: store.seats(matrix), kept }
    const outcome = await engine.run(facts, reading, (step) => void preparation.at(step))
    if (!outcome.ok) return release.fail(id, outcome.why, outcome.details)
    const { dossier, allotments, summary, ...result } = outcome
    await dossiers.keep(dossier.resultHash, dossier.files)

    for (let at = 0; at < allotments.length; at += writtenAtOnce) {
      preparation.at('writing', at, allotments.length)
      const piece = allotments.slice(at, at + writtenAtOnce)
      const isKept = db.transact(() => {
        if (preparation.isOurs()) store.addAllotments(piece.map((one) => rowOf(id, one)))
        return preparation.isOurs()
      })
      if (!isKept) break
      await breath()
    }
    db.transact(() => {
      if (!preparation.isOurs() || !release.move(id, 'ready')) return store.clear(id)
      store.addResult(id, result)
      const { inputHash, resultHash } = dossier
      const verified = { verifiedAt: clock.portal(), inputHash, resultHash } as const
      store.change(id, { ...verified, summary: JSON.stringify({ ...summary, leftOut }) })
      for (const one of store.counting(round))
        if (one.id !== id && one.state === 'prepared') release.move(one.id, 'supersede')
    })
  }

  return {
    optionsCloseAt,

    /** The obstacle to preparing a round now; ok if there is none. */
    may(round: CapRound): Result<undefined> {
      return mayPrepare(
        {
          round,
          optionsCloseAt: optionsCloseAt(round),
          states: store.counting(round).map(({ state }) => state),
          previousReportingEndsAt: deps.activity(roundActivity(round - 1, 'reporting'))?.closesAt ?? null,
          unsignedDays: deps.unsignedDays(round - 1),
          isPreviousPublished: round > 1 && store.counting(round - 1).some(({ state }) => state === 'published'),
          hasMeritList: store.meritEdition() !== undefined,
          hasSeatMatrix: store.seatMatrixEdition() !== undefined,
          confirmedForms: store.confirmedForms(round),
        },
        clock.portal(),
      )
    },

    publishAt,
    isCurrent,
    givenUp,
    release,

    /** Begins to prepare a run and returns its number at once; the rest continues in the background. */
    prepare(officer: StaffMember, round: CapRound): Result<number> {
      const begun = db.transact((): Result<{ id: number; round: CapRound; edition: number; matrix: number }> => {
        const may = this.may(round)
        if (!may.ok) return may
        const edition = store.meritEdition()!
        const matrix = store.seatMatrixEdition()!
        const id = store.addRun({
          round,
          state: 'preparing',
          meritEditionId: edition,
          seatMatrixEditionId: matrix,
          preparedAt: clock.portal(),
          preparedBy: officer.id,
        })
        release.begin(id)
        record(auditActor(officer), 'allotment.prepared', { of: `allotment:${id}` }, { run: id, round })
        return ok({ id, round, edition, matrix })
      })
      if (!begun.ok) return begun
      const { id, ...facts } = begun.value
      void release.prepare(id, (preparation) => work(preparation, id, facts))
      return ok(id)
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
