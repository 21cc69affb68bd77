import { and, asc, desc, eq, gt, isNull, lte, min } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { activities, activityChanges, notices } from '../../../db/schema/notices'
import type { NoticeKind } from '../../domain/portal/notices'
import { type Activity, placeInSeason, type UndatedActivity } from '../../domain/portal/schedule'
import type { Bilingual } from '../../kernel/languages'

export type Notice = {
  id: number
  kind: NoticeKind
  title: Bilingual
  body: Bilingual
  publishedAt: number
  withdrawnAt: number | null
}
export type NewNotice = Omit<Notice, 'id' | 'withdrawnAt'>

/** The state of an activity before a change to the schedule, and the reason for the change. */
export type ActivityChange = {
  activity: string
  /** Null if it had no date. */
  opensBefore: number | null
  closesBefore: number | null
  reason: Bilingual
  at: number
}
export type NoticesStore = ReturnType<typeof noticesStore>

/** The schedule and the notices. The only writer of their tables. */
export function noticesStore({ orm, kept }: Database) {
  /** The activities with dates in order of time, and those without in the order of a season. */
  function readSchedule(): { dated: readonly Activity[]; undated: readonly UndatedActivity[] } {
    const dated: Activity[] = []
    const undated: UndatedActivity[] = []
    const rows = orm
      .select()
      .from(activities)
      .where(isNull(activities.leftOutAt))
      .orderBy(asc(activities.opensAt))
      .all()
    for (const { key, titleEn, titleMr, opensAt, closesAt, isEvent } of rows) {
      const title = { en: titleEn, mr: titleMr }
      if (opensAt === null) undated.push({ key, title, isEvent })
      else dated.push({ key, title, opensAt, closesAt })
    }
    return { dated, undated: undated.sort((a, b) => placeInSeason(a.key) - placeInSeason(b.key)) }
  }
  const readChanges = (): readonly ActivityChange[] =>
    orm
      .select()
      .from(activityChanges)
      .orderBy(desc(activityChanges.id))
      .all()
      .map(({ activity, opensBefore, closesBefore, reasonEn, reasonMr, at }) => ({
        activity,
        opensBefore,
        closesBefore,
        reason: { en: reasonEn, mr: reasonMr },
        at,
      }))
  const wholeSchedule = kept(readSchedule)
  return {
    /** The activities with dates, in order of time; the same array until the schedule is written. */
    schedule: () => wholeSchedule.get().dated,
    /** The activities without dates, in the order of a season; the same array until the schedule is written. */
    undated: () => wholeSchedule.get().undated,
    /** The keys of all activities, left out or not. */
    keys: (): Set<string> =>
      new Set(
        orm
          .select({ key: activities.key })
          .from(activities)
          .all()
          .map(({ key }) => key),
      ),
    /** Newest first. */
    changes: readChanges,
    /**
     * The published notices. News and notices come newest first, questions in the order in which they were answered.
     */
    published: (kind: NoticeKind, now: number, limit: number): Notice[] =>
      orm
        .select()
        .from(notices)
        .where(and(eq(notices.kind, kind), lte(notices.publishedAt, now), isNull(notices.withdrawnAt)))
        .orderBy(...(kind === 'faq' ? [asc(notices.publishedAt), asc(notices.id)] : newestFirst))
        .limit(limit)
        .all()
        .map(noticeOf),
    /** Includes withdrawn and future ones. */
    all: (kind: NoticeKind, limit: number): Notice[] =>
      orm
        .select()
        .from(notices)
        .where(eq(notices.kind, kind))
        .orderBy(...newestFirst)
        .limit(limit)
        .all()
        .map(noticeOf),
    notice(id: number): Notice | undefined {
      const row = orm.select().from(notices).where(eq(notices.id, id)).get()
      return row && noticeOf(row)
    },
    /** The next instant at which a scheduled notice is published. */
    nextPublication: (now: number): number | null =>
      orm
        .select({ at: min(notices.publishedAt) })
        .from(notices)
        .where(and(gt(notices.publishedAt, now), isNull(notices.withdrawnAt)))
        .get()?.at ?? null,
    addActivity(activity: Activity | UndatedActivity): void {
      const { key, title } = activity
      const { opensAt, closesAt, isEvent } =
        'isEvent' in activity
          ? { opensAt: null, closesAt: null, isEvent: activity.isEvent }
          : { ...activity, isEvent: activity.closesAt === null }
      orm
        .insert(activities)
        .values({ key, titleEn: title.en, titleMr: title.mr, opensAt, closesAt, isEvent })
        .onConflictDoNothing()
        .run()
      wholeSchedule.drop()
    },
    /** Gives an activity new times, and keeps the old ones. */
    changeActivity(
      { key, opensAt, closesAt }: Activity,
      { reason, ...change }: Omit<ActivityChange, 'activity'>,
    ): void {
      orm
        .insert(activityChanges)
        .values({ activity: key, ...change, reasonEn: reason.en, reasonMr: reason.mr })
        .run()
      orm.update(activities).set({ opensAt, closesAt }).where(eq(activities.key, key)).run()
      wholeSchedule.drop()
    },
    addNotice: (notice: NewNotice): number =>
      orm.insert(notices).values(rowOf(notice)).returning({ id: notices.id }).get().id,
    updateNotice: (id: number, notice: NewNotice) =>
      void orm.update(notices).set(rowOf(notice)).where(eq(notices.id, id)).run(),
    withdraw: (id: number, withdrawnAt: number | null) =>
      void orm.update(notices).set({ withdrawnAt }).where(eq(notices.id, id)).run(),
  }
}

const newestFirst = [desc(notices.publishedAt), desc(notices.id)] as const

const noticeOf = ({ titleEn, titleMr, bodyEn, bodyMr, ...row }: typeof notices.$inferSelect): Notice => ({
  ...row,
  title: { en: titleEn, mr: titleMr },
  body: { en: bodyEn, mr: bodyMr },
})

const rowOf = ({ title, body, kind, publishedAt }: NewNotice) => ({
  kind,
  titleEn: title.en,
  titleMr: title.mr,
  bodyEn: body.en,
  bodyMr: body.mr,
  publishedAt,
})
