import type { DossierFile } from '../../adapters/dossiers'
import { mayDiscard, mayRelease, type RunState } from '../../domain/allotment-runs'
import type { AllotmentSummary } from '../../domain/allotment-summary'
import { auditActor } from '../../domain/audit'
import { type CapRound, capRoundNumbers, roundActivity } from '../../domain/cap-rounds'
import { isSecondPerson } from '../../domain/staff'
import { ok, type Refusal, type Result, refuse } from '../../kernel/result'
import type { AllotmentDeps, Officer } from './deps'
import { createMock, type MockLine } from './mock'
import type { MockStore } from './mock-store'
import { createPublication } from './publication'
import { createRuns, type Progress } from './runs'
import type { Change, Comparison, NamedRun } from './store'

/** A run in the list of the desk. */
export type RunLine = {
  id: number
  round: CapRound
  state: RunState
  preparedAt: number
  preparedByName: string
  publishedAt: number | null
}

/** A round as the desk sees it. `hindrance`: why it cannot be prepared now; null where it can. */
export type RoundLine = {
  round: CapRound
  optionsCloseAt: number | null
  publishAt: number | null
  confirmedForms: number
  mock: MockLine | null
  hindrance: Refusal | null
}

/** `leftOut`: confirmed option forms that took no part, for want of a merit number or of a confirmed application. */
export type KeptSummary = AllotmentSummary & { leftOut: number }

/** A run with everything that is looked at before it is released. */
export type RunView = RunLine & {
  releasedByName: string | null
  releasedAt: number | null
  verifiedAt: number | null
  /** When the schedule has it published. */
  publishAt: number | null
  inputHash: string | null
  resultHash: string | null
  progress: Progress | null
  /** Null while it is running, and where it failed. */
  summary: KeptSummary | null
  failure: { fault: string; details: readonly string[] } | null
  /** Against which run it is held, and how candidates fare. */
  comparison: (Comparison & { run: number; round: CapRound; changes: readonly Change[] }) | null
  /** What it was made from is what counts now. */
  isCurrent: boolean
  mayRelease: boolean
}

/** So many changes against the run before are listed one by one. */
const shownChanges = 50

/**
 * The allotment of seats at the desk: a run is prepared and verified, looked at beside the one before, released by a
 * second person and published by the job. Until then nobody else learns anything of it. Source: decisions §8.
 */
export function createAllotment(deps: AllotmentDeps & { mocks: MockStore }) {
  const { db, store, clock, dossiers, record } = deps
  const runs = createRuns(deps)
  const publication = createPublication(deps, runs.isCurrent)
  const mock = createMock(deps)

  const publishAt = (round: CapRound) => deps.activity(roundActivity(round, 'allotment'))?.opensAt ?? null
  const lineOf = ({ id, round, state, preparedAt, preparedByName, publishedAt }: NamedRun): RunLine => ({
    id,
    round,
    state,
    preparedAt,
    preparedByName,
    publishedAt,
  })
  const subject = (id: number) => ({ of: `allotment:${id}` })

  function comparisonOf({ id, round, inputHash }: NamedRun): RunView['comparison'] {
    const before = inputHash === null ? undefined : store.predecessor(id, round)
    if (before === undefined) return null
    const changes = store.changes(before, id, shownChanges)
    return { run: before, round: store.run(before)!.round, ...store.compare(before, id), changes }
  }

  return {
    rounds: (): RoundLine[] =>
      capRoundNumbers.map((round) => {
        const may = runs.may(round)
        return {
          round,
          optionsCloseAt: runs.optionsCloseAt(round),
          publishAt: publishAt(round),
          confirmedForms: store.confirmedForms(round),
          mock: mock.mockLine(round),
          hindrance: may.ok ? null : may.refusal,
        }
      }),

    /** The newest first. */
    latest: (): RunLine[] => store.runs(30).map(lineOf),

    prepare: (officer: Officer, round: CapRound) => runs.prepare(officer, round),
    settled: runs.settled,
    failAbandoned: runs.failAbandoned,
    publishDue: publication.publishDue,
    tellDue: publication.tellDue,
    mockDue: mock.mockDue,
    mock: mock.mock,

    /** A run as it is looked at; who looked is written down, for it names candidates. */
    view(officer: Officer, id: number): Result<RunView> {
      const run = store.run(id)
      if (!run) return refuse('allotment-unknown', 404)
      const comparison = comparisonOf(run)
      if (comparison?.changes.length) record(auditActor(officer), 'allotment.read', subject(id), { run: id })
      const said = JSON.parse(run.summary) as KeptSummary | { fault?: string; details?: string[] }
      const isWhole = run.inputHash !== null
      return ok({
        ...lineOf(run),
        releasedByName: run.releasedByName,
        releasedAt: run.releasedAt,
        verifiedAt: run.verifiedAt,
        publishAt: publishAt(run.round),
        inputHash: run.inputHash,
        resultHash: run.resultHash,
        progress: runs.progress(id),
        summary: isWhole ? (said as KeptSummary) : null,
        failure:
          run.state === 'failed' && 'fault' in said ? { fault: said.fault ?? '', details: said.details ?? [] } : null,
        comparison,
        isCurrent: runs.isCurrent(run),
        mayRelease: isSecondPerson([run.preparedBy], officer),
      })
    },

    /** Another person lets a run be published at the schedule's instant. */
    release(officer: Officer, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const run = store.run(id)
        if (!run) return refuse('allotment-unknown', 404)
        const others = store.counting(run.round).flatMap((one) => (one.id === id ? [] : [one.state]))
        const may = mayRelease({ ...run, others, isCurrent: runs.isCurrent(run) }, officer)
        if (!may.ok) return may
        const now = clock.portal()
        store.change(id, 'prepared', {
          state: 'released',
          releasedBy: officer.id,
          releasedAt: now,
          publishAt: publishAt(run.round),
        })
        const detail = { run: id, round: run.round, input: run.inputHash, result: run.resultHash }
        record(auditActor(officer), 'allotment.released', subject(id), detail)
        return ok()
      })
    },

    /** Gives up a run that is not published. */
    discard(officer: Officer, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const run = store.run(id)
        if (!run) return refuse('allotment-unknown', 404)
        const may = mayDiscard(run.state)
        if (!may.ok) return may
        store.change(id, run.state, { state: 'discarded' })
        record(auditActor(officer), 'allotment.discarded', subject(id), { run: id, round: run.round })
        return ok()
      })
    },

    /** A file of a run's dossier; null where there is none. It holds claims beside merit numbers, so the taker is written down. */
    async dossier(officer: Officer, id: number, file: DossierFile) {
      const run = store.run(id)
      const found = run?.resultHash ? await dossiers.read(run.resultHash, file) : null
      if (found) record(auditActor(officer), 'allotment.dossier-taken', subject(id), { run: id, file })
      return found
    },

    async close(): Promise<void> {
      const mockUnderWay = mock.closeMock()
      await runs.close()
      await mockUnderWay
    },
  }
}

export type AllotmentService = ReturnType<typeof createAllotment>
