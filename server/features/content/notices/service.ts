import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { isNoticeKind, matching, type NoticeKind, type NoticeState, withArchive } from '#server/domain/site/notices.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import { isInSeason } from '#server/domain/terms/cap-rounds.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import { earliest } from '#server/kernel/time.ts'
import { createPublishing } from './publish'
import { createRescheduling } from './reschedule'
import { createSeason } from './season'
import type { ActivityChange, Notice, NoticesStore } from './store'

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

const stateAt = (
  now: number,
  { publishedAt, withdrawnAt }: Pick<Notice, 'publishedAt' | 'withdrawnAt'>,
): NoticeState => (withdrawnAt !== null ? 'withdrawn' : publishedAt > now ? 'coming' : 'out')

/**
 * The content of the public pages: the schedule, the source of every deadline, and the notices. Source: rules §11.1,
 * §12.2.
 */
export function createNotices(deps: {
  db: Database
  store: NoticesStore
  clock: Clock
  course: Course
  record: RecordAct
  /** Called after every change to the public pages. */
  onChanged(): void
}) {
  const { db, store, clock, course } = deps
  const season = createSeason(deps)
  const { addRounds, ...rescheduling } = createRescheduling(deps)

  return {
    ...season,
    ...rescheduling,
    ...createPublishing(deps),

    /** The days besides Sundays on which no office works, as the cell lists them. */
    holidays: store.holidays,

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
    /** When a date of the schedule was last given or changed; null if it is as the season began. */
    scheduleChangedAt: (): number | null => store.changes()[0]?.at ?? null,
    /** When the dates of each activity were last given or changed; those that are as the season began are not in it. */
    datesChangedAt: (): ReadonlyMap<string, number> =>
      new Map([...store.changes()].reverse().map(({ activity, at }) => [activity, at])),
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
    /** The next instant at which a public page changes without an edit. */
    nextChange: (): number | null => earliest(season.nextChange(), store.nextPublication(clock.portal())),
  }
}

export type Notices = ReturnType<typeof createNotices>
