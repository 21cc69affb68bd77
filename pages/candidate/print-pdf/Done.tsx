import { printableAddress } from '../../ui/addresses'
import { Button } from '../../ui/Button'
import { href } from '../../ui/href'
import { useHydrated } from '../../ui/hydrated'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** That it is done, under which number, and what happens next by when. */
export function Done() {
  const { base, data, session } = useView<typeof show>()
  const t = useT()
  const isScripted = useHydrated()
  const [latest] = data.versions
  const next = data.mode === 2 ? 'steps:done.next-centre' : 'steps:done.next-scrutiny'
  return (
    <section className="banner ok submitted" aria-labelledby="submitted-title">
      <div className="grow stack">
        <h2 id="submitted-title">{t('steps:done.title')}</h2>
        {latest && (
          <dl className="facts num">
            <dt>{t('shell:application-id')}</dt>
            <dd>{session?.details.user_id}</dd>
            <dt>{t('steps:done.version')}</dt>
            <dd>{latest.number}</dd>
            <dt>{t('steps:done.at')}</dt>
            <dd>{latest.at}</dd>
            <dt>{t('steps:done.fingerprint')}</dt>
            <dd>{latest.fingerprint}</dd>
          </dl>
        )}
        {!data.isConfirmed && <p>{t(next, { by: data.by })}</p>}
        {data.isConfirmed && <p>{t('steps:done.confirmed')}</p>}
        <div className="actions">
          <Button href={printableAddress(base, 'print-pdf')}>{t('steps:done.pdf')}</Button>
          {data.mode === 2 && !data.isConfirmed && (
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
