import type { Language } from '../../../kernel/languages'
import { grouped } from '../../../kernel/written-number'
import { listsOf } from './lists'
import { choiceKey, type Question } from './question'

/**
 * An answer in words, for sheets and pages: a choice by its label, a date as `31-05-2003`, an amount with grouping, any other number as typed.
 * `text` looks up a key of the locale files (`form:gender.female`).
 */
export function labelOf(question: Question, value: string, language: Language, text: (key: string) => string): string {
  const { kind, choices, list, isAmount } = question
  if (choices) return text(choiceKey(choices, value))
  if (list) return listsOf(question).find(list, value)?.[language] ?? value
  if (isAmount) return grouped(value)
  return kind === 'date' ? value.split('-').reverse().join('-') : value
}
