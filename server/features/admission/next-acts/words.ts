import { nameOfAct } from '#server/domain/application/task-list.ts'
import type { Duty } from '#server/domain/site/next-duties.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { actInTime } from '#server/i18n/seat-act.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The name of a duty, as its card on the dashboard is headed. */
function dutyTitle(duty: Duty, language: Language): string {
  switch (duty.kind) {
    case 'seat':
      return translate(language, `signedin:seat.${duty.act.kind}`, { round: duty.act.round })
    case 'application':
      return duty.act.kind === 'fill'
        ? translate(language, 'application:next.fill.title', {
            step: translate(language, `signedin:menu.${steps[duty.act.step]}`),
          })
        : translate(language, `application:next.${nameOfAct(duty.act)}.title`)
    case 'options':
      return translate(language, `application:duty.options-${duty.options.count ? 'confirm' : 'fill'}`, {
        round: duty.options.round,
      })
    default:
      return translate(language, `application:duty.${duty.kind}`)
  }
}

/** A duty as one sentence, with its deadline if it has one. */
export function dutyInWords(duty: Duty, language: Language): string {
  const act = dutyTitle(duty, language)
  if (duty.by === null) return `${act}.`
  // The heading of a step is no request, which a deadline could precede in Marathi.
  return duty.kind === 'application'
    ? translate(language, 'application:next.by', { act, by: formatDateTime(duty.by, language) })
    : actInTime(act, duty.by, duty.kind === 'seat' ? duty.act : null, language, pageTexts[language])
}
