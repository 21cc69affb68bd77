import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { type yieldDimensions, yieldEnds } from '#server/domain/admission/yield.ts'
import { categories } from '#server/domain/terms/claims.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['yield', 'reports', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.yield-seats')

/** The seats that the address asks for, each with its candidate, and the filters in words. */
export async function load(page: DeskPage) {
  const { services, actor, cellBase, language, t } = page
  const { yields } = services.stageReport
  // Counts first: the list reads the lines of this count.
  const counted = await yields.report(actor, {})
  if (!counted.ok) return null
  const { at, rounds, institutes } = counted.value
  const list = listView(page, services.deskLists.lists['yield-seats'])
  const nameOf = (dimension: (typeof yieldDimensions)[number], value: string) =>
    yields.nameOf(language, dimension, value, null)
  const choicesOf = (dimension: (typeof yieldDimensions)[number], values: readonly string[]) =>
    values.map((value) => ({ value, label: nameOf(dimension, value) }))
  const { end: _, ...of } = list.filters
  return {
    at: formatDateTime(at, language),
    report: href(cellBase, 'yield', undefined, of),
    institutes: institutes.map(({ code, name }) => ({ value: code, label: page.named(name) })),
    filters: {
      end: yieldEnds.map((value) => ({ value, label: t(`yield:${value}`) })),
      round: choicesOf('round', rounds),
      category: choicesOf('category', categories),
      seatType: choicesOf('seatType', seatTypes),
    },
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        ...row,
        seatType: nameOf('seatType', row.seatType),
        claimedCategory: nameOf('category', row.claimedCategory),
      })),
    },
  }
}
