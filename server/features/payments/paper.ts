import type { PaidDue } from '../../domain/portal/printable'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import type { Receipt } from './service'

/** A paid due as its receipt states it. */
export const receiptPaper = (paid: Receipt, language: Language): PaidDue => ({
  number: paid.receiptNumber,
  amount: paid.amount,
  due: translate(language, `payments:due.${paid.due}`),
  gateway: translate(language, `payments:gateway.${paid.gateway}`),
  gatewayReference: paid.gatewayPaymentId,
  paidAt: paid.capturedAt,
})
