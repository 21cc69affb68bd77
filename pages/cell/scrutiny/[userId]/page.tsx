import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Viewer } from '#pages/parts/viewer/Viewer.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { FactView } from '#server/features/scrutiny/scrutiny/look.ts'
import { Fact } from './Fact'
import { KeyMap, useKeyMap } from './KeyMap'
import { useKeys, useReadingKeys } from './keys'
import { type Given, outcomeLines, previewOf } from './outcome'
import styles from './page.module.css'
import type { load } from './page.server'

/** A form under scrutiny on one screen: its facts on one side, the document that proves the current one on the other. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, facts, isMine } = data
  const [current, setCurrent] = useState<string | null>(
    (facts.find(({ verdict }) => !verdict) ?? facts[0])?.name ?? null,
  )
  const [chosen, choose] = useState<string | null>(
    (facts.find(({ name }) => name === current)?.documents[0] ?? facts.flatMap(({ documents }) => documents)[0])
      ?.kind ?? null,
  )
  const keyMap = useKeyMap(isMine)
  const documents = [
    ...new Map(facts.flatMap((fact) => fact.documents.map((document) => [document.kind, document]))).values(),
  ]
  /** The viewer follows the fact that has the focus. */
  const onFocus = ({ target }: FocusEvent) => {
    const name = target.closest('[data-fact]')?.getAttribute('data-fact')
    const fact = facts.find((one) => one.name === name)
    if (!fact || fact.name === current) return
    setCurrent(fact.name)
    const [first] = fact.documents
    if (first && !fact.documents.some(({ kind }) => kind === chosen)) choose(first.kind)
  }
  const at = (name: string, uploadedAt: number) =>
    href(cellBase, 'scrutiny/:userId/file/:name', { userId, name }, { at: uploadedAt })
  return (
    <div className={styles.work}>
      <section className={styles.facts} aria-label={t('scrutiny:facts')} onFocus={onFocus}>
        {isMine ? (
          <Judging {...{ current, keyMap }} onShow={choose} />
        ) : (
          <Reading {...{ current, keyMap }} onShow={choose} />
        )}
      </section>
      <div className={styles.proof}>
        <Viewer
          {...{ documents, chosen }}
          onChoose={choose}
          fileAt={({ kind, uploadedAt }) => at(kind, uploadedAt)}
          pageAt={({ kind, uploadedAt }, page) =>
            href(
              cellBase,
              'scrutiny/:userId/file/:name/:page',
              { userId, name: kind, page: String(page) },
              { at: uploadedAt },
            )
          }
          hasKeys={keyMap.isOn}
        />
        <KeyMap {...keyMap} isJudging={isMine} mayPickUp={data.isFree} />
      </div>
    </div>
  )
}

/** The candidate, the version, and how far the officer has come. */
function Head({ progress }: { progress?: ReactNode }) {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, fullName, version, submitted, officer } = data
  return (
    <header className={styles.head}>
      <a href={href(cellBase, 'scrutiny')}>{t('staff:menu.scrutiny')}</a>
      <h1>
        {userId} <Written>{fullName}</Written>
      </h1>
      {progress}
      <p>
        {t('scrutiny:version', { version, at: submitted })}
        {officer && ` · ${t('scrutiny:assigned', { officer })}`}
      </p>
    </header>
  )
}

/** The form of somebody else, or of nobody: to be read, and picked up if it is free. */
function Reading({ current, keyMap, onShow }: JudgingProps) {
  const { data } = useView<typeof load>()
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  useReadingKeys({ bar, isOn: keyMap.isOn, help: keyMap.toggle })
  const { isFree, holder, facts, userId, queue } = data
  return (
    <div className={styles.form}>
      <Head />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and may hold no link */}
      <div className={styles.list} tabIndex={0}>
        {facts.map((fact) => (
          <Fact key={fact.name} {...{ fact, userId, onShow }} chosen={null} isCurrent={fact.name === current} />
        ))}
      </div>
      <div className={styles.bar} ref={bar}>
        {isFree ? (
          <>
            <p>{t('scrutiny:pick-up.about')}</p>
            <Form submit={t('scrutiny:pick-up')} name="pick-up">
              <input type="hidden" name="intent" value="pick-up" />
            </Form>
          </>
        ) : data.mayTakeOver ? (
          <>
            <p>{t('scrutiny:take-over.about', { holder: holder! })}</p>
            <Form submit={t('scrutiny:take-over')} name="take-over">
              <input type="hidden" name="intent" value="take-over" />
            </Form>
          </>
        ) : (
          <p>
            {holder ? t('scrutiny:held-by-other', { holder }) : t('scrutiny:not-waiting')}{' '}
            {t(`scrutiny:queue.${queue}`)}
          </p>
        )}
      </div>
    </div>
  )
}

