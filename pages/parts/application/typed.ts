import { type RefObject, useEffect, useState } from 'react'
import type { OptionView, QuestionView, SectionView } from '#server/features/application/application/form-view.ts'
import { withDays } from '#server/kernel/day-in-boxes.ts'
import { entryNamed } from '#server/kernel/names.ts'

/**
 * The current answers of an unsaved form, by question. A search field counts as its code once its words match an entry.
 */
export type Typed = Readonly<Record<string, string>>

/** Converts the value of a question's field to its answer. */
function answerIn({ kind, options, within }: QuestionView, value: string, typed: Typed): string {
  if (kind !== 'search' || !options) return value.trim()
  const group = within && typed[within]
  const offered = group ? options.filter((option) => option.group === group) : options
  const namesOf = ({ value, label, alsoKnownAs }: OptionView) => ({ own: [value, label], other: alsoKnownAs })
  const found = entryNamed(value, offered, namesOf, 'in-full')
  return found ? found.value : value.trim()
}

/** The answers to which these field values amount. */
export function answersIn(sections: readonly SectionView[], values: Readonly<Record<string, string>>): Typed {
  const typed: Record<string, string> = {}
  for (const question of sections.flatMap((section) => section.questions)) {
    const value = values[question.name]
    if (value) typed[question.name] = answerIn(question, value, typed)
  }
  return typed
}

function valuesOf(fields: HTMLElement): Record<string, string> {
  const values: Record<string, string> = {}
  for (const control of Array.from(fields.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))) {
    const isChosen = control.type !== 'radio' || (control as HTMLInputElement).checked
    if (control.name && control.type !== 'hidden' && isChosen) values[control.name] = control.value
  }
  return withDays(values)
}

/**
 * The current answers of a form. With JavaScript they follow the typing; until the script runs, they are the `start`
 * values. Attach `read` to the `onChange` of the element around the fields.
 */
export function useTyped(
  fields: RefObject<HTMLElement | null>,
  sections: readonly SectionView[],
  start: Readonly<Record<string, string>>,
): [typed: Typed, read: () => void] {
  const [values, setValues] = useState(start)
  const read = () => {
    if (fields.current) setValues(valuesOf(fields.current))
  }
  // Include the values that the browser filled in before this script ran, and read again after a reset.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(() => {
    read()
    const form = fields.current?.closest('form')
    const afterReset = () => setTimeout(read)
    form?.addEventListener('reset', afterReset)
    return () => form?.removeEventListener('reset', afterReset)
  }, [])
  return [answersIn(sections, values), read]
}
