import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { ScheduleRow } from '#server/domain/season/schedule-draft.ts'
import { type AcceptanceNow, acceptanceNow, type RoundsNow, roundsNow } from '#server/domain/seats/rounds-now.ts'
import { isNoticeKind, matching, type NoticeKind, type NoticeState, withArchive } from '#server/domain/site/notices.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import {
  type CapRound,
  capRoundParts,
  isInSeason,
  roundActivity,
  roundActivityTitle,
} from '#server/domain/terms/cap-rounds.ts'
import {
  type Activity,
  type ActivityState,
  isOpen,
  nextChange,
  placeInSeason,
  timeline,
  type UndatedActivity,
} from '#server/domain/terms/schedule.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { formatPeriod } from '#server/i18n/period.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { NoticeDraft } from './schema'
import type { ActivityChange, NewNotice, Notice, NoticesStore } from './store'

/** More notices of a kind than a season has. */
const mostNotices = 2000

const shape: ListShape = {
  list: 'notices',
  columns: [
    { key: 'publishedAt', kind: 'time', isSortable: true },
    { key: 'title', kind: 'written', isSortable: true },
    { key: 'state', kind: 'text', isSortable: true },
  ],
  filters: ['kind', 'title', 'state'],
  order: '-publishedAt',
}

/** A change to an activity of the schedule: its row before, null for a new activity, and after. */
type Rescheduling = { before: ScheduleRow | null; after: ScheduleRow }

const stateAt = (
  now: number,
  { publishedAt, withdrawnAt }: Pick<Notice, 'publishedAt' | 'withdrawnAt'>,
): NoticeState => (withdrawnAt !== null ? 'withdrawn' : publishedAt > now ? 'coming' : 'out')

/**
 * The content of the public pages: the schedule, the source of every deadline, and the notices. Source: rules §11.1,
 * §12.2.
 */
