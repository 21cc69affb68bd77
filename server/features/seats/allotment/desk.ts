import type { DossierFile } from '#server/adapters/dossiers.ts'
import type { AllotmentSummary } from '#server/domain/allotment/summary.ts'
import type { ScheduledPublication } from '#server/domain/desk/publications.ts'
import { allSeen, type Concerns, concernsIn } from '#server/domain/desk/release-concerns.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { type CapRound, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { isReleased, type Progress, type ReleaseState } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import type { AllotmentDeps } from './deps'
import { createMock, type MockLine } from './mock'
import type { MockStore } from './mock-store'
import { createNews } from './news'
import { createReview } from './review'
import type { ReviewStore } from './review-store'
import { createRuns } from './runs'
import type { Change, Comparison, NamedRun } from './store'

/** A run in the list of the desk. */
type RunLine = {
  id: number
  round: CapRound
  state: ReleaseState
  preparedAt: number
  preparedByName: string
  publishedAt: number | null
}

/** A round as the desk sees it. `hindrance`: the reason it cannot be prepared now; null if it can. */
type RoundLine = {
  round: CapRound
  optionsCloseAt: number | null
  publishAt: number | null
  confirmedForms: number
  mock: MockLine | null
  hindrance: Refusal | null
}

/** `leftOut`: confirmed option forms that took no part, for want of a merit number or of a confirmed application. */
type KeptSummary = AllotmentSummary & { leftOut: number }

/** A run with everything that is reviewed before its release. */
export type RunView = RunLine & {
  releasedByName: string | null
  releasedAt: number | null
  verifiedAt: number | null
  /** The publication time in the schedule. */
  publishAt: number | null
  inputHash: string | null
  resultHash: string | null
  progress: Progress | null
  /** Null while the run is in progress, or if it failed. */
  summary: KeptSummary | null
  failure: { fault: string; details: readonly string[] } | null
  /** The run that this one is compared with, and how candidates fare. */
  comparison: (Comparison & { run: number; round: CapRound; changes: readonly Change[] }) | null
  /** True if the data that the run was made from is still in force. */
  isCurrent: boolean
  /** The seats of earlier rounds given up since it was prepared; it cannot be released if there are any. */
  givenUp: number
  mayRelease: boolean
  /** Unfinished work that the releaser has to have seen; empty unless it waits for release. */
  concerns: ReturnType<typeof concernsIn>
}

/** The most changes since the previous run that are listed one by one. */
const shownChanges = 50

/**
 * The allotment of seats at the desk: a run is prepared and verified, compared with the previous one, released by a
 * second person and published by the job. Nobody else sees any of it until then. Source: rules §8.9.
 */
