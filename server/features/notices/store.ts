import { asc, desc, eq, lte } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { activities, notices } from '../../../db/schema/notices'
import type { Activity } from '../../domain/schedule'
import type { Bilingual } from '../../kernel/languages'

export type Notice = { id: number; title: Bilingual; body: Bilingual; publishedAt: number }
export type NoticesStore = ReturnType<typeof noticesStore>

/** The schedule and the notices. The only writer of their tables. */
export function noticesStore({ orm }: Database) {
  const readSchedule = (): readonly Activity[] =>
    orm
      .select()
      .from(activities)
      .orderBy(asc(activities.opensAt))
      .all()
      .map(({ key, titleEn, titleMr, opensAt, closesAt }) => ({
        key,
        title: { en: titleEn, mr: titleMr },
        opensAt,
        closesAt,
      }))
  /** Every page asks for the schedule, so it is read once. All that writes it must drop this. */
  let kept: readonly Activity[] | null = null
  return {
    /** In order of time; the same array until the schedule is written. */
    schedule: (): readonly Activity[] => (kept ??= readSchedule()),
    published: (now: number, limit: number): Notice[] =>
      orm
        .select()
        .from(notices)
        .where(lte(notices.publishedAt, now))
        .orderBy(desc(notices.publishedAt), desc(notices.id))
        .limit(limit)
        .all()
        .map(({ id, titleEn, titleMr, bodyEn, bodyMr, publishedAt }) => ({
          id,
          title: { en: titleEn, mr: titleMr },
          body: { en: bodyEn, mr: bodyMr },
          publishedAt,
        })),
    addActivity({ key, title, opensAt, closesAt }: Activity): void {
      orm
        .insert(activities)
        .values({ key, titleEn: title.en, titleMr: title.mr, opensAt, closesAt })
        .onConflictDoNothing()
        .run()
      kept = null
    },
    setClosing(key: string, closesAt: number): void {
      orm.update(activities).set({ closesAt }).where(eq(activities.key, key)).run()
      kept = null
    },
    addNotice: ({ title, body, publishedAt }: Omit<Notice, 'id'>) =>
      void orm
        .insert(notices)
        .values({ titleEn: title.en, titleMr: title.mr, bodyEn: body.en, bodyMr: body.mr, publishedAt })
        .run(),
  }
}