export function createNotices({
  db,
  store,
  clock,
  course,
  record,
  onChanged,
}: {
  db: Database
  store: NoticesStore
  clock: Clock
  course: Course
  record: RecordAct
  /** Called after every change to the public pages. */
  onChanged(): void
}) {
  type Timeline = readonly (Activity & { state: ActivityState })[]
  /** The schedule's current state, cached until the next instant at which any of it changes. */
  let standing: { of: readonly Activity[]; from: number; until: number; timeline: Timeline } | null = null

  type Season = { dated: readonly Activity[]; undated: readonly UndatedActivity[] }
  let season: (Season & { of: readonly ScheduleRow[]; rounds: number }) | null = null

  /**
   * The activities that take place, those of the season's rounds only: with dates in order of time, and without in the
   * order of a season. The same arrays until the schedule or the number of rounds changes. Source: rules §12.2.
   */
  function inSeason(): Season {
    const of = store.rows()
    const rounds = course.rounds.length
    if (season?.of === of && season.rounds === rounds) return season
    const dated: Activity[] = []
    const undated: UndatedActivity[] = []
    for (const { key, title, opensAt, closesAt, isEvent, isLeftOut } of of) {
      if (isLeftOut || !isInSeason(key, rounds)) continue
      if (opensAt === null) undated.push({ key, title, isEvent })
      else dated.push({ key, title, opensAt, closesAt })
    }
    undated.sort((a, b) => placeInSeason(a.key) - placeInSeason(b.key))
    season = { of, rounds, dated, undated }
    return season
  }

  const activity = (key: string): Activity | undefined => inSeason().dated.find((entry) => entry.key === key)

  /** Adds the activities of this many rounds, without dates, where the schedule has none; the desk suggests some. */
  function addRounds(rounds: number): void {
    const known = new Set(store.rows().map(({ key }) => key))
    for (let round = 1; round <= rounds; round++) {
      for (const part of capRoundParts) {
        const key = roundActivity(round, part)
        if (!known.has(key))
          store.addActivity({ key, title: roundActivityTitle(round, part), isEvent: part === 'allotment' })
      }
    }
  }

  /**
   * Follows a new number of rounds; joins the caller's transaction. If activities with dates leave the schedule, or
   * come back to it, everybody reads so in one notice. `effectiveAt`: when the number takes effect.
   */
  function changeRounds({ from, to, effectiveAt }: { from: number; to: number; effectiveAt: number }): void {
    addRounds(to)
    const at = clock.portal()
    const [fewer, more] = [Math.min(from, to), Math.max(from, to)]
    const touched = store
      .rows()
      .filter(({ key, opensAt }) => opensAt !== null && isInSeason(key, more) && !isInSeason(key, fewer))
    if (!touched.length) return
    const wordsIn = (language: Language) => {
      const t = pageTexts[language]
      const lines = touched.map((row) =>
        lineOfChange({ before: null, after: { ...row, isLeftOut: to < from } }, language),
      )
      const number = t('content:schedule.notice-rounds', { count: to, before: from })
      const since =
        effectiveAt > at && t('content:schedule.notice-from', { time: formatDateTime(effectiveAt, language) })
      return { title: number, body: [...lines, ...(since ? [since] : [])].join('\n\n') }
    }
    const [en, mr] = [wordsIn('en'), wordsIn('mr')]
    store.addNotice({
      kind: 'notice',
      title: { en: en.title, mr: mr.title },
      body: { en: en.body, mr: mr.body },
      publishedAt: at,
    })
  }

  /**
   * Adds activities, gives them other dates or leaves them out, with one public notice; joins the caller's transaction.
   */
  function change(changes: readonly Rescheduling[], reason: Bilingual, isOutage = false): void {
    const at = clock.portal()
    for (const { before, after } of changes) {
      if (!before) {
        const { key, title, isEvent } = after
        store.addActivity({ key, title, isEvent })
      }
      const was = { opensBefore: before?.opensAt ?? null, closesBefore: before?.closesAt ?? null }
      store.changeActivity(after, { ...was, reason, at })
    }
    const [en, mr] = [noticeOfChange(changes, reason, 'en', isOutage), noticeOfChange(changes, reason, 'mr', isOutage)]
    store.addNotice({
      kind: 'notice',
      title: { en: en.title, mr: mr.title },
      body: { en: en.body, mr: mr.body },
      publishedAt: at,
    })
  }

  /** A draft as it would be published, or its fault. */
  function drafted(draft: NoticeDraft): Result<NewNotice> {
    const before = draft.id === undefined ? undefined : store.notice(Number(draft.id))
    if (draft.id !== undefined && before?.kind !== draft.kind) return refuse('unknown-notice', 404)
    const asked = draft.date || draft.time ? instantOf(draft, null) : ok(before?.publishedAt ?? clock.portal())
    if (!asked.ok) return asked
    return ok({
      kind: draft.kind,
      title: { en: draft.titleEn, mr: draft.titleMr },
      body: { en: draft.bodyEn, mr: draft.bodyMr },
      publishedAt: asked.value,
      phase: draft.kind === 'faq' ? (draft.phase ?? null) : null,
      changedAt: before ? clock.portal() : null,
    })
  }

  return {
    /**
     * Gives a new portal its activities and texts: with the season's dates and notices, or without any date, for the
     * cell to set them. A portal that has a schedule keeps it; rounds that the season got since appear without dates.
     * Source: rules §12.2.
     */
    fillFromDefaults({ isDated }: { isDated: boolean }): void {
      db.transact(() => {
        if (store.rows().length === 0) {
          for (const activity of course.schedule) {
            const { key, title, closesAt } = activity
            store.addActivity(isDated ? activity : { key, title, isEvent: closesAt === null })
          }
          for (const notice of isDated ? course.notices : []) store.addNotice({ kind: 'notice', ...notice })
          for (const news of isDated ? course.news : []) store.addNotice({ kind: 'news', ...news })
          const from = isDated ? {} : { publishedAt: clock.portal() }
          for (const question of course.faq) store.addNotice({ kind: 'faq', ...question, ...from })
        }
        addRounds(course.rounds.length)
      })
    },
    changeRounds,
    /** Returns the same array until something in it changes. */
    schedule(): Timeline {
      const of = inSeason().dated
      const now = clock.portal()
      if (!standing || standing.of !== of || now < standing.from || now >= standing.until) {
        const until = nextChange(of, now) ?? Number.POSITIVE_INFINITY
        standing = { of, from: now, until, timeline: timeline(of, now) }
      }
      return standing.timeline
    },
    /** The activities without dates, in the order of a season. They are closed, and no job waits for them. */
    undated: (): readonly UndatedActivity[] => inSeason().undated,
    /** When a date of the schedule was last given or changed; null if it is as the season began. */
    scheduleChangedAt: (): number | null => store.changes()[0]?.at ?? null,
    /** Every change of a date that was announced before, of the season's activities, newest first. */
    changes: (): readonly ActivityChange[] =>
      store
        .changes()
        .filter(({ activity, opensBefore }) => opensBefore !== null && isInSeason(activity, course.rounds.length)),
    /** The public notices. Source: rules §11.1. */
    published: (kind: NoticeKind, limit = 200): Notice[] => store.published(kind, clock.portal(), limit),
    /**
     * The first page of a list of notices, or its archive, and those of them that match a search, which looks in both
     * languages. Source: rules §11.3.
     */
    listed(kind: NoticeKind, { archive, q }: { archive: boolean; q: string }): { notices: Notice[]; archived: number } {
      const now = clock.portal()
      const published = store.published(kind, now, 1000)
      const { current, archived } = kind === 'faq' ? { current: published, archived: [] } : withArchive(published, now)
      return { notices: matching(archive ? archived : current, q), archived: archived.length }
    },
    /** For the desk: includes withdrawn notices and future ones. */
    list: listOfRows({
      shape,
      key: 'id',
      rows: (_: unknown, { filters: { kind } }) =>
        store.all(isNoticeKind(kind) ? kind : 'notice', mostNotices).map(({ id, title, publishedAt, withdrawnAt }) => ({
          id,
          title: title.en,
          titleMr: title.mr,
          publishedAt,
          state: stateAt(clock.portal(), { publishedAt, withdrawnAt }),
        })),
      readsItself: ['kind'],
    }),
    notice: (id: number): Notice | undefined => store.notice(id),
    /** True if an activity is open now, on the portal's clock. An activity missing from the schedule is closed. */
    isOpen(key: string): boolean {
      const found = activity(key)
      return !!found && isOpen(found, clock.portal())
    },
    /** The current round, and what comes next. */
    roundsNow: (): RoundsNow => roundsNow(course.rounds, inSeason().dated, clock.portal()),
    /** Says if a seat of this round can be accepted now, or from when; null while the schedule gives no dates. */
    acceptanceNow: (round: CapRound): AcceptanceNow | null => acceptanceNow(round, inSeason().dated, clock.portal()),
    activity,
    /** Registration for somebody who comes now: late registration, once that has opened. */
    registration(): (Activity & { isLate: boolean; isOpen: boolean }) | undefined {
      const now = clock.portal()
      const late = activity('late-registration')
      const isLate = late !== undefined && now >= late.opensAt
      const registration = isLate ? late : activity('registration')
      return registration && { ...registration, isLate, isOpen: isOpen(registration, now) }
    },
    /**
     * Moves closings after an outage, which the public page and the notice give as the reason; joins the caller's
     * transaction.
     */
    moveClosings(moves: readonly { key: string; to: number }[]): void {
      const reason = { en: translate('en', 'content:schedule.outage'), mr: translate('mr', 'content:schedule.outage') }
      const changes = moves.map(({ key, to }): Rescheduling => {
        const before = store.rows().find((row) => row.key === key)
        if (!before) throw new Error(`the schedule has no activity ${key}`)
        return { before, after: { ...before, closesAt: to } }
      })
      change(changes, reason, true)
      onChanged()
    },
    /** The next instant at which a public page changes without an edit. */
    nextChange(): number | null {
      const now = clock.portal()
      const edges = [nextChange(inSeason().dated, now), store.nextPublication(now)].filter((at) => at !== null)
      return edges.length ? Math.min(...edges) : null
    },

    change,
    drafted,
    /** Publishes a new notice, at once or at the instant it names, or changes one. */
    publish(actor: StaffMember, draft: NoticeDraft): Result<{ id: number; publishedAt: number }> {
      const result = db.transact((): Result<{ id: number; publishedAt: number }> => {
        const notice = drafted(draft)
        if (!notice.ok) return notice
        const { kind, publishedAt } = notice.value
        const isNew = draft.id === undefined
        const id = isNew ? store.addNotice(notice.value) : Number(draft.id)
        if (!isNew) store.updateNotice(id, notice.value)
        const act = isNew ? 'notices.published' : 'notices.changed'
        record(auditActor(actor), act, { of: `${kind}:${id}` }, { publishedAt })
        return ok({ id, publishedAt })
      })
      if (result.ok) onChanged()
      return result
    },
    /** Takes a notice off the pages, or puts it back. */
    setWithdrawn(actor: StaffMember, id: number, isWithdrawn: boolean): Result<{ kind: NoticeKind }> {
      const result = db.transact((): Result<{ kind: NoticeKind }> => {
        const notice = store.notice(id)
        if (!notice) return refuse('unknown-notice', 404)
        if ((notice.withdrawnAt !== null) === isWithdrawn) return ok({ kind: notice.kind })
        store.withdraw(id, isWithdrawn ? clock.portal() : null)
        const act = isWithdrawn ? 'notices.withdrawn' : 'notices.restored'
        record(auditActor(actor), act, { of: `${notice.kind}:${id}` })
        return ok({ kind: notice.kind })
      })
      if (result.ok) onChanged()
      return result
    },
  }
}

