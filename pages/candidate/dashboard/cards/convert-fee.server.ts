import { formatRupees } from '#server/i18n/format.ts'
import type { Standing } from './standing.server'

/** The fee that scrutiny charges for a removed claim, as formatted text; null if none is due. */
export function convertFeeCard({ page, permissions }: Standing): string | null {
  const due = permissions.convertFee ? page.services.payments.conversion(page.actor.candidateId).due : null
  return due && formatRupees(due.amount)
}
