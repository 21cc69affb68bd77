import type { NextSeatAct } from '../../domain/admission/offer'
import { formatDateTime } from '../../i18n/format'
import { aboutSeatAct } from '../../i18n/seat-act'
import { pageTexts, translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'

/** The next act for a seat in a message: with its deadline and what missing it costs, or what the candidate waits for. */
export function nextInWords(next: NextSeatAct, language: Language): string {
  const { kind, round, by } = next
  const act = translate(language, `shell:seat.${kind}`, { round })
  const about = aboutSeatAct(next, language, pageTexts[language])
  if (by === null) return `${act}. ${about}`
  return `${translate(language, 'admission:act-by', { act, by: formatDateTime(by, language) })} ${about}`
}
