import type { ReactNode } from 'react'
import styles from './Panes.module.css'

/** One screen in two parts: the work on one side with its acts always in sight, the documents on the other. */
export function Panes({
  head,
  acts,
  documents,
  children,
}: Record<'head' | 'acts' | 'documents' | 'children', ReactNode>) {
  return (
    <div className={styles.panes}>
      <div className={styles.work}>
        <header className={styles.head}>{head}</header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and may hold no link */}
        <div className={styles.list} tabIndex={0}>
          {children}
        </div>
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
      <div className={styles.documents}>{documents}</div>
    </div>
  )
}
