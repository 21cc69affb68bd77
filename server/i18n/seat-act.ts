import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { formatDateTime } from './format'
import type { Translate } from './page-text'

/** Of an act for a seat: its kind, what missing it costs, and for a grievance the time after which it decides. */
type SeatAct = { kind: string; loss: 'seat' | 'rounds'; closes: Instant | null; ownHours: number }

/** What a candidate waits for, with the time that a late decision leaves; or what missing the deadline of an act costs. */
export function aboutSeatAct({ kind, loss, closes, ownHours }: SeatAct, language: Language, t: Translate): string {
  switch (kind) {
    case 'await-grievance':
      return t('signedin:seat.about.await-grievance', {
        count: ownHours,
        closes: closes === null ? t('signedin:seat.no-date') : formatDateTime(closes, language),
      })
    case 'await-payment':
    case 'await-round':
      return t(`signedin:seat.about.${kind}`)
    default:
      return t(`signedin:seat.loss.${loss}`)
  }
}
