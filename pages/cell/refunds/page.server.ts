import { formatDate, formatRupees } from '../../../server/i18n/format'
import { writtenNumber } from '../../../server/kernel/written-number'
import type { DeskPage } from '../../../server/services'

export const texts = ['settlement', 'payments'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.refunds')

/** The register of refunds, newest first. */
export function load({ services, query, language }: DeskPage) {
  const { lines, older } = services.settlement.refunds(writtenNumber(query.before))
  return {
    older,
    lines: lines.map(({ amount, changedAt, settledAt, ...line }) => ({
      id: line.id,
      userId: line.userId,
      reference: line.reference,
      due: line.due,
      reason: line.reason,
      status: line.status,
      gatewayRefundId: line.gatewayRefundId,
      amount: formatRupees(amount),
      changedAt: formatDate(changedAt, language),
      settledAt: settledAt === null ? null : formatDate(settledAt, language),
    })),
  }
}
