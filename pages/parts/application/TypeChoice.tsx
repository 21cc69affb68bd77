import { type RefObject, useRef, useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { finderField, finderQuestions, proposedTypes } from '#server/domain/application/type-finder.ts'
import type { OptionView, QuestionView } from '#server/features/application/application/form-view.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { loadStep } from './step'
import type { Typed } from './typed'

type Answers = Readonly<Record<string, string | undefined>>

const answerId = 'proposed-type'

/**
 * The type of candidature: three questions propose it, and every type can be read and claimed in the row below. With
 * JavaScript the proposal follows the answers and is chosen at once; without, a button asks for it.
 */
export function TypeChoice({ question, typed }: { question: QuestionView; typed: Typed }) {
  const { data, form, url } = useView<typeof loadStep>()
  const t = useT()
  const isHydrated = useHydrated()
  const all = useRef<HTMLDivElement>(null)
  const { fields, answers, read } = useFinder(all)
  const { label, hint, isRequired, options = [] } = question
  const proposed = proposedTypes(data.finder!, answers) ?? []
  const isFaulty = form?.errors.some(({ field }) => field === question.name) ?? false
  return (
    <>
      <div ref={fields} onChange={read}>
        {finderQuestions(data.finder!).map(({ name, words, options: codes }) => (
          <Field
            key={name}
            kind="radios"
            name={finderField(name)}
            label={t(`steps:find.${words}` as TextKey)}
            hint={name === 'place' ? t('steps:find.place.hint') : undefined}
            options={codes.map((value) => ({ value, label: t(`steps:find.${words}.${value}` as TextKey) }))}
          />
        ))}
      </div>
      {!isHydrated && (
        <p>
          {/* The fragment leads to the answer, which may stand below the screen. */}
          <Button kind="quiet" name="intent" value="find" formAction={`${url}#${answerId}`}>
            {t('steps:find.submit')}
          </Button>
        </p>
      )}
      <div role="status" id={answerId}>
        <Proposal proposed={proposed} chosen={typed[question.name]} options={options} />
        {form && !typed[question.name] && Object.values(answers).some((answer) => !answer) && (
          <Banner tone="warn" title={t('steps:find.incomplete')} />
        )}
      </div>
      <div ref={all}>
        <Disclosure summary={t('steps:find.all', { count: options.length })} isOpen={isFaulty || proposed.length > 1}>
          <Field
            kind="radios"
            name={question.name}
            label={label}
            hint={hint}
            required={isRequired}
            value={data.values[question.name]}
            options={options.map(({ value, label: words, about }) => ({ value, label: words, hint: about }))}
          />
        </Disclosure>
      </div>
    </>
  )
}

/** What the questions propose and what is chosen, in words. */
function Proposal({
  proposed,
  chosen,
  options,
}: {
  proposed: readonly string[]
  chosen: string | undefined
  options: readonly OptionView[]
}) {
  const t = useT()
  const named = (type: string | undefined) => options.find(({ value }) => value === type)
  const [only, ...others] = proposed
  if (others.length && !proposed.includes(chosen ?? ''))
    return <Banner tone="info" title={t('steps:find.several', { types: proposed.join(', ') })} />
  const shown = named(chosen ?? only)
  if (!shown) return null
  const isOther = only !== undefined && !proposed.includes(shown.value)
  return (
    <Banner
      tone={isOther ? 'warn' : 'ok'}
      title={t(chosen ? 'steps:find.chosen' : 'steps:find.proposed', { type: shown.label })}
    >
      {isOther ? t('steps:find.other', { type: named(only)!.label }) : shown.about}
    </Banner>
  )
}

/**
 * The answers to the finder's questions. With JavaScript a proposal of one type is chosen among the radio buttons in
 * `all`.
 */
function useFinder(all: RefObject<HTMLElement | null>) {
  const { data, form } = useView<typeof loadStep>()
  const finder = data.finder!
  const fields = useRef<HTMLDivElement>(null)
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(finderQuestions(finder).map(({ name }) => [name, form?.values[finderField(name)]])),
  )
  const read = () => {
    const now = Object.fromEntries(
      finderQuestions(finder).map(({ name }) => [
        name,
        fields.current!.querySelector<HTMLInputElement>(`[name="${finderField(name)}"]:checked`)?.value,
      ]),
    )
    setAnswers(now)
    const proposed = proposedTypes(finder, now)
    if (proposed?.length === 1) all.current!.querySelector<HTMLInputElement>(`[value="${proposed[0]}"]`)?.click()
  }
  return { fields, answers, read }
}
