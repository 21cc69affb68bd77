import { pageOf } from '#pages/ui/form/page-of.ts'
import { keptShare, yieldDimensions } from '#server/domain/admission/yield.ts'
import { categories } from '#server/domain/terms/claims.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['yield', 'reports', 'overview'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.yield')

const names = ['by', ...yieldDimensions] as const

/** What became of the seats, by what the address asks for; a search that is not understood shows everything, and says so. */
export async function load(page: DeskPage) {
  const { services, actor, query, language } = page
  const { yields } = services.stageReport
  const asked = Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
  const found = await yields.report(actor, asked)
  const shown = found.ok ? found : await yields.report(actor, {})
  if (!shown.ok) return null
  const { at, by, total, rounds, search, institutes } = shown.value
  const { lines, page: place, pages } = pageOf(shown.value.lines, query.page)
  const nameOf = (dimension: (typeof yieldDimensions)[number], value: string, name: string | null = null) =>
    yields.nameOf(language, dimension, value, page.named(name))
  const choicesOf = (dimension: (typeof yieldDimensions)[number], values: readonly string[]) =>
    values.map((value) => ({ value, label: nameOf(dimension, value) }))
  return {
    by,
    search,
    total,
    institutes,
    isUnderstood: found.ok,
    at: formatDateTime(at, language),
    share: keptShare(total),
    lines: lines.map(({ value, name, counts }) => ({ value, label: nameOf(by, value, name), counts })),
    place: { page: place, pages },
    choices: {
      round: choicesOf('round', rounds),
      category: choicesOf('category', categories),
      seatType: choicesOf('seatType', seatTypes),
    },
  }
}
