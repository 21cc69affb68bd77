import { and, asc, desc, eq, gt, inArray, isNull, lte, min } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { staff } from '#db/schema/index.ts'
import {
  activities,
  activityChanges,
  holidays,
  notices,
  scheduleChangeRows,
  scheduleChanges,
} from '#db/schema/notices.ts'
import type { Holiday, ScheduleRow } from '#server/domain/season/schedule-draft.ts'
import { type NoticeKind, type QuestionPhase, questionPhases } from '#server/domain/site/notices.ts'
import type { Activity, UndatedActivity } from '#server/domain/terms/schedule.ts'
import type { Bilingual } from '#server/kernel/languages.ts'

export type Notice = {
  id: number
  kind: NoticeKind
  title: Bilingual
  body: Bilingual
  publishedAt: number
  /** The part of an admission that a question belongs to; null for others. */
  phase: QuestionPhase | null
  /** When its words were last changed; null if never. */
  changedAt: number | null
  withdrawnAt: number | null
}
export type NewNotice = Omit<Notice, 'id' | 'withdrawnAt' | 'phase' | 'changedAt'> &
  Partial<Pick<Notice, 'phase' | 'changedAt'>>

/** The state of an activity before a change to the schedule, and the reason for the change. */
export type ActivityChange = {
  activity: string
  /** Null if it had no date. */
  opensBefore: number | null
  closesBefore: number | null
  reason: Bilingual
  at: number
}

type ActivityRow = Omit<typeof activities.$inferSelect, 'isEvent' | 'leftOutAt'> & { isEvent: 0 | 1; isLeftOut: 0 | 1 }

export type NoticesStore = ReturnType<typeof noticesStore>

