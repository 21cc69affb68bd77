import { useHydrated } from '../../ui/browser/hydrated'
import { Facts } from '../../ui/data/Facts'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './page.module.css'
import type { show } from './page.server'

/** Confirms the submission with its number, and names the next step and its date. */
export function Done() {
  const { base, data, session } = useView<typeof show>()
  const t = useT()
  const isScripted = useHydrated()
  const [latest] = data.versions
  const inTime = data.mode === 2 ? 'steps:done.next-centre' : 'steps:done.next-scrutiny'
  const next = data.isOver ? 'steps:done.not-confirmed' : inTime
  return (
    <section className={`banner ok ${styles.submitted}`} aria-labelledby="submitted-title">
      <div className="grow stack">
        <h2 id="submitted-title">{t('steps:done.title')}</h2>
        {latest && (
          <Facts
            layout="pairs"
            facts={[
              { label: t('shell:application-id'), value: session?.details.user_id },
              { label: t('steps:done.version'), value: latest.number },
              { label: t('steps:done.at'), value: latest.at },
              { label: t('steps:done.fingerprint'), value: latest.fingerprint },
            ]}
          />
        )}
        {!data.isConfirmed && <p>{t(next, { by: data.by })}</p>}
        {data.isConfirmed && <p>{t('steps:done.confirmed')}</p>}
        <div className="actions">
          <Button href={href(base, 'print-pdf.pdf')}>{t('steps:done.pdf')}</Button>
          {data.mode === 2 && !data.isConfirmed && !data.isOver && (
            <Button href={href(base, 'appointment')} kind="quiet">
              {t('shell:title.appointment')}
            </Button>
          )}
          {isScripted && (
            <Button type="button" kind="quiet" onClick={() => window.print()}>
              {t('steps:done.print')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
