import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { FieldFinding } from '#pages/parts/scrutiny/Findings.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { askedQuestions, isRuledOut } from '#server/domain/application/form/asked.ts'
import type { Condition } from '#server/domain/terms/question.ts'
import type { QuestionView, SectionView } from '#server/features/application/application/form-view.ts'
import { Dock, DraftState } from './Dock'
import { Eligibility, Percentage } from './Marks'
import { QuestionField } from './QuestionField'
import { reveal } from './revealed'
import type { loadStep } from './step'
import styles from './step.module.css'
import { type Typed, useTyped } from './typed'

/**
 * The form of a step. A question that depends on another follows it and is sent only if it is asked. `isOwn`: the form
 * is the candidate's own, so the browser may keep a draft of it on this device.
 */
export function StepForm({ isOwn = true }: { isOwn?: boolean }) {
  const { data, form } = useView<typeof loadStep>()
  const t = useT()
  const fields = useRef<HTMLDivElement>(null)
  const { sections, slug, version, isClaim } = data
  const [typed, read] = useTyped(fields, sections, form?.values ?? data.values)
  useKeptChoices(fields, sections, typed)
  const asked = new Set<string>()
  for (const section of askedQuestions({ step: slug, sections }, { [slug]: typed })) {
    for (const { name } of section.questions) asked.add(name)
  }
  return (
    <Form
      submit={t(isClaim ? 'steps:proceed' : 'steps:save-and-proceed')}
      version={isOwn ? version : undefined}
      pending={t('steps:saving')}
      bar={(button) => (
        <Dock step={isOwn ? data.step : null} state={isOwn && <DraftState saved={data.savedWords} />}>
          {button}
        </Dock>
      )}
    >
      {/* A refused form keeps the version from which the candidate began. */}
      <input type="hidden" name="version" value={form?.values.version ?? version} />
      {/* Answers that were said to be right before something else is asked. */}
      {form?.values.sure && form.confirm?.name !== 'sure' && (
        <input type="hidden" name="sure" value={form.values.sure} />
      )}
      <Confirm />
      <div ref={fields} className={styles.questions} onChange={read}>
        {sections.map((section) => (
          <Section key={section.name} section={section} asked={asked} typed={typed} />
        ))}
        <Revealed asked={asked} />
        {sections.length === 0 && <Card tone="narrow">{t('steps:nothing-asked')}</Card>}
        {data.eligibility && <Eligibility {...data.eligibility} question={decisiveOf(data)} typed={typed} />}
      </div>
    </Form>
  )
}

/** The words of the question by whose marks the course admits; empty where its rules name none. */
function decisiveOf({ eligibility, sections }: Pick<ReturnType<typeof loadStep>, 'eligibility' | 'sections'>): string {
  if (eligibility?.rules.of !== 'marks') return ''
  const { question } = eligibility.rules
  const questions = sections.flatMap((section) => section.questions)
  return questions.find(({ name }) => name === question)?.label ?? ''
}

function Section({ section, asked, typed }: { section: SectionView; asked: ReadonlySet<string>; typed: Typed }) {
  const { found, slug, sections } = useView<typeof loadStep>().data
  const isOut = (part: SectionView | QuestionView) => isRuledOut(part, { step: slug, sections }, typed)
  const { title, about, when, onlyIf, facts, questions } = section
  const isAsked = !when || questions.some(({ name }) => asked.has(name))
  return (
    <Dependent isAsked={isAsked} isOut={isOut(section)} when={when}>
      <Card tone="narrow" title={title}>
        {when && onlyIf && <p className={styles.onlyIf}>{onlyIf}</p>}
        {about && <p className={styles.about}>{about}</p>}
        {facts.length > 0 && (
          <div className={styles.told}>
            <Facts
              layout="stacked"
              facts={facts.map(({ name, label, value, about: hint }) => ({
                name,
                label,
                value: (
                  <>
                    {value}
                    {hint && <p className="hint">{hint}</p>}
                  </>
                ),
              }))}
            />
          </div>
        )}
        <div className="fields">
          {together(questions).map(([first, ...others]) => (
            <Dependent key={first.name} isAsked={asked.has(first.name)} isOut={isOut(first)} when={first.when}>
              {first.onlyIf && <p className={styles.onlyIf}>{first.onlyIf}</p>}
              {[first, ...others].map((question) => (
                <Fragment key={question.name}>
                  <FieldFinding found={found} field={question.name} />
                  <QuestionField question={question} typed={typed} isAsked={asked.has(question.name)} />
                  {question.marks && <Percentage got={typed[question.marks]} outOf={typed[question.name]} />}
                </Fragment>
              ))}
            </Dependent>
          ))}
        </div>
      </Card>
    </Dependent>
  )
}

