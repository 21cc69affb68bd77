import type { ReactNode } from 'react'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** The choice removed last, and the button that puts it back. `place`: where it was, from 0. */
export function Removed({
  removed: { code, institute, place },
  id,
  onUndo,
  children,
}: {
  removed: { code: string; institute: string; place: number }
  /** The id of the button. */
  id: string
  onUndo(event: { preventDefault(): void }): void
  /** The list and its version, as hidden fields. */
  children: ReactNode
}) {
  const { base, session, data } = useView<typeof load>()
  const here = href(base, 'option-form/select-prefrence', undefined, { round: data.head.round })
  const t = useT()
  return (
    <form method="post" action={here} className={`${styles.removed} screen-only`} data-foot>
      <input type="hidden" name="_csrf" value={session?.csrf} />
      {children}
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="place" value={place + 1} />
      <span role="status">{t('options:order.removed-name', { code, institute })}</span>
      <Button small kind="quiet" id={id} name="act" value="insert" onClick={onUndo}>
        {t('options:order.undo')}
      </Button>
    </form>
  )
}
