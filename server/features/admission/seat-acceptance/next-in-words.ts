import { isDuty, type NextSeatAct } from '#server/domain/admission/offer.ts'
import { aboutSeatAct, actInTime } from '#server/i18n/seat-act.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The next act for a seat in a message: with its deadline and what missing it costs, or what the candidate waits for. */
export function nextInWords(next: NextSeatAct, language: Language): string {
  const { kind, round, by } = next
  const act = translate(language, `signedin:seat.${kind}`, { round })
  const about = aboutSeatAct(next, language, pageTexts[language])
  if (by === null || !isDuty(kind)) return `${act}. ${about}`
  return `${actInTime(act, by, next, language, pageTexts[language])} ${about}`
}
