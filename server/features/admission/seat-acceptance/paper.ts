import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { laterReporting, toReport } from '#server/i18n/seat-act.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Seat } from './seats'

type Row = { label: string; value: string }

/** What a letter states about the acceptance of its seat. `next`: the acts that remain; null while they are those of the round. */
type AcceptancePaper = { rows: Row[]; next: Row[] | null }

/** `receipt`: the number of the receipt of the fee; null if it is not paid. `following`: the next round to come. */
export function acceptancePaper(
  { offer, state, act, reporting, reportsFrom }: Seat,
  receipt: string | null,
  language: Language,
  following: CapRound,
): AcceptancePaper {
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const isAccepted = state === 'held' || state === 'to-report' || state === 'admitted'
  const standing = offer.ending
    ? t(`acceptance:ending.${offer.ending}`)
    : t(isAccepted ? 'acceptance:paper.accepted' : 'acceptance:paper.not-accepted')
  const decided = offer.decision
    ? [{ label: t('acceptance:paper.decision'), value: t(`acceptance:decision.${offer.decision}`) }]
    : []
  const fee = receipt
    ? t('acceptance:paper.paid', { receipt })
    : t(offer.fee === 'pending' ? 'acceptance:paper.pending' : 'acceptance:paper.unpaid')
  const rows = [
    { label: t('acceptance:paper.standing'), value: standing },
    ...decided,
    { label: t('payments:due.seat-acceptance'), value: fee },
  ]
  const step = (value: string): Row[] => [{ label: t('acceptance:paper.next'), value }]
  if (state === 'to-report')
    return { rows, next: step(toReport(reportsFrom, act?.by ?? null, language, pageTexts[language])) }
  const later = laterReporting(reporting, language, pageTexts[language])
  const report: Row[] = later ? [{ label: t('acceptance:row.report'), value: later }] : []
  if (state === 'held') return { rows, next: [...step(t('acceptance:message.held', { next: following })), ...report] }
  return { rows, next: isAccepted || offer.ending ? [] : null }
}
