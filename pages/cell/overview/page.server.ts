import { finalListTime } from '#pages/parts/desk/final-list.ts'
import { startOfDayNumber } from '#server/domain/desk/overview.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDate, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { inRupees, sumOf } from '#server/kernel/money.ts'

export const texts = ['overview', 'payments'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.overview')

export function load({ services, actor, language }: DeskPage) {
  const { region, at, funnel, registrations, backlog, payments, money } = services.overview.overview(actor)
  const dayOf = (day: number) => formatDate(startOfDayNumber(day), language)
  const waiting = backlog.reduce((sum, { stages }) => sum + stages.new + stages['picked-up'], 0)
  return {
    region,
    at: formatDateTime(at, language),
    funnel,
    registrations: registrations.map(({ day, count }) => ({ day: dayOf(day), count })),
    backlog,
    waiting,
    finalListOf: waiting ? finalListTime(services, language) : null,
    /** Null for those whose work has nothing to do with money. */
    money: payments &&
      money && {
        received: formatRupees(sumOf(...money.map(({ amount }) => amount))),
        payments: payments.map(({ due, status, count, amount }) => ({
          due,
          status,
          count,
          amount: formatRupees(amount),
        })),
        days: money.map(({ day, count, amount }) => ({
          day: dayOf(day),
          count,
          rupees: inRupees(amount),
          amount: formatRupees(amount),
        })),
      },
    mayExportCandidates: mayDo(actor.role, 'export'),
  }
}
