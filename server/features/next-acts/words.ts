import { steps } from '../../domain/application/journey'
import { nameOfAct } from '../../domain/application/task-list'
import type { Duty } from '../../domain/portal/next-duties'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'

/** The name of a duty, as its card on the dashboard is headed. */
function dutyTitle(duty: Duty, language: Language): string {
  switch (duty.kind) {
    case 'seat':
      return translate(language, `shell:seat.${duty.act.kind}`, { round: duty.act.round })
    case 'application':
      return duty.act.kind === 'fill'
        ? translate(language, 'application:next.fill.title', {
            step: translate(language, `shell:menu.${steps[duty.act.step]}`),
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
  const sentence = duty.kind === 'application' ? 'application:next.by' : 'admission:act-by'
  return translate(language, sentence, { act, by: formatDateTime(duty.by, language) })
}
