import { Button } from '../form/Button'
import { href } from '../href'
import { useT, useView } from '../view'
import { restrictedText } from './restricted-text'

/** Replaces a page that is locked or not permitted. Source: rules §18.13, §6.3. */
export function ClosedBanner() {
  const { base, cellBase, closed, staff } = useView()
  const t = useT()
  if (!closed) return null
  if (closed.kind === 'desk') {
    return (
      <section className="closed">
        <h1>{t('staff:closed.title')}</h1>
        <p>{t(staff?.role === 'admin' ? 'staff:closed.about-admin' : 'staff:closed.about')}</p>
        <Button href={href(cellBase, 'home')}>{t('staff:to-home')}</Button>
      </section>
    )
  }
  const isLocked = closed.kind === 'locked'
  const { window, standing } = closed.kind === 'restricted' ? closed : { window: null, standing: null }
  return (
    <section className="closed">
      <h1>{isLocked ? closed.text : (standing?.title ?? t('signedin:restricted.title'))}</h1>
      <p>{isLocked ? closed.next : (standing?.text ?? restrictedText(t, closed.permission))}</p>
      {window && (
        <p>
          {window.until === null
            ? t('signedin:restricted.at', { title: window.title, from: window.from })
            : t('signedin:restricted.window', { title: window.title, from: window.from, until: window.until })}
        </p>
      )}
      <div className="actions">
        <Button href={href(base, 'dashboard')}>{t('signedin:to-dashboard')}</Button>
        {standing && (
          <Button kind="quiet" href={href(base, standing.page)}>
            {t(standing.page === 'self-arc-home' ? 'signedin:seat.go' : `signedin:menu.${standing.page}`)}
          </Button>
        )}
        {isLocked && (
          <Button kind="quiet" href={href(base, 'print-pdf')}>
            {t('signedin:menu.print-pdf')}
          </Button>
        )}
      </div>
    </section>
  )
}
