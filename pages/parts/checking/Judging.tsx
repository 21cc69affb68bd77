import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { FactView } from '#server/features/scrutiny/scrutiny/fact-view.ts'
import { FactList, type Files, Progress, type Screen } from './CheckScreen'
import styles from './checking.module.css'
import { useFirstFault } from './first-fault'
import { JudgedFact } from './JudgedFact'
import { useKeys } from './keys'
import type { Given } from './outcome'

type JudgingProps = Screen & {
  facts: readonly FactView[]
  files: Files
  head(progress: ReactNode): ReactNode
  /** The result of finishing now, in words; empty while nothing is to be said. */
  resultOf(given: Given): { title: string; lines: readonly string[] } | null
  /** Of the form: this device keeps what is chosen and not saved, until this version is decided. */
  version: number
  /** A claim that fails is removed. */
  hasEffects?: boolean
  /** Verdicts can be saved before the end. */
  isSaved?: boolean
  /** Documents that were not opened are counted. False where the originals are at hand. */
  isCounted?: boolean
  /** Further buttons of the form. */
  beside?: ReactNode
  /** Below the facts, in the list that scrolls. */
  below?: ReactNode
  /** In the bar: what goes with finishing. */
  children?: ReactNode
}

/** One form for all the facts; the officer saves the decisions so far, or finishes. */
export function Judging({ current, keyMap, opened, onShow, facts, files, ...props }: JudgingProps) {
  const { form: cameBack } = useView()
  const t = useT()
  const form = useRef<HTMLDivElement>(null)
  const [given, setGiven] = useState<Given>(() => savedIn(facts))
  const read = () => {
    const element = form.current?.querySelector<HTMLFormElement>('form[data-form=verdicts]')
    if (element) setGiven(Object.fromEntries(new FormData(element).entries()) as Record<string, string>)
  }
  // A browser may have kept choices over a reload, and the draft of this device is put back by its own events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the form itself, whichever render made it
  useEffect(() => {
    read()
    const box = form.current
    box?.addEventListener('input', read)
    return () => box?.removeEventListener('input', read)
  }, [])
  useFirstFault()
  const acceptRest = () => {
    for (const { name, isFlagged } of facts) {
      const first = document.getElementById(fieldId(`verdict-${name}`)) as HTMLInputElement | null
      const isOpen = !form.current?.querySelector(`input[name=verdict-${name}]:checked`)
      if (isOpen && !isFlagged) first?.click()
    }
    form.current?.querySelector<HTMLElement>('[data-finish]')?.closest('button')?.focus()
  }
  const counted = props.isCounted === false ? [] : facts.flatMap((fact) => fact.documents)
  const documents = [...new Set(counted.map(({ kind }) => kind))]
  useKeys({ form, current, isOn: keyMap.isOn, acceptRest, help: keyMap.toggle })
  const judged = facts.filter(({ name }) => given[`verdict-${name}`]).length
  return (
    <div
      ref={form}
      className={styles.form}
      onChange={(event: FormEvent) => void (event.target && read())}
      // The fields have their old values again only after the event.
      onReset={() => setTimeout(read)}
    >
      {props.head(<Progress judged={judged} of={facts.length} />)}
      <Form
        submit={<span data-finish>{t('scrutiny:finish')}</span>}
        name="verdicts"
        version={props.version}
        kind={cameBack?.confirm ? 'quiet' : 'primary'}
        beside={
          <Acts {...{ acceptRest, keyMap }} isSaved={props.isSaved ?? true}>
            {props.beside}
          </Acts>
        }
      >
        <FactList isNumbered>
          {facts.map((fact) => (
            <JudgedFact
              key={fact.name}
              {...{ fact, files, onShow }}
              hasEffects={props.hasEffects ?? true}
              chosen={given[`verdict-${fact.name}`]}
              isCurrent={fact.name === current}
            />
          ))}
          {props.below}
        </FactList>
        <div className={styles.bar}>
          {!cameBack?.confirm && (
            <Standing left={facts.length - judged} result={props.resultOf(given)} {...{ documents, opened }} />
          )}
          <Confirm />
          {props.children}
        </div>
      </Form>
    </div>
  )
}

type ActsProps = Pick<Screen, 'keyMap'> & { acceptRest(): void; isSaved: boolean; children: ReactNode }

/** Other acts than finishing. */
function Acts({ acceptRest, keyMap, isSaved, children }: ActsProps) {
  const t = useT()
  const isHydrated = useHydrated()
  return (
    <>
      {(isSaved || isHydrated) && (
        <Button
          kind="quiet"
          name="intent"
          value="accept-rest"
          onClick={(event) => {
            if (!isHydrated) return
            event.preventDefault()
            acceptRest()
          }}
        >
          {t('scrutiny:accept-rest')}
        </Button>
      )}
      {isSaved && (
        <Button kind="quiet" name="intent" value="save">
          {t('scrutiny:save')}
        </Button>
      )}
      {children}
      {isHydrated && (
        <Button type="button" kind="quiet" onClick={keyMap.toggle} aria-expanded={keyMap.isOpen}>
          <kbd>?</kbd> {t('scrutiny:keys.button')}
        </Button>
      )}
    </>
  )
}

/** How far the officer has come, and the result of finishing now. */
function Standing({
  left,
  result,
  documents,
  opened,
}: {
  left: number
  result: ReturnType<JudgingProps['resultOf']>
  documents: readonly string[]
  opened: readonly string[]
}) {
  const t = useT()
  const isHydrated = useHydrated()
  const seen = documents.filter((kind) => opened.includes(kind)).length
  return (
    <p role="status">
      {left > 0 && <>{t('scrutiny:left', { count: left })} </>}
      {result && (
        <>
          <b>{result.title}</b> {result.lines.join(' ')}{' '}
        </>
      )}
      {isHydrated && seen < documents.length && (
        <small>{t('scrutiny:opened', { opened: seen, of: documents.length })}</small>
      )}
      <VisuallyHidden> {t('scrutiny:not-finished')}</VisuallyHidden>
    </p>
  )
}

/** The choices saved before, as the form shows them at first. */
const savedIn = (facts: readonly FactView[]): Given =>
  Object.fromEntries(
    facts.flatMap(({ name, verdict }) =>
      verdict
        ? [
            [`verdict-${name}`, verdict.isAccepted ? 'accepted' : 'discrepancy'],
            [`reason-${name}`, verdict.reason ?? undefined],
          ]
        : [],
    ),
  )