/** Groups consecutive questions that have the same condition. */
function together(questions: readonly QuestionView[]): [QuestionView, ...QuestionView[]][] {
  const groups: [QuestionView, ...QuestionView[]][] = []
  for (const question of questions) {
    const last = groups[groups.length - 1]
    if (last && question.when && last[0].onlyIf === question.onlyIf && last[0].when) last.push(question)
    else groups.push([question])
  }
  return groups
}

/**
 * A part of the form that only some candidates answer. With JavaScript it appears when it applies, and is not sent while it
 * is hidden. Without JavaScript it follows the one radio button that asks for it (`data-needs` in the styles), if that is all
 * it depends on and the browser can. Otherwise it is visible, with the words "only if", until the answers that are saved or
 * were sent rule it out (`isOut`): a button is pressed without asking the server. The server ignores it where it does not apply.
 */
function Dependent({
  isAsked,
  isOut,
  when,
  children,
}: {
  isAsked: boolean
  isOut: boolean
  when: QuestionView['when']
  children: ReactNode
}) {
  const isHydrated = useHydrated()
  const { sections } = useView<typeof loadStep>().data
  const button = when && buttonOf(when, sections)
  const isHidden = isHydrated ? !isAsked : isOut && !button
  const part = useRef<HTMLFieldSetElement>(null)
  const wasHidden = useRef(false)
  useEffect(() => {
    if (wasHidden.current && !isHidden && part.current) reveal(part.current)
    wasHidden.current = isHydrated && isHidden
  }, [isHydrated, isHidden])
  if (!when) return children
  return (
    <fieldset
      ref={part}
      className={`fields ${styles.dependent}`}
      role="presentation"
      data-idle={!isAsked || undefined}
      data-needs={button}
      disabled={isHidden}
      hidden={isHidden}
    >
      {children}
    </fieldset>
  )
}

/** The one radio button on which a part depends, as `question=code`; undefined where it depends on something else or on more. */
export function buttonOf(
  when: readonly Condition[],
  sections: readonly { questions: readonly { name: string; kind: QuestionView['kind'] }[] }[],
): string | undefined {
  const [only, ...others] = when
  if (!only || others.length || only.is.length !== 1) return undefined
  const questions = sections.flatMap((section) => section.questions)
  const isButton = questions.some(({ name, kind }) => name === only.question && kind === 'radios')
  return isButton ? `${only.question}=${only.is[0]}` : undefined
}

/** Tells a screen reader how many questions an answer has opened; whoever sees the page sees them marked. */
function Revealed({ asked }: { asked: ReadonlySet<string> }) {
  const t = useT()
  const [count, setCount] = useState(0)
  const before = useRef<ReadonlySet<string> | null>(null)
  const names = [...asked].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say when the questions are others
  useEffect(() => {
    const known = before.current
    before.current = asked
    if (known) setCount([...asked].filter((name) => !known.has(name)).length)
  }, [names])
  return (
    <VisuallyHidden>
      <span role="status">{count > 0 && t('steps:revealed', { count })}</span>
    </VisuallyHidden>
  )
}

/** Keeps the choice within a group while that group is on offer, even if React rebuilds the options. */
function useKeptChoices(
  fields: React.RefObject<HTMLElement | null>,
  sections: readonly SectionView[],
  typed: Typed,
): void {
  const kept = useRef<Record<string, string>>({})
  useEffect(() => {
    for (const { name, kind, within } of sections.flatMap((section) => section.questions)) {
      if (kind !== 'select' || !within) continue
      const select = fields.current?.querySelector<HTMLSelectElement>(`#${fieldId(name)}`)
      if (!select) continue
      const before = kept.current[name]
      const isOffered = Array.from(select.options).some(({ value }) => value === before)
      if (!select.value && before && isOffered && !typed[name]) select.value = before
      if (select.value) kept.current[name] = select.value
    }
  })
}
