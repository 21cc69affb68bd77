import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { ScheduledPublication } from '#server/domain/desk/publications.ts'
import { allSeen, type Concerns, concernsIn } from '#server/domain/desk/release-concerns.ts'
import {
  isOver,
  type MeritList,
  type MeritStage,
  mayPrepare,
  meritActivity,
  meritLists,
  meritStages,
  publicationAt,
} from '#server/domain/merit/lists.ts'
import { leavesOut } from '#server/domain/merit/ranking.ts'
import type { MessageTemplate, Tell } from '#server/domain/messages/message-templates.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { isReleased, type Preparation, type Progress, type Releases } from '#server/domain/terms/release.ts'
import { type Activity, isOpen } from '#server/domain/terms/schedule.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { pieceOf, tellNextPiece } from '#server/kernel/in-pieces.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { EditionReport, Rankings } from './ranking'
import type { EditionAct, NewEdition } from './schema'
import type { EntryRow, MeritListsStore, NamedEdition, ToTell } from './store'

type MeritListsDeps = {
  db: Database
  store: MeritListsStore
  clock: Clock
  course: Pick<Course, 'merit' | 'form'>
  rankings: Rankings
  releases: Releases
  /** The unfinished work that the release of a list of this stage passes over. */
  concerns(stage: MeritStage): Concerns
  activity(key: string): Activity | undefined
  tell: Tell
  /** True while earlier messages of this kind still wait: OTPs must not queue behind thousands. */
  isBusy(template: MessageTemplate): boolean
  record: RecordAct
  /** Called after a publication. */
  onPublished(): void
  pause(milliseconds: number): Promise<void>
}

/** An edition in a list. Times are epoch milliseconds. */
type EditionLine = Pick<
  NamedEdition,
  'id' | 'stage' | 'number' | 'state' | 'reason' | 'preparedAt' | 'preparedByName' | 'publishedAt'
> & { releasedAt: number | null; releasedByName: string | null }

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
/** After each slice of entries pages get this multiple of its time. */
const pauseFactor = 3
/** The findings of a kind shown on the page. */
const shownFindings = 100
const shortened = (found: EditionReport['findings'][number]) => ({
  ...found,
  first: found.first.slice(0, shownFindings),
})
/** Candidates told at a time. */
const perTick = 300
/** Entries of discarded editions deleted per tick. */
const sweptAtOnce = 2000

const templates = { provisional: 'merit-provisional', final: 'merit-final' } as const satisfies Record<
  MeritStage,
  MessageTemplate
>

/**
 * Merit lists: prepared by one person (ranked in a thread, compared with the edition in force), released by another,
 * and published by a job at the scheduled instant. A published edition never changes; a correction is the next edition,
 * with its reason. Source: rules §7.2, §12.4.
 */
