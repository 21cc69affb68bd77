import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import { auditActor, type RecordAct } from '../../domain/audit'
import {
  isOver,
  type MeritList,
  type MeritStage,
  mayPrepare,
  meritActivity,
  meritLists,
  meritStages,
  publicationAt,
} from '../../domain/merit-lists'
import type { MessageTemplate } from '../../domain/message-templates'
import { type Activity, isOpen } from '../../domain/schedule'
import { isSecondPerson, type StaffRole } from '../../domain/staff'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { minutes } from '../../kernel/time'
import type { EditionReport, Rankings } from './ranking'
import type { EditionAct, NewEdition } from './schema'
import type { EntryRow, MeritListsStore, NamedEdition, ToTell } from './store'

type Officer = { id: number; loginName: string; role: StaffRole }

export type MeritListsDeps = {
  db: Database
  store: MeritListsStore
  clock: Clock
  course: Pick<CourseProfile, 'merit' | 'form'>
  rankings: Rankings
  activity(key: string): Activity | undefined
  announce(message: {
    candidateId: number
    channel: 'sms' | 'email'
    to: string
    template: MessageTemplate
    language: Language
    params: Record<string, string | number>
  }): void
  /** Whether words of an earlier piece still wait: OTPs must not queue behind thousands. */
  isBusy(template: MessageTemplate): boolean
  kickOutbox(): void
  record: RecordAct
  /** Called after a publication. */
  onPublished(): void
  pause(milliseconds: number): Promise<void>
  log: { error(details: object, message: string): void }
}

/**
 * How far an edition is while it is prepared: forms read, entries written. `at`: when it came so far, by the real clock.
 * `isFailed`: it came to nothing.
 */
export type EditionProgress = { read: number; written: number; of: number; at: number; isFailed?: true }

/** An edition as it is listed. Times are epoch milliseconds. */
export type EditionLine = Pick<
  NamedEdition,
  | 'id'
  | 'stage'
  | 'number'
  | 'state'
  | 'reason'
  | 'preparedAt'
  | 'preparedByName'
  | 'releasedAt'
  | 'releasedByName'
  | 'publishedAt'
>

/** An edition with all that two persons look at before it is released. */
export type EditionView = EditionLine & {
  progress: EditionProgress | null
  report: EditionReport | null
  /** The first characters of it are said to whoever asks which edition they look at. */
  fingerprint: string
  /** When it will be published, as the schedule stands; null where nothing is planned. */
  publishAt: number | null
  /** Forms or certificates that it was made of have changed since. */
  isOutdated: boolean
  /** Who prepared it: the id of a staff account. */
  preparedBy: number
  list: MeritList
  entries: EntryRow[]
  /** Of whom has been told that it is out; null before. */
  told: { told: number; isDone: boolean } | null
}

/** A stage as the desk's page shows it. */
export type StageView = {
  stage: MeritStage
  opensAt: number | null
  inForce: EditionLine | null
  /** The code of the refusal with which no edition can be prepared now; null where one can. */
  closedBy: string | null
}

export type MeritLists = ReturnType<typeof createMeritLists>

/** Entries of a page of the desk. */
const pageSize = 50
/** After each slice of entries pages have so many times as long. */
const pauseFactor = 3
/** An edition that came no further for so long is not being prepared any more. */
const standsStillAfter = minutes(3)
/** How many are told at a time. */
const perTick = 300
/** Entries of discarded editions that one tick takes out. */
const sweptAtOnce = 2000

const startedAt = (at: number): EditionProgress => ({ read: 0, written: 0, of: 0, at })

const templates = { provisional: 'merit-provisional', final: 'merit-final' } as const satisfies Record<
  MeritStage,
  MessageTemplate
>

/**
 * Merit lists: prepared by one person (ranked in a thread, compared with what is in force), released by another, and
 * published by a job at the schedule's instant. What is published never changes; a correction is the next edition, with
 * its reason. Source: decisions §7, §12.
 */
