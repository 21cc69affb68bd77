import { Button } from './Button'
import { href } from './href'
import { useT, useView } from './view'

/** Stands in place of a page that is locked or not permitted. Source: specification §4, decisions §6. */
export function ClosedBanner() {
  const { base, cellBase, closed } = useView()
  const t = useT()
  if (!closed) return null
  if (closed.kind === 'desk') {
    return (
      <section className="closed">
        <h1>{t('staff:closed.title')}</h1>
        <p>{t('staff:closed.about')}</p>
        <Button href={href(cellBase, 'home')}>{t('staff:to-home')}</Button>
      </section>
    )
  }
  const isLocked = closed.kind === 'locked'
  return (
    <section className="closed">
      <h1>{isLocked ? closed.text : t('shell:restricted.title')}</h1>
      <p>{isLocked ? t('shell:locked.next') : t(`shell:restricted.${closed.permission}`)}</p>
      <div className="actions">
        <Button href={href(base, 'dashboard')}>{t('shell:to-dashboard')}</Button>
        {isLocked && (
          <Button kind="quiet" href={href(base, 'print-pdf')}>
            {t('shell:menu.print-pdf')}
          </Button>
        )}
      </div>
    </section>
  )
}
