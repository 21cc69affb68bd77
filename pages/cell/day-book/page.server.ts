import { startOfDayNumber } from '#server/domain/desk/overview.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { DueSums } from '#server/features/money/settlement/store.ts'
import { formatDate, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { lessAmount, sumOf } from '#server/kernel/money.ts'

export const texts = ['settlement', 'payments'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.day-book')

/** The number of days that the page shows; the file has all. */
const daysShown = 60

/** Money by day and due, newest day first, and the totals of each due. */
export async function load({ services, language }: DeskPage) {
  const { at, days, totals } = await services.settlement.dayBook()
  const known = [...new Set(days.map(({ day }) => day))].slice(-daysShown)
  const first = known[0] ?? 0
  const all: DueSums = {
    captured: sumOf(...totals.map(({ captured }) => captured)),
    refunded: sumOf(...totals.map(({ refunded }) => refunded)),
    settled: sumOf(...totals.map(({ settled }) => settled)),
    charges: sumOf(...totals.map(({ charges }) => charges)),
  }
  return {
    countedAt: formatDateTime(at, language),
    daysShown,
    isCut: days.some(({ day }) => day < first),
    totals: totals.map(({ due, ...sums }) => ({ due, ...shown(sums), open: openOf(sums) })),
    all: { ...shown(all), open: openOf(all) },
    days: days
      .filter(({ day }) => day >= first)
      .toReversed()
      .map(({ day, due, ...sums }) => ({ day: formatDate(startOfDayNumber(day), language), due, ...shown(sums) })),
  }
}

const shown = ({ captured, refunded, settled, charges }: DueSums) => ({
  captured: formatRupees(captured),
  refunded: formatRupees(refunded),
  settled: formatRupees(settled),
  charges: formatRupees(charges),
})

/** What was captured and neither went back nor reached the bank nor was kept as a charge. */
const openOf = ({ captured, refunded, settled, charges }: DueSums) =>
  formatRupees(lessAmount(captured, sumOf(refunded, settled, charges)))
