import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { momentOf } from '#server/domain/admission/orders.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { isOpen } from '#server/domain/terms/schedule.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { NewBanner } from './schema'
import type { BannerRow, ServiceBannerStore } from './store'

/** The cell's temporary banner above every page: an outage, a holiday of the helpline. */
export function createServiceBanner({
  db,
  store,
  clock,
  record,
  onChanged,
}: {
  db: Database
  store: ServiceBannerStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  /** Told after every change by hand. */
  onChanged(): void
}) {
  const banners = db.kept(() => store.from(clock.portal()))

  function changed(): void {
    banners.drop()
    onChanged()
  }

  /** The times of a new banner, or the faults of its dates. */
  function planned(when: NewBanner): Result<{ opensAt: Instant; closesAt: Instant }> {
    const opensAt = momentOf(when.fromDate, when.fromTime)
    const closesAt = momentOf(when.untilDate, when.untilTime)
    const fields = [
      ...(opensAt === null ? [{ field: 'fromDate', code: 'bannerDate.invalid' }] : []),
      ...(closesAt === null || closesAt <= clock.portal() || (opensAt !== null && closesAt <= opensAt)
        ? [{ field: 'untilDate', code: 'bannerUntil.invalid' }]
        : []),
    ]
    if (fields.length || opensAt === null || closesAt === null) return refuse('check-answers', 422, { fields })
    return ok({ opensAt, closesAt })
  }

  return {
    /** The current banner; the latest one, if there are several. */
    current(language: Language): { tone: 'info' | 'warn'; text: string } | null {
      const now = clock.portal()
      const shown = banners.get().findLast((banner) => isOpen(banner, now))
      return shown ? { tone: shown.tone, text: language === 'mr' ? shown.textMr : shown.textEn } : null
    },

    /** The next instant at which a banner appears or disappears; null if none is scheduled. */
    nextChange(): number | null {
      const now = clock.portal()
      const edges = banners
        .get()
        .flatMap(({ opensAt, closesAt }) => [opensAt, closesAt])
        .filter((at) => at > now)
      return edges.length ? Math.min(...edges) : null
    },

    /** Current and future banners. */
    list: (): (BannerRow & { isShown: boolean })[] => {
      const now = clock.portal()
      return store.from(now).map((banner) => ({ ...banner, isShown: isOpen(banner, now) }))
    },

    planned,

    add(officer: StaffMember, input: NewBanner): Result<undefined> {
      const when = planned(input)
      if (!when.ok) return when
      const { opensAt, closesAt } = when.value
      const { tone, textEn, textMr } = input
      db.transact(() => {
        const id = store.add({ tone, textEn, textMr, opensAt, closesAt })
        record(auditActor(officer), 'service-banner.added', { of: `banner:${id}` }, { tone, opensAt, closesAt })
      })
      changed()
      return ok()
    },

    /** Ends a banner at once. */
    end(officer: StaffMember, id: number): Result<undefined> {
      const hasEnded = db.transact(() => {
        if (!store.end(id, clock.portal())) return false
        record(auditActor(officer), 'service-banner.ended', { of: `banner:${id}` })
        return true
      })
      changed()
      return hasEnded ? ok() : refuse('banner-unknown', 404)
    },
  }
}
