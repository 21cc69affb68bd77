import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './next.module.css'
import type { NextListOfRound, NextOptionForm } from './options-time'

/** The option form of the next round: when it opens, and the way to it once it is open. */
export function NextOptions({ round, title, when, state, as: Heading = 'h3' }: NextOptionForm & { as?: 'h2' | 'h3' }) {
  const { base } = useView()
  const t = useT()
  return (
    <div className={styles.next}>
      <div className="grow">
        <Heading>{title}</Heading>
        <p>{when}</p>
      </div>
      {state === 'now' && (
        <Button href={href(base, 'option-form', undefined, { round })}>{t('results:next.options-go')}</Button>
      )}
    </div>
  )
}

/** What the candidate's list of the next round amounts to, with the way to it. */
export function NextList({ round, title, sentences, isOpen }: NextListOfRound) {
  const { base } = useView()
  const t = useT()
  return (
    <div className={styles.next}>
      <div className="grow">
        <h3>{title}</h3>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {isOpen && (
        <Button kind="quiet" href={href(base, 'option-form', undefined, { round })}>
          {t('results:next.list-go')}
        </Button>
      )}
    </div>
  )
}
