import { stepsDone, taskFactsOf, taskList } from '../../domain/application/task-list'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import type { Standing } from './standing'

/** The progress of an application, in a line. */
export function summaryOf({ facts, lock }: Pick<Standing, 'facts' | 'lock'>, language: Language): string {
  if (facts.confirmedAt !== null) return translate(language, 'application:summary.confirmed')
  if (lock) return translate(language, 'application:summary.locked')
  return translate(language, 'application:summary.steps', { count: stepsDone(taskList(taskFactsOf(facts))).length })
}
