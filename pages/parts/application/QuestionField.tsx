import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { DayBoxes } from '#pages/ui/form/DayBoxes.tsx'
import { type Choice, type ChoiceGroup, Field, type FieldProps } from '#pages/ui/form/Field.tsx'
import { lettersIn } from '#pages/ui/letters.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { FormState } from '#server/domain/site/view.ts'
import type { OptionView, QuestionView } from '#server/features/application/application/form-view.ts'
import { isShownWhole } from './short-list'
import type { loadStep } from './step'
import { TypeChoice } from './TypeChoice'
import type { Typed } from './typed'

/** The field of each plain kind of question. */
const lines = {
  text: {},
  year: { inputMode: 'numeric', width: 'short', maxLength: 4 },
  decimal: { inputMode: 'decimal', width: 'short' },
  integer: { inputMode: 'numeric', width: 'short' },
  mobile: { kind: 'tel', width: 'short' },
  pin: { inputMode: 'numeric', width: 'short', maxLength: 7 },
} as const satisfies Partial<Record<QuestionView['kind'], Partial<FieldProps>>>

/** The answers of these lists are a word or two. */
const shortLists: readonly (string | undefined)[] = [
  'states',
  'districts',
  'maharashtra-districts',
  'talukas',
  'religions',
  'languages',
  'religious-minorities',
  'linguistic-minorities',
]
/** Half a row of a phone holds a place or a short number, and their words unless they are long. Letters. */
const most = { answer: 20, label: 44, hint: 56 }
function isHalf({ kind, reference, maxLength = Infinity, label, hint = '', autoComplete }: QuestionView): boolean {
  if (lettersIn(label) > most.label || lettersIn(hint) > most.hint) return false
  const isPlace = shortLists.includes(reference) || autoComplete === 'address-level2'
  return isPlace || (kind === 'text' && maxLength <= most.answer)
}

/**
 * One question as a field. `typed`: the current answers, which can narrow the options. `isAsked`: by these answers; without
 * JavaScript the others stand there too, and are not marked as required.
 */
export function QuestionField({
  question,
  typed,
  isAsked,
}: {
  question: QuestionView
  typed: Typed
  isAsked: boolean
}) {
  const { data, form } = useView<typeof loadStep>()
  const t = useT()
  const isHydrated = useHydrated()
  const { name, kind, label, hint, isRequired, options = [], maxLength, autoComplete } = question
  const common = {
    name,
    label,
    hint,
    required: isRequired && isAsked,
    value: data.values[name],
    autoComplete,
    width: isHalf(question) ? 'half' : undefined,
  } as const
  switch (kind) {
    case 'radios':
      if (data.finder && name === 'type') return <TypeChoice question={question} typed={typed} />
      return <Field {...common} kind="radios" options={options.map(choice)} />
    case 'select':
      return <Field {...common} kind="select" options={choicesOf(question, typed)} />
    case 'search': {
      const near = form?.errors.find(({ field }) => field === name)?.near
      if (near) return <Field {...common} hint={undefined} kind="select" options={offeredBy(near, question, typed)} />
      // Before the script, and without it, nothing follows another district that is chosen: every group stands there.
      const whole = isShownWhole(question) ? choicesOf(question, isHydrated ? typed : {}) : null
      if (whole) return <Field {...common} kind="select" options={whole} />
      return <Field {...common} hint={hint ?? t('steps:search-hint')} suggestions={suggestionsOf(question, typed)} />
    }
    case 'date':
      return <DayBoxes {...common} />
    default:
      return <Field {...common} maxLength={maxLength} {...lines[kind]} />
  }
}

const choice = ({ value, label, about }: OptionView): Choice => ({ value, label, hint: about })

/** The options of the chosen group. Shows every group if none is chosen. */
function choicesOf(
  { options = [], within, groups = {} }: QuestionView,
  typed: Typed,
): readonly (Choice | ChoiceGroup)[] {
  if (!within) return options.map(choice)
  const chosen = typed[within]
  return Object.entries(groups)
    .filter(([group]) => !chosen || group === chosen)
    .map(([group, words]) => ({
      group: words,
      options: options.filter((option) => option.group === group).map(choice),
    }))
}

/** In place of words that were not found: what may be meant, then the whole list of the chosen group. */
function offeredBy(
  { title, options, all }: NonNullable<FormState['errors'][number]['near']>,
  { options: whole = [], within }: QuestionView,
  typed: Typed,
): readonly ChoiceGroup[] {
  const chosen = within && typed[within]
  const rest = whole.filter(
    ({ value, group }) =>
      (!chosen || group === undefined || group === chosen) && !options.some((near) => near.value === value),
  )
  return [...(options.length ? [{ group: title, options }] : []), { group: all, options: rest.map(choice) }]
}

/** The options of the chosen group to search in. Some browsers show and search only `label`, so it has every name. */
function suggestionsOf({ options = [], within, groups = {} }: QuestionView, typed: Typed) {
  const chosen = within && typed[within]
  return options
    .filter(({ group }) => !chosen || group === undefined || group === chosen)
    .map(({ label, group, alsoKnownAs = [] }) => ({
      value: label,
      label: [label, ...(chosen || !group ? [] : [groups[group]]), ...alsoKnownAs].join(' · '),
    }))
}
