import type { PaidDue } from '#server/domain/site/printable.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Receipt } from './views'

/** A paid due as its receipt states it. */
export const receiptPaper = (paid: Receipt, language: Language): PaidDue => ({
  number: paid.receiptNumber,
  amount: paid.amount,
  due: translate(language, `payments:due.${paid.due}`),
  gateway: translate(language, `payments:gateway.${paid.gateway}`),
  gatewayReference: paid.gatewayPaymentId,
  paidAt: paid.capturedAt,
})
