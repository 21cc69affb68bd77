import type { ReactNode } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/**
 * One line that stays in sight: what is ticked, the way to the list, and the buttons that compare and add. With nothing
 * ticked the way to a filled list is the button; without JavaScript both always stand there.
 */
export function Bar({ ticked, children }: { ticked: readonly string[]; children: ReactNode }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { count, round } = data.head
  const order = href(base, 'option-form/select-prefrence', undefined, { round })
  const isOnward = isScripted && ticked.length === 0 && count > 0
  return (
    <div className={styles.bar} data-foot>
      <span>
        <b role="status">
          {ticked.length > 0 ? t('options:found.ticked', { count: ticked.length }) : t('options:found.tick')}
        </b>
        {count > 0 && !isOnward && <a href={order}>{t('options:found.order', { count })}</a>}
      </span>
      {(!isScripted || ticked.length > 1) && (
        <Button kind="quiet" name="compare" value="true">
          {t('options:found.compare')}
        </Button>
      )}
      {isOnward ? <Button href={order}>{t('options:found.order', { count })}</Button> : children}
    </div>
  )
}
