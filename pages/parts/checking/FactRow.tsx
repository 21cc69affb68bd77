import type { ReactNode } from 'react'
import { documentName } from '#pages/parts/viewer/Viewer.tsx'
import { classNames } from '#pages/ui/class-names.ts'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { useT } from '#pages/ui/view.ts'
import { languageIn } from '#server/kernel/languages.ts'
import type { Evidence, Files } from './CheckScreen'
import styles from './checking.module.css'

/** A fact as the screen shows it. `rows`: its answers in words. */
type CheckedFact = {
  name: string
  title: string
  /** Beside the title: a claim, for example. */
  note?: string | undefined
  /** A warning about it. */
  warning?: string | undefined
  rows: readonly { label: string; value: string }[]
  /** Undefined for a fact that needs no document. */
  documents?: readonly Evidence[]
}

export type FactRowProps = {
  fact: CheckedFact
  files: Files
  isCurrent: boolean
  /** It was found wrong. */
  isRefused?: boolean
  onShow(kind: string): void
  children?: ReactNode
}

/** One fact as a dense row: the answers, the documents that prove it, and what was decided or is to be decided. */
export function FactRow({ fact, files, isCurrent, isRefused = false, onShow, children }: FactRowProps) {
  const { name, title, note, warning, rows } = fact
  return (
    <section
      className={classNames(styles.fact, isRefused && styles.no)}
      data-fact={name}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div className={styles.words}>
        <div className={styles.top}>
          <h2>
            {title}
            {note && <small> {note}</small>}
          </h2>
          {warning && <Tag tone="warn">{warning}</Tag>}
          {fact.documents && <Proofs {...{ documents: fact.documents, files, onShow }} />}
        </div>
        {rows.length > 0 && (
          <dl className={classNames(styles.rows, rows.length === 1 && styles.only)}>
            {rows.map(({ label, value }) => (
              <div key={label}>
                {/* The only answer needs no label of its own beside the name of the fact. */}
                <dt>{rows.length > 1 ? label : <VisuallyHidden>{label}</VisuallyHidden>}</dt>
                <dd lang={languageIn(value)}>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {children}
    </section>
  )
}

/** The documents of a fact: each opens in the viewer, or without JavaScript in its frame. */
function Proofs({
  documents,
  files,
  onShow,
}: Pick<FactRowProps, 'files' | 'onShow'> & { documents: readonly Evidence[] }) {
  const t = useT()
  if (!documents.length) return <p className={styles.missing}>{t('scrutiny:no-file')}</p>
  const named = (kind: string) => documentName(kind, t, files.nameOf)
  const alike = documents.flatMap(({ sameAs = [] }) => sameAs)
  return (
    <p className={styles.proofs}>
      {documents.map((document) => (
        <a
          key={document.kind}
          href={files.fileAt(document)}
          target="proof"
          onClick={(event) => {
            event.preventDefault()
            onShow(document.kind)
          }}
        >
          {named(document.kind)}
        </a>
      ))}
      {alike.length > 0 && (
        <Tag tone="warn">{t('scrutiny:same-file', { names: [...new Set(alike)].map(named).join(', ') })}</Tag>
      )}
    </p>
  )
}