export function createMeritLists(deps: MeritListsDeps) {
  const { db, store, clock, course, rankings, record } = deps

  const lineOf = (row: NamedEdition): EditionLine => {
    const { id, stage, number, state, reason, preparedAt, preparedByName, decidedAt, decidedByName, publishedAt } = row
    const released = isReleased(state)
      ? { releasedAt: decidedAt, releasedByName: decidedByName }
      : { releasedAt: null, releasedByName: null }
    return { id, stage, number, state, reason, preparedAt, preparedByName, ...released, publishedAt }
  }
  /** The edition that a new one of a stage is compared with: the one in force; the first final one, with the provisional. */
  const predecessor = (stage: MeritStage): number | null =>
    (store.inForce(stage) ?? (stage === 'final' ? store.inForce('provisional') : undefined))?.id ?? null
  const opensAt = (stage: MeritStage) => deps.activity(meritActivity(stage))?.opensAt

  /** Has something changed since an edition was prepared: the ranked forms and marks, or the edition that it was compared with? */
  function hasChanged(row: NamedEdition): boolean {
    const { mark, against } = reportIn(row)!
    return mark !== store.sourcesMark() || against !== predecessor(row.stage)
  }

  const release = deps.releases.of<NamedEdition>({
    kind: 'merit-list',
    find: store.edition,
    refusals: { unknown: 'merit-unknown', decided: 'merit-decided' },
    acts: { release: 'merit-lists.released', discard: 'merit-lists.discarded', publish: 'merit-lists.published' },
    detail: ({ stage, number, fingerprint }) => ({ stage, number, fingerprint: fingerprint.slice(0, 12) }),
    /** The data behind it is unchanged, and its stage is not over. */
    mayRelease(row) {
      if (isOver(row.stage, store.standing())) return refuse('merit-final-is-out', 409)
      return hasChanged(row) ? refuse('merit-outdated', 409) : ok()
    },
    onRelease({ id, stage }) {
      store.change(id, { publishAt: publicationAt(opensAt(stage), clock.portal()) })
      return ok()
    },
    publication: {
      job: 'merit-lists',
      dueAt,
      onPublish(row, at) {
        const against = store.inForce(row.stage)?.id ?? null
        store.change(row.id, { publishAt: dueAt(row), publishedAt: at })
        store.addAnnouncement(row.id, against)
      },
      announce: deps.onPublished,
    },
  })

  /** The publication time of a released edition by the current schedule; null if it does not say. */
  function dueAt({ stage, decidedAt }: NamedEdition) {
    return publicationAt(opensAt(stage), decidedAt!)
  }

  /** Ranks and writes an edition, in slices between which pages get their turn. */
  async function write(preparation: Preparation, editionId: number, stage: MeritStage): Promise<void> {
    const source = db.sqlite.memory ? db.sqlite.serialize() : db.sqlite.name
    const previous = predecessor(stage)
    const { messages, next } = rankings.start({
      source,
      criteria: course.merit,
      eligibility: course.form.eligibility,
      previous,
    })
    let ready: { fingerprint: string; report: string } | null = null
    let written = 0
    let entries = 0
    for await (const message of messages) {
      if (message.kind === 'read') {
        if (!preparation.at('reading', message.read, message.of)) return
      } else if (message.kind === 'ranked') {
        const { fingerprint, mark, report } = message
        ready = { fingerprint, report: JSON.stringify({ ...report, mark }) }
        entries = meritLists.reduce((sum, list) => sum + report.counts[list], 0)
        next()
      } else if (message.kind === 'entries') {
        const begun = performance.now()
        const isKept = db.transactUnflushed(() => {
          if (preparation.isOurs()) store.addEntries(editionId, message.rows)
          return preparation.isOurs()
        })
        if (!isKept) return
        written += message.rows.length
        preparation.at('writing', written, entries)
        await deps.pause(pauseFactor * (performance.now() - begun))
        next()
      } else {
        db.transact(() => {
          if (preparation.isOurs() && release.move(editionId, 'ready')) store.change(editionId, ready!)
        })
      }
    }
  }

  const reportIn = ({ state, report }: NamedEdition): (EditionReport & { mark: string }) | null => {
    const parsed = JSON.parse(report)
    return state === 'preparing' || parsed.confirmed === undefined ? null : parsed
  }

  /**
   * A candidate's next step, in one line. `takesPart`: in the rounds, which have an option form. `isOnJkList`: seated by
   * the cell.
   */
  function nextOf(
    stage: MeritStage,
    { takesPart, isOnJkList }: { takesPart: boolean; isOnJkList: boolean },
    language: Language,
  ): string {
    const now = clock.portal()
    const [grievances, options] = [deps.activity('grievances'), deps.activity('round-1-options')]
    if (stage === 'provisional' && grievances?.closesAt) {
      const by = formatDateTime(grievances.closesAt, language)
      if (isOpen(grievances, now)) return translate(language, 'merit:told.grievances', { by })
      if (now < grievances.opensAt) {
        const from = formatDateTime(grievances.opensAt, language)
        return translate(language, 'merit:told.grievances-from', { from, by })
      }
    }
    if (stage === 'final' && takesPart && options && now < options.opensAt)
      return translate(language, 'merit:told.options', { from: formatDateTime(options.opensAt, language) })
    return translate(language, stage === 'final' && isOnJkList ? 'merit:told.jk-choices' : 'merit:told.log-in')
  }

  function tell(stage: MeritStage, { id: candidateId, ...numbers }: ToTell): void {
    const places = [
      ['state', numbers.state],
      ['all-india', numbers.allIndia],
      ['jk', numbers.jk],
    ] as const
    // Migrants from Jammu and Kashmir get seats outside the rounds, and nobody takes part without a number.
    const isOnJkList = numbers.jk !== null
    const takesPart = !isOnJkList && (numbers.state ?? numbers.allIndia) !== null
    deps.tell(candidateId, templates[stage], (language) => {
      const words = places
        .filter(([, number]) => number !== null)
        .map(([list, number]) => translate(language, `merit:told.${list}`, { number: formatCount(number!) }))
      const place = words.length ? words.join(', ') : translate(language, 'merit:told.not-in-list')
      return { place, next: nextOf(stage, { takesPart, isOnJkList }, language) }
    })
  }

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

    /**
     * Begins the next edition of a stage and returns its number at once. The demo and tests await `finished` in the
     * outcome.
     */
    prepare(actor: StaffMember, { stage, reason: given }: NewEdition): Result<{ id: number; finished: Promise<void> }> {
      const reason = given ?? null
      const added = db.transact((): Result<number> => {
        const standing = store.standing()
        const may = mayPrepare(stage, reason, standing)
        if (!may.ok) return may
        const number = 1 + Math.max(0, ...standing.filter((one) => one.stage === stage).map((one) => one.number))
        const id = store.add({
          stage,
          number,
          state: 'preparing',
          reason: number === 1 ? null : reason,
          preparedAt: clock.portal(),
          preparedBy: actor.id,
          fingerprint: '',
          report: '{}',
        })
        release.begin(id)
        record(auditActor(actor), 'merit-lists.prepared', { of: `merit-list:${id}` }, { stage, number })
        return ok(id)
      })
      if (!added.ok) return added
      const id = added.value
      return ok({ id, finished: release.prepare(id, (preparation) => write(preparation, id, stage)) })
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
        concerns: row.state === 'prepared' ? concernsIn(deps.concerns(row.stage)) : [],
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
      return release.release(actor, id, ({ stage }) => allSeen(deps.concerns(stage), seen, unchecked))
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

    /** The concerns of a release now, for those who release through a program, such as the demo. */
    concerns: (stage: MeritStage): Concerns => deps.concerns(stage),

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

    publishDue: release.publishDue,

    /**
     * A job: tells the next candidates that a list is published, and their places in it, once the previous ones have
     * been told. Skips candidates whose entry has not changed since the last edition.
     */
    tellDue(): void {
      tellNextPiece({
        db,
        due: store.toAnnounce,
        isBusy: ({ merit_editions: { stage } }) => deps.isBusy(templates[stage]),
        next: ({ merit_announcements: { editionId, against, toldUpTo } }) =>
          pieceOf(store.toTell({ edition: editionId, against, after: toldUpTo, limit: perTick }), perTick),
        tell({ merit_editions: { stage } }, person) {
          if (person.isAsBefore) return false
          tell(stage, person)
        },
        keep: ({ merit_announcements: { editionId, toldUpTo, told: before } }, { upTo, told, isDone }) =>
          store.told(editionId, {
            toldUpTo: upTo ?? toldUpTo,
            told: before + told,
            finishedAt: isDone ? clock.portal() : null,
          }),
      })
    },

    /** A job: fails preparations of dead processes, and deletes the entries of abandoned editions. */
    sweep(): void {
      release.failAbandoned()
      store.sweep(sweptAtOnce)
    },

    /** The published edition in force of a stage. */
    inForce: (stage: MeritStage) => store.inForce(stage),

    /** Stops the threads; their rankings fail. */
    close: (): Promise<void> => rankings.close(),
  }
}