type JudgingProps = {
  current: string | null
  keyMap: ReturnType<typeof useKeyMap>
  onShow(kind: string): void
}

/** One form for all the facts; the officer saves the decisions so far, or finishes. */
function Judging({ current, keyMap, onShow }: JudgingProps) {
  const { data, form: cameBack } = useView<typeof load>()
  const t = useT()
  const isHydrated = useHydrated()
  const form = useRef<HTMLDivElement>(null)
  const [given, setGiven] = useState<Given>(() => savedIn(data.facts))
  const read = () => {
    const element = form.current?.querySelector<HTMLFormElement>('form[data-form=verdicts]')
    if (element) setGiven(Object.fromEntries(new FormData(element).entries()) as Record<string, string>)
  }
  // A browser may have kept choices over a reload.
  useEffect(read, [])
  useEffect(() => {
    const [first] = cameBack?.errors ?? []
    const field = first && document.getElementById(fieldId(first.field))
    field?.focus()
    field?.closest('[data-fact]')?.scrollIntoView({ block: 'nearest' })
  }, [cameBack])
  const acceptRest = () => {
    for (const { name, isFlagged } of data.facts) {
      const first = document.getElementById(fieldId(`verdict-${name}`)) as HTMLInputElement | null
      const isOpen = !form.current?.querySelector(`input[name=verdict-${name}]:checked`)
      if (isOpen && !isFlagged) first?.click()
    }
    form.current?.querySelector<HTMLElement>('[data-finish]')?.closest('button')?.focus()
  }
  useKeys({ form, current, isOn: keyMap.isOn, acceptRest, help: keyMap.toggle })
  const preview = previewOf(data, given)
  return (
    <div ref={form} className={styles.form} onChange={(event: FormEvent) => void (event.target && read())}>
      <Head progress={<Progress judged={preview.judged} of={data.facts.length} />} />
      <Form
        submit={<span data-finish>{t('scrutiny:finish')}</span>}
        name="verdicts"
        kind={cameBack?.confirm ? 'quiet' : 'primary'}
        beside={
          <>
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
            <Button kind="quiet" name="intent" value="save">
              {t('scrutiny:save')}
            </Button>
            <Button kind="quiet" name="intent" value="release">
              {t('scrutiny:release')}
            </Button>
            {isHydrated && (
              <Button type="button" kind="quiet" onClick={keyMap.toggle} aria-expanded={keyMap.isOpen}>
                <kbd>?</kbd> {t('scrutiny:keys.button')}
              </Button>
            )}
          </>
        }
      >
        <div className={styles.list}>
          {data.facts.map((fact) => (
            <Fact
              key={fact.name}
              {...{ fact, onShow }}
              chosen={given[`verdict-${fact.name}`]}
              userId={data.userId}
              isCurrent={fact.name === current}
            />
          ))}
        </div>
        <div className={styles.bar}>
          {!cameBack?.confirm && <Preview {...preview} of={data.facts.length} />}
          <Confirm />
          <Field kind="checkbox" name="onward" label={t('scrutiny:onward')} value={data.goesOn ? 'true' : undefined} />
        </div>
      </Form>
    </div>
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

function Progress({ judged, of }: { judged: number; of: number }) {
  const t = useT()
  return (
    <p className={styles.progress}>
      <progress value={judged} max={of} aria-label={t('scrutiny:progress.label')} />
      <b>{t('scrutiny:progress', { judged, of })}</b>
    </p>
  )
}

/** The result of finishing now, in words. */
function Preview({ judged, failed, conclusion, of }: ReturnType<typeof previewOf> & { of: number }) {
  const t = useT()
  const left = of - judged
  return (
    <p role="status">
      {left > 0 && <>{t('scrutiny:left', { count: left })} </>}
      {(failed > 0 || left === 0) && (
        <>
          <b>{t(`scrutiny:preview.${conclusion.kind}`)}</b> {outcomeLines(conclusion, t).join(' ')}
        </>
      )}
      <VisuallyHidden> {t('scrutiny:not-finished')}</VisuallyHidden>
    </p>
  )
}
