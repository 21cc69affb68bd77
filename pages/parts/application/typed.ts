import { type RefObject, useEffect, useState } from 'react'
import type { QuestionView, SectionView } from '../../../server/features/application/form-view'

/** Answers of the form that is being filled in, by question; a search is its code once its words are those of an entry. */
export type Typed = Readonly<Record<string, string>>

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** What stands in the field of a question → its answer. */
function answerIn({ kind, options, within }: QuestionView, value: string, typed: Typed): string {
  if (kind !== 'search' || !options) return value.trim()
  const wanted = plain(value)
  const group = within && typed[within]
  const found = options.find(
    (option) => (!group || option.group === group) && (plain(option.label) === wanted || option.value === value),
  )
  return found ? found.value : value.trim()
}

/** The answers that fields with these values give. */
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
  return values
}

/**
 * What is typed in the fields now, followed with JavaScript as it is typed; before, and without it, what was saved or
 * came back. `read` is for the `onChange` of what surrounds the fields.
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
  // What the browser filled in by itself before this script ran counts too; and what a reset takes back.
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
