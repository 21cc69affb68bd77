import type { Language } from '#server/kernel/languages.ts'
import { formatDateTime } from './format'
import { translate } from './texts'

/**
 * The words of a message about a form that was submitted: what happens next, by when. `isLate`: it came after the rounds, so it
 * counts only for seats outside them, and no institute considers it unless told. Source: rules §8.19.
 */
export function afterSubmission(
  { mode, isLate, by }: { mode: number; isLate: boolean; by: number | null },
  language: Language,
): string {
  const scrutiny = isLate ? 'application:submitted.next-outside' : 'application:submitted.next-scrutiny'
  const next = mode === 2 ? 'application:submitted.next-centre' : scrutiny
  const words = translate(language, next, { by: by === null ? '' : formatDateTime(by, language) })
  return isLate ? `${words} ${translate(language, 'application:submitted.tell-institutes')}` : words
}