export function createAllotment(deps: AllotmentDeps & { mocks: MockStore; reviews: ReviewStore }) {
  const { store, dossiers, record } = deps
  const runs = createRuns(deps)
  const news = createNews(deps)
  const { release } = runs
  const mock = createMock(deps)

  const lineOf = ({ id, round, state, preparedAt, preparedByName, publishedAt }: NamedRun): RunLine => ({
    id,
    round,
    state,
    preparedAt,
    preparedByName,
    publishedAt,
  })
  const subject = (id: number) => ({ of: `allotment:${id}` })

  /** What the release of a run passes over: in the portal, and in the run. */
  function concernsOf(run: NamedRun): Concerns {
    const { leftOut, droppedChoices } = JSON.parse(run.summary) as Partial<KeptSummary>
    return { ...deps.concerns(run.id), leftOut, droppedChoices }
  }

  function comparisonOf({ id, round, inputHash }: NamedRun): RunView['comparison'] {
    const before = inputHash === null ? undefined : store.predecessor(id, round)
    if (before === undefined) return null
    const changes = store.changes(before, id, shownChanges)
    return { run: before, round: store.run(before)!.round, ...store.compare(before, id), changes }
  }

  return {
    rounds: (): RoundLine[] =>
      roundNumbers(deps.course.rounds).map((round) => {
        const may = runs.may(round)
        return {
          round,
          optionsCloseAt: runs.optionsCloseAt(round),
          publishAt: runs.publishAt(round),
          confirmedForms: store.confirmedForms(round),
          mock: mock.mockLine(round),
          hindrance: may.ok ? null : may.refusal,
        }
      }),

    /** Newest first. */
    latest: (): RunLine[] => store.runs(30).map(lineOf),

    /** The rounds that the schedule publishes, and what is released for each. */
    publications: (): ScheduledPublication[] =>
      roundNumbers(deps.course.rounds).map((round) => {
        const inHand = store.counting(round)
        const released = inHand.find(({ state }) => state === 'released')
        return {
          activity: roundActivity(round, 'allotment'),
          page: 'allotments',
          dueAt: runs.publishAt(round),
          isPublished: inHand.some(({ state }) => state === 'published'),
          released: released ? { id: released.id, isCurrent: runs.isCurrent(released) } : null,
        }
      }),

    prepare: (officer: StaffMember, round: CapRound) => runs.prepare(officer, round),
    /** Another person releases a run, confirms having checked it (`checked`), and ticks every concern (`seen`). */
    release: (officer: StaffMember, id: number, seen: Concerns, checked: boolean): Result<NamedRun> =>
      release.release(officer, id, (run) =>
        allSeen(concernsOf(run), seen, checked ? [] : [{ field: 'checked', code: 'allotmentChecked.required' }]),
      ),

    /** The concerns of the release of a run now, for those who release through a program, such as the demo. */
    concerns(id: number): Concerns {
      const run = store.run(id)
      return run ? concernsOf(run) : {}
    },
    discard: release.discard,
    failAbandoned: release.failAbandoned,
    publishDue: release.publishDue,
    tellDue: news.tellDue,
    mockDue: mock.mockDue,
    mock: mock.mock,

    /** A run for review. It names candidates, so the look is logged. */
    view(officer: StaffMember, id: number): Result<RunView> {
      const run = store.run(id)
      if (!run) return refuse('allotment-unknown', 404)
      const comparison = comparisonOf(run)
      if (comparison?.changes.length) record(auditActor(officer), 'allotment.read', subject(id), { run: id })
      const said = JSON.parse(run.summary) as KeptSummary | { fault?: string; details?: string[] }
      const isWhole = run.inputHash !== null
      return ok({
        ...lineOf(run),
        releasedByName: isReleased(run.state) ? run.decidedByName : null,
        releasedAt: isReleased(run.state) ? run.decidedAt : null,
        verifiedAt: run.verifiedAt,
        publishAt: runs.publishAt(run.round),
        inputHash: run.inputHash,
        resultHash: run.resultHash,
        progress: release.progress(id),
        summary: isWhole ? (said as KeptSummary) : null,
        failure:
          run.state === 'failed' && 'fault' in said ? { fault: said.fault ?? '', details: said.details ?? [] } : null,
        comparison,
        isCurrent: runs.isCurrent(run),
        givenUp: runs.givenUp(run),
        mayRelease: release.mayRelease(run, officer),
        concerns: run.state === 'prepared' ? concernsIn(concernsOf(run)) : [],
      })
    },

    /**
     * A file of a run's dossier; null if there is none. It holds claims with merit numbers, so the download is logged.
     */
    async dossier(officer: StaffMember, id: number, file: DossierFile) {
      const run = store.run(id)
      const found = run?.resultHash ? await dossiers.read(run.resultHash, file) : null
      if (found) record(auditActor(officer), 'allotment.dossier-taken', subject(id), { run: id, file })
      return found
    },

    ...createReview(deps),

    /** Stops the engine; the current work fails, or starts again later. */
    close: (): Promise<void> => deps.engine.close(),
  }
}
