import { type Course, courseIn, type SeasonDefaults } from '#server/courses/course.ts'
import { mbaLateral } from '#server/courses/mba-lateral.ts'
import { mbaLateralSeason } from '#server/courses/mba-lateral-season.ts'
import { surfaceCoatingDiploma } from '#server/courses/surface-coating-diploma.ts'
import { surfaceCoatingDiplomaSeason } from '#server/courses/surface-coating-diploma-season.ts'
import type { Instant } from '#server/kernel/time.ts'

/** The same time of the same day, this many years later. */
function yearsLater(at: Instant, years: number): Instant {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + years) as Instant
}

/** `2024-2025` or `31-03-2025`, with each year in it moved. */
const moved = (text: string, years: number) => text.replace(/\d{4}/g, (year) => String(Number(year) + years))

/**
 * A season some years later, by data alone: another academic year, and every date moved. The cell's notices are yet to
 * come.
 */
function seasonLater(season: SeasonDefaults, years: number): SeasonDefaults {
  const published = <N extends { publishedAt: Instant }>(notices: readonly N[]) =>
    notices.map((notice) => ({ ...notice, publishedAt: yearsLater(notice.publishedAt, years) }))
  return {
    ...season,
    academicYear: moved(season.academicYear, years),
    footerDate: moved(season.footerDate, years),
    form: { ...season.form, nonCreamyLayerValidOn: moved(season.form.nonCreamyLayerValidOn, years) as never },
    schedule: season.schedule.map(({ opensAt, closesAt, ...activity }) => ({
      ...activity,
      opensAt: yearsLater(opensAt, years),
      closesAt: closesAt === null ? null : yearsLater(closesAt, years),
    })),
    notices: [],
    news: published(season.news),
    faq: published(season.faq),
  }
}

/** The courses some years later. */
export const coursesLater = (years: number): Record<'mbale' | 'scd', Course> => ({
  mbale: courseIn(mbaLateral, seasonLater(mbaLateralSeason, years)),
  scd: courseIn(surfaceCoatingDiploma, seasonLater(surfaceCoatingDiplomaSeason, years)),
})