/** The schedule and the notices. The only writer of their tables. */
export function noticesStore({ orm, sqlite, kept }: Database) {
  const everyActivity = sqlite.prepare<[], ActivityRow>(
    `SELECT key, title_en AS titleEn, title_mr AS titleMr, opens_at AS opensAt, closes_at AS closesAt, is_event AS isEvent,
       left_out_at IS NOT NULL AS isLeftOut
     FROM activities ORDER BY opens_at`,
  )
  const readRows = (): readonly ScheduleRow[] =>
    everyActivity.all().map(({ titleEn, titleMr, isEvent, isLeftOut, ...row }) => ({
      ...row,
      title: { en: titleEn, mr: titleMr },
      isEvent: isEvent === 1,
      isLeftOut: isLeftOut === 1,
    }))
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
  const wholeSchedule = kept(readRows)
  return {
    /**
     * Every activity in order of its opening: left out or not, and also those of rounds that the season no longer has.
     * The same array until the schedule is written.
     */
    rows: () => wholeSchedule.get(),
    /** Newest first. */
    changes: readChanges,
    /**
     * The published notices. News and notices come newest first, questions by phase in the order in which they were
     * answered.
     */
    published(kind: NoticeKind, now: number, limit: number): Notice[] {
      const found = orm
        .select()
        .from(notices)
        .where(and(eq(notices.kind, kind), lte(notices.publishedAt, now), isNull(notices.withdrawnAt)))
        .orderBy(...(kind === 'faq' ? [asc(notices.publishedAt), asc(notices.id)] : newestFirst))
        .limit(limit)
        .all()
        .map(noticeOf)
      return kind === 'faq' ? found.sort((a, b) => placeOfPhase(a.phase) - placeOfPhase(b.phase)) : found
    },
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
    /** Gives an activity new times, leaves it out or takes it in again, and keeps its old times. */
    changeActivity(
      { key, opensAt, closesAt, isLeftOut = false }: Pick<Activity, 'key'> & Partial<ScheduleRow>,
      { reason, ...change }: Omit<ActivityChange, 'activity'>,
    ): void {
      orm
        .insert(activityChanges)
        .values({ activity: key, ...change, reasonEn: reason.en, reasonMr: reason.mr })
        .run()
      orm
        .update(activities)
        .set({ opensAt, closesAt, leftOutAt: isLeftOut ? change.at : null })
        .where(eq(activities.key, key))
        .run()
      wholeSchedule.drop()
    },
    /** The change of the schedule that somebody drafts or that waits for release; at most one. */
    openChange(): ScheduleChangeRow | undefined {
      const found = orm
        .select({ change: scheduleChanges, savedByName: staff.fullName })
        .from(scheduleChanges)
        .innerJoin(staff, eq(staff.id, scheduleChanges.savedBy))
        .where(inArray(scheduleChanges.state, ['preparing', 'prepared']))
        .orderBy(desc(scheduleChanges.id))
        .limit(1)
        .get()
      return found && changeOf(found)
    },
    scheduleChange(id: number): ScheduleChangeRow | undefined {
      const found = orm
        .select({ change: scheduleChanges, savedByName: staff.fullName })
        .from(scheduleChanges)
        .innerJoin(staff, eq(staff.id, scheduleChanges.savedBy))
        .where(eq(scheduleChanges.id, id))
        .get()
      return found && changeOf(found)
    },
    /** The activities that a change would add or change. */
    changeRows: (changeId: number): ScheduleRow[] =>
      orm
        .select()
        .from(scheduleChangeRows)
        .where(eq(scheduleChangeRows.changeId, changeId))
        .all()
        .map(({ activity, titleEn, titleMr, changeId: _, ...row }) => ({
          ...row,
          key: activity,
          title: { en: titleEn, mr: titleMr },
        })),
    /** The keys that drafts have ever given to activities of the cell. */
    draftedKeys: (): string[] =>
      orm
        .selectDistinct({ key: scheduleChangeRows.activity })
        .from(scheduleChangeRows)
        .all()
        .map(({ key }) => key),
    addChange: ({ hands, ...row }: NewScheduleChange): number =>
      orm
        .insert(scheduleChanges)
        .values({ ...row, hands: JSON.stringify(hands) })
        .returning({ id: scheduleChanges.id })
        .get().id,
    /** Writes a draft: the facts of its saving, and all of its rows. */
    saveChange(
      id: number,
      { hands, ...facts }: Partial<Omit<NewScheduleChange, 'state'>>,
      rows?: readonly ScheduleRow[],
    ): void {
      orm
        .update(scheduleChanges)
        .set({ ...facts, ...(hands && { hands: JSON.stringify(hands) }) })
        .where(eq(scheduleChanges.id, id))
        .run()
      if (!rows) return
      orm.delete(scheduleChangeRows).where(eq(scheduleChangeRows.changeId, id)).run()
      for (const { key, title, ...row } of rows)
        orm
          .insert(scheduleChangeRows)
          .values({ ...row, changeId: id, activity: key, titleEn: title.en, titleMr: title.mr })
          .run()
    },
    /** The days besides Sundays on which no office works, in order of time. */
    holidays: (): Holiday[] =>
      orm
        .select()
        .from(holidays)
        .orderBy(asc(holidays.date))
        .all()
        .map(({ date, name }) => ({ date: date as Holiday['date'], name })),
    setHolidays(days: readonly Holiday[]): void {
      orm.delete(holidays).run()
      for (const day of days) orm.insert(holidays).values(day).run()
    },
    addNotice: (notice: NewNotice): number =>
      orm.insert(notices).values(rowOf(notice)).returning({ id: notices.id }).get().id,
    updateNotice: (id: number, notice: NewNotice) =>
      void orm.update(notices).set(rowOf(notice)).where(eq(notices.id, id)).run(),
    withdraw: (id: number, withdrawnAt: number | null) =>
      void orm.update(notices).set({ withdrawnAt }).where(eq(notices.id, id)).run(),
  }
}

/** A change of the schedule. `hands`: the accounts of all who drafted it. */
export type ScheduleChangeRow = Omit<typeof scheduleChanges.$inferSelect, 'hands'> & {
  hands: readonly number[]
  savedByName: string
}
type NewScheduleChange = Omit<typeof scheduleChanges.$inferInsert, 'id' | 'hands'> & { hands: readonly number[] }

const changeOf = ({
  change,
  savedByName,
}: {
  change: typeof scheduleChanges.$inferSelect
  savedByName: string
}): ScheduleChangeRow => ({ ...change, hands: JSON.parse(change.hands) as number[], savedByName })

const newestFirst = [desc(notices.publishedAt), desc(notices.id)] as const

const noticeOf = ({ titleEn, titleMr, bodyEn, bodyMr, ...row }: typeof notices.$inferSelect): Notice => ({
  ...row,
  title: { en: titleEn, mr: titleMr },
  body: { en: bodyEn, mr: bodyMr },
})

/** Questions without a phase come last. */
const placeOfPhase = (phase: QuestionPhase | null) =>
  phase === null ? questionPhases.length : questionPhases.indexOf(phase)

const rowOf = ({ title, body, kind, publishedAt, phase = null, changedAt = null }: NewNotice) => ({
  kind,
  phase,
  changedAt,
  titleEn: title.en,
  titleMr: title.mr,
  bodyEn: body.en,
  bodyMr: body.mr,
  publishedAt,
})
