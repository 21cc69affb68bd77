import { type FocusEvent, type ReactNode, useState } from 'react'
import { Viewer } from '#pages/parts/viewer/Viewer.tsx'
import { classNames } from '#pages/ui/class-names.ts'
import { Written } from '#pages/ui/data/Written.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './checking.module.css'
import { KeyMap, type KeyName } from './KeyMap'
import { useKeyMap } from './key-map'

/**
 * A document as evidence. `kind`: a kind of document, or the name of a file that is none. `sameAs`: the other documents of the
 * form that are the same file.
 */
export type Evidence = { kind: string; pages: number; uploadedAt: number; sameAs?: readonly string[] }

/** The addresses of the documents: each whole, and a page of it as a picture. */
export type Files = {
  fileAt(document: Evidence): string
  pageAt(document: Evidence, page: number): string
  /** In words; undefined for a kind of document, which has a name of its own. */
  nameOf?(kind: string): string | undefined
}

/** What the work on the facts needs of the screen around it. */
export type Screen = {
  /** The fact that the officer is at. */
  current: string | null
  keyMap: ReturnType<typeof useKeyMap>
  /** The documents shown since the page opened, and those known to have been opened before. */
  opened: readonly string[]
  onShow(kind: string): void
}

type CheckScreenProps = {
  facts: readonly { name: string; documents?: readonly Evidence[] }[]
  /** The fact to begin at; the first one by default. */
  startAt?: string | undefined
  files: Files
  /** The keys of the work, beside those of the viewer. */
  keys: readonly KeyName[]
  /** The list of keys opens by itself on the first screen of its kind. */
  isWork: boolean
  /** The kinds of documents that this officer has opened before. */
  opened?: readonly string[] | undefined
  children(screen: Screen): ReactNode
}

/**
 * One screen for checking: the facts on one side, the document that proves the current one on the other. Scrutiny, a
 * centre's visit, certificates, grievances and the second checks differ only in the work that is its child.
 */
export function CheckScreen({ facts, startAt, files, keys, isWork, opened: known, children }: CheckScreenProps) {
  const t = useT()
  const [current, setCurrent] = useState<string | null>(startAt ?? facts[0]?.name ?? null)
  const documents = [
    ...new Map(facts.flatMap(({ documents: own = [] }) => own.map((document) => [document.kind, document]))).values(),
  ]
  const [chosen, choose] = useState<string | null>(
    (facts.find(({ name }) => name === current)?.documents?.[0] ?? documents[0])?.kind ?? null,
  )
  const [shown, setShown] = useState<readonly string[]>(() => [...(known ?? []), ...(chosen === null ? [] : [chosen])])
  const keyMap = useKeyMap(isWork)
  const onShow = (kind: string) => {
    choose(kind)
    setShown((before) => (before.includes(kind) ? before : [...before, kind]))
  }
  /** The viewer follows the fact that has the focus. */
  const onFocus = ({ target }: FocusEvent) => {
    const name = target.closest('[data-fact]')?.getAttribute('data-fact')
    const fact = facts.find((one) => one.name === name)
    if (!fact || fact.name === current) return
    setCurrent(fact.name)
    const [first] = fact.documents ?? []
    if (first && !fact.documents?.some(({ kind }) => kind === chosen)) onShow(first.kind)
  }
  return (
    <div className={styles.work}>
      <section className={styles.facts} aria-label={t('scrutiny:facts')} onFocus={onFocus}>
        {children({ current, keyMap, opened: shown, onShow })}
      </section>
      <div className={classNames(styles.proof, documents.length === 0 && styles.bare)}>
        <Viewer
          {...{ documents, chosen, ...files }}
          onChoose={onShow}
          unopened={known && documents.map(({ kind }) => kind).filter((kind) => !shown.includes(kind))}
          hasKeys={keyMap.isOn}
        />
        <KeyMap {...keyMap} keys={keys} />
      </div>
    </div>
  )
}

/** Who is checked, and how far the officer has come. `back`: the list that this comes from. */
export function Head({
  back,
  id,
  name,
  progress,
  children,
}: {
  back: { title: string; href: string }
  id?: string
  name: string
  progress?: ReactNode
  children: ReactNode
}) {
  return (
    <header className={styles.head}>
      <a href={back.href}>{back.title}</a>
      <h1>
        {id} <Written>{name}</Written>
      </h1>
      {progress}
      <p>{children}</p>
    </header>
  )
}

export function Progress({ judged, of }: { judged: number; of: number }) {
  const t = useT()
  return (
    <p className={styles.progress}>
      <progress value={judged} max={of} aria-label={t('scrutiny:progress.label')} />
      <b>{t('scrutiny:progress', { judged, of })}</b>
    </p>
  )
}

/** The facts, which scroll, above the bar, which does not. `isNumbered`: a digit goes to the fact with this number. */
export function FactList({ isNumbered = false, children }: { isNumbered?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and may hold no link
    <div className={classNames(styles.list, isNumbered && styles.numbered)} tabIndex={0}>
      {children}
    </div>
  )
}
