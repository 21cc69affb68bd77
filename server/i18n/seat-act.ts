import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { formatDateTime } from './format'
import type { Translate } from './page-text'

/** When a candidate reports for a seat: only `later` is said here. */
type Reporting = { when: string; round: number; by: Instant | null }

/**
 * That the candidate of a kept seat does not report yet, with the round after which they do and its deadline; null for any
 * other seat. Source: rules §8.14.
 */
export function laterReporting(reporting: Reporting | null, language: Language, t: Translate): string | null {
  if (reporting?.when !== 'later') return null
  const { round, by } = reporting
  return by === null
    ? t('signedin:seat.report-later', { round })
    : t('signedin:seat.report-later-by', { round, by: formatDateTime(by, language) })
}

/** Of an act for a seat: its kind, what missing it costs, and for a grievance the time after which it decides. */
type SeatAct = {
  kind: string
  by: Instant | null
  loss: 'seat' | 'rounds'
  closes: Instant | null
  isClosed: boolean
  ownHours: number
  reporting: Reporting | null
}

/** What a candidate waits for, with the time that a late decision leaves; or what missing the deadline of an act costs. */
export function aboutSeatAct(act: SeatAct, language: Language, t: Translate): string {
  const { kind, by, loss, closes, isClosed, ownHours, reporting } = act
  switch (kind) {
    case 'await-grievance':
      return t(`signedin:seat.about.await-grievance${isClosed ? '-late' : ''}`, {
        count: ownHours,
        closes: closes === null ? t('signedin:seat.no-date') : formatDateTime(closes, language),
      })
    case 'await-payment':
      return t('signedin:seat.about.await-payment')
    case 'await-grace':
      return t('signedin:seat.about.await-grace', { until: formatDateTime(by!, language) })
    case 'await-round':
      return [t('signedin:seat.about.await-round'), laterReporting(reporting, language, t)].filter(Boolean).join(' ')
    default:
      return t(`signedin:seat.loss.${loss}`)
  }
}

/** To report with the original documents: between when and when, or by when once it is open. Every paper and message reads it. */
export function toReport(from: Instant | null, by: Instant | null, language: Language, t: Translate): string {
  if (by === null) return t('acceptance:message.report')
  const times = { from: from === null ? '' : formatDateTime(from, language), by: formatDateTime(by, language) }
  return t(from === null ? 'acceptance:message.report-by' : 'acceptance:message.report-within', times)
}

/** A sentence of a duty with its time. Who comes to report before reporting opens comes in vain, so that has both ends. */
export function actInTime(
  act: string,
  by: number,
  seatAct: { kind: string; from: Instant | null } | null,
  language: Language,
  t: Translate,
): string {
  const time = (at: number) => formatDateTime(at, language)
  return seatAct?.kind === 'report' && seatAct.from !== null
    ? t('admission:act-within', { act, from: time(seatAct.from), by: time(by) })
    : t('admission:act-by', { act, by: time(by) })
}