/** The new dates, the old ones, and the reason: a paragraph for each activity, and one for the reason. */
export function noticeOfChange(
  changes: readonly Rescheduling[],
  reason: Bilingual,
  language: Language,
  isOutage = false,
) {
  const t = pageTexts[language]
  const lines = changes.map((change) => lineOfChange(change, language))
  const title =
    changes.length === 1
      ? t('content:schedule.notice-one', { title: changes[0]!.after.title[language] })
      : t(isOutage ? 'content:schedule.notice-outage' : 'content:schedule.notice-many')
  return { title, body: [...lines, reason[language]].join('\n\n') }
}

/** What a notice says of one activity. */
function lineOfChange({ before, after }: Rescheduling, language: Language): string {
  const t = pageTexts[language]
  const title = after.title[language]
  if (after.isLeftOut) return t('content:schedule.notice-out', { title })
  const words = formatPeriod(after, language, t)
  if (!before || before.isLeftOut || before.opensAt === null)
    return t('content:schedule.notice-new', { title, after: words })
  return t('content:schedule.notice-line', { title, after: words, before: formatPeriod(before, language, t) })
}

/** A date and a time from a form → the instant, in India; an invalid date is a fault of its field. */
function instantOf(input: object, stem: 'opens' | 'closes' | null): Result<Instant> {
  const [dateField, timeField] = stem ? [`${stem}Date`, `${stem}Time`] : ['date', 'time']
  const { [dateField]: date, [timeField]: time } = input as Record<string, string | undefined>
  const missing = (field: string): FieldFault => ({
    field,
    code: `${stem ? field : `notice${field === 'date' ? 'Date' : 'Time'}`}.required`,
  })
  if (!date) return refuse('check-answers', 422, { fields: [missing(dateField)] })
  if (!time) return refuse('check-answers', 422, { fields: [missing(timeField)] })
  try {
    return ok(ist(`${date} ${time}`))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refuse('check-answers', 422, { fields: [{ field: dateField, code: 'no-such-day' }] })
  }
}

export type Notices = ReturnType<typeof createNotices>
