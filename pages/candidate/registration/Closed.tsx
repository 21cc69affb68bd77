import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { show } from './page.server'

/** Replaces the form while registration is closed. */
export function Closed() {
  const { base, data, language } = useView<typeof show>()
  const t = useT()
  const { opensAt, closedAt } = data
  const when = () => {
    if (opensAt !== null) return t('registration:opens', { time: formatDateTime(opensAt, language) })
    if (closedAt !== null) return t('registration:was-open', { time: formatDateTime(closedAt, language) })
    return t('registration:undated')
  }
  return (
    <>
      <h1>{t('shell:menu.registration')}</h1>
      <Card tone="narrow" title={t('registration:closed')}>
        <p>{when()}</p>
        {closedAt !== null && (
          <p>
            <a href={href(base, 'registration', undefined, { late: 1 })}>{t('registration:late')}</a>
          </p>
        )}
        <div className="actions">
          <Button href={href(base, 'importantdate')}>{t('shell:dates.see')}</Button>
          <Button href={href(base, 'login')} kind="quiet">
            {t('shell:log-in')}
          </Button>
        </div>
      </Card>
    </>
  )
}
