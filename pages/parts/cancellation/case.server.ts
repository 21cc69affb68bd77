import type { Case } from '#server/features/admission/cancellation/cases.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { lessAmount } from '#server/kernel/money.ts'

/** A case in words, for the candidate and the institute. */
export function caseInWords(one: Case, language: Language) {
  const { caseNumber, userId, fullName, choiceCode, institute, course, round, reason, isLate } = one
  const { requestedAt, dueAt, returnedAt, paid, deposit, charge, mode, number, recordedBy, receivedAt } = one
  const at = (instant: number) => formatDateTime(instant, language)
  return {
    caseNumber,
    userId,
    fullName,
    choiceCode,
    institute,
    course,
    round,
    reason,
    isLate,
    requested: at(requestedAt),
    due: at(dueAt),
    returned:
      returnedAt !== null && paid !== null && charge !== null && mode !== null
        ? {
            at: at(returnedAt),
            paid: formatRupees(paid),
            deposit: formatRupees(deposit ?? lessAmount(paid, paid)),
            charge: formatRupees(charge),
            sum: formatRupees(lessAmount(paid, charge)),
            mode,
            number: number ?? '',
            by: recordedBy ?? '',
            received: receivedAt === null ? null : at(receivedAt),
          }
        : null,
  }
}

export type CaseInWords = ReturnType<typeof caseInWords>
