import { isStepComplete, steps } from '../../domain/application/journey'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import type { Standing } from './standing'

/** The progress of an application, in a line. */
export function summaryOf({ facts, lock }: Pick<Standing, 'facts' | 'lock'>, language: Language): string {
  if (facts.confirmedAt !== null) return translate(language, 'application:summary.confirmed')
  if (lock) return translate(language, 'application:summary.locked')
  const count = steps.filter((_, step) => isStepComplete(facts.completedSteps, step)).length
  return translate(language, 'application:summary.steps', { count })
}
