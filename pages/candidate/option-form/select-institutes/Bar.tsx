import type { ReactNode } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** One line that stays in sight: what is ticked, the way to the list, and the buttons that compare and add. */
export function Bar({ ticked, children }: { ticked: readonly string[]; children: ReactNode }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { count, round } = data.head
  return (
    <div className={styles.bar}>
      <span>
        <b role="status">{t('options:found.ticked', { count: ticked.length })}</b>
        {count > 0 && (
          <a href={href(base, 'option-form/select-prefrence', undefined, { round })}>
            {t('options:found.order', { count })}
          </a>
        )}
      </span>
      {(!isScripted || ticked.length > 1) && (
        <Button kind="quiet" name="compare" value="true">
          {t('options:found.compare')}
        </Button>
      )}
      {children}
    </div>
  )
}
