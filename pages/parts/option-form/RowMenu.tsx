import { type ReactNode, useRef } from 'react'
import { useDismissal } from '#pages/ui/browser/dismissal.ts'
import styles from './options.module.css'

/** The overflow menu of a row: opens over the rows below it, with and without JavaScript. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const panel = useRef<HTMLElement>(null)
  useDismissal(menu)
  return (
    <details
      className={`${styles.menu} screen-only`}
      ref={menu}
      // Of the last rows it would open below the screen.
      onToggle={({ currentTarget }) => currentTarget.open && panel.current?.scrollIntoView({ block: 'nearest' })}
    >
      <summary aria-label={label}>
        <span aria-hidden="true">⋯</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long menu scrolls, and may hold no link */}
      <section className={styles.panel} ref={panel} tabIndex={0} aria-label={label}>
        {children}
      </section>
    </details>
  )
}
