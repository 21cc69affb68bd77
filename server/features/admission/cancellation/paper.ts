import { mostCharge } from '#server/domain/admission/cancellation.ts'
import type { CancelledAdmission } from '#server/domain/site/printable.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { lessAmount } from '#server/kernel/money.ts'
import type { Case } from './cases'

/** A cancellation as its letter states it. */
export function cancellationPaper(one: Case, language: Language): CancelledAdmission {
  const t = (key: TextKey) => translate(language, key)
  const { caseNumber, requestedAt, dueAt, institute, course, choiceCode, round, reason } = one
  const { returnedAt, paid, charge, mode, number } = one
  return {
    caseNumber,
    requestedAt,
    dueAt,
    charge: formatRupees(mostCharge),
    seat: [
      { label: t('cancellation:column.institute'), value: institute },
      { label: t('cancellation:column.course'), value: course },
      { label: t('cancellation:column.choice-code'), value: choiceCode },
      { label: t('cancellation:column.round'), value: String(round) },
    ],
    reason: { label: t('cancellation:column.reason'), value: reason },
    returned:
      returnedAt !== null && paid !== null && charge !== null && mode !== null
        ? [
            { label: t('cancellation:state.recorded'), value: formatDateTime(returnedAt, language) },
            { label: t('cancellation:return.paid'), value: formatRupees(paid) },
            { label: t('cancellation:return.charge'), value: formatRupees(charge) },
            { label: t('cancellation:return.sum'), value: formatRupees(lessAmount(paid, charge)) },
            { label: t('cancellation:return.mode'), value: t(`cancellation:mode.${mode}`) },
            ...(number ? [{ label: t('cancellation:return.number'), value: number }] : []),
            { label: t('cancellation:return.originals'), value: t('cancellation:return.originals-back') },
          ]
        : [],
  }
}
