import { startOfDayNumber } from '../../../server/domain/overview'
import { mayDo } from '../../../server/domain/staff'
import { formatDate, formatDateTime, formatRupees } from '../../../server/i18n/format'
import type { Paise } from '../../../server/kernel/money'
import type { DeskPage } from '../../../server/services'

export const texts = ['overview', 'payments'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.overview')

export function load({ services, actor, language }: DeskPage) {
  const { region, at, funnel, registrations, backlog, payments, money } = services.overview.overview(actor!)
  const dayOf = (day: number) => formatDate(startOfDayNumber(day), language)
  const inWords = (paise: number) => formatRupees(paise as Paise)
  const received = money.reduce((sum, day) => sum + day.amount, 0)
  return {
    region,
    at: formatDateTime(at, language),
    funnel,
    registrations: registrations.map(({ day, count }) => ({ day: dayOf(day), count })),
    backlog,
    waiting: backlog.reduce((sum, { stages }) => sum + stages.new + stages['picked-up'], 0),
    payments: payments.map(({ due, status, count, amount }) => ({ due, status, count, amount: inWords(amount) })),
    money: money.map(({ day, count, amount }) => ({
      day: dayOf(day),
      count,
      rupees: amount / 100,
      amount: inWords(amount),
    })),
    received: inWords(received),
    mayExportCandidates: mayDo(actor!.role, 'export'),
  }
}
