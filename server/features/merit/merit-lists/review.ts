import type { ScheduledPublication } from '#server/domain/desk/publications.ts'
import { allSeen, type Concerns, concernsIn } from '#server/domain/desk/release-concerns.ts'
import { type MeritList, type MeritStage, mayPrepare, meritActivity, meritStages } from '#server/domain/merit/lists.ts'
import { leavesOut } from '#server/domain/merit/ranking.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Progress } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { MeritListsDeps } from './deps'
import { type EditionLine, type Editions, lineOf, reportIn } from './editions'
import type { EditionReport } from './ranking'
import type { EditionAct } from './schema'
import type { EntryRow, NamedEdition } from './store'

/** An edition with everything that two persons review before its release. */
type EditionView = EditionLine & {
  /** Its progress during preparation. */
  progress: Progress | null
  /** Its findings name the first candidates only; `exportFindings` has all. */
  report: EditionReport | null
  /** Its first characters identify the edition to others. */
  fingerprint: string
  /** The publication time by the current schedule; null if none is planned. */
  publishAt: number | null
  /** True if forms or certificates behind it have changed since. */
  isOutdated: boolean
  /** The edition that it is compared with; null for the first provisional one. */
  comparedWith: Pick<EditionLine, 'id' | 'stage' | 'number'> | null
  /** Unfinished work that the releaser has to have seen; empty unless it waits for release. */
  concerns: ReturnType<typeof concernsIn>
  /** True if this person is not one of those who prepared it. */
  isSecondPerson: boolean
  list: MeritList
  entries: EntryRow[]
  /** The number of candidates told of the publication; null before it. */
  told: { told: number; isDone: boolean } | null
}

/** A stage as the desk's page shows it. */
type StageView = {
  stage: MeritStage
  opensAt: number | null
  inForce: EditionLine | null
  /** The code of the refusal to prepare an edition now; null if it is possible. */
  closedBy: string | null
}

/** Entries per page of the desk. */
const pageSize = 50
/** The findings of a kind shown on the page. */
const shownFindings = 100
const shortened = (found: EditionReport['findings'][number]) => ({
  ...found,
  first: found.first.slice(0, shownFindings),
})
/** What the desk reads of the editions, and the second person's decision. Source: rules §7.2, §12.4. */
export function createMeritReview(
  { store, concerns, record }: MeritListsDeps,
  { opensAt, dueAt, hasChanged, release }: Editions,
) {
  return {
    /** The two stages, and the editions of both, newest first. */
    overview(): { stages: StageView[]; editions: EditionLine[] } {
      const standing = store.standing()
      const editions = store.editions(50).map(lineOf)
      return {
        stages: meritStages.map((stage) => {
          const inForce = store.inForce(stage)
          const may = mayPrepare(stage, '', standing)
          return {
            stage,
            opensAt: opensAt(stage) ?? null,
            inForce: inForce ? lineOf(store.edition(inForce.id)!) : null,
            closedBy: may.ok ? null : may.refusal.code,
          }
        }),
        editions,
      }
    },

    /** One edition, with the entries of a list from a merit number on; logs the look. */
    view(actor: StaffMember, id: number, list: MeritList = 'state', from = 1): Result<EditionView> {
      const row = store.edition(id)
      if (!row) return refuse('merit-unknown', 404)
      const report = reportIn(row)
      if (report) record(auditActor(actor), 'merit-lists.read', { of: `merit-list:${id}` }, { list, from })
      const told = store.announcement(id)
      const isWaiting = row.state === 'prepared' || row.state === 'released'
      const before = report?.against ? store.edition(report.against) : undefined
      return ok({
        ...lineOf(row),
        fingerprint: row.fingerprint,
        progress: release.progress(id),
        report: report && { ...report, findings: report.findings.map(shortened) },
        publishAt: row.state === 'released' ? dueAt(row) : null,
        isOutdated: isWaiting && report !== null && report.mark !== store.sourcesMark(),
        comparedWith: before ? { id: before.id, stage: before.stage, number: before.number } : null,
        concerns: row.state === 'prepared' ? concernsIn(concerns(row.stage)) : [],
        isSecondPerson: release.mayRelease(row, actor),
        list,
        entries: report ? store.entries(id, list, from, pageSize) : [],
        told: told ? { told: told.told, isDone: told.finishedAt !== null } : null,
      })
    },

    /**
     * Another person releases a prepared edition, confirms having reviewed it, and ticks every concern (`seen`), or
     * somebody discards one.
     */
    decide(
      actor: StaffMember,
      id: number,
      { intent, checked }: Pick<EditionAct, 'intent' | 'checked'>,
      seen: Concerns = {},
    ): Result<NamedEdition> {
      if (intent === 'discard') return release.discard(actor, id)
      const unchecked = checked ? [] : [{ field: 'checked', code: 'meritChecked.required' as const }]
      return release.release(actor, id, ({ stage }) => allSeen(concerns(stage), seen, unchecked))
    },

    /** The lists that the schedule publishes, and what is released for each. */
    publications: (): ScheduledPublication[] =>
      meritStages.map((stage) => {
        const inHand = store.standing().filter((one) => one.stage === stage)
        const released = inHand.find(({ state }) => state === 'released')
        return {
          activity: meritActivity(stage),
          page: 'merit-lists',
          dueAt: opensAt(stage) ?? null,
          isPublished: inHand.some(({ state }) => state === 'published'),
          released: released
            ? { id: released.id, isCurrent: true, hasChanged: hasChanged(store.edition(released.id)!) }
            : null,
        }
      }),

    /** The findings of an edition for a spreadsheet, by kind; logs the export. */
    exportFindings(actor: StaffMember, id: number): Result<string[]> {
      const row = store.edition(id)
      const report = row && reportIn(row)
      if (!report) return refuse('merit-unknown', 404)
      record(auditActor(actor), 'merit-lists.exported', { of: `merit-list:${id}` })
      const lines = report.findings.flatMap(({ first }) => first)
      return ok([
        byteOrderMark + csvLine(['finding', 'application id', 'about', 'not ranked']),
        ...lines.map(({ finding, userId, about }) =>
          csvLine([finding, userId, about, leavesOut.includes(finding) ? 'yes' : 'no']),
        ),
      ])
    },
  }
}
