import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { serviceBanners } from '#db/schema/inbox.ts'

export type BannerRow = typeof serviceBanners.$inferSelect
export type ServiceBannerStore = ReturnType<typeof serviceBannerStore>

/** The only writer of `service_banners`. */
export function serviceBannerStore({ orm }: Database) {
  return {
    /** Those that are not over at `now`, in order of time. */
    from: (now: number): BannerRow[] =>
      orm
        .select()
        .from(serviceBanners)
        .where(gt(serviceBanners.closesAt, now))
        .orderBy(asc(serviceBanners.opensAt), asc(serviceBanners.id))
        .all(),
    add: (row: Omit<BannerRow, 'id'>): number =>
      orm.insert(serviceBanners).values(row).returning({ id: serviceBanners.id }).get().id,
    end: (id: number, closesAt: number): boolean =>
      orm.update(serviceBanners).set({ closesAt }).where(eq(serviceBanners.id, id)).run().changes > 0,
  }
}
