import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './next.module.css'
import type { NextOptionForm } from './options-time'

/** The option form of the next round: when it opens, and the way to it once it is open. */
export function NextOptions({ round, title, when, state }: NextOptionForm) {
  const { base } = useView()
  const t = useT()
  return (
    <div className={styles.next}>
      <div className="grow">
        <h3>{title}</h3>
        <p>{when}</p>
      </div>
      {state === 'now' && (
        <Button href={href(base, 'option-form', undefined, { round })}>{t('results:next.options-go')}</Button>
      )}
    </div>
  )
}