export function createMeritLists(deps: MeritListsDeps) {
  const { db, store, clock, course, rankings, record, announce } = deps
  const underWay = new Set<Promise<void>>()

  const lineOf = (row: NamedEdition): EditionLine => {
    const { id, stage, number, state, reason, preparedAt, preparedByName, releasedAt, releasedByName, publishedAt } =
      row
    return { id, stage, number, state, reason, preparedAt, preparedByName, releasedAt, releasedByName, publishedAt }
  }
  const opensAt = (stage: MeritStage) => deps.activity(meritActivity(stage))?.opensAt
  const kept = (report: EditionReport | EditionProgress | (EditionReport & { mark: string })) => JSON.stringify(report)

  /** Ranks and writes an edition down, in slices between which pages get their turn. */
  async function write(editionId: number, stage: MeritStage): Promise<void> {
    const source = db.sqlite.memory ? db.sqlite.serialize() : db.sqlite.name
    const previous = store.inForce(stage)?.id ?? null
    const { messages, next } = rankings.start({
      source,
      criteria: course.merit,
      eligibility: course.form.eligibility,
      previous,
    })
    const progress = startedAt(clock.real())
    const stillPreparing = (facts: Parameters<MeritListsStore['change']>[2]) =>
      store.change(editionId, 'preparing', facts)
    let ready: { fingerprint: string; report: EditionReport & { mark: string } } | null = null
    for await (const message of messages) {
      if (message.kind === 'read') {
        Object.assign(progress, { read: message.read, of: message.of, at: clock.real() })
        if (!stillPreparing({ report: kept(progress) })) return
      } else if (message.kind === 'ranked') {
        const { fingerprint, mark, report } = message
        ready = { fingerprint, report: { ...report, mark } }
        const entries = meritLists.reduce((sum, list) => sum + report.counts[list], 0)
        Object.assign(progress, { read: report.confirmed, of: entries })
        next()
      } else if (message.kind === 'entries') {
        const begun = performance.now()
        const isKept = db.transactUnflushed(() => {
          Object.assign(progress, { written: progress.written + message.rows.length, at: clock.real() })
          if (!stillPreparing({ report: kept(progress) })) return false
          store.addEntries(editionId, message.rows)
          return true
        })
        if (!isKept) return
        await deps.pause(pauseFactor * (performance.now() - begun))
        next()
      } else {
        const { fingerprint, report } = ready!
        stillPreparing({ state: 'prepared', fingerprint, report: kept(report) })
      }
    }
  }

  const fail = (editionId: number): boolean =>
    store.change(editionId, 'preparing', {
      state: 'discarded',
      report: kept({ ...startedAt(clock.real()), isFailed: true }),
    })

  /** Starts to prepare an edition; what comes to nothing is discarded. */
  function begin(editionId: number, stage: MeritStage): Promise<void> {
    const running = write(editionId, stage)
      .catch((error: unknown) => {
        deps.log.error({ err: error, edition: editionId }, 'a merit list could not be prepared')
        fail(editionId)
      })
      .finally(() => underWay.delete(running))
    underWay.add(running)
    return running
  }

  const reportIn = ({ state, report }: NamedEdition): (EditionReport & { mark: string }) | null => {
    const parsed = JSON.parse(report)
    return state === 'preparing' || parsed.confirmed === undefined ? null : parsed
  }

  /** What follows for a candidate, in a line. */
  function nextOf(stage: MeritStage, language: Language): string {
    const now = clock.portal()
    const [grievances, options] = [deps.activity('grievances'), deps.activity('round-1-options')]
    if (stage === 'provisional' && grievances?.closesAt && (isOpen(grievances, now) || now < grievances.opensAt))
      return translate(language, 'merit:told.grievances', { by: formatDateTime(grievances.closesAt, language) })
    if (stage === 'final' && options && now < options.opensAt)
      return translate(language, 'merit:told.options', { from: formatDateTime(options.opensAt, language) })
    return translate(language, 'merit:told.log-in')
  }

  function tell(stage: MeritStage, { id: candidateId, userId, mobile, email, language, ...numbers }: ToTell): void {
    const places = [
      ['state', numbers.state],
      ['all-india', numbers.allIndia],
      ['jk', numbers.jk],
    ] as const
    const words = places
      .filter(([, number]) => number !== null)
      .map(([list, number]) => translate(language, `merit:told.${list}`, { number: number! }))
    const place = words.length ? words.join(', ') : translate(language, 'merit:told.not-in-list')
    const params = { userId, place, next: nextOf(stage, language) }
    const message = { candidateId, template: templates[stage], language, params }
    announce({ ...message, channel: 'sms', to: mobile })
    announce({ ...message, channel: 'email', to: email })
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
     * Begins the next edition of a stage; answers at once with its number. `finished` in the outcome is for whoever waits
     * for it: the demo and tests.
     */
    prepare(actor: Officer, { stage, reason: given }: NewEdition): Result<{ id: number; finished: Promise<void> }> {
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
          report: kept(startedAt(clock.real())),
        })
        record(auditActor(actor), 'merit-lists.prepared', { of: `merit-list:${id}` }, { stage, number })
        return ok(id)
      })
      return added.ok ? ok({ id: added.value, finished: begin(added.value, stage) }) : added
    },

    /** One edition, with the entries of a list from a merit number on; that somebody looked at them is written down. */
    view(actor: Officer, id: number, list: MeritList = 'state', from = 1): Result<EditionView> {
      const row = store.edition(id)
      if (!row) return refuse('merit-unknown', 404)
      const report = reportIn(row)
      if (report) record(auditActor(actor), 'merit-lists.read', { of: `merit-list:${id}` }, { list, from })
      const told = store.announcement(id)
      const isWaiting = row.state === 'prepared' || row.state === 'released'
      return ok({
        ...lineOf(row),
        fingerprint: row.fingerprint,
        progress: report ? null : (JSON.parse(row.report) as EditionProgress),
        report,
        publishAt: row.state === 'released' ? publicationAt(opensAt(row.stage), row.releasedAt!) : null,
        isOutdated: isWaiting && report !== null && report.mark !== store.sourcesMark(),
        preparedBy: row.preparedBy,
        list,
        entries: report ? store.entries(id, list, from, pageSize) : [],
        told: told ? { told: told.told, isDone: told.finishedAt !== null } : null,
      })
    },

    /**
     * Another person releases a prepared edition, as long as what it was made of stands and its stage is not over;
     * anybody of them discards one that is not published.
     */
    decide(actor: Officer, id: number, { intent, checked }: EditionAct): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.edition(id)
        if (!row) return refuse('merit-unknown', 404)
        const of = { of: `merit-list:${id}` }
        const detail = { stage: row.stage, number: row.number, fingerprint: row.fingerprint.slice(0, 12) }
        if (intent === 'discard') {
          if (row.state === 'published' || row.state === 'discarded') return refuse('merit-decided', 409)
          store.change(id, row.state, { state: 'discarded' })
          record(auditActor(actor), 'merit-lists.discarded', of, detail)
          return ok()
        }
        if (row.state !== 'prepared') return refuse('merit-decided', 409)
        if (!isSecondPerson([row.preparedBy], actor)) return refuse('merit-second-person', 403)
        if (!checked)
          return refuse('check-answers', 422, { fields: [{ field: 'checked', code: 'meritChecked.required' }] })
        if (isOver(row.stage, store.standing())) return refuse('merit-final-is-out', 409)
        const report = reportIn(row)!
        if (report.mark !== store.sourcesMark() || report.against !== (store.inForce(row.stage)?.id ?? null))
          return refuse('merit-outdated', 409)
        const releasedAt = clock.portal()
        const publishAt = publicationAt(opensAt(row.stage), releasedAt)
        store.change(id, 'prepared', { state: 'released', releasedAt, releasedBy: actor.id, publishAt })
        record(auditActor(actor), 'merit-lists.released', of, detail)
        return ok()
      })
    },

    /**
     * Publishes every released edition whose instant has come, as the schedule stands now. Each once, however many
     * processes ask and whatever was missed: who changes the row has published it. A job.
     */
    publishDue(): void {
      for (const { id, stage, number, releasedAt, fingerprint } of store.released()) {
        const now = clock.portal()
        const dueAt = () => publicationAt(opensAt(stage), releasedAt!) ?? Number.POSITIVE_INFINITY
        if (now < dueAt()) continue
        const isOurs = db.transact(() => {
          // Once more under the lock: another process may have moved the instant.
          const at = dueAt()
          if (now < at) return false
          const against = store.inForce(stage)?.id ?? null
          if (!store.change(id, 'released', { state: 'published', publishAt: at, publishedAt: now })) return false
          store.addAnnouncement(id, against)
          record(
            { kind: 'system', name: 'merit-lists' },
            'merit-lists.published',
            { of: `merit-list:${id}` },
            {
              stage,
              number,
              fingerprint: fingerprint.slice(0, 12),
            },
          )
          return true
        })
        if (isOurs) deps.onPublished()
      }
    },

    /**
     * Tells the next ones that a list is out, and where they stand, once those before have been told. Who stands as in
     * the edition before is not told again. A job.
     */
    tellDue(): void {
      const next = store.toAnnounce()
      if (!next || deps.isBusy(templates[next.merit_editions.stage])) return
      db.transact(() => {
        const due = store.toAnnounce()
        if (!due) return
        const { editionId, against, toldUpTo, told } = due.merit_announcements
        const { stage } = due.merit_editions
        const people = store.toTell({ edition: editionId, against, after: toldUpTo, limit: perTick })
        const changed = people.filter(({ isAsBefore }) => !isAsBefore)
        for (const person of changed) tell(stage, person)
        store.told(editionId, {
          toldUpTo: people.at(-1)?.id ?? toldUpTo,
          told: told + changed.length,
          finishedAt: people.length < perTick ? clock.portal() : null,
        })
      })
      deps.kickOutbox()
    },

    /**
     * Discards what is being prepared but stands still, because its process has ended; takes out what discarded editions
     * have left behind. A job.
     */
    sweep(): void {
      db.transact(() => {
        for (const { id, report } of store.preparing())
          if (clock.real() - (JSON.parse(report) as EditionProgress).at > standsStillAfter) fail(id)
        store.sweep(sweptAtOnce)
      })
    },

    /** The published edition of a stage that counts. */
    inForce: (stage: MeritStage) => store.inForce(stage),

    /** Ends what is being prepared: it is discarded. */
    async close(): Promise<void> {
      await rankings.close()
      await Promise.all(underWay)
    },
  }
}
