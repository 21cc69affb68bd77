import type { NextSeatAct } from '../../domain/admission/offer'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'

/** The next act for a seat in a message: with its deadline and what missing it costs, or what the candidate waits for. */
export function nextInWords({ kind, round, by, loss, ownHours }: NextSeatAct, language: Language): string {
  const act = translate(language, `shell:seat.${kind}`, { round })
  if (kind === 'await-grievance' || kind === 'await-payment' || kind === 'await-round')
    return `${act}. ${translate(language, `shell:seat.about.${kind}`, { count: ownHours })}`
  const cost = translate(language, `shell:seat.loss.${loss}`)
  if (by === null) return `${act}. ${cost}`
  return `${translate(language, 'admission:act-by', { act, by: formatDateTime(by, language) })} ${cost}`
}
