import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { serviceBanners } from '#db/schema/inbox.ts'

export type BannerRow = typeof serviceBanners.$inferSelect
export type ServiceBannerStore = ReturnType<typeof serviceBannerStore>

/** The only writer of `service_banners`. */
export function serviceBannerStore({ orm, sqlite }: Database) {
  const from = sqlite.prepare<[number], BannerRow>(
    `SELECT id, tone, text_en AS textEn, text_mr AS textMr, opens_at AS opensAt, closes_at AS closesAt
     FROM service_banners WHERE closes_at > ? ORDER BY opens_at, id`,
  )
  return {
    /** Those that are not over at `now`, in order of time. */
    from: (now: number): BannerRow[] => from.all(now),
    add: (row: Omit<BannerRow, 'id'>): number =>
      orm.insert(serviceBanners).values(row).returning({ id: serviceBanners.id }).get().id,
    end: (id: number, closesAt: number): boolean =>
      orm.update(serviceBanners).set({ closesAt }).where(eq(serviceBanners.id, id)).run().changes > 0,
  }
}
