import { stepsDone, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Standing } from './standing'

/** The progress of an application, in a line. `isOutside`: it is confirmed, and counts only outside the rounds. */
export function summaryOf(
  { facts, lock }: Pick<Standing, 'facts' | 'lock'>,
  isOutside: boolean,
  language: Language,
): string {
  if (facts.confirmedAt !== null)
    return translate(language, `application:summary.confirmed${isOutside ? '-outside' : ''}`)
  if (lock) return translate(language, 'application:summary.locked')
  return translate(language, 'application:summary.steps', { count: stepsDone(taskList(taskFactsOf(facts))).length })
}
