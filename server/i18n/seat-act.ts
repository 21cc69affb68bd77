import type { NextSeatAct } from '../domain/admission/offer'
import type { Language } from '../kernel/languages'
import { formatDateTime } from './format'
import type { Translate } from './page-text'

/** What a candidate waits for, with the time that a late decision leaves; or what missing the deadline of an act costs. */
export function aboutSeatAct({ kind, loss, closes, ownHours }: NextSeatAct, language: Language, t: Translate): string {
  switch (kind) {
    case 'await-grievance':
      return t('shell:seat.about.await-grievance', {
        count: ownHours,
        closes: closes === null ? t('shell:seat.no-date') : formatDateTime(closes, language),
      })
    case 'await-payment':
    case 'await-round':
      return t(`shell:seat.about.${kind}`)
    default:
      return t(`shell:seat.loss.${loss}`)
  }
}
