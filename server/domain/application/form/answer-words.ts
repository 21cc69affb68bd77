import { choiceKey, type Question } from '#server/domain/terms/question.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { writtenDate } from '#server/kernel/written-date.ts'
import { grouped } from '#server/kernel/written-number.ts'
import { listsOf } from './lists'

/**
 * An answer in words, for sheets and pages: a choice by its label, a date as `31 May 2003`, an amount as
 * `₹4,60,000`, any other number as typed.
 * `text` looks up a key of the locale files (`form:gender.female`).
 */
export function labelOf(question: Question, value: string, language: Language, text: (key: string) => string): string {
  const { kind, choices, list, isAmount } = question
  if (choices) return text(choiceKey(choices, value))
  if (list) return listsOf(question).find(list, value)?.[language] ?? value
  if (isAmount) return `₹${grouped(value)}`
  return kind === 'date' ? writtenDate(value as CivilDate, language) : value
}
