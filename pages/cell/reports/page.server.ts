import { pageOf } from '#pages/ui/form/page-of.ts'
import { instituteMeasures } from '#server/domain/admission/tally.ts'
import { isRegion, regionNames, regions } from '#server/domain/terms/regions.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { sumOfCounts } from '#server/kernel/counts.ts'

export const texts = ['reports', 'meritpages'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.reports')

/** The report of the officer's region, or of the region chosen. */
export async function load({ services, actor, query, language, t, named }: DeskPage) {
  const region = isRegion(query.region) ? query.region : null
  const { round, at, institutes, categories } = await services.admissionReports.report(actor, region)
  const places = [...regions, null].map((one) => ({
    region: one,
    own: institutes.filter((line) => line.region === one),
  }))
  const { lines, page, pages } = pageOf(institutes, query.page)
  return {
    round,
    region,
    at: formatDateTime(at, language),
    /** A regional office has no choice. */
    choices: actor.region === null ? regions.map((value) => ({ value, label: regionNames[value][language] })) : [],
    regions: places
      .filter(({ own }) => own.length > 0)
      .map(({ region: one, own }) => ({
        name: one === null ? t('reports:region.outside') : regionNames[one][language],
        ...sumOfCounts(instituteMeasures, own),
      })),
    institutes: lines.map(({ region: _region, ...line }) => ({ ...line, name: named(line.name) })),
    place: { page, pages },
    categories,
    total: sumOfCounts(instituteMeasures, institutes),
  }
}
