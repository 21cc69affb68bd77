import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { toldBy } from '#pages/ui/told.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { show } from './page.server'

/** Confirms the submission with its number, and names the next step and its date. */
export function Done() {
  const { base, data, session } = useView<typeof show>()
  const t = useT()
  const isScripted = useHydrated()
  const [latest] = data.versions
  const { isConfirmed, isExcluded, isOver, mode } = data
  const isLost = !isConfirmed && (isExcluded || isOver)
  const { nonCap } = data
  const scrutiny = nonCap ? 'steps:done.next-outside' : 'steps:done.next-scrutiny'
  const inTime = mode === 2 ? 'steps:done.next-centre' : scrutiny
  const open = isOver ? 'steps:done.not-confirmed' : inTime
  const next = isExcluded ? 'steps:done.excluded' : open
  const isToVisit = mode === 2 && !isConfirmed && !isLost
  const toTell = isLost || isToVisit ? null : (nonCap?.act ?? null)
  return (
    <section className={`banner ${isLost ? 'warn' : 'ok'} ${styles.submitted}`} aria-labelledby="submitted-title">
      <div className="grow stack">
        <h2 id="submitted-title">{t(isLost && !isExcluded ? 'steps:done.title-unconfirmed' : 'steps:done.title')}</h2>
        {latest && (
          <Facts
            layout="pairs"
            facts={[
              { label: t('shell:application-id'), value: session?.details.user_id },
              { label: t('steps:done.at'), value: latest.at },
            ]}
          />
        )}
        <p>{isConfirmed ? t('steps:done.confirmed') : t(next, { by: data.by })}</p>
        {next === scrutiny && !isConfirmed && <p>{t('steps:done.tell', toldBy(t, session))}</p>}
        {toTell && (
          <p>
            <b>{toTell.title}.</b> {toTell.about}
          </p>
        )}
        <div className="actions">
          {/* What is to be done next is the filled button; without anything it is the form on paper. */}
          {isToVisit && <Button href={href(base, 'appointment')}>{t('shell:title.appointment')}</Button>}
          {toTell && <Button href={href(base, 'non-cap')}>{toTell.go}</Button>}
          <Button href={href(base, 'print-pdf.pdf')} kind={isToVisit || toTell ? 'quiet' : 'primary'}>
            {t('steps:done.pdf')}
          </Button>
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
