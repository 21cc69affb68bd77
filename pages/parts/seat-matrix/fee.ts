import { formatRupees } from '#server/i18n/format.ts'
import type { Paise } from '#server/kernel/money.ts'

/** An annual fee as written on pages; null if it is not known. */
export const feeInWords = (fee: Paise | null | undefined): string | null =>
  fee === null || fee === undefined ? null : formatRupees(fee)
